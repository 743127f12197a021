// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/codec.h"
#include "core/recorder/fields.h"
#include "tests/core/recorder/recording.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <limits>

using namespace lockscope;
using namespace lockscope::recorder;
using namespace lockscope::test;

// What is stored comes back as it was.
class TestCodec : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbers();
    void packsNames_data();
    void packsNames();
    void everyEntryComesBack_data();
    void everyEntryComesBack();
    void aRenewalIsShort();
    void aServedQueueIsShort();
    void anUnsavedChangeIsShort();
    void unsavedChangesOfEarlierRecordsAreRead();
    void farTimesAreRefused();
    void farQueuesAreRefused();
    void damagedBytesAreRefused();

private:
    std::vector<Stamped> trace(Whim &whim, int steps) const;
};

std::vector<Stamped> TestCodec::trace(Whim &whim, int steps) const
{
    TwoClocks clock;
    std::map<watch::LockId, watch::LockPointer> locks;
    watch::ServerRecord server;
    std::vector<Stamped> entries;
    for (int i = 0; i < steps; ++i) {
        clock.advance(Millis(whim.maybe(70) ? 0 : whim.below(40)));
        const watch::LockId id{{whim.below(2)},
                               LockName("lock:" + QByteArray::number(whim.below(8)) + '\xff')};
        watch::LockPointer &lock = locks[id];
        const auto put = [&](Entry entry) {
            entries.push_back({clock.now(), clock.wallNow(), std::move(entry)});
        };
        switch (whim.below(10)) {
        case 0:
            server.server = {whim.below(2)};
            server = whim.server(server, clock.now());
            put(std::make_shared<const watch::ServerRecord>(server));
            break;
        case 1:
            lock.reset();
            put(LockEntry{id, lock});
            break;
        case 2:
            put(whim.problem(id, clock.wallNow()));
            break;
        case 3:
            put(whim.one<Entry>({RemovedEntry{{3}},
                                 PlaceEntry{{1}, QStringLiteral("prod"), QStringLiteral("tag")}}));
            break;
        case 4:
        case 5:
        case 6:
            put(whim.event(id, lock, clock.wallNow()));
            break;
        default:
            lock = whim.lock(id, lock, clock.now(), clock.wallNow());
            put(LockEntry{id, lock});
        }
    }
    return entries;
}

namespace {

bool isSameEntry(const Entry &a, const Entry &b)
{
    if (a.index() != b.index())
        return false;
    if (const auto *lock = std::get_if<LockEntry>(&a)) {
        const auto &other = std::get<LockEntry>(b);
        return lock->id == other.id && isSameBehind(lock->lock, other.lock);
    }
    if (const auto *server = std::get_if<watch::ServerPointer>(&a))
        return isSame(**server, *std::get<watch::ServerPointer>(b));
    if (const auto *event = std::get_if<watch::Event>(&a))
        return isSame(*event, std::get<watch::Event>(b));
    if (const auto *change = std::get_if<health::ProblemChange>(&a)) {
        const auto &other = std::get<health::ProblemChange>(b);
        return change->what == other.what && change->problem == other.problem
            && change->isWorse == other.isWorse;
    }
    if (const auto *removed = std::get_if<RemovedEntry>(&a))
        return removed->deployment == std::get<RemovedEntry>(b).deployment;
    return std::get<PlaceEntry>(a) == std::get<PlaceEntry>(b);
}

} // namespace

void TestCodec::numbers()
{
    const std::vector<qint64> all{0,
                                  1,
                                  -1,
                                  63,
                                  64,
                                  -64,
                                  -65,
                                  1'000'000,
                                  std::numeric_limits<qint64>::max(),
                                  std::numeric_limits<qint64>::min()};
    ByteWriter writer;
    for (const qint64 number : all)
        writer.putSigned(number);
    const QByteArray bytes = writer.take();
    ByteReader reader(bytes);
    for (const qint64 number : all)
        QCOMPARE(reader.signedNumber(), number);
    QVERIFY(reader.isAtEnd() && !reader.hasFailed());
    QCOMPARE(reader.number(), quint64(0));
    QVERIFY(reader.hasFailed());
}

void TestCodec::packsNames_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("most");
    QTest::newRow("empty") << QByteArray() << 1;
    QTest::newRow("text") << QByteArray("order:17") << 9;
    QTest::newRow("owner") << QByteArray("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:42") << 20;
    QTest::newRow("upper case") << QByteArray("3F1C2A5E-9B7D-4C11-8A22-0123456789AB:42") << 41;
    QTest::newRow("hexadecimal") << QByteArray("00ff00ff00ff00ff") << 9;
    QTest::newRow("odd") << QByteArray("00ff00ff00ff00f") << 16;
    QTest::newRow("bytes") << QByteArray("\0\xff-:", 4) << 5;
}

void TestCodec::packsNames()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, most);
    ByteWriter writer;
    putPacked(writer, bytes);
    const QByteArray packed = writer.take();
    QVERIFY(packed.size() <= most);
    ByteReader reader(packed);
    QCOMPARE(packedFrom(reader), bytes);
    QVERIFY(reader.isAtEnd() && !reader.hasFailed());
}

void TestCodec::everyEntryComesBack_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 20; ++seed)
        QTest::addRow("%u", seed) << seed;
}

void TestCodec::everyEntryComesBack()
{
    QFETCH(unsigned, seed);
    Whim whim(seed);
    const std::vector<Stamped> entries = trace(whim, 1000);
    Encoder encoder;
    encoder.begin();
    Decoder decoder;
    decoder.begin();
    std::size_t at = 0;
    std::optional<std::size_t> differs;
    const auto check = [&](const Stamped &stamped) {
        const Stamped &wanted = entries.at(at);
        const bool isSameTime = std::chrono::floor<Millis>(stamped.at - Instant())
                == std::chrono::floor<Millis>(wanted.at - Instant())
            && stamped.wall == wanted.wall;
        if (!isSameTime || !isSameEntry(stamped.entry, wanted.entry))
            differs = at;
        ++at;
        return !differs;
    };
    for (std::size_t i = 0; i < entries.size(); ++i) {
        encoder.add(entries[i]);
        // Cut anywhere.
        if (whim.maybe(10) || i + 1 == entries.size())
            QVERIFY(decoder.feed(encoder.take(), check));
        QVERIFY2(!differs, qPrintable(QString::number(differs.value_or(0))));
    }
    QCOMPARE(at, entries.size());
}

void TestCodec::aRenewalIsShort()
{
    TwoClocks clock;
    Encoder encoder;
    encoder.begin();
    watch::LockRecord lock;
    lock.id = {{0}, LockName("order:17")};
    lock.kind = QByteArray("reentrant");
    lock.state = watch::LockState::Held;
    lock.holds.emplace_back().owner = OwnerId("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:42");
    lock.holds[0].renewals = 0;
    qsizetype size = 0;
    for (int i = 0; i < 10; ++i) {
        clock.advance(std::chrono::seconds(10));
        lock.deadline = lock.holds[0].deadline = clock.now() + std::chrono::seconds(30);
        lock.holds[0].renewals = *lock.holds[0].renewals + 1;
        encoder.add({clock.now(), clock.wallNow(),
                     LockEntry{lock.id, std::make_shared<const watch::LockRecord>(lock)}});
        watch::Event event;
        event.type = watch::EventType::Renewed;
        event.at = clock.wallNow();
        event.name = lock.id.name;
        event.deploymentId = lock.id.deployment;
        event.kind = lock.kind;
        event.owner = lock.holds[0].owner;
        event.ttl = std::chrono::seconds(30);
        encoder.add({clock.now(), clock.wallNow(), event});
        size = encoder.take().size();
    }
    QVERIFY2(size <= 30, qPrintable(QString::number(size)));
}

// When the first of a fair queue is served, all deadlines behind it are brought forward.
void TestCodec::aServedQueueIsShort()
{
    using namespace std::chrono_literals;
    TwoClocks clock;
    Encoder encoder;
    Decoder decoder;
    encoder.begin();
    decoder.begin();
    watch::LockRecord lock;
    lock.id = {{0}, LockName("stock:pallets")};
    lock.kind = QByteArray("fair");
    auto &waiters = lock.waiters.emplace();
    for (int i = 0; i < 50; ++i) {
        watch::WaiterRecord &waiter = waiters.emplace_back();
        waiter.owner = OwnerId("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:" + QByteArray::number(i));
        waiter.position = i + 1;
        waiter.deadline = clock.now() + 300s + i * 10ms;
    }
    const auto told = [&](const watch::LockRecord &now) {
        encoder.add({clock.now(), clock.wallNow(),
                     LockEntry{lock.id, std::make_shared<const watch::LockRecord>(now)}});
        const QByteArray bytes = encoder.take();
        watch::LockPointer back;
        const bool isRead = decoder.feed(bytes, [&](const Stamped &stamped) {
            back = std::get<LockEntry>(stamped.entry).lock;
            return true;
        });
        return isRead && back && *back == now ? bytes.size() : -1;
    };
    QVERIFY(told(lock) > 200);
    waiters.erase(waiters.begin());
    for (std::size_t i = 0; i < waiters.size(); ++i) {
        waiters[i].position = static_cast<int>(i) + 1;
        *waiters[i].deadline -= 5001ms + 17ns;
    }
    waiters.push_back(waiters.back());
    waiters.back().owner = OwnerId("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:0");
    waiters.back().position = 50;
    *waiters.back().deadline += 3ms;
    const qsizetype size = told(lock);
    QVERIFY2(size > 0 && size <= 30, qPrintable(QString::number(size)));
}

void TestCodec::anUnsavedChangeIsShort()
{
    TwoClocks clock;
    Encoder encoder;
    encoder.begin();
    watch::ServerRecord server;
    server.facts.evictionPolicy = "noeviction";
    server.facts.mostMemory = 4'000'000'000;
    server.facts.savedAt = 1'764'460'000;
    server.facts.unsavedChanges = 100'000;
    qsizetype size = 0;
    for (int i = 0; i < 3; ++i) {
        clock.advance(std::chrono::seconds(1));
        *server.facts.unsavedChanges += 37;
        encoder.add(
            {clock.now(), clock.wallNow(), std::make_shared<const watch::ServerRecord>(server)});
        size = encoder.take().size();
    }
    QVERIFY2(size <= 14, qPrintable(QString::number(size)));
}

void TestCodec::unsavedChangesOfEarlierRecordsAreRead()
{
    std::vector<QByteArray> fields = serverFields({});
    fields.resize(21);
    fields[8] = QByteArray::fromHex("00000000010e00"); // nothing is told but 7 unsaved changes
    const auto server = serverFrom(fields);
    QVERIFY(server.has_value());
    QCOMPARE(server->facts.unsavedChanges, std::optional<qint64>(7));
}

// A file of others may claim any: nothing may overflow.
void TestCodec::farTimesAreRefused()
{
    for (const qint64 at : {std::numeric_limits<qint64>::max(), std::numeric_limits<qint64>::min(),
                            qint64(9'300'000'000'000)}) {
        for (const bool isOffset : {false, true}) {
            ByteWriter clock;
            clock.putByte(0);
            clock.putSigned(isOffset ? 0 : at);
            clock.putSigned(isOffset ? at : 0);
            Decoder decoder;
            decoder.begin();
            QVERIFY(!decoder.feed(clock.take(), [](const Stamped &) { return true; }));
        }
    }
}

void TestCodec::farQueuesAreRefused()
{
    TwoClocks clock;
    Encoder encoder;
    encoder.begin();
    watch::LockRecord lock;
    lock.id = {{0}, LockName("stock:pallets")};
    lock.kind = QByteArray("fair");
    auto &waiters = lock.waiters.emplace();
    const auto tell = [&] {
        encoder.add({clock.now(), clock.wallNow(),
                     LockEntry{lock.id, std::make_shared<const watch::LockRecord>(lock)}});
    };
    for (int i = 0; i < 3; ++i) {
        waiters.push_back(
            {OwnerId("o:" + QByteArray::number(i)), i + 1, clock.now() + std::chrono::seconds(60)});
    }
    tell();
    const std::chrono::nanoseconds shift(-123'456'789);
    waiters.erase(waiters.begin());
    for (std::size_t i = 0; i < waiters.size(); ++i) {
        waiters[i].position = static_cast<int>(i) + 1;
        *waiters[i].deadline += shift;
    }
    tell();
    const auto advance = [](quint64 gone, qint64 by) {
        ByteWriter bytes;
        bytes.put(3);
        bytes.put(gone);
        bytes.putSigned(by);
        return bytes.take();
    };
    const QByteArray good = encoder.take();
    const QByteArray told = advance(1, shift.count());
    QCOMPARE(good.count(told), 1);
    const auto isRead = [](const QByteArray &bytes) {
        Decoder decoder;
        decoder.begin();
        return decoder.feed(bytes, [](const Stamped &) { return true; });
    };
    QVERIFY(isRead(good));
    for (const QByteArray &other :
         {advance(4, shift.count()), advance(1, std::numeric_limits<qint64>::max()),
          advance(1, std::numeric_limits<qint64>::min())}) {
        QByteArray bad = good;
        QVERIFY(!isRead(bad.replace(told, other)));
    }
}

// Whatever a file has become, reading it ends, and in most cases says so.
void TestCodec::damagedBytesAreRefused()
{
    Whim whim(7);
    Encoder encoder;
    encoder.begin();
    for (const Stamped &stamped : trace(whim, 300))
        encoder.add(stamped);
    const QByteArray good = encoder.take();
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
        QByteArray bad = good;
        if (whim.maybe(20))
            bad.truncate(whim.below(static_cast<int>(bad.size())));
        for (int left = 1 + whim.below(3); left > 0 && !bad.isEmpty(); --left)
            bad[whim.below(static_cast<int>(bad.size()))] = static_cast<char>(whim.below(256));
        Decoder decoder;
        decoder.begin();
        int entries = 0;
        if (!decoder.feed(bad, [&](const Stamped &) { return ++entries < 10'000; }))
            ++refused;
    }
    QVERIFY(refused > 300);
}

LOCKSCOPE_TEST_SUITE(TestCodec)
#include "tst_codec.moc"
