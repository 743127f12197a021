// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lockctl on managed servers, proxies and forks, as FlavouredServer imitates them: each command
// works, or says which command of the server it lacks; it never says more than is true.
#include "tests/app/program.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/flavourproxy.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Expected {
    const char *flavour;
    QByteArray refusal = {}; // of everything that acts; a part of it
    QByteArray nextStep = {}; // likewise
    QByteArray listRefusal = {}; // of lockctl list, if not the same
    bool asCluster = false;
};

const std::vector<Expected> &expectations()
{
    static const std::vector<Expected> all{
        {"elasticache"},
        {.flavour = "elasticache-serverless", .asCluster = true},
        {"memorystore"},
        {"memorystore-5"},
        {"redis-software"},
        {"redis-software-7.2"},
        {.flavour = "envoy", .listRefusal = "found only by their names"},
        {.flavour = "envoy-old", .listRefusal = "found only by their names"},
        {"twemproxy", "closed the connection at INFO", "connect to the server behind it"},
        {"dragonfly"},
        {"keydb"},
        {"tencent"},
        {"tair-proxy"},
        {"upstash"},
        {"acl-nothing", "no permission", "ACL lacks"},
    };
    return all;
}

const Expected &expected(const QByteArray &flavour)
{
    return *std::ranges::find_if(expectations(),
                                 [&](const Expected &each) { return flavour == each.flavour; });
}

// Words that never follow from a refusal.
bool claimsSuccess(const Program &lockctl)
{
    return lockctl.out.contains("holding") || lockctl.err.contains("lockctl: done")
        || lockctl.err.contains("not locked");
}

} // namespace

class TestFlavoursActed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { LOCKSCOPE_REQUIRE_REDIS(); }
    void init()
    {
        failOnAnyWarning();
        m_folder = std::make_unique<QTemporaryDir>();
    }
    void cleanup() { m_flavoured.reset(); }

    void everyFlavourIsExpected();
    void takesAndGivesBack_data() { rows(); }
    void takesAndGivesBack();
    void everyKindIsTakenWithDeclaredKeysAlone_data();
    void everyKindIsTakenWithDeclaredKeysAlone();
    void unlocksByForce_data() { rows(); }
    void unlocksByForce();
    void showsALock_data() { rows(); }
    void showsALock();
    void lists_data() { rows(); }
    void lists();
    void aLostConnectionIsToldAsIs_data();
    void aLostConnectionIsToldAsIs();
    void aQueueIsNotCalledUnstored();
    void theDoctorWarns_data();
    void theDoctorWarns();

private:
    static void rows()
    {
        QTest::addColumn<QByteArray>("name");
        for (const Expected &row : expectations())
            QTest::newRow(row.flavour) << QByteArray(row.flavour);
    }
    [[nodiscard]] bool start(const QByteArray &name)
    {
        m_flavoured = std::make_unique<FlavouredServer>(flavour(name));
        return m_flavoured->start();
    }
    QStringList with(const QStringList &command, const QByteArray &name) const
    {
        return command + QStringList{u"--url"_s, m_flavoured->url(expected(name).asCluster)};
    }
    int run(Program &program, const QStringList &arguments) const
    {
        program.setVariable(u"LOCKSCOPE_AUDIT"_s, m_folder->filePath(u"audit.jsonl"_s));
        return program.run(arguments);
    }
    bool isThere(const QByteArray &key)
    {
        return m_flavoured->server().command({"EXISTS", key}).integer == 1;
    }

    std::unique_ptr<FlavouredServer> m_flavoured;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFlavoursActed::everyFlavourIsExpected()
{
    QCOMPARE(expectations().size(), flavours().size());
    for (const Flavour &each : flavours())
        QCOMPARE(QByteArray(expected(each.name).flavour), each.name);
}

void TestFlavoursActed::takesAndGivesBack()
{
    QFETCH(QByteArray, name);
    const Expected &row = expected(name);
    QVERIFY(start(name));
    Program lockctl(LOCKCTL_PATH);
    QVERIFY(lockctl.start(with({u"acquire"_s, u"orders"_s}, name)));
    if (!row.refusal.isEmpty()) {
        QCOMPARE(lockctl.finish(), 3);
        QVERIFY2(lockctl.err.contains(row.refusal), lockctl.err.constData());
        QVERIFY2(lockctl.err.contains(row.nextStep), lockctl.err.constData());
        QVERIFY2(!claimsSuccess(lockctl), lockctl.err.constData());
        QVERIFY(!isThere("orders"));
        return;
    }
    QVERIFY2(lockctl.prints("holding orders"), lockctl.err.constData());
    QVERIFY(isThere("orders"));
    Program other(LOCKCTL_PATH);
    QCOMPARE(run(other, with({u"acquire"_s, u"orders"_s}, name)), 1); // it is exclusive
    lockctl.interrupt();
    QCOMPARE(lockctl.finish(), 0);
    QVERIFY2(lockctl.err.isEmpty(), lockctl.err.constData());
    QVERIFY(!isThere("orders"));
}

void TestFlavoursActed::everyKindIsTakenWithDeclaredKeysAlone_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QStringList>("options");
    for (const QByteArray name : {"dragonfly", "elasticache-serverless"}) {
        for (const char *const kind : {"reentrant", "fair", "spin", "fenced", "string", "semaphore",
                                       "permit-expirable-semaphore", "non-reentrant"})
            QTest::addRow("%s, %s", name.constData(), kind)
                << name << QStringList{u"--kind"_s, QString::fromLatin1(kind)};
        for (const QString &mode : {u"read"_s, u"write"_s})
            QTest::addRow("%s, %s", name.constData(), qPrintable(mode))
                << name << QStringList{u"--kind"_s, u"read-write"_s, u"--mode"_s, mode};
    }
}

void TestFlavoursActed::everyKindIsTakenWithDeclaredKeysAlone()
{
    QFETCH(QByteArray, name);
    QFETCH(QStringList, options);
    QVERIFY(start(name));
    if (options.last().contains(u"semaphore"_s))
        options += QStringList{u"--initial"_s, u"2"_s};
    Program lockctl(LOCKCTL_PATH);
    QVERIFY(lockctl.start(with(QStringList{u"acquire"_s, u"orders"_s} + options, name)));
    QVERIFY2(lockctl.prints("holding orders"), lockctl.err.constData());
    lockctl.interrupt();
    QCOMPARE(lockctl.finish(), 0);
    QVERIFY2(lockctl.err.isEmpty(), lockctl.err.constData());
}

void TestFlavoursActed::unlocksByForce()
{
    QFETCH(QByteArray, name);
    const Expected &row = expected(name);
    QVERIFY(start(name));
    const LockWriter writer(m_flavoured->server());
    writer.acquire("orders", ann, 60'000);
    writer.read("shelf", ann, 60'000);
    writer.acquire("queued", ann, 60'000);
    writer.enqueue("queued", bob, 60'000);
    m_flavoured->server().command({"SET", "plain", "0123456789abcdef", "PX", "60000"});
    for (const QByteArray key : {"orders", "shelf", "queued", "plain"}) {
        Program lockctl(LOCKCTL_PATH);
        QStringList command{u"unlock"_s, QString::fromLatin1(key), u"--force"_s, u"--yes"_s};
        if (key == "plain")
            command += QStringList{u"--kind"_s, u"string"_s};
        const int status = run(lockctl, with(command, name));
        if (row.refusal.isEmpty()) {
            QVERIFY2(status == 0, lockctl.err.constData());
            QVERIFY2(!isThere(key), key.constData());
        } else {
            QCOMPARE(status, 3);
            QVERIFY2(lockctl.err.contains(row.refusal), lockctl.err.constData());
            QVERIFY2(lockctl.err.contains(row.nextStep), lockctl.err.constData());
            QVERIFY2(!claimsSuccess(lockctl), lockctl.err.constData());
            QVERIFY2(isThere(key), key.constData());
        }
    }
}

void TestFlavoursActed::showsALock()
{
    QFETCH(QByteArray, name);
    const Expected &row = expected(name);
    QVERIFY(start(name));
    LockWriter(m_flavoured->server()).acquire("orders", ann, 60'000);
    Program lockctl(LOCKCTL_PATH);
    const int status = run(lockctl, with({u"show"_s, u"orders"_s}, name));
    if (row.refusal.isEmpty()) {
        QVERIFY2(status == 0, lockctl.err.constData());
        QVERIFY2(lockctl.out.contains(ann), lockctl.out.constData());
        return;
    }
    QCOMPARE(status, 3);
    QVERIFY2(lockctl.err.contains(row.refusal), lockctl.err.constData());
    QVERIFY2(!claimsSuccess(lockctl), lockctl.err.constData());
}

void TestFlavoursActed::lists()
{
    QFETCH(QByteArray, name);
    const Expected &row = expected(name);
    QVERIFY(start(name));
    LockWriter(m_flavoured->server()).acquire("orders", ann, 60'000);
    Program lockctl(LOCKCTL_PATH);
    const int status = run(lockctl, with({u"list"_s}, name));
    const QByteArray refusal = row.refusal.isEmpty() ? row.listRefusal : row.refusal;
    if (refusal.isEmpty()) {
        QVERIFY2(status == 0, lockctl.err.constData());
        QVERIFY2(lockctl.out.contains("orders"), lockctl.out.constData());
        return;
    }
    QCOMPARE(status, 3);
    QVERIFY2(lockctl.err.contains(refusal), lockctl.err.constData());
    QVERIFY2(!lockctl.err.contains("no locks"), lockctl.err.constData());
}

void TestFlavoursActed::aLostConnectionIsToldAsIs_data()
{
    QTest::addColumn<QByteArray>("name");
    // Where a connection cannot be ended from outside, what it sent may still be carried out.
    for (const char *const name : {"tencent", "upstash", "tair-proxy", "memorystore-5"})
        QTest::newRow(name) << QByteArray(name);
}

void TestFlavoursActed::aLostConnectionIsToldAsIs()
{
    QFETCH(QByteArray, name);
    QVERIFY(start(name));
    Program lockctl(LOCKCTL_PATH);
    QVERIFY(lockctl.start(with({u"acquire"_s, u"orders"_s}, name)));
    QVERIFY2(lockctl.prints("holding orders"), lockctl.err.constData());
    const int before = m_flavoured->proxy().accepted();
    m_flavoured->proxy().cut();
    QVERIFY(eventually([&] { return m_flavoured->proxy().accepted() > before; }));
    lockctl.interrupt();
    const int status = lockctl.finish();
    QVERIFY(status == 0 || status == 3); // given back, or it says that this is not known
    QVERIFY2(status == 3 ? !lockctl.err.isEmpty() : !isThere("orders"), lockctl.err.constData());
}

// Redisson's waiters listen; who does is only not told here.
void TestFlavoursActed::aQueueIsNotCalledUnstored()
{
    QVERIFY(start("envoy"));
    LockWriter(m_flavoured->server()).acquire("orders", ann, 60'000);
    Program lockctl(LOCKCTL_PATH);
    QCOMPARE(run(lockctl, with({u"queue"_s, u"orders"_s}, "envoy")), 0);
    QVERIFY2(lockctl.out.contains("PUBSUB NUMSUB"), lockctl.out.constData());
    QVERIFY2(!lockctl.out.contains("does not store"), lockctl.out.constData());
}

void TestFlavoursActed::theDoctorWarns_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("rule");
    QTest::newRow("memorystore") << "memorystore"_ba
                                 << "eviction-policy"_ba;
    QTest::newRow("keydb") << "keydb"_ba
                           << "not-exclusive"_ba;
    QTest::newRow("envoy") << "envoy"_ba
                           << "no-change-events"_ba;
}

void TestFlavoursActed::theDoctorWarns()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, rule);
    QVERIFY(start(name));
    Program lockctl(LOCKCTL_PATH);
    const int status = run(lockctl, with({u"doctor"_s}, name));
    QVERIFY2(status == 1 || status == 3, lockctl.err.constData());
    QVERIFY2(lockctl.out.contains(rule), lockctl.out.constData());
}

LOCKSCOPE_TEST_SUITE(TestFlavoursActed)
#include "tst_flavoursacted.moc"
