// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/actions/deeds.h"

#include "tests/core/watch/server/harness.h"

using namespace Qt::StringLiterals;

namespace lockscope::test {

namespace {

using Server = const RedisProcess &;

const QByteArray cat = "cccccccc-9b7d-4c11-8a22-0123456789ab:9";
const QByteArray lockChannel = "redisson_lock__channel:{orders}";
const QByteArray bobsChannel = lockChannel + ':' + bob;
const QByteArray poolChannel = "redisson_sc:{pool}";
const QByteArray gateChannel = "redisson_countdownlatch__channel__{gate}";

qint64 integer(Server server, const std::vector<QByteArray> &command)
{
    return server.command(command).integer;
}

QByteArray bytes(Server server, const std::vector<QByteArray> &command)
{
    return server.command(command).bytes;
}

void hold(Server server)
{
    LockWriter(server).acquire("orders", ann, 60'000);
}

void holdWithQueue(Server server)
{
    hold(server);
    LockWriter(server).enqueue("orders", bob, 300'000);
    LockWriter(server).enqueue("orders", cat, 600'000);
}

void changeHands(Server server)
{
    server.command({"HDEL", "orders", ann});
    LockWriter(server).acquire("orders", bob, 60'000);
}

std::function<void(Server)> set(const QByteArray &key, const QByteArray &number)
{
    return [key, number](Server server) { server.command({"SET", key, number}); };
}

std::function<bool(Server)> is(const QByteArray &key, const QByteArray &number)
{
    return [key, number](Server server) { return bytes(server, {"GET", key}) == number; };
}

bool isAlways(Server /*server*/)
{
    return true;
}

// Milliseconds until the deadline of a waiter.
qint64 deadlineOf(Server server, const QByteArray &waiter)
{
    return LockWriter(server)
        .run("local t=redis.call('time') return math.floor(redis.call('zscore',"
             "'redisson_lock_timeout:{orders}',ARGV[1])-t[1]*1000)",
             {waiter})
        .integer;
}

Deed onOrders(const QByteArray &action, const QByteArray &word)
{
    Deed deed;
    deed.lock = "orders";
    deed.action = action;
    deed.word = word;
    deed.put = hold;
    deed.channel = lockChannel;
    deed.change = changeHands;
    deed.foundThen = deed.seenThen = QString::fromLatin1(bob);
    return deed;
}

Deed onPool(const QByteArray &action, const QByteArray &word)
{
    Deed deed;
    deed.lock = "pool";
    deed.action = action;
    deed.word = word;
    deed.put = set("pool", "3");
    deed.channel = poolChannel;
    deed.change = set("pool", "7");
    deed.foundThen = u"its number is now 7"_s;
    deed.seenThen = u"Free permits: 7."_s;
    return deed;
}

Deed onGate(const QByteArray &action, const QByteArray &word)
{
    Deed deed;
    deed.lock = "gate";
    deed.action = action;
    deed.word = word;
    deed.put = set("gate", "4");
    deed.channel = gateChannel;
    deed.change = set("gate", "9");
    deed.foundThen = u"its number is now 9"_s;
    deed.seenThen = u"Count: 9."_s;
    return deed;
}

Deed removing()
{
    Deed deed = onOrders("actionRemoveWaiter", "remove-waiter");
    deed.put = holdWithQueue;
    deed.field = "waiter";
    deed.choice = QString::fromLatin1(bob);
    // Its share of the waiting is taken off those behind it.
    deed.commands = QString::fromLatin1("LREM redisson_lock_queue:{orders} 0 " + bob
                                        + "\nZREM redisson_lock_timeout:{orders} " + bob
                                        + "\nZINCRBY redisson_lock_timeout:{orders} -# " + cat)
                        .split(u'\n');
    deed.channel = bobsChannel;
    deed.isDone = [](Server server) {
        return bytes(server, {"LINDEX", "redisson_lock_queue:{orders}", "0"}) == cat
            && integer(server, {"ZCARD", "redisson_lock_timeout:{orders}"}) == 1
            && deadlineOf(server, cat) < 450'000;
    };
    deed.change = [](Server server) { LockWriter(server).leave("orders", bob); };
    deed.foundThen = u"its waiters changed"_s;
    deed.seenThen = u"In the queue: 1."_s;
    return deed;
}

Deed nudging(Deed deed, const QByteArray &message)
{
    deed.commands = {QString::fromLatin1("PUBLISH " + deed.channel + ' ' + message)};
    deed.messages = {message};
    deed.isDone = isAlways; // no key changes
    return deed;
}

Deed nudgingTheHead()
{
    Deed deed = onOrders("actionNudge", "nudge");
    deed.put = holdWithQueue;
    deed.channel = bobsChannel;
    deed.change = hold; // once more
    deed.foundThen = deed.seenThen = u"count 2"_s;
    return nudging(deed, "0");
}

Deed timing(const QByteArray &action, const QByteArray &word, const QByteArray &field,
            const QString &time)
{
    Deed deed = onOrders(action, word);
    deed.field = field;
    deed.choice = time;
    return deed;
}

Deed settingLess()
{
    Deed deed = timing("actionSetTimeToLive", "set-ttl", "timeToLive", u"30s"_s);
    // Waiters sleep for the time that it had.
    deed.commands = {u"PEXPIRE orders 30000"_s,
                     QString::fromLatin1("PUBLISH " + lockChannel + " 1")};
    deed.messages = {"1"};
    deed.isDone = [](Server server) {
        const qint64 left = integer(server, {"PTTL", "orders"});
        return left > 0 && left <= 30'000;
    };
    return deed;
}

Deed settingMore()
{
    Deed deed = timing("actionSetTimeToLive", "set-ttl", "timeToLive", u"10m"_s);
    deed.commands = {u"PEXPIRE orders 600000"_s};
    deed.isDone = [](Server server) { return integer(server, {"PTTL", "orders"}) > 60'000; };
    return deed;
}

Deed extending()
{
    Deed deed = timing("actionExtendTimeToLive", "extend-ttl", "extension", u"5m"_s);
    deed.commands = {u"PEXPIRE orders #"_s};
    deed.isDone = [](Server server) { return integer(server, {"PTTL", "orders"}) > 300'000; };
    return deed;
}

Deed adding(const QString &permits)
{
    const bool isTaking = permits.startsWith(u'-');
    Deed deed = onPool("actionAddPermits", isTaking ? "take-permits" : "add-permits");
    deed.field = "permits";
    deed.choice = permits;
    const int then = 3 + permits.toInt();
    deed.commands = {isTaking ? QString(u"DECRBY pool "_s + permits.sliced(1))
                              : QString(u"INCRBY pool "_s + permits)};
    if (then > 3) {
        deed.messages = {QByteArray::number(then)};
        deed.commands += QString::fromLatin1("PUBLISH " + poolChannel + ' ' + deed.messages[0]);
    }
    deed.isDone = is("pool", QByteArray::number(then));
    return deed;
}

// Taken permits tell what it is by themselves.
Deed addingToPermitsThatLapse()
{
    Deed deed = adding(u"2"_s);
    deed.put = [](Server server) {
        server.command({"SET", "pool", "3"});
        LockWriter(server).run("local t=redis.call('time') redis.call('zadd','{pool}:timeout',"
                               "t[1]*1000+600000,ARGV[1])",
                               {latchId});
    };
    return deed;
}

Deed draining()
{
    Deed deed = onPool("actionDrainPermits", "drain-permits");
    deed.commands = {u"DECRBY pool 3"_s};
    deed.isDone = is("pool", "0");
    return deed;
}

Deed settingTheLatch()
{
    Deed deed = onGate("actionSetLatch", "set-latch");
    deed.field = "latchCount";
    deed.choice = u"2"_s;
    deed.commands = {u"INCRBY gate -2"_s};
    deed.isDone = is("gate", "2");
    return deed;
}

Deed countingDown()
{
    Deed deed = onGate("actionCountDown", "count-down");
    deed.commands = {u"DECR gate"_s};
    deed.isDone = is("gate", "3");
    return deed;
}

Deed opening(Deed deed)
{
    deed.commands = {u"DEL gate"_s, QString::fromLatin1("PUBLISH " + gateChannel + " 0")};
    deed.messages = {"0"};
    deed.isDone = [](Server server) { return integer(server, {"EXISTS", "gate"}) == 0; };
    return deed;
}

Deed countingTheLast()
{
    Deed deed = opening(onGate("actionCountDown", "count-down"));
    deed.put = set("gate", "1");
    return deed;
}

} // namespace

std::vector<std::pair<const char *, Deed>> allDeeds()
{
    return {
        {"remove waiter", removing()},
        {"nudge the head", nudgingTheHead()},
        {"nudge", nudging(onOrders("actionNudge", "nudge"), "0")},
        {"nudge for permits", nudging(onPool("actionNudge", "nudge"), "3")},
        {"less time to live", settingLess()},
        {"more time to live", settingMore()},
        {"extend", extending()},
        {"add permits", adding(u"2"_s)},
        {"take permits", adding(u"-2"_s)},
        {"add to permits that lapse", addingToPermitsThatLapse()},
        {"drain", draining()},
        {"set the latch", settingTheLatch()},
        {"count down", countingDown()},
        {"count down the last", countingTheLast()},
        {"open the latch", opening(onGate("actionOpenLatch", "open-latch"))},
    };
}

} // namespace lockscope::test
