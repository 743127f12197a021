// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/track/lockstore.h"
#include "core/watch/track/recordmaker.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace lockscope;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;
using format::KeyType;
using format::RawKey;

namespace {

const Instant start = Instant(std::chrono::hours(30));

// Locks as no server would ever have them: any value in any field.
class Dice
{
public:
    bool chance(int percent) { return below(100) < percent; }
    int below(int limit) { return int(m_random() % unsigned(limit)); }

    qint64 number()
    {
        const auto any = static_cast<qint64>((quint64(m_random()) << 32) | m_random());
        return any >> below(64);
    }

    QByteArray bytes()
    {
        QByteArray result(below(chance(10) ? 400 : 12), Qt::Uninitialized);
        for (char &c : result)
            c = static_cast<char>(below(256));
        return result;
    }

    template <typename Make>
    auto maybe(Make make) -> std::optional<decltype(make())>
    {
        return chance(50) ? std::optional(make()) : std::nullopt;
    }

    std::optional<format::ServerMs> expiry()
    {
        return maybe([&] { return 1'800'000'000'000 + number() % 1'000'000'000; });
    }

    format::ServerMs slack() { return chance(30) ? below(1000) : 0; }

    format::Confidence confidence() { return static_cast<format::Confidence>(below(4)); }

    Rhythm rhythm()
    {
        Rhythm rhythm;
        const auto lease = [&] { return maybe([&] { return Millis(below(100'000)); }); };
        if (chance(80))
            rhythm.restart(lease());
        for (int i = below(9); i > 0; --i)
            rhythm.renewed(Millis(below(60'000)), lease());
        return rhythm;
    }

    RawKey key()
    {
        RawKey key;
        key.type = static_cast<KeyType>(below(7));
        key.expireAt = expiry();
        key.expirySlack = slack();
        if (chance(50))
            return key;
        key.length = number();
        key.truncated = chance(50);
        key.unreadable = chance(30);
        key.value = bytes();
        for (int i = below(4); i > 0; --i) {
            key.fields.emplace_back(bytes(), bytes());
            key.items.push_back(bytes());
            key.scores.emplace_back(bytes(), double(number()) / 3);
        }
        return key;
    }

    TrackedHold hold()
    {
        TrackedHold hold;
        hold.hold = {
            OwnerId(bytes()), static_cast<Mode>(below(3)), number(), expiry(), chance(20), {}};
        if (chance(30)) {
            hold.hold.origin = {bytes(), maybe([&] { return number(); }),
                                maybe([&] { return number(); })};
        }
        hold.firstSeen = Instant(Instant::duration(number()));
        hold.observedSince = WallInstant(Millis(number()));
        hold.rhythm = rhythm();
        hold.renewals = number();
        hold.unsure = chance(30);
        hold.latestUnsure = chance(30);
        hold.overdue = chance(30);
        hold.presumedDead = chance(30);
        return hold;
    }

    OpenLock lock(const LockName &name)
    {
        OpenLock open;
        const auto &formats = format::allFormats();
        if (const int at = below(int(formats.size()) + 1); at < int(formats.size()))
            open.format = formats[std::size_t(at)].get();
        format::LockReading &reading = open.lock.reading;
        reading.kind = chance(90) ? "reentrant"_ba : bytes();
        reading.library = bytes();
        reading.expireAt = expiry();
        reading.fencingToken = maybe([&] { return number(); });
        if (chance(30))
            reading.permits = {number(), maybe([&] { return number(); })};
        reading.confidence = confidence();
        reading.counting = chance(30);
        reading.truncated = chance(10);
        if (reading.truncated) {
            reading.holdsTotal = maybe([&] { return number(); });
            reading.waitersTotal = maybe([&] { return number(); });
        }
        reading.hidden = chance(30);
        for (int i = below(3); i > 0; --i)
            reading.candidates.push_back(
                {bytes(), bytes(), QString::fromLatin1(bytes()), confidence()});
        for (int i = below(chance(10) ? 20 : 3); i > 0; --i) {
            open.lock.holds.push_back(hold());
            reading.holds.push_back(open.lock.holds.back().hold);
        }
        if (chance(30)) {
            reading.waiters.emplace();
            for (int i = below(5); i > 0; --i)
                reading.waiters->push_back({OwnerId(bytes()), expiry()});
        }
        open.lock.waitingConnections = maybe([&] { return number(); });
        if (chance(80)) { // its content is not kept
            RawKey &main = open.keys[KeyName(name.bytes)];
            main.type = static_cast<KeyType>(below(7));
            main.expireAt = chance(70) ? reading.expireAt : expiry();
            main.expirySlack = slack();
        }
        for (int i = below(4); i > 0; --i) {
            const QByteArray around = chance(70) ? "redisson_lock_queue:{"_ba : bytes();
            const KeyName other(chance(80) ? around + name.bytes + '}' : bytes());
            if (other.bytes != name.bytes)
                open.keys[other] = key();
        }
        return open;
    }

private:
    std::mt19937 m_random{20261121};
};

bool isSame(const TrackedHold &a, const TrackedHold &b)
{
    return a.hold == b.hold && a.firstSeen == b.firstSeen && a.observedSince == b.observedSince
        && a.rhythm == b.rhythm && a.renewals == b.renewals && a.unsure == b.unsure
        && a.latestUnsure == b.latestUnsure && a.overdue == b.overdue
        && a.presumedDead == b.presumedDead;
}

void compareLocks(const OpenLock &is, const OpenLock &wanted)
{
    QCOMPARE(is.format, wanted.format);
    QVERIFY(is.lock.reading == wanted.lock.reading);
    QVERIFY(std::equal(is.lock.holds.begin(), is.lock.holds.end(), wanted.lock.holds.begin(),
                       wanted.lock.holds.end(), isSame));
    QVERIFY(is.lock.waitingConnections == wanted.lock.waitingConnections);
    QVERIFY(is.keys == wanted.keys);
}

} // namespace

class TestPackedLock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_clock.sample(1'800'000'000'000, start, start + Millis(1)); }

    void unpacksWhatWasPacked()
    {
        Dice dice;
        LockPacker packer;
        RecordMaker maker({3}, {3}, u"redis://a:6379"_s, m_clock);
        for (int i = 0; i < 20'000; ++i) {
            const LockName name(dice.chance(95) ? "orders:" + QByteArray::number(i) : dice.bytes());
            OpenLock lock = dice.lock(name);
            const Moment now{start, {}, m_clock.serverTime(start)};
            const LockRecord record = maker.make(name, lock, now);
            const PackedLock packed = packer.pack(name, lock);
            QCOMPARE(packed.expireAt(), lock.lock.reading.expireAt);
            const auto main = lock.keys.find(KeyName(name.bytes));
            QCOMPARE(packed.expirySlack(), main == lock.keys.end() ? 0 : main->second.expirySlack);
            QCOMPARE(packed.format(), lock.format);
            const OpenLock again = packer.unpack(record, packed);
            compareLocks(again, lock);
            QVERIFY(maker.make(name, again, now) == record);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void itsKeysAreThoseThatExist()
    {
        Dice dice;
        RecordMaker maker({3}, {3}, u"redis://a:6379"_s, m_clock);
        const LockName name("a");
        for (int i = 0; i < 1000; ++i) {
            const OpenLock lock = dice.lock(name);
            std::vector<KeyRecord> keys;
            for (const auto &[key, raw] : lock.keys) {
                if (raw.exists()) {
                    keys.push_back({key, format::typeName(raw.type),
                                    raw.expireAt ? std::optional(m_clock.localTime(*raw.expireAt))
                                                 : std::nullopt});
                }
            }
            QVERIFY(keysOf(maker.make(name, lock, {start, {}, 0})) == keys);
        }
    }

    // Locks come, change and go; the store has what a map has.
    void theStoreKeepsWhatWasPut()
    {
        Dice dice;
        LockStore store;
        RecordMaker maker({0}, {0}, u"redis://a:6379"_s, m_clock);
        std::map<LockName, OpenLock> known;
        std::map<LockName, Instant> ticks;
        for (int step = 0; step < 10'000; ++step) {
            const LockName name("lock:" + QByteArray::number(dice.below(200)));
            const auto place = store.find(name);
            QCOMPARE(place != LockStore::nowhere, known.contains(name));
            if (known.contains(name))
                compareLocks(store.open(place), known[name]);
            if (known.contains(name) && dice.chance(40)) {
                store.remove(place);
                known.erase(name);
                ticks.erase(name);
            } else {
                const OpenLock lock = dice.lock(name);
                const auto at = store.put(
                    place,
                    std::make_shared<const LockRecord>(maker.make(name, lock, {start, {}, 0})),
                    lock);
                known[name] = lock;
                const auto due = dice.maybe([&] { return start + Millis(dice.below(1000)); });
                store.setTick(at, due);
                ticks.erase(name);
                if (due)
                    ticks.emplace(name, *due);
            }
            if (QTest::currentTestFailed())
                return;
        }
        QCOMPARE(store.size(), known.size());
        const auto names = store.names();
        QCOMPARE(std::set<LockName>(names.begin(), names.end()).size(), known.size());
        Instant last = Instant::min();
        while (const auto next = store.nextTick()) {
            QVERIFY(*next >= last);
            QVERIFY(!store.takeDue(*next - Instant::duration(1)));
            last = *next;
            const auto place = store.takeDue(*next);
            QVERIFY(place.has_value());
            const auto tick = ticks.find(store.record(*place)->id.name);
            QVERIFY(tick != ticks.end());
            QCOMPARE(tick->second, last);
            ticks.erase(tick);
        }
        QVERIFY(ticks.empty());
    }

    // The sizes that the console can afford for a hundred thousand locks: bench_memory measures the
    // total.
    void aPlainLockTakesLittleRoom()
    {
        QVERIFY(sizeof(LockRecord) <= 160);
        QVERIFY(sizeof(HoldRecord) <= 96);
    }

private:
    ServerClock m_clock;
};

LOCKSCOPE_TEST_SUITE(TestPackedLock)
#include "tst_packedlock.moc"
