// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/admin/actioncases.h"

namespace lockscope::test {

Action forceUnlock()
{
    return {};
}

Action release(const QByteArray &owner, Mode mode, bool all)
{
    return {ActionType::ReleaseHold, OwnerId(owner), mode, all, {}};
}

Action remove(const QByteArray &owner)
{
    return {ActionType::RemoveWaiter, OwnerId(owner), {}, false, {}};
}

Action nudge()
{
    return {ActionType::Nudge, {}, {}, false, {}};
}

Action live(Millis span)
{
    return {ActionType::SetTimeToLive, {}, {}, false, span};
}

QByteArray readKey(const QByteArray &owner, int number)
{
    return "{a}:" + owner + ":rwlock_timeout:" + QByteArray::number(number);
}

void hold(const RedisProcess &server, int times)
{
    for (int i = 0; i < times; ++i)
        LockWriter(server).acquire("a", ann, 60'000);
}

void queue(const RedisProcess &server, const std::vector<std::pair<QByteArray, int>> &waiters)
{
    for (const auto &[owner, wait] : waiters)
        LockWriter(server).enqueue("a", owner, wait);
}

void writeLock(const RedisProcess &server, const QByteArray &owner, int times)
{
    const QByteArray count = QByteArray::number(times);
    server.command({"HSET", "a", "mode", "write", owner + ":write", count});
    server.command({"PEXPIRE", "a", "60000"});
}

// A reader of its own write hold, as the library nests them.
void nestedRead(const RedisProcess &server, const QByteArray &owner)
{
    server.command({"HINCRBY", "a", owner, "1"});
    server.command({"SET", readKey(owner, 1), "1", "PX", "40000"});
}

namespace {

std::vector<Case> mutexCases()
{
    const auto once = [](const RedisProcess &s) { hold(s); };
    const auto thrice = [](const RedisProcess &s) { hold(s, 3); };
    const auto fenced = [](const RedisProcess &s) {
        hold(s);
        s.command({"SET", tokenKey, "41"});
    };
    const auto two = [](const RedisProcess &s) {
        hold(s);
        LockWriter(s).acquire("a", bob, 60'000);
    };
    return {
        {"reentrant: force", thrice, forceUnlock(), false, {}},
        {"reentrant: one count", thrice, release(ann), false, {"a"}},
        {"reentrant: the only count", once, release(ann), false, {}},
        {"reentrant: all counts", thrice, release(ann, Mode::Exclusive, true), false, {}},
        {"reentrant: one of two owners", two, release(bob), false, {"a"}},
        {"reentrant: nudge", once, nudge(), false, {"a"}},
        {"reentrant: shorter", once, live(Millis(5000)), false, {"a"}},
        {"reentrant: longer", once, live(Millis(500'000)), false, {"a"}},
        {"fenced: force keeps the token", fenced, forceUnlock(), false, {tokenKey}},
        {"fenced: release keeps the token", fenced, release(ann), false, {tokenKey}},
        {"string: force",
         [](const RedisProcess &s) {
             s.command({"SET", "a", "me", "PX", "60000"});
         },
         forceUnlock(),
         false,
         {}},
        {"string: release",
         [](const RedisProcess &s) {
             s.command({"SET", "a", "me", "PX", "90000"});
         },
         release("me"),
         false,
         {}},
        {"string: time",
         [](const RedisProcess &s) {
             s.command({"SET", "a", "me", "PX", "90000"});
         },
         live(Millis(60'000)),
         false,
         {"a"}},
    };
}

std::vector<Case> fairCases()
{
    const auto two = [](const RedisProcess &s) {
        hold(s);
        queue(s, {{bob, 300'000}, {cat, 600'000}});
    };
    const auto dead = [](const RedisProcess &s) {
        hold(s);
        queue(s, {{bob, -1000}, {cat, 600'000}});
    };
    const auto free = [](const RedisProcess &s) { queue(s, {{bob, 300'000}, {cat, 600'000}}); };
    const auto last = [](const RedisProcess &s) {
        hold(s);
        queue(s, {{bob, 300'000}});
    };
    return {
        {"fair: force", two, forceUnlock(), false, {queueKey, timeoutKey}},
        {"fair: force past a dead head", dead, forceUnlock(), false, {queueKey, timeoutKey}},
        {"fair: release", two, release(ann), false, {queueKey, timeoutKey}},
        {"fair: remove the last", two, remove(cat), false, {"a", queueKey, timeoutKey}},
        {"fair: remove the only", last, remove(bob), false, {"a"}},
        {"fair: remove the head", two, remove(bob), true, {"a", queueKey, timeoutKey}},
        {"fair: remove the head of a free one", free, remove(bob), true, {queueKey, timeoutKey}},
        {"fair: remove a dead head", dead, remove(bob), false, {"a", queueKey, timeoutKey}},
        {"fair: nudge", two, nudge(), false, {"a", queueKey, timeoutKey}},
        {"fair: nudge past a dead head", dead, nudge(), false, {"a", queueKey, timeoutKey}},
        {"fair: shorter", two, live(Millis(5000)), false, {"a", queueKey, timeoutKey}},
        {"fair: longer", two, live(Millis(500'000)), false, {"a", queueKey, timeoutKey}},
        {"fair: remove the middle",
         [](const RedisProcess &s) {
             hold(s);
             queue(s, {{bob, 300'000}, {cat, 600'000}, {ann, 900'000}});
         },
         remove(cat),
         false,
         {"a", queueKey, timeoutKey}},
    };
}

std::vector<Case> readWriteCases()
{
    const auto readers = [](const RedisProcess &s) {
        LockWriter(s).read("a", ann, 60'000);
        LockWriter(s).read("a", ann, 60'000);
        LockWriter(s).read("a", bob, 30'000);
    };
    const auto stale = [](const RedisProcess &s) {
        LockWriter(s).read("a", ann, 60'000);
        LockWriter(s).read("a", bob, 60'000);
        s.command({"DEL", readKey(bob, 1)});
    };
    const auto writer = [](const RedisProcess &s) { writeLock(s, ann, 2); };
    const auto nested = [](const RedisProcess &s) {
        writeLock(s, ann);
        nestedRead(s, ann);
    };
    const QByteArray a1 = readKey(ann, 1);
    const QByteArray a2 = readKey(ann, 2);
    const QByteArray b1 = readKey(bob, 1);
    return {
        {"rw: force readers", readers, forceUnlock(), false, {}},
        {"rw: force a writer who reads", nested, forceUnlock(), false, {}},
        {"rw: one read count", readers, release(ann, Mode::Read), true, {"a", a1, b1}},
        {"rw: all of a reader", readers, release(ann, Mode::Read, true), true, {"a", b1}},
        {"rw: the dead reader", stale, release(bob, Mode::Read), true, {"a", a1}},
        {"rw: the last living reader", stale, release(ann, Mode::Read), false, {}},
        {"rw: one write count", writer, release(ann, Mode::Write), false, {"a"}},
        {"rw: the writer", writer, release(ann, Mode::Write, true), false, {}},
        {"rw: the writer, not his reads", nested, release(ann, Mode::Write), false, {"a", a1}},
        {"rw: the writer's reads", nested, release(ann, Mode::Read), false, {"a"}},
        {"rw: nudge", readers, nudge(), false, {"a", a1, a2, b1}},
        {"rw: shorter", readers, live(Millis(5000)), false, {"a", a1, a2, b1}},
        {"rw: longer", readers, live(Millis(500'000)), false, {"a", a1, a2, b1}},
    };
}

} // namespace

std::vector<Case> allCases()
{
    std::vector<Case> cases = mutexCases();
    for (const auto &more : {fairCases(), readWriteCases()})
        cases.insert(cases.end(), more.begin(), more.end());
    return cases;
}

void addCaseRows()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Case &row : allCases())
        QTest::newRow(row.name.constData()) << index++;
}

Case currentCase()
{
    QFETCH(int, index);
    return allCases()[static_cast<std::size_t>(index)];
}

} // namespace lockscope::test
