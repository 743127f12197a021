// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/format.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <limits>

using namespace lockscope;
using namespace lockscope::format;

namespace {

const QByteArray uuid = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab";
const QByteArray other = "aaaaaaaa-9b7d-4c11-8a22-0123456789ab";

RawKey hash(std::vector<std::pair<QByteArray, QByteArray>> fields,
            std::optional<ServerMs> expireAt = 30'000)
{
    RawKey key;
    key.type = KeyType::Hash;
    key.length = static_cast<qint64>(fields.size());
    key.fields = std::move(fields);
    key.expireAt = expireAt;
    return key;
}

RawKey string(const QByteArray &value, std::optional<ServerMs> expireAt = std::nullopt)
{
    RawKey key;
    key.type = KeyType::String;
    key.value = value;
    key.length = value.size();
    key.expireAt = expireAt;
    return key;
}

RawKey list(std::vector<QByteArray> items)
{
    RawKey key;
    key.type = KeyType::List;
    key.length = static_cast<qint64>(items.size());
    key.items = std::move(items);
    return key;
}

RawKey sortedSet(std::vector<std::pair<QByteArray, double>> scores)
{
    RawKey key;
    key.type = KeyType::SortedSet;
    key.length = static_cast<qint64>(scores.size());
    key.scores = std::move(scores);
    return key;
}

// The first format that claims the keys, as the reader asks them.
std::optional<LockReading> classify(const QByteArray &name, const RawKeys &keys,
                                    const Hints &hints = {}, ServerMs now = 0)
{
    const Format *const format = recognise(LockName(name), keys, hints);
    if (format == nullptr)
        return std::nullopt;
    return readLock(*format, LockName(name), keys, hints, now);
}

QByteArrayList namesOf(const std::optional<NameMeaning> &meaning)
{
    QByteArrayList names;
    for (const LockName &name : meaning ? meaning->locks : std::vector<LockName>())
        names.append(name.bytes);
    return names;
}

std::optional<NameMeaning> meaningOf(const QByteArray &key)
{
    for (const auto &format : allFormats()) {
        if (auto meaning = format->meaningOfKey(KeyName(key)))
            return meaning;
    }
    return std::nullopt;
}

} // namespace

class TestFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fasterMultiLocks()
    {
        const QByteArray me = uuid + ":7";
        const QByteArray them = other + ":9";
        const QByteArray one = "kWf4ZbY0Tg8pJx2vLr6QzA";
        const QByteArray two = "Zm9vYmFyYmF6cXV4MTIzNA";
        const QByteArray three = "AAAAAAAAAAAAAAAAAAAAAA";
        RawKeys keys;
        keys[KeyName("group")] = hash({{one, me},
                                       {one + ':' + me + ":expire_time", "5000"},
                                       {one + ':' + me + ":lock_count", "1"},
                                       {two, me},
                                       {two + ':' + me + ":expire_time", "9000"},
                                       {two + ':' + me + ":lock_count", "2"},
                                       {three, them},
                                       {three + ':' + them + ":expire_time", "7000"},
                                       {three + ':' + them + ":lock_count", "1"},
                                       // Its owner let it expire, and another took it.
                                       {three + ':' + me + ":expire_time", "99000"},
                                       {three + ':' + me + ":lock_count", "1"}});
        const auto reading = classify("group", keys);
        QVERIFY(reading);
        QCOMPARE(reading->kind, QByteArray("faster-multi"));
        const std::vector<Hold> holds{{OwnerId(me), Mode::Exclusive, 2, 9000, false},
                                      {OwnerId(them), Mode::Exclusive, 1, 7000, false}};
        QCOMPARE(reading->holds, holds);
        QVERIFY(reading->counting);
        QCOMPARE(reading->expireAt, 30'000);
        // Expired entries count only if their owner has nothing else; then its hold is stale.
        const std::vector<Hold> later{{OwnerId(me), Mode::Exclusive, 1, 9000, false},
                                      {OwnerId(them), Mode::Exclusive, 1, 7000, true}};
        QCOMPARE(classify("group", keys, {}, 7000)->holds, later);
        const auto last = classify("group", keys, {}, 9000)->holds;
        QVERIFY(last[0].stale && last[0].count == 2);
        // A value without a deadline, and one whose owner is none, are something else.
        keys[KeyName("group")].fields.push_back({"more", me});
        QVERIFY(!classify("group", keys));
        keys[KeyName("group")] = hash({{one, "me"}, {one + ":me:expire_time", "5000"}});
        QVERIFY(!classify("group", keys));
        // Nor is one with a deadline that no client would write.
        for (const char *strange : {"soon", "", "0", "-5", "12.5", "92233720368547758070"}) {
            const QByteArray deadline = one + ':' + me + ":expire_time";
            keys[KeyName("group")] = hash({{one, me}, {deadline, strange}});
            QVERIFY2(!classify("group", keys), strange);
        }
    }

    void deadlinesAreBounded()
    {
        constexpr qint64 most = std::numeric_limits<qint64>::max();
        QCOMPARE(boundedInstant(most), farAway);
        QCOMPARE(boundedInstant(-most - 1), -farAway);
        QCOMPARE(boundedInstant(std::numeric_limits<double>::quiet_NaN()), 0);
        QCOMPARE(boundedInstant(qint64(1'710'843'330'000)), 1'710'843'330'000);
        QCOMPARE(instantAfter(1'710'843'330'000, most), farAway);
        QCOMPARE(instantAfter(most, most), farAway);
        QCOMPARE(instantAfter(5, 7), 12);
        const QByteArray me = uuid + ":7";
        const RawKeys keys{
            {KeyName("group"),
             hash({{"F", me}, {"F:" + me + ":expire_time", QByteArray::number(most)}})}};
        QCOMPARE(classify("group", keys)->holds.at(0).expireAt, farAway);
    }

    void readsAReentrantLock()
    {
        const auto reading = classify("orders", {{KeyName("orders"), hash({{uuid + ":1", "2"}})}});
        QVERIFY(reading.has_value());
        QCOMPARE(reading->kind, QByteArray("reentrant"));
        QCOMPARE(reading->holds.size(), std::size_t(1));
        QCOMPARE(reading->holds[0].owner.bytes, uuid + ":1");
        QCOMPARE(reading->holds[0].count, 2);
        QCOMPARE(reading->expireAt, std::optional<ServerMs>(30'000));
        QVERIFY(!reading->waiters.has_value());
        QCOMPARE(reading->candidates.front().kind, QByteArray("reentrant"));
    }

    void readsAFairLockInTheOrderOfItsQueue()
    {
        const auto reading =
            classify("f",
                     {{KeyName("f"), hash({{uuid + ":1", "1"}})},
                      {KeyName("redisson_lock_queue:{f}"), list({uuid + ":9", other + ":2"})},
                      {KeyName("redisson_lock_timeout:{f}"),
                       sortedSet({{other + ":2", 900}, {uuid + ":9", 1700}, {uuid + ":77", 50}})}});
        QVERIFY(reading.has_value());
        QCOMPARE(reading->kind, QByteArray("fair"));
        QVERIFY(reading->waiters.has_value());
        const auto &waiters = *reading->waiters;
        QCOMPARE(waiters.size(), std::size_t(3));
        QCOMPARE(waiters[0].owner.bytes, uuid + ":9");
        QCOMPARE(waiters[0].deadline, std::optional<ServerMs>(1700));
        QCOMPARE(waiters[1].owner.bytes, other + ":2");
        QCOMPARE(waiters[2].owner.bytes, uuid + ":77"); // in the time-out set alone
    }

    void endlessDeadlinesAreFarAway()
    {
        const double endless = std::numeric_limits<double>::infinity();
        const auto reading =
            classify("f",
                     {{KeyName("redisson_lock_queue:{f}"), list({uuid + ":9", other + ":2"})},
                      {KeyName("redisson_lock_timeout:{f}"),
                       sortedSet({{uuid + ":9", endless}, {other + ":2", -endless}})}});
        QVERIFY(reading.has_value());
        const ServerMs thousandsOfYears = 100'000'000'000'000;
        QVERIFY(*reading->waiters->front().deadline > thousandsOfYears);
        QVERIFY(*reading->waiters->back().deadline < -thousandsOfYears);
        // Far enough from the end of the number range for another instant to be subtracted.
        QVERIFY(*reading->waiters->back().deadline > -100 * thousandsOfYears);
    }

    void aFreeFairLockWithWaitersIsALock()
    {
        const auto reading =
            classify("f", {{KeyName("redisson_lock_queue:{f}"), list({uuid + ":9"})}});
        QVERIFY(reading.has_value());
        QCOMPARE(reading->kind, QByteArray("fair"));
        QVERIFY(reading->holds.empty());
        QVERIFY(!reading->waiters->front().deadline.has_value());
    }

    void sharedKeysBelongToTheLikelierName()
    {
        const RawKeys queue{{KeyName("redisson_lock_queue:{f}"), list({uuid + ":9"})}};
        QVERIFY(classify("f", queue).has_value());
        QVERIFY(!classify("{f}", queue).has_value());
        RawKeys braced = queue; // a lock that is named with its braces
        braced[KeyName("{f}")] = hash({{uuid + ":1", "1"}});
        QVERIFY(!classify("f", braced).has_value());
        QCOMPARE(classify("{f}", braced)->waiters->size(), std::size_t(1));
    }

    void readsAFencedLockAndItsToken()
    {
        const auto reading = classify("g",
                                      {{KeyName("g"), hash({{uuid + ":1", "1"}})},
                                       {KeyName("redisson_lock_token:{g}"), string("42")}});
        QVERIFY(reading.has_value());
        QCOMPARE(reading->kind, QByteArray("fenced"));
        QCOMPARE(reading->fencingToken, std::optional<qint64>(42));
    }

    void readersHaveTheirOwnTimeToLive()
    {
        const QByteArray first = uuid + ":1";
        const QByteArray second = other + ":2";
        RawKeys keys{{KeyName("rw"), hash({{"mode", "read"}, {first, "2"}, {second, "1"}}, 5000)}};
        keys[KeyName("{rw}:" + first + ":rwlock_timeout:1")] = string("1", 2000);
        keys[KeyName("{rw}:" + first + ":rwlock_timeout:2")] = string("1", 4000);
        const auto reading = classify("rw", keys);
        QVERIFY(reading.has_value());
        QCOMPARE(reading->kind, QByteArray("read-write"));
        QCOMPARE(reading->holds.size(), std::size_t(2));
        QCOMPARE(reading->holds[0].owner.bytes, first);
        QCOMPARE(reading->holds[0].mode, Mode::Read);
        QCOMPARE(reading->holds[0].expireAt, std::optional<ServerMs>(4000));
        QVERIFY(!reading->holds[0].stale);
        QVERIFY(reading->holds[1].stale); // its key is gone, its field remains
    }

    void aWriterIsNamedWithoutItsSuffix()
    {
        const auto reading =
            classify("rw",
                     {{KeyName("rw"),
                       hash({{"mode", "write"}, {uuid + ":1", "1"}, {uuid + ":1:write", "3"}})}});
        QVERIFY(reading.has_value());
        QCOMPARE(reading->holds[0].mode, Mode::Write);
        QCOMPARE(reading->holds[0].owner.bytes, uuid + ":1");
        QCOMPARE(reading->holds[0].count, 3);
        QCOMPARE(reading->holds[1].mode, Mode::Read);
    }

    void stringsAreLocksOnlyUnderAPrefix()
    {
        const RawKeys keys{{KeyName("job:a"), string("token", 100)}};
        QVERIFY(!classify("job:a", keys).has_value());
        const auto reading = classify("job:a", keys, {{"job:"}});
        QVERIFY(reading.has_value());
        QCOMPARE(reading->kind, QByteArray("string"));
        QCOMPARE(reading->holds[0].owner.bytes, QByteArray("token"));
        QVERIFY(!classify("other", {{KeyName("other"), string("x")}}, {{"lock:"}}).has_value());
    }

    void whatIsNoLockIsNone_data()
    {
        QTest::addColumn<QByteArrayList>("fields");
        QTest::newRow("session") << QByteArrayList{"user", "bob", "age", "3"};
        QTest::newRow("counter of something") << QByteArrayList{"page:1", "17"};
        QTest::newRow("count is no number") << QByteArrayList{uuid + ":1", "yes"};
        QTest::newRow("one field too many") << QByteArrayList{uuid + ":1", "1", "note", "x"};
        QTest::newRow("a mode without owners") << QByteArrayList{"mode", "read"};
        QTest::newRow("another mode") << QByteArrayList{"mode", "dark", uuid + ":1", "1"};
    }

    void whatIsNoLockIsNone()
    {
        QFETCH(QByteArrayList, fields);
        std::vector<std::pair<QByteArray, QByteArray>> pairs;
        for (qsizetype i = 0; i + 1 < fields.size(); i += 2)
            pairs.emplace_back(fields[i], fields[i + 1]);
        QVERIFY(!classify("k", {{KeyName("k"), hash(pairs)}}).has_value());
    }

    // It gives its owner nothing, and blocks all others.
    void aHoldMayHaveNoCount()
    {
        for (const auto &[value, count] :
             {std::pair(QByteArray("0"), 0), std::pair(QByteArray("-3"), -3)}) {
            const auto reading = classify("k", {{KeyName("k"), hash({{uuid + ":1", value}})}});
            QVERIFY(reading.has_value());
            QCOMPARE(reading->holds.front().count, count);
        }
        QVERIFY(classify("k", {{KeyName("k"), hash({{"mode", "read"}, {uuid + ":1", "0"}})}}));
    }

    void thirdPartyTokensCountUnderAPrefix()
    {
        const RawKeys keys{{KeyName("lock:a"), hash({{"host-a:12", "1"}})}};
        QVERIFY(!classify("lock:a", keys).has_value());
        QVERIFY(classify("lock:a", keys, {{"lock:"}}).has_value());
    }

    void aHashThatWasNotFetchedIsNone()
    {
        RawKey key;
        key.type = KeyType::Hash;
        key.length = 2'000'000;
        key.truncated = true;
        QVERIFY(!classify("big", {{KeyName("big"), key}}, {{"big"}}).has_value());
    }

    void auxiliaryKeysNameTheirLocks()
    {
        const QByteArrayList both{"orders", "{orders}"};
        QCOMPARE(namesOf(meaningOf("redisson_lock_queue:{orders}")), both);
        QCOMPARE(namesOf(meaningOf("redisson_lock_timeout:{orders}")), both);
        QCOMPARE(namesOf(meaningOf("redisson_lock_token:{orders}")), both);
        QCOMPARE(namesOf(meaningOf("{orders}:" + uuid + ":1:rwlock_timeout:3")), both);
        const auto latch = meaningOf("redisson_unlock_latch:{orders}:" + QByteArray(32, 'f'));
        QCOMPARE(namesOf(latch), both);
        QVERIFY(latch->signal == Signal::UnlockLatch);
        QVERIFY(!meaningOf("orders").has_value());
        QVERIFY(!meaningOf("redisson_lock_queue").has_value());
    }

    void channelsNameTheirLocks()
    {
        const auto meaning = [](const QByteArray &channel) {
            for (const auto &format : allFormats()) {
                if (auto found = format->meaningOfChannel(channel))
                    return namesOf(found);
            }
            return QByteArrayList();
        };
        QVERIFY(meaning("redisson_lock__channel:{orders}").contains("orders"));
        const QByteArray waiter = "{orders}:" + uuid + ":7";
        QCOMPARE(meaning("redisson_lock__channel:" + waiter),
                 QByteArrayList({"orders", "{orders}", waiter}));
        QCOMPARE(meaning("redisson_lock__channel:{shop}:item:42"),
                 QByteArrayList({"{shop}:item:42", "shop", "{shop}"}));
        QCOMPARE(meaning("redisson_lock__channel:{shop}:item:x"),
                 QByteArrayList({"{shop}:item:x"}));
        QVERIFY(meaning("redisson_rwlock:{rw}").contains("rw"));
        QVERIFY(meaning("elsewhere").isEmpty());
    }

    void asksForEveryReadersKey()
    {
        const RawKeys have{{KeyName("rw"), hash({{"mode", "read"}, {uuid + ":1", "2"}})}};
        const auto &readWrite = *allFormats().front();
        const auto wishes = readWrite.wanted(LockName("rw"), have);
        QCOMPARE(wishes.size(), std::size_t(2));
        QCOMPARE(wishes[1].key.bytes, "{rw}:" + uuid + ":1:rwlock_timeout:2");
        // An absurd count must not make an absurd number of commands.
        const RawKeys many{{KeyName("rw"), hash({{"mode", "read"}, {uuid + ":1", "999999999"}})}};
        QVERIFY(readWrite.wanted(LockName("rw"), many).size() <= 16);
        // Nor an endless loop, if it is the highest number that there is.
        const RawKeys most{
            {KeyName("rw"), hash({{"mode", "read"}, {uuid + ":1", "9223372036854775807"}})}};
        QVERIFY(readWrite.wanted(LockName("rw"), most).size() <= 16);
        // Those that were not asked for may be alive, so nobody is told to be dead.
        QVERIFY(!readWrite.read(LockName("rw"), most, {}, 0).holds.front().stale);
    }
};

LOCKSCOPE_TEST_SUITE(TestFormats)
#include "tst_formats.moc"
