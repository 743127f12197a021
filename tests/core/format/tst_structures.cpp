// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/stringrules.h"
#include "tests/core/format/keys.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lockscope;
using namespace lockscope::format;
using namespace lockscope::test;

namespace {

constexpr ServerMs now = 1'710'843'330'000;
const QByteArray uuid = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab";
const QByteArray other = "aaaaaaaa-9b7d-4c11-8a22-0123456789ab";
const QByteArray machine = "WEB_7_4242_9c1185a3f5e94dd0b1d7f0c2a4e6b831";
const QByteArray machine2 = "job-9_17_aaaa85a3f5e94dd0b1d7f0c2a4e6b831";
const QByteArray base64Of32 = "kWf4ZbY0Tg8pJx2vLr6QzAkWf4ZbY0Tg8pJx2vLr6Qz=";
const QByteArray otherOf32 = "aWf4ZbY0Tg8pJx2vLr6QzAkWf4ZbY0Tg8pJx2vLr6Qz=";
const QByteArray jid = "b4a577edbccf1d805744efa9";

KeyName key(const QByteArray &name)
{
    return KeyName(name);
}

QByteArrayList ownersOf(const LockReading &reading)
{
    QByteArrayList owners;
    for (const Hold &hold : reading.holds)
        owners += hold.owner.bytes + (hold.stale ? "(stale)" : "");
    return owners;
}

QByteArrayList waitersOf(const LockReading &reading)
{
    QByteArrayList owners;
    for (const Waiter &waiter : reading.waiters.value_or(std::vector<Waiter>()))
        owners += waiter.owner.bytes;
    return owners;
}

std::optional<NameMeaning> meaningOf(const QByteArray &name)
{
    for (const auto &format : allFormats()) {
        if (auto meaning = format->meaningOfKey(KeyName(name)))
            return meaning;
    }
    return std::nullopt;
}

std::optional<NameMeaning> heardOn(const QByteArray &channel)
{
    for (const auto &format : allFormats()) {
        if (auto meaning = format->meaningOfChannel(channel))
            return meaning;
    }
    return std::nullopt;
}

} // namespace

// Formats of several keys, or of one that is no string, with data as their libraries leave it.
class TestStructures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsSymfony()
    {
        const RawKeys written{
            {key("report"),
             sortedSetKey({{"__write__", double(now + 5000)}, {base64Of32, double(now + 5000)}})}};
        auto reading = readingOf("report", written, {}, now);
        QVERIFY(reading);
        QCOMPARE(reading->kind, QByteArray("read-write"));
        QCOMPARE(reading->library, QByteArray("symfony"));
        QVERIFY(reading->confidence == Confidence::Structure);
        QCOMPARE(ownersOf(*reading), QByteArrayList{base64Of32});
        QCOMPARE(reading->holds[0].mode, Mode::Write);
        QCOMPARE(reading->holds[0].expireAt, std::optional<ServerMs>(now + 5000));

        const RawKeys read{
            {key("report"),
             sortedSetKey({{otherOf32, double(now - 1)}, {base64Of32, double(now + 5000)}})}};
        reading = readingOf("report", read, {}, now);
        QCOMPARE(ownersOf(*reading), QByteArrayList({otherOf32 + "(stale)", base64Of32}));
        QCOMPARE(reading->holds[1].mode, Mode::Read);
        QVERIFY(reading->isGuess()); // nothing but the form of the members
        QVERIFY(!readingOf("report", read, {{"rep"}}, now)->isGuess());
    }

    void readsSemaphoresOfSortedSets()
    {
        const RawKeys net{
            {key("slots"),
             sortedSetKey({{machine, double(now + 9000)}, {machine2, double(now - 5)}})}};
        auto reading = readingOf("slots", net, {{"slots"}}, now);
        QCOMPARE(reading->library, QByteArray("madelson"));
        QCOMPARE(reading->kind, QByteArray("counting-semaphore"));
        QCOMPARE(ownersOf(*reading), QByteArrayList({machine, machine2 + "(stale)"}));
        QCOMPARE(reading->holds[0].origin.host, QByteArray("WEB_7"));
        QCOMPARE(reading->holds[0].origin.pid, std::optional<qint64>(4242));
        QVERIFY(!reading->permits); // how many there are only its clients know

        // Scores are when each was taken or renewed; a client that did not for 10 s is dead.
        const RawKeys node{{key("semaphore:db"),
                            sortedSetKey({{uuid + "_0", double(now - 2000)},
                                          {uuid + "_1", double(now - 2000)},
                                          {other, double(now - 11'000)}})}};
        reading = readingOf("semaphore:db", node, {}, now);
        QVERIFY(mayBeLockName("semaphore:db"));
        QVERIFY(reading->confidence == Confidence::Structure);
        QCOMPARE(reading->library, QByteArray("redis-semaphore"));
        QCOMPARE(ownersOf(*reading), QByteArrayList({uuid, other + "(stale)"}));
        QCOMPARE(reading->holds[0].count, 2);
        QCOMPARE(reading->holds[0].expireAt, std::optional<ServerMs>(now + 8000));

        // Of another length of time: what the key was given when the latest was renewed.
        RawKeys longer = node;
        longer[key("semaphore:db")].expireAt = now - 2000 + 60'000;
        reading = readingOf("semaphore:db", longer, {}, now);
        QCOMPARE(ownersOf(*reading), QByteArrayList({uuid, other}));
        QCOMPARE(reading->holds[1].expireAt, std::optional<ServerMs>(now - 11'000 + 60'000));
        longer[key("semaphore:db")].expireAt = now - 3000; // tells nothing
        reading = readingOf("semaphore:db", longer, {}, now);
        QCOMPARE(reading->holds[0].expireAt, std::optional<ServerMs>(now + 8000));

        const RawKeys seconds{
            {key("semaphore:db"), sortedSetKey({{uuid, double(now) / 1000 - 3}})}};
        reading = readingOf("semaphore:db", seconds, {}, now);
        QCOMPARE(reading->library, QByteArray("generic"));
        QCOMPARE(reading->holds[0].expireAt, std::optional<ServerMs>(now + 7000));
    }

    void otherSortedSetsAreNone_data()
    {
        QTest::addColumn<QByteArray>("member");
        QTest::addColumn<double>("score");
        const double instant = double(now);
        QTest::newRow("a leader board") << QByteArray("ann") << 4711.0;
        QTest::newRow("a uuid that scored") << uuid << 4711.0;
        QTest::newRow("a schedule") << QByteArray("{\"job\":7}") << instant;
        QTest::newRow("infinite") << uuid << std::numeric_limits<double>::infinity();
        QTest::newRow("no number") << uuid << std::nan("");
        QTest::newRow("negative") << uuid << -instant;
        QTest::newRow("a far future") << uuid << 1e300;
        QTest::newRow("43 characters") << base64Of32.chopped(1) << instant;
    }

    void otherSortedSetsAreNone()
    {
        QFETCH(QByteArray, member);
        QFETCH(double, score);
        QVERIFY(!readingOf("k", {{key("k"), sortedSetKey({{member, score}})}}, {{"k"}}, now));
        // One stranger among members of the right form.
        const auto mixed = sortedSetKey({{base64Of32, double(now)}, {member, score}});
        QVERIFY(!readingOf("k", {{key("k"), mixed}}, {{"k"}}, now));
    }

    void readsMadelsonsReaders()
    {
        RawKeys keys{{key("r.readers"), itemsKey(KeyType::Set, {machine, machine2})},
                     {key("r.writer"), stringKey(machine2 + "_WRITERWAITING", now + 900)}};
        auto reading = readingOf("r", keys, {}, now);
        QVERIFY(reading);
        QCOMPARE(reading->kind, QByteArray("read-write"));
        QCOMPARE(reading->library, QByteArray("madelson"));
        QCOMPARE(ownersOf(*reading), QByteArrayList({machine, machine2}));
        QCOMPARE(reading->holds[0].mode, Mode::Read);
        QCOMPARE(waitersOf(*reading), QByteArrayList{machine2});
        keys = {{key("r.writer"), stringKey(machine, now + 900)}};
        reading = readingOf("r", keys, {}, now);
        QCOMPARE(reading->holds.at(0).mode, Mode::Write);
        QCOMPARE(reading->holds[0].origin.pid, std::optional<qint64>(4242));
        QVERIFY(!reading->waiters); // the others poll

        QVERIFY(!readingOf("r", {{key("r.readers"), itemsKey(KeyType::Set, {"ann", "bob"})}}));
        QVERIFY(!readingOf("r", {{key("r.writer"), stringKey("Hemingway")}}));
        const auto meaning = meaningOf("r.readers");
        QCOMPARE(meaning->locks.front().bytes, QByteArray("r"));
        QCOMPARE(meaning->locks.back().bytes, QByteArray("r.readers")); // may be a lock's own name
    }

    void readsQueuedLocks()
    {
        const QByteArray me = "rql:acq:4242/456/789/987/fa76df9cc2";
        const QByteArray them = "rql:acq:17/456/789/987/fa76df9cc2";
        RawKeys keys{{key("rql:lock:mail"),
                      hashKey({{"acq_id", me},
                               {"hst_id", "rql:hst:4242/456/987/fa76df9cc2"},
                               {"ts", "1710843330.2649841"},
                               {"ini_ttl", "5000"},
                               {"lock_key", "rql:lock:mail"},
                               {"spc_cnt", "2"}},
                              now + 5000)},
                     {key("rql:lock_queue:mail"), sortedSetKey({{them, 1710843331.5}})}};
        auto reading = readingOf("rql:lock:mail", keys, {}, now);
        QVERIFY(reading);
        QCOMPARE(reading->kind, QByteArray("queued"));
        QCOMPARE(ownersOf(*reading), QByteArrayList{me});
        QCOMPARE(reading->holds[0].count, 3);
        QCOMPARE(reading->holds[0].origin.pid, std::optional<qint64>(4242));
        QCOMPARE(reading->holds[0].origin.acquiredAt, std::optional<ServerMs>(1'710'843'330'264));
        QCOMPARE(waitersOf(*reading), QByteArrayList{them});
        keys.erase(key("rql:lock:mail")); // free, with a waiter left
        reading = readingOf("rql:lock:mail", keys, {}, now);
        QVERIFY(reading && reading->holds.empty());
        QCOMPARE(meaningOf("rql:lock_queue:mail")->locks,
                 std::vector<LockName>{LockName("rql:lock:mail")});
        QCOMPARE(meaningOf("rql:lock_queue:mail:read")->locks.front(), LockName("rql:lock:mail"));
        QCOMPARE(reading->waiters->size(), std::size_t(1));
        // An absurd count must not overflow.
        keys[key("rql:lock:mail")] = hashKey({{"acq_id", me}, {"spc_cnt", "9223372036854775807"}});
        QVERIFY(readingOf("rql:lock:mail", keys)->holds[0].count > 0);
    }

    void readsSidekiqUniqueJobs()
    {
        const QByteArray name = "uniquejobs:0123456789abcdef0123456789abcdef";
        RawKeys keys{{key(name), stringKey(jid, now + 9000)},
                     {key(name + ":LOCKED"), hashKey({{jid, "1710843330.25"}}, now + 9000)},
                     {key(name + ":QUEUED"), itemsKey(KeyType::List, {"c", "d"})},
                     {key(name + ":PRIMED"), itemsKey(KeyType::List, {"a", "b"})}};
        auto reading = readingOf(name, keys, {}, now);
        QVERIFY(reading);
        QCOMPARE(reading->kind, QByteArray("unique-job"));
        QCOMPARE(ownersOf(*reading), QByteArrayList{jid});
        QCOMPARE(reading->holds[0].origin.acquiredAt, std::optional<ServerMs>(1'710'843'330'250));
        // Put in on the left, taken from the right.
        QCOMPARE(waitersOf(*reading), QByteArrayList({"b", "a", "d", "c"}));
        // The remains of a release are no job, and alone no lock.
        keys = {{key(name + ":LOCKED"), hashKey({{jid, "1710843330.25"}})},
                {key(name + ":QUEUED"), itemsKey(KeyType::List, {"1", "d"})}};
        QCOMPARE(waitersOf(*readingOf(name, keys, {}, now)), QByteArrayList{"d"});
        keys = {{key(name + ":QUEUED"), itemsKey(KeyType::List, {"1"})}};
        QVERIFY(!readingOf(name, keys, {}, now));
        keys = {{key(name + ":PRIMED"), itemsKey(KeyType::List, {"b"})}};
        QVERIFY(readingOf(name, keys, {}, now));
        // Version 9 has the hash alone, with details.
        keys = {{key(name + ":LOCKED"),
                 hashKey({{jid, "{\"worker\":\"Mail\",\"timestamp\":1710843330.5}"}})}};
        reading = readingOf(name, keys, {}, now);
        QCOMPARE(reading->holds.at(0).origin.acquiredAt,
                 std::optional<ServerMs>(1'710'843'330'500));
        QCOMPARE(meaningOf(name + ":LOCKED")->locks, std::vector<LockName>{LockName(name)});
        for (const char *book : {"uniquejobs:digests", "uniquejobs:expiring_digests",
                                 "uniquejobs:changelog", "uniquejobs:heartbeat:host:1"}) {
            QVERIFY2(meaningOf(book) && meaningOf(book)->locks.empty(), book);
            QVERIFY2(!mayBeLockName(book), book);
        }
    }

    void readsRubysSemaphore()
    {
        const RawKeys keys{{key("SEMAPHORE:db:EXISTS"), stringKey("1")},
                           {key("SEMAPHORE:db:AVAILABLE"), itemsKey(KeyType::List, {"1", "2"})},
                           {key("SEMAPHORE:db:GRABBED"), hashKey({{"0", "1710843330.5"}})}};
        const auto reading = readingOf("SEMAPHORE:db", keys, {}, now);
        QVERIFY(reading);
        QCOMPARE(reading->kind, QByteArray("counting-semaphore"));
        QCOMPARE(reading->permits, std::optional(Permits{2, 3}));
        QCOMPARE(ownersOf(*reading), QByteArrayList{"0"});
        QCOMPARE(reading->holds[0].origin.acquiredAt, std::optional<ServerMs>(1'710'843'330'500));
        QCOMPARE(meaningOf("SEMAPHORE:db:GRABBED")->locks,
                 std::vector<LockName>{LockName("SEMAPHORE:db")});
        QVERIFY(!readingOf("SEMAPHORE:db", {{key("SEMAPHORE:db:EXISTS"), stringKey("1")}}));
        // More than can be counted.
        RawKeys countless = keys;
        countless[key("SEMAPHORE:db:AVAILABLE")].length = std::numeric_limits<qint64>::max();
        QCOMPARE(readingOf("SEMAPHORE:db", countless)->permits,
                 std::optional(Permits{farAway, farAway + 1}));
    }

    void redissonsNumbersNeedEvidence()
    {
        const RawKeys number{{key("slots"), stringKey("3")}};
        QVERIFY(!readingOf("slots", number));
        // A prefix does not make a counter a lock. A pin does, and the other candidates are listed.
        QVERIFY(!readingOf("slots", number, {{"slots"}}));
        Hints said;
        said.pins.push_back(*pinFrom("slots", "string"));
        const auto pinned = readingOf("slots", number, said);
        QCOMPARE(pinned->kind, QByteArray("string"));
        QVERIFY(std::any_of(pinned->candidates.begin(), pinned->candidates.end(),
                            [](const Candidate &one) { return one.kind == "semaphore"; }));

        Hints heard;
        const auto semaphore = heardOn("redisson_sc:{slots}");
        QCOMPARE(semaphore->kind, QByteArray("semaphore"));
        heard.hear(semaphore->locks.front(), semaphore->kind);
        auto reading = readingOf("slots", number, heard);
        QCOMPARE(reading->kind, QByteArray("semaphore"));
        QCOMPARE(reading->permits, std::optional(Permits{3, std::nullopt}));
        QVERIFY(!readingOf("slots", {{key("slots"), stringKey("word")}}, heard));

        const auto latch = heardOn("redisson_countdownlatch__channel__{slots}");
        QCOMPARE(latch->locks, std::vector<LockName>{LockName("slots")});
        Hints latches;
        latches.hear(latch->locks.front(), latch->kind);
        QCOMPARE(readingOf("slots", number, latches)->kind, QByteArray("count-down-latch"));
        // Channels of old versions.
        QCOMPARE(heardOn("redisson_lock__channel__{orders}")->locks.front(), LockName("orders"));
        QVERIFY(!heardOn("redisson_countdownlatch__channel__{"));
        QVERIFY(!heardOn("redisson_sc:"));
        // An endless stream of names is forgotten, not kept.
        for (int i = 0; i < 30'000; ++i)
            latches.hear(LockName(QByteArray::number(i)), "semaphore");
        QVERIFY(latches.heard.size() <= 10'000);
        // One for each that is new, not all at once.
        const auto before = latches.heard;
        QCOMPARE(before.size(), std::size_t(10'000));
        for (const char *const name : {"a", "b", "c"})
            latches.hear(LockName(name), "semaphore");
        const auto isKept = [&](const auto &entry) { return latches.heard.contains(entry.first); };
        QCOMPARE(std::ranges::count_if(before, isKept), 10'000 - 3);
        QVERIFY(latches.heard.contains(LockName("c")));
    }

    void readsExpirablePermits()
    {
        const QByteArray live = QByteArray::fromHex("00112233445566778899aabbccddeeff");
        const QByteArray dead = QByteArray::fromHex("ff112233445566778899aabbccddeeff");
        const QByteArray endless = QByteArray(32, 'a');
        const RawKeys keys{{key("slots"), stringKey("1")},
                           {key("{slots}:timeout"),
                            sortedSetKey({{dead, double(now - 10)},
                                          {live, double(now + 10)},
                                          {endless, 922337203685477}})}};
        const auto reading = readingOf("slots", keys, {}, now);
        QVERIFY(reading);
        QCOMPARE(reading->kind, QByteArray("permit-expirable-semaphore"));
        QCOMPARE(ownersOf(*reading),
                 QByteArrayList({dead.toHex() + "(stale)", live.toHex(), endless}));
        QVERIFY(!reading->holds[2].expireAt);
        // Expired permits count as free.
        QCOMPARE(reading->permits, std::optional(Permits{2, 4}));
        // More than can be counted.
        RawKeys most = keys;
        most[key("slots")] = stringKey("9223372036854775807");
        constexpr qint64 all = std::numeric_limits<qint64>::max();
        QCOMPARE(readingOf("slots", most, {}, now)->permits, std::optional(Permits{all, all}));
        const auto meaning = meaningOf("{slots}:timeout");
        QCOMPARE(meaning->locks.front(), LockName("slots"));
        QVERIFY(!meaningOf("session:timeout"));
    }

    // Redisson before 3.19.1 under a NameMapper: the number is that of app:slots.
    void readsPermitsWithoutTheirNumber_data()
    {
        QTest::addColumn<QByteArray>("member");
        QTest::addColumn<double>("score");
        QTest::addColumn<bool>("isOne");
        const double soon = double(now + 10);
        const QByteArray text("00112233445566778899aabbccddeeff");
        QTest::newRow("3.16, as text") << text << soon << true;
        QTest::newRow("3.17, as bytes") << QByteArray::fromHex(text) << soon << true;
        QTest::newRow("without end") << text << 922337203685477.0 << true;
        QTest::newRow("a word") << QByteArray("anna@example.com") << soon << false;
        QTest::newRow("no digits") << QByteArray(32, 'z') << soon << false;
        QTest::newRow("no instant") << text << 17.0 << false;
    }
    void readsPermitsWithoutTheirNumber()
    {
        QFETCH(QByteArray, member);
        QFETCH(double, score);
        QFETCH(bool, isOne);
        RawKeys keys{{key("slots"), RawKey()},
                     {key("{slots}:timeout"), sortedSetKey({{member, score}})}};
        const auto reading = readingOf("slots", keys, {}, now);
        QCOMPARE(reading.has_value(), isOne);
        if (!isOne)
            return;
        QCOMPARE(reading->kind, QByteArray("permit-expirable-semaphore"));
        QCOMPARE(reading->holds.size(), 1);
        QVERIFY(!reading->permits); // how many are free is not known
        QVERIFY(reading->candidates.front().reason.english().startsWith(
            QStringLiteral("only permits")));
        keys[key("{slots}")] = stringKey("1"); // then they are its own
        QVERIFY(!readingOf("slots", keys, {}, now));
    }

    void namesThatRedissonMakesTellTheKind_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<RawKey>("main");
        QTest::addColumn<QByteArray>("kind");
        const QByteArray map = "{map}:kWf4ZbY0Tg8pJx2vLr6QzA:";
        const RawKey mutex = hashKey({{uuid + ":7", "1"}}, now + 30'000);
        const RawKey number = stringKey("2");
        QTest::newRow("lock") << map + "lock" << mutex << QByteArray("reentrant");
        QTest::newRow("cache") << QByteArray("{cache}:kWf4ZbY0Tg8pJx2vLr6QzA:key") << mutex
                               << QByteArray("reentrant");
        QTest::newRow("fair") << map + "fairlock" << mutex << QByteArray("fair");
        QTest::newRow("rw") << map + "rw_lock"
                            << hashKey({{"mode", "read"}, {uuid + ":7", "1"}}, now + 30'000)
                            << QByteArray("read-write");
        QTest::newRow("semaphore") << map + "semaphore" << number << QByteArray("semaphore");
        QTest::newRow("expirable") << map + "permitexpirablesemaphore" << number
                                   << QByteArray("permit-expirable-semaphore");
        QTest::newRow("latch") << map + "countdownlatch" << number
                               << QByteArray("count-down-latch");
        QTest::newRow("queue") << QByteArray("redisson_bqs:{queue}") << number
                               << QByteArray("semaphore");
        QTest::newRow("sorted set")
            << QByteArray("redisson_sortedset_lock:{s}") << mutex << QByteArray("reentrant");
    }

    void namesThatRedissonMakesTellTheKind()
    {
        QFETCH(QByteArray, name);
        QFETCH(RawKey, main);
        QFETCH(QByteArray, kind);
        const auto reading = readingOf(name, {{key(name), main}}, {}, now);
        QVERIFY(reading);
        QCOMPARE(reading->kind, kind);
        QVERIFY(main.type == KeyType::Hash || mayBeLockName(name));
    }

    // A count that no client writes was taken apart beyond the least number there is.
    void survivesAReadersCountBelowZero()
    {
        const RawKeys keys{
            {key("rw"),
             hashKey({{"mode", "read"}, {uuid + ":1", "-9223372036854775808"}}, now + 9000)}};
        const Format *const format = recognise(LockName("rw"), keys, {});
        QVERIFY(format);
        QVERIFY(format->wanted(LockName("rw"), keys).empty());
        QCOMPARE(readLock(*format, LockName("rw"), keys, {}, now).holds.size(), std::size_t(1));
    }

    void noiseIsNoLocksName()
    {
        for (const char *noise :
             {"lock-signal:a", "uniquejobs:digests", "rql:swarm:hsts",
              "redisson_unlock_latch:{a}:0123456789abcdef0123456789abcdef", "session:7", "hits"})
            QVERIFY2(!mayBeLockName(noise), noise);
    }

    // For all bytes: an answer, and nothing written past an end.
    void survivesHostileBytes()
    {
        QByteArrayList strange{"",          ":",         "{",           "}",
                               "{}",        "_",         ":timeout",    ":lock",
                               ".readers",  "rql:lock:", "uniquejobs:", "SEMAPHORE:",
                               "job-lock:", "ADDED:@",   "s:16:\"\";"};
        for (const int byte : {0,  1,  9,  10, 13,  27,  32,  42,  47,  48,  57,  58,
                               91, 92, 95, 97, 123, 125, 127, 128, 192, 237, 254, 255}) {
            strange += QByteArray(1, char(byte));
            strange += QByteArray(64, char(byte));
        }
        const double scores[] = {
            0, -1, 1e300, double(now), std::nan(""), std::numeric_limits<double>::infinity()};
        for (const QByteArray &name : strange) {
            meaningOf(name);
            heardOn(name);
            mayBeLockName(name);
            for (const QByteArray &value : strange) {
                RawKeys keys{{key(name), stringKey(value)}};
                for (const auto &format : allFormats())
                    format->evidence(LockName(name), keys);
                readingOf(name, keys, {{""}}, now);
                keys = {{key(name), hashKey({{value, value}, {name, value}})}};
                readingOf(name, keys, {{""}}, now);
                keys = {{key(name + ".readers"), itemsKey(KeyType::Set, {value})},
                        {key(name + ":LOCKED"), hashKey({{value, value}})}};
                readingOf(name, keys, {{""}}, now);
            }
            for (const double score : scores)
                readingOf(name, {{key(name), sortedSetKey({{name, score}})}}, {{""}}, now);
        }
        QVERIFY(!readingOf("", {}));
    }
};

LOCKSCOPE_TEST_SUITE(TestStructures)
#include "tst_structures.moc"
