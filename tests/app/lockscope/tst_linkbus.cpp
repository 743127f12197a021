// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/linkbus.h"
#include "tests/app/consolehome.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QStandardPaths>

#include <future>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::console;

// Links between consoles over a message bus of their own: the two ends alone, then the program.
class tst_LinkBus : public QObject, private ConsoleHome
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanupTestCase();

    void aLinkComesToTheConsoleThatRuns();
    void nobodyTakesIt();
    void theNextConsoleFollows();
    void anotherSendsWhatItLikes();
    void theProgramHandsItsLinkOver();
    void aLinkBesideOtherWishesIsItsOwn();

private:
    // A connection of its own, as another process has it.
    QDBusConnection connection(const QString &name) const
    {
        return QDBusConnection::connectToBus(m_address, name);
    }
    // The caller waits for the answer, which this thread gives.
    bool isHandedOver(const QString &link) const
    {
        auto sent = std::async(std::launch::async, [this, link] {
            return handOver(connection(u"sender"_s), link, patience);
        });
        const bool isDone = eventually(
            [&] { return sent.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
        return isDone && sent.get();
    }
    bool hasName(const QDBusConnection &bus) const
    {
        return eventually([&] {
            return bus.interface()->serviceOwner(QStringLiteral(LOCKSCOPE_ID)).value()
                == bus.baseService();
        });
    }
    void prepare(Program &console, const QString &settings) const
    {
        ConsoleHome::prepare(console, settings);
        console.setVariable(u"DBUS_SESSION_BUS_ADDRESS"_s, m_address);
    }

    QProcess m_daemon;
    QString m_address;
};

void tst_LinkBus::initTestCase()
{
    LOCKSCOPE_REQUIRE(!QStandardPaths::findExecutable(u"dbus-daemon"_s).isEmpty(), "dbus-daemon");
    m_daemon.start(u"dbus-daemon"_s,
                   {u"--session"_s, u"--nofork"_s, u"--nopidfile"_s, u"--print-address"_s});
    QVERIFY(eventually([&] { return m_daemon.canReadLine(); }));
    m_address = QString::fromUtf8(m_daemon.readLine().trimmed());
}

void tst_LinkBus::init()
{
    // But for what a newer Qt says of a call that fits no slot.
    QTest::failOnWarning(
        QRegularExpression(u"^(?!QDBusConnection: couldn't handle call|Could not find slot)"_s));
    makeHome();
}

void tst_LinkBus::cleanupTestCase()
{
    m_daemon.terminate();
    QVERIFY(m_daemon.state() == QProcess::NotRunning || m_daemon.waitForFinished());
}

void tst_LinkBus::aLinkComesToTheConsoleThatRuns()
{
    const LinkInbox inbox(connection(u"console"_s));
    QVERIFY(hasName(connection(u"console"_s)));
    QSignalSpy opened(&inbox, &LinkInbox::opened);
    const QString link = u"lockscope://lock?profile=shop&name=a%20%E9%94%81"_s;
    QVERIFY(isHandedOver(link));
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened[0][0].toString(), link);
}

// Then the link is opened here: nobody waits for long.
void tst_LinkBus::nobodyTakesIt()
{
    QVERIFY(eventually([this] { return !isHandedOver(u"lockscope://lock?name=a"_s); }));
    const LinkInbox hanging(connection(u"console"_s)); // as its event loop does not run meanwhile
    QVERIFY(hasName(connection(u"console"_s)));
    QVERIFY(!handOver(connection(u"sender"_s), u"lockscope://lock?name=a"_s, Millis(100)));
}

void tst_LinkBus::theNextConsoleFollows()
{
    auto first = std::make_unique<LinkInbox>(connection(u"console"_s));
    QVERIFY(hasName(connection(u"console"_s)));
    const LinkInbox second(connection(u"second"_s));
    QSignalSpy atFirst(first.get(), &LinkInbox::opened);
    QSignalSpy atSecond(&second, &LinkInbox::opened);
    QVERIFY(isHandedOver(u"lockscope://lock?name=a"_s));
    QCOMPARE(atFirst.size(), 1);
    first.reset();
    QVERIFY(hasName(connection(u"second"_s)));
    QVERIFY(isHandedOver(u"lockscope://lock?name=b"_s));
    QCOMPARE(atSecond.size(), 1);
}

// Any text arrives as it is; the window checks it as it checks any link.
void tst_LinkBus::anotherSendsWhatItLikes()
{
    const LinkInbox inbox(connection(u"console"_s));
    QVERIFY(hasName(connection(u"console"_s)));
    QSignalSpy opened(&inbox, &LinkInbox::opened);
    const auto call = [this](const char *method, const QVariantList &arguments) {
        QString path = u'/' + QStringLiteral(LOCKSCOPE_ID);
        auto message = QDBusMessage::createMethodCall(
            QStringLiteral(LOCKSCOPE_ID), path.replace(u'.', u'/'),
            u"org.freedesktop.Application"_s, QString::fromLatin1(method));
        message.setArguments(arguments);
        connection(u"sender"_s).asyncCall(message);
    };
    call("Open", {QStringList(), QVariantMap()});
    call("Open", {1});
    call("Activate", {QVariantMap()});
    call("Open", {QStringList{QString(100'000, u'x'), u"b"_s}, QVariantMap{{u"c"_s, 1}}});
    QVERIFY(eventually([&] { return opened.size() == 2; }));
    QCOMPARE(opened[0][0].toString(), QString());
    QCOMPARE(opened[1][0].toString().size(), 100'000);
}

void tst_LinkBus::theProgramHandsItsLinkOver()
{
    LOCKSCOPE_REQUIRE_REDIS();
    RedisProcess server;
    QVERIFY(server.start());
    QFile profiles(inHome(u"profiles.json"_s));
    QVERIFY(profiles.open(QIODevice::WriteOnly));
    profiles.write("{\"version\":1,\"profiles\":[{\"name\":\"shop\",\"urls\":[\""
                   + server.url().toUtf8() + "\"]}]}");
    profiles.close();
    Program console(LOCKSCOPE_PATH);
    prepare(console, u"one"_s);
    QVERIFY(console.start({u"redis://127.0.0.1:1"_s}));
    QVERIFY(hasStarted(u"one"_s));
    QVERIFY(eventually([this] {
        return connection(u"sender"_s)
            .interface()
            ->isServiceRegistered(QStringLiteral(LOCKSCOPE_ID))
            .value();
    }));
    Program clicked(LOCKSCOPE_PATH);
    prepare(clicked, u"two"_s);
    QCOMPARE(clicked.run({u"lockscope://lock?profile=shop&name=a"_s}), 0);
    QVERIFY2(!clicked.err.contains("lockscope:"), clicked.err.constData());
    QVERIFY(eventually([&] {
        return server.command({"CLIENT", "LIST"}).bytes.contains("name=lockscope");
    }));
    QVERIFY(!console.hasEnded());
    console.interrupt();
    QCOMPARE(console.finish(), 0);
}

void tst_LinkBus::aLinkBesideOtherWishesIsItsOwn()
{
    Program console(LOCKSCOPE_PATH);
    prepare(console, u"one"_s);
    QVERIFY(console.start({u"redis://127.0.0.1:1"_s}));
    QVERIFY(hasStarted(u"one"_s));
    Program other(LOCKSCOPE_PATH);
    prepare(other, u"two"_s);
    QVERIFY(other.start({u"redis://127.0.0.1:1"_s, u"lockscope://lock?profile=none&name=a"_s}));
    QVERIFY(hasStarted(u"two"_s));
    QVERIFY(!other.hasEnded());
    for (Program *each : {&console, &other}) {
        each->interrupt();
        QCOMPARE(each->finish(), 0);
    }
}

LOCKSCOPE_TEST_SUITE(tst_LinkBus)
#include "tst_linkbus.moc"
