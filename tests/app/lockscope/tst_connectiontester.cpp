// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/connectiontester.h"
#include "core/base/tlsfault.h"
#include "tests/support/aclrules.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/tlsservers.h"
#include "tests/support/waiting.h"

#include <QSslSocket>
#include <QTcpServer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::console;
using namespace lockscope::test;
using Step = wording::ConnectionStep;

// On the test's own thread.
class tst_ConnectionTester : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void everyStepOfAGoodServerPasses();
    void aWrongPasswordIsTold();
    void aMissingPasswordIsTold();
    void anUnknownHostIsTold();
    void aClosedPortIsTold();
    void aSilentServerIsTold();
    void eachFailureOfTlsHasItsSentenceAndNextStep();
    void aUselessCaFileIsTold();
    void serverWithoutClusterIsNamed();
    void primaryOfASentinelIsTried();
    void missingRightsAreTold();
    void serversAreTriedSideBySide();
    void aStoppedTestIsSilent();
    void nothingStaysConnected();

private:
    static ServerTest testOf(const redis::Target &target)
    {
        ServerTest test;
        test.config.target = target;
        test.config.clientName = "tester"_ba;
        return test;
    }
    // The steps of one server, until the end.
    std::vector<Step> run(const ServerTest &test)
    {
        m_steps.clear();
        m_ended.clear();
        m_tester->test(1, {test});
        [&] { QVERIFY(eventually([&] { return m_ended.size() == 1; })); }();
        return m_steps[0];
    }
    static QList<int> kinds(const std::vector<Step> &steps)
    {
        QList<int> kinds;
        for (const Step &step : steps)
            kinds += static_cast<int>(step.kind);
        return kinds;
    }
    static QList<int> list(std::initializer_list<Step::Kind> kinds)
    {
        QList<int> numbers;
        for (const Step::Kind kind : kinds)
            numbers += static_cast<int>(kind);
        return numbers;
    }

    RedisProcess m_server{
        {.unixSocket = false, .password = "correct horse"_ba, .tls = {}, .arguments = {}}};
    std::unique_ptr<ConnectionTester> m_tester;
    std::map<int, std::vector<Step>> m_steps; // by server
    std::vector<int> m_ended;
};

void tst_ConnectionTester::initTestCase()
{
    LOCKSCOPE_REQUIRE_REDIS();
    QVERIFY(m_server.start());
}

void tst_ConnectionTester::init()
{
    failOnAnyWarning();
    m_steps.clear();
    m_ended.clear();
    m_tester = std::make_unique<ConnectionTester>();
    connect(m_tester.get(), &ConnectionTester::stepped, this,
            [this](int, int server, const Step &step) { m_steps[server].push_back(step); });
    connect(m_tester.get(), &ConnectionTester::ended, this,
            [this](int, int server) { m_ended.push_back(server); });
}

void tst_ConnectionTester::cleanup()
{
    m_tester.reset();
}

void tst_ConnectionTester::everyStepOfAGoodServerPasses()
{
    redis::Target target = m_server.target();
    target.hosts.front().host = u"localhost"_s;
    const auto steps = run(testOf(target));
    using enum Step::Kind;
    QCOMPARE(kinds(steps), list({Name, Connection, Login, Greeting, Ping, Rights}));
    for (const Step &step : steps)
        QVERIFY2(!step.error, qPrintable(wording::stepLines(step).join(u'\n')));
    QVERIFY(steps[0].detail.contains("127.0.0.1"_L1) || steps[0].detail.contains("::1"_L1));
    QVERIFY(steps[4].detail.endsWith("ms"_L1));
    QVERIFY(steps[5].detail.startsWith("SCAN, "_L1));
}

void tst_ConnectionTester::aWrongPasswordIsTold()
{
    redis::Target target = m_server.target();
    target.password = "wrong";
    const auto steps = run(testOf(target));
    using enum Step::Kind;
    QCOMPARE(kinds(steps), list({Connection, Login}));
    QVERIFY(!steps[0].error);
    QCOMPARE(wording::connectionCause(*steps[1].error), u"password rejected"_s);
}

void tst_ConnectionTester::aMissingPasswordIsTold()
{
    redis::Target target = m_server.target();
    target.password.clear();
    const auto steps = run(testOf(target));
    QCOMPARE(kinds(steps), list({Step::Kind::Connection, Step::Kind::Login}));
    QCOMPARE(wording::connectionCause(*steps[1].error), u"password required"_s);
}

void tst_ConnectionTester::anUnknownHostIsTold()
{
    redis::Target target = m_server.target();
    target.hosts.front().host = u"no.such.host.invalid"_s;
    ServerTest test = testOf(target);
    test.config.connectTimeout = patience;
    const auto steps = run(test);
    QCOMPARE(kinds(steps), list({Step::Kind::Name}));
    QCOMPARE(wording::connectionCause(*steps[0].error), u"unknown host"_s);
}

void tst_ConnectionTester::aClosedPortIsTold()
{
    redis::Target target = m_server.target();
    target.hosts.front().port = freePort();
    const auto steps = run(testOf(target));
    QCOMPARE(kinds(steps), list({Step::Kind::Connection}));
    QCOMPARE(wording::connectionCause(*steps[0].error), u"refused"_s);
}

void tst_ConnectionTester::aSilentServerIsTold()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    redis::Target target = m_server.target();
    target.hosts.front().port = silent.serverPort();
    ServerTest test = testOf(target);
    test.config.connectTimeout = 100ms;
    const auto steps = run(test);
    QCOMPARE(kinds(steps), list({Step::Kind::Connection, Step::Kind::Greeting}));
    QCOMPARE(steps[1].error->kind, ErrorKind::Timeout);
}

void tst_ConnectionTester::eachFailureOfTlsHasItsSentenceAndNextStep()
{
    LOCKSCOPE_REQUIRE_TLS();
    TlsServers servers;
    QVERIFY(servers.areRunning());
    redis::Target target;
    target.tls = true;
    std::set<QString> causes;
    std::set<QString> cures;
    for (const TlsServers::Case &given : servers.cases()) {
        target.hosts = {{u"127.0.0.1"_s, given.port}};
        target.tlsRules = given.rules;
        ServerTest test = testOf(target);
        test.config.connectTimeout = 1s; // a plain server may wait for the rest of a command
        const auto steps = run(test);
        const Step &last = steps.back();
        QVERIFY2(last.kind == Step::Kind::Tls && last.error, qPrintable(given.name));
        QCOMPARE(tlsFaultOf(*last.error), given.fault);
        const QString cure = wording::connectionCure(*last.error);
        QVERIFY2(cure.endsWith(u'.') && !cure.contains("--"_L1), qPrintable(cure));
        causes.insert(wording::connectionCause(*last.error));
        cures.insert(cure);
    }
    QCOMPARE(causes.size(), std::size_t(11));
    QCOMPARE(cures.size(), std::size_t(11));
    target.hosts = {{u"127.0.0.1"_s, servers.goodPort()}};
    target.tlsRules = servers.trusting();
    using enum Step::Kind;
    const auto steps = run(testOf(target));
    QCOMPARE(kinds(steps), list({Connection, Tls, Login, Greeting, Ping, Rights}));
    QVERIFY(!steps.back().error);
}

void tst_ConnectionTester::aUselessCaFileIsTold()
{
    LOCKSCOPE_REQUIRE(QSslSocket::supportsSsl(), "TLS support of Qt");
    redis::Target target = m_server.target();
    target.tls = true;
    ServerTest test = testOf(target);
    test.config.target.tlsRules.caFile = u"/no/such/file.pem"_s;
    const auto steps = run(test);
    QCOMPARE(kinds(steps), list({Step::Kind::Tls})); // nothing was connected
    QVERIFY(steps[0].error);
}

void tst_ConnectionTester::serverWithoutClusterIsNamed()
{
    redis::Target target = m_server.target();
    target.form = redis::Target::Form::Cluster;
    const auto steps = run(testOf(target));
    QCOMPARE(kinds(steps), list({Step::Kind::Connection}));
    QVERIFY2(steps[0].error->text.english().contains(u"cluster support disabled"_s),
             qPrintable(steps[0].error->text.english()));
    ServerTest bad;
    bad.problem = Error{ErrorKind::InvalidInput, {}, u"no such form"_s, {}};
    QCOMPARE(kinds(run(bad)), list({Step::Kind::Address}));
}

void tst_ConnectionTester::primaryOfASentinelIsTried()
{
    RedisOptions options;
    options.sentinel = true;
    RedisProcess sentinel(options);
    QVERIFY(sentinel.start());
    QVERIFY(sentinel
                .command({"SENTINEL", "MONITOR", "shop", "127.0.0.1",
                          QByteArray::number(m_server.port()), "1"})
                .isOk());
    redis::Target target = m_server.target();
    target.form = redis::Target::Form::Sentinel;
    target.hosts = {{u"127.0.0.1"_s, sentinel.port()}};
    target.masterName = u"shop"_s;
    const auto steps = run(testOf(target));
    QCOMPARE(kinds(steps),
             list({Step::Kind::Connection, Step::Kind::Login, Step::Kind::Greeting,
                   Step::Kind::Ping, Step::Kind::Rights}));
    QVERIFY(std::ranges::none_of(steps, [](const Step &step) { return step.error.has_value(); }));
    QCOMPARE(steps[0].detail, u"127.0.0.1:%1"_s.arg(m_server.port()));
    target.masterName = u"nobody"_s;
    const auto failed = run(testOf(target));
    QCOMPARE(kinds(failed), list({Step::Kind::Connection}));
    QCOMPARE(failed[0].error->code, "NOMASTER"_ba);
}

void tst_ConnectionTester::missingRightsAreTold()
{
    const redis::Target target = targetOf(m_server,
                                          {"~orders:*", "+ping", "+info", "+client", "+select",
                                           "+scan", "+type", "+pttl", "+time", "+pubsub"});
    ServerTest test = testOf(target);
    test.prefixes = {"orders:"_ba};
    const auto steps = run(test);
    QStringList missing;
    for (const Step &step : steps) {
        if (step.kind == Step::Kind::Rights && step.error)
            missing += wording::stepLines(step).join(u' ');
    }
    QCOMPARE(missing.size(), 4);
    const QStringList commands{u"get"_s, u"hgetall"_s, u"lrange"_s, u"zrange"_s};
    for (qsizetype i = 0; i < commands.size(); ++i)
        QVERIFY2(missing[i].contains(u'+' + commands[i]), qPrintable(missing[i]));
    // Elsewhere no key may be read: once is enough.
    test.prefixes = {"billing:"_ba};
    const auto others = run(test);
    QCOMPARE(others.back().kind, Step::Kind::Rights);
    QVERIFY(others.back().error);
    QCOMPARE(std::ranges::count(others, Step::Kind::Rights, &Step::kind), 1);
}

void tst_ConnectionTester::serversAreTriedSideBySide()
{
    redis::Target closed = m_server.target();
    closed.hosts.front().port = freePort();
    m_tester->test(7, {testOf(closed), testOf(m_server.target())});
    QVERIFY(eventually([&] { return m_ended.size() == 2; }));
    QVERIFY(m_steps[0].back().error);
    QVERIFY(!m_steps[1].back().error);
}

void tst_ConnectionTester::aStoppedTestIsSilent()
{
    m_tester->test(1, {testOf(m_server.target())});
    m_tester->stop(1);
    QCOMPARE(run(testOf(m_server.target())).back().kind, Step::Kind::Rights);
    QCOMPARE(m_ended.size(), 1U);
}

void tst_ConnectionTester::nothingStaysConnected()
{
    run(testOf(m_server.target()));
    QVERIFY(eventually([&] {
        return !m_server.command({"CLIENT", "LIST"}).bytes.contains("name=tester");
    }));
}

LOCKSCOPE_TEST_SUITE(tst_ConnectionTester)
#include "tst_connectiontester.moc"
