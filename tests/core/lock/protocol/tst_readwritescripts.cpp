// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/deployment/subscriber.h"
#include "tests/core/lock/protocol/scriptrunner.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const QByteArray ann = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1";
const QByteArray bob = "aaaaaaaa-9b7d-4c11-8a22-0123456789ab:7";
const QByteArray name = "stock:prices";
const QByteArray channel = "redisson_rwlock:{stock:prices}";
const QByteArray tag = "{stock:prices}";

} // namespace

// The scripts of the read-write lock against redisson-layout.md §4.
class TestReadWriteScripts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        listen();
        QVERIFY(eventually([this] { return m_listener->isListening(); }));
    }
    void init()
    {
        failOnAnyWarning();
        m_run.setMemoryShort(false);
        QVERIFY(m_server.command({"FLUSHALL"_ba}).isOk());
    }
    void cleanupTestCase() { m_listener.reset(); }

    void readersShare();
    void eachReadHoldHasItsOwnTime();
    void aWrongNumberOfHoldsIsTold();
    void writersAreAlone();
    void writersReenter();
    void readersDoNotBecomeWriters();
    void writersMayReadAndStepDown();
    void theLastReaderWakesOne();
    void theDeadKeepNothing();
    void deadReadsKeepNoWriteLock();
    void aWriterStepsDownForAsLongAsItReads();
    void theDeadAreNotCounted();
    void moreHoldsThanAreLookedAtKeepTheLock();
    void forcesManyHoldsQuickly();
    void theTimeLeftIsThatOfTheOtherReaders();
    void aReadReleaseLeavesTheWritersTime();
    void renewsOnlyOnesOwn();
    void whatHasEndedIsNotRenewed();
    void refusesToReleaseForOthers();
    void aRepeatedReleaseDoesNothing();
    void worksWhenMemoryIsShort();
    void otherKindsOfKeysAreRefused();
    void noExpiryStaysNoExpiry();

private:
    QByteArray timeoutKey(const QByteArray &owner, int number) const
    {
        return tag + ':' + owner + ":rwlock_timeout:" + QByteArray::number(number);
    }
    QByteArray read(const QByteArray &owner, int held = 0, const QByteArray &lease = "30000") const
    {
        return ScriptRunner::text(m_run.run("read_acquire", {name, timeoutKey(owner, held + 1)},
                                            {lease, owner, QByteArray::number(held)}));
    }
    QByteArray write(const QByteArray &owner, const QByteArray &lease = "30000") const
    {
        return ScriptRunner::text(m_run.run("write_acquire", {name}, {lease, owner}));
    }
    // A latch of its own for each, unless one is given.
    QByteArray releaseRead(const QByteArray &owner, QByteArray latch = {})
    {
        if (latch.isEmpty())
            latch = "latch:" + QByteArray::number(++m_latches);
        return ScriptRunner::text(
            m_run.run("read_release", {name, channel, latch, tag}, {owner, "9000"}));
    }
    QByteArray releaseWrite(const QByteArray &owner, QByteArray latch = {})
    {
        if (latch.isEmpty())
            latch = "latch:" + QByteArray::number(++m_latches);
        return ScriptRunner::text(
            m_run.run("write_release", {name, channel, latch, tag}, {"30000", owner, "9000"}));
    }
    QByteArray renewRead(const QByteArray &owner, int holds, const QByteArray &lease) const
    {
        std::vector<QByteArray> keys{name};
        for (int number = 1; number <= holds; ++number)
            keys.push_back(timeoutKey(owner, number));
        return ScriptRunner::text(
            m_run.run("read_renew", keys, {owner, lease, QByteArray::number(holds)}));
    }
    QByteArray field(const QByteArray &field) const { return m_run.ask({"HGET", name, field}); }
    qint64 left(const QByteArray &key) const { return m_server.command({"PTTL", key}).integer; }
    bool isBusy(const QByteArray &answer) const
    {
        return answer.startsWith("{0 ") && answer.mid(3).chopped(1).toLongLong() > 0;
    }
    void listen()
    {
        redis::ConnectionConfig config;
        config.target = m_server.target();
        redis::Subscription subscription;
        subscription.tracking = false;
        subscription.patterns = {"redisson_*"};
        m_listener = std::make_unique<redis::Subscriber>(config, subscription);
        m_listener->setMessageHandler([this](const QByteArray &to, const QByteArray &payload) {
            m_heard.append(to + '=' + payload);
        });
        m_listener->open();
    }
    QByteArray heard()
    {
        m_server.command({"PUBLISH", "redisson_end", "end"});
        if (!eventually([this] { return m_heard.contains("redisson_end=end"); }))
            return "nothing is heard";
        m_heard.removeLast();
        return std::exchange(m_heard, {}).join(' ');
    }

    RedisProcess m_server;
    ScriptRunner m_run{m_server};
    std::unique_ptr<redis::Subscriber> m_listener;
    QByteArrayList m_heard;
    int m_latches = 0;
};

void TestReadWriteScripts::readersShare()
{
    QCOMPARE(read(ann), "{1 1}"_ba);
    QCOMPARE(read(bob), "{1 1}"_ba);
    QCOMPARE(read(bob, 1), "{1 2}"_ba);
    QCOMPARE(field("mode"), "read"_ba);
    QCOMPARE(field(ann), "1"_ba);
    QCOMPARE(field(bob), "2"_ba);
    QVERIFY(isBusy(write("cccccccc-9b7d-4c11-8a22-0123456789ab:1")));
}

void TestReadWriteScripts::eachReadHoldHasItsOwnTime()
{
    read(ann, 0, "90000");
    read(bob, 0, "20000");
    read(bob, 1, "50000");
    QVERIFY(left(timeoutKey(ann, 1)) > 60'000);
    QVERIFY(left(timeoutKey(bob, 1)) <= 20'000);
    QVERIFY(left(timeoutKey(bob, 2)) > 20'000 && left(timeoutKey(bob, 2)) <= 50'000);
    QVERIFY(left(name) > 60'000); // never less than the longest
}

void TestReadWriteScripts::aWrongNumberOfHoldsIsTold()
{
    read(ann);
    QCOMPARE(read(ann, 0), "{-1 1}"_ba);
    QCOMPARE(read(ann, 2), "{-1 1}"_ba);
    QCOMPARE(field(ann), "1"_ba);
    QCOMPARE(m_run.ask({"EXISTS", timeoutKey(ann, 3)}), "0"_ba);
    QCOMPARE(read(bob, 4), "{-1 0}"_ba);
}

void TestReadWriteScripts::writersAreAlone()
{
    QCOMPARE(write(ann), "{1 1}"_ba);
    QCOMPARE(field("mode"), "write"_ba);
    QVERIFY(isBusy(write(bob)));
    QVERIFY(isBusy(read(bob)));
    heard();
    QCOMPARE(releaseWrite(ann), "0"_ba);
    QCOMPARE(heard(), channel + "=1"); // all who wait
    QCOMPARE(m_run.ask({"EXISTS", name}), "0"_ba);
    QCOMPARE(write(bob), "{1 1}"_ba);
}

void TestReadWriteScripts::writersReenter()
{
    write(ann, "20000");
    QCOMPARE(write(ann, "60000"), "{1 2}"_ba);
    QVERIFY(left(name) > 20'000);
    write(ann, "1000");
    QVERIFY(left(name) > 20'000); // never shortened
    QCOMPARE(releaseWrite(ann), "2"_ba);
    QCOMPARE(releaseWrite(ann), "1"_ba);
    heard();
    QCOMPARE(releaseWrite(ann), "0"_ba);
    QCOMPARE(heard(), channel + "=1");
}

void TestReadWriteScripts::readersDoNotBecomeWriters()
{
    read(ann);
    QVERIFY(isBusy(write(ann)));
    QCOMPARE(field("mode"), "read"_ba);
    QCOMPARE(m_run.ask({"HEXISTS", name, ann + ":write"}), "0"_ba);
}

void TestReadWriteScripts::writersMayReadAndStepDown()
{
    write(ann);
    QCOMPARE(read(ann), "{1 1}"_ba);
    QVERIFY(isBusy(read(bob)));
    heard();
    QCOMPARE(releaseWrite(ann), "0"_ba);
    QCOMPARE(heard(), channel + "=1"); // others may read now
    QCOMPARE(field("mode"), "read"_ba);
    QCOMPARE(field(ann), "1"_ba);
    QCOMPARE(read(bob), "{1 1}"_ba);
    QVERIFY(isBusy(write(bob)));
}

void TestReadWriteScripts::theLastReaderWakesOne()
{
    read(ann);
    read(ann, 1);
    read(bob);
    heard();
    QCOMPARE(releaseRead(ann), "1"_ba);
    QCOMPARE(m_run.ask({"EXISTS", timeoutKey(ann, 2)}), "0"_ba);
    QCOMPARE(m_run.ask({"EXISTS", timeoutKey(ann, 1)}), "1"_ba);
    QCOMPARE(releaseRead(bob), "0"_ba);
    QCOMPARE(m_run.ask({"HEXISTS", name, bob}), "0"_ba);
    QCOMPARE(heard(), ""_ba);
    QCOMPARE(releaseRead(ann), "0"_ba);
    QCOMPARE(heard(), channel + "=0");
    QCOMPARE(m_run.ask({"EXISTS", name, timeoutKey(ann, 1)}), "0"_ba);
}

void TestReadWriteScripts::theDeadKeepNothing()
{
    read(ann);
    read(bob);
    m_server.command({"DEL", timeoutKey(bob, 1)}); // its lease ended; it is still written there
    heard();
    QCOMPARE(releaseRead(ann), "0"_ba);
    QCOMPARE(heard(), channel + "=0");
    QCOMPARE(m_run.ask({"EXISTS", name}), "0"_ba);
}

void TestReadWriteScripts::deadReadsKeepNoWriteLock()
{
    write(ann);
    read(ann);
    m_server.command({"DEL", timeoutKey(ann, 1)}); // its lease ended beneath the write hold
    QCOMPARE(releaseWrite(ann), "0"_ba);
    QCOMPARE(m_run.ask({"EXISTS", name}), "0"_ba);
    QCOMPARE(write(bob), "{1 1}"_ba);
}

void TestReadWriteScripts::aWriterStepsDownForAsLongAsItReads()
{
    write(ann, "90000");
    read(ann, 0, "20000");
    QCOMPARE(releaseWrite(ann), "0"_ba);
    QVERIFY(left(name) > 10'000 && left(name) <= 20'000);
}

// The older hold has ended before the newer one that is given back: nothing is left.
void TestReadWriteScripts::theDeadAreNotCounted()
{
    read(ann);
    read(ann, 1);
    m_server.command({"DEL", timeoutKey(ann, 1)});
    QCOMPARE(releaseRead(ann), "0"_ba);
    QCOMPARE(m_run.ask({"EXISTS", name}), "0"_ba);
    QCOMPARE(releaseRead(ann), "-1"_ba);
}

void TestReadWriteScripts::moreHoldsThanAreLookedAtKeepTheLock()
{
    m_server.command({"HSET", name, "mode", "read", ann, "3000000"});
    m_server.command({"PEXPIRE", name, "50000"});
    m_server.command({"SET", timeoutKey(ann, 5), "1", "PX", "30000"});
    const auto began = std::chrono::steady_clock::now();
    QCOMPARE(releaseRead(ann), "2999999"_ba);
    QVERIFY(std::chrono::steady_clock::now() - began < std::chrono::seconds(1));
    QCOMPARE(field(ann), "2999999"_ba);
    QVERIFY(left(name) > 40'000);
    write(bob);
    m_server.command({"HSET", name, "mode", "write", bob + ":write", "1"});
    QCOMPARE(releaseWrite(bob), "0"_ba);
    QCOMPARE(field("mode"), "read"_ba);
    QVERIFY(left(name) > 40'000);
}

void TestReadWriteScripts::forcesManyHoldsQuickly()
{
    m_server.command({"HSET", name, "mode", "read", ann, "10000000"});
    m_server.command({"SET", timeoutKey(ann, 10'000'000), "1", "PX", "30000"});
    const auto began = std::chrono::steady_clock::now();
    QCOMPARE(m_run.ask({"EXISTS", name}), "1"_ba);
    QCOMPARE(ScriptRunner::text(m_run.run("readwrite_force", {name, channel, tag}, {"read"})),
             "1"_ba);
    QVERIFY(std::chrono::steady_clock::now() - began < std::chrono::seconds(1));
    QCOMPARE(m_run.ask({"EXISTS", name, timeoutKey(ann, 10'000'000)}), "0"_ba);
}

void TestReadWriteScripts::theTimeLeftIsThatOfTheOtherReaders()
{
    read(ann, 0, "90000");
    read(bob, 0, "20000");
    read(bob, 1, "40000");
    releaseRead(ann);
    QVERIFY(left(name) > 20'000 && left(name) <= 40'000);
    releaseRead(bob);
    QVERIFY(left(name) <= 20'000);
    QCOMPARE(field(bob), "1"_ba);
}

void TestReadWriteScripts::aReadReleaseLeavesTheWritersTime()
{
    write(ann, "90000");
    read(ann, 0, "1000");
    read(ann, 1, "1000");
    heard();
    QCOMPARE(releaseRead(ann), "1"_ba);
    QVERIFY(left(name) > 60'000);
    QCOMPARE(releaseRead(ann), "0"_ba);
    QVERIFY(left(name) > 60'000);
    QCOMPARE(field("mode"), "write"_ba);
    QCOMPARE(heard(), ""_ba);
    QCOMPARE(releaseWrite(ann), "0"_ba);
    QCOMPARE(m_run.ask({"EXISTS", name}), "0"_ba);
}

void TestReadWriteScripts::renewsOnlyOnesOwn()
{
    read(ann);
    read(ann, 1);
    read(bob, 0, "20000");
    QCOMPARE(renewRead(ann, 2, "90000"), "{1}"_ba);
    QVERIFY(left(timeoutKey(ann, 1)) > 60'000 && left(timeoutKey(ann, 2)) > 60'000);
    QVERIFY(left(timeoutKey(bob, 1)) <= 20'000);
    QVERIFY(left(name) > 60'000);
    // A shorter lease of another reader does not shorten the lock.
    QCOMPARE(renewRead(bob, 1, "20000"), "{1}"_ba);
    QVERIFY(left(name) > 60'000);
    // A writer is renewed by its field.
    m_server.command({"DEL", name});
    write(ann);
    const auto renewWrite = [&] {
        return ScriptRunner::text(m_run.run("write_renew", {name}, {ann, "90000"}));
    };
    QCOMPARE(renewWrite(), "{1}"_ba);
    QVERIFY(left(name) > 60'000);
}

void TestReadWriteScripts::whatHasEndedIsNotRenewed()
{
    read(ann);
    read(bob);
    m_server.command({"DEL", timeoutKey(ann, 1)});
    QCOMPARE(renewRead(ann, 1, "90000"), "{0}"_ba);
    QVERIFY(left(name) <= 30'000);
    QCOMPARE(renewRead("cccccccc-9b7d-4c11-8a22-0123456789ab:1", 1, "90000"), "{0}"_ba);
    m_server.command({"DEL", name});
    QCOMPARE(renewRead(bob, 1, "90000"), "{0}"_ba);
    QCOMPARE(m_run.ask({"EXISTS", name}), "0"_ba);
}

void TestReadWriteScripts::refusesToReleaseForOthers()
{
    QCOMPARE(releaseRead(ann), "-1"_ba);
    QCOMPARE(releaseWrite(ann), "-1"_ba);
    read(ann);
    heard();
    QCOMPARE(releaseRead(bob), "-1"_ba);
    QCOMPARE(releaseWrite(ann), "-1"_ba); // it reads
    QCOMPARE(field(ann), "1"_ba);
    m_server.command({"DEL", name});
    write(ann);
    QCOMPARE(releaseWrite(bob), "-1"_ba);
    QCOMPARE(releaseRead(ann), "-1"_ba); // it writes
    QCOMPARE(field(ann + ":write"), "1"_ba);
    QCOMPARE(heard(), ""_ba);
}

void TestReadWriteScripts::aRepeatedReleaseDoesNothing()
{
    read(ann);
    read(ann, 1);
    QCOMPARE(releaseRead(ann, "latch:r"), "1"_ba);
    QCOMPARE(releaseRead(ann, "latch:r"), "1"_ba);
    QCOMPARE(field(ann), "1"_ba);
    QCOMPARE(releaseRead(ann, "latch:s"), "0"_ba);
    QCOMPARE(m_run.ask({"GET", "latch:r"}), "0"_ba);
    QCOMPARE(m_run.ask({"GET", "latch:s"}), "1"_ba);
    write(bob);
    QCOMPARE(releaseRead(ann, "latch:s"), "0"_ba);
    write(bob);
    QCOMPARE(releaseWrite(bob, "latch:w"), "1"_ba);
    QCOMPARE(releaseWrite(bob, "latch:w"), "1"_ba);
    QCOMPARE(releaseWrite(bob, "latch:x"), "0"_ba);
    write(ann);
    QCOMPARE(releaseWrite(bob, "latch:x"), "0"_ba);
    QCOMPARE(field(ann + ":write"), "1"_ba);
}

void TestReadWriteScripts::worksWhenMemoryIsShort()
{
    read(ann);
    read(ann, 1);
    m_server.command({"DEL", timeoutKey(ann, 2)}); // ended already
    m_run.setMemoryShort(true);
    QVERIFY(read(bob).startsWith("OOM"));
    QCOMPARE(releaseRead(ann), "1"_ba);
    QCOMPARE(releaseRead(ann), "0"_ba);
    QCOMPARE(m_run.ask({"EXISTS", name}), "0"_ba);
    QVERIFY(write(ann).startsWith("OOM"));
    m_run.setMemoryShort(false);
    write(ann);
    write(ann);
    read(ann);
    m_run.setMemoryShort(true);
    QCOMPARE(renewRead(ann, 1, "90000"), "{1}"_ba);
    QCOMPARE(releaseWrite(ann), "1"_ba);
    QCOMPARE(releaseWrite(ann), "0"_ba);
    QCOMPARE(field("mode"), "read"_ba);
    QCOMPARE(releaseRead(ann), "0"_ba);
    QCOMPARE(m_run.ask({"EXISTS", name}), "0"_ba);
}

void TestReadWriteScripts::otherKindsOfKeysAreRefused()
{
    m_server.command({"HSET", name, ann, "1"}); // a reentrant lock
    QVERIFY(read(bob).startsWith("WRONGTYPE"));
    QVERIFY(write(bob).startsWith("WRONGTYPE"));
    QCOMPARE(m_run.ask({"HGETALL", name}), '{' + ann + " 1}");
    m_server.command({"SET", name, "text"});
    QVERIFY(read(bob).startsWith("WRONGTYPE"));
    QVERIFY(write(bob).startsWith("WRONGTYPE"));
    QVERIFY(releaseRead(bob).startsWith("WRONGTYPE"));
    QVERIFY(releaseWrite(bob).startsWith("WRONGTYPE"));
    QCOMPARE(m_run.ask({"GET", name}), "text"_ba);
}

void TestReadWriteScripts::noExpiryStaysNoExpiry()
{
    m_server.command({"HSET", name, "mode", "read", bob, "1"});
    m_server.command({"SET", timeoutKey(bob, 1), "1"});
    QCOMPARE(write(ann), "{0 -1}"_ba);
    QCOMPARE(read(ann), "{1 1}"_ba);
    QCOMPARE(left(name), -1);
    QCOMPARE(renewRead(ann, 1, "90000"), "{1}"_ba);
    QCOMPARE(left(name), -1);
    QCOMPARE(releaseRead(ann), "0"_ba);
    QCOMPARE(left(name), -1);
    QCOMPARE(field(bob), "1"_ba);
}

LOCKSCOPE_TEST_SUITE(TestReadWriteScripts)
#include "tst_readwritescripts.moc"
