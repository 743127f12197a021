// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/connections.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/testmain.h"
#include "ui/health/healthfeed.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::console;

// Without a window: servers come, go and come back.
class tst_Connections : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        LockWriter(m_server).acquire("orders", ann, 600'000);
        QVERIFY(m_guarded.start());
    }
    void init();
    void cleanup();

    void aServerIsConnectedLeftAndConnectedAgain();
    void oneServerByTwoAddressesIsConnectedOnce();
    void aRejectedPasswordLeavesNoTwin_data();
    void aRejectedPasswordLeavesNoTwin();
    void reconnectingAsksForThePassword();
    void aSessionAsksForItsPasswords();
    void whatCannotBeConnectedIsTold();
    void aSessionIsResumed();
    void noServerLosesItsGuard();
    void nothingIsChangedWhereTheGuardsCannotBeRead();
    void theSandboxIsNoPartOfASession();
    void aLinkBringsNoPassword();
    void stopsBeforeItsThreadHasStarted();

private:
    // The objects that Application makes around it.
    struct Stage {
        Stage();
        ~Stage();

        QTemporaryDir folder;
        Options options;
        SystemClock clock;
        ui::WatchClient client{clock};
        profile::ProfileStore store{folder.filePath(u"profiles.json"_s)};
        OwnerNames names{client, store};
        ProfileGroups groups{client, store};
        secret::SecretBook secrets{clock, {}};
        QObject feeds;
        ui::HealthFeed &health = *new ui::HealthFeed(client, clock, &feeds);
        QThread thread;
        ActionRunner *actions = new ActionRunner;
        Connections connections{{.options = options,
                                 .clock = clock,
                                 .client = client,
                                 .health = health,
                                 .store = store,
                                 .names = names,
                                 .groups = groups,
                                 .secrets = secrets,
                                 .ioThread = thread,
                                 .actions = *actions}};
    };

    int up() const
    {
        int count = 0;
        for (const ui::ServerRow &row : m_stage->client.servers().rows())
            count += row.server.state == watch::ServerState::Up ? 1 : 0;
        return count;
    }
    // The error of the only server, once it is down.
    QByteArray onlyError() const
    {
        QByteArray code;
        (void)eventually([&] {
            const auto &rows = m_stage->client.servers().rows();
            if (rows.size() == 1 && rows.front().server.state == watch::ServerState::Down
                && rows.front().server.error)
                code = rows.front().server.error->code;
            return !code.isEmpty();
        });
        return code;
    }
    bool isOneUp() const
    {
        return eventually([&] { return up() == 1 && m_stage->client.servers().rowCount() == 1; });
    }
    int locks() const { return m_stage->client.locks().rowCount(); }
    qsizetype watching() const
    {
        return m_server.command({"CLIENT", "LIST"}).bytes.count("name=lockscope");
    }

    // That a password is wanted for, as it was told: "redis://127.0.0.1:1 user", "... rejected".
    void followQuestions()
    {
        m_questions.clear();
        connect(&m_stage->connections, &Connections::passwordWanted, this,
                [this](watch::DeploymentId deployment, const QString &label, const QByteArray &user,
                       bool wasRejected) {
                    m_asked = deployment;
                    m_questions += QStringList{label, QString::fromUtf8(user),
                                               wasRejected ? u"rejected"_s : u"required"_s}
                                       .join(u' ');
                });
    }

    RedisProcess m_server;
    RedisProcess m_guarded{{.unixSocket = false, .password = "right", .tls = {}, .arguments = {}}};
    std::unique_ptr<Stage> m_stage;
    QStringList m_questions;
    watch::DeploymentId m_asked;
};

tst_Connections::Stage::Stage()
{
    actions->moveToThread(&thread);
}

tst_Connections::Stage::~Stage()
{
    connections.stop();
    if (!thread.isRunning()) {
        delete actions;
        return;
    }
    QMetaObject::invokeMethod(actions, [this] {
        actions->stop();
        actions->deleteLater();
        thread.quit();
    });
    thread.wait();
}

void tst_Connections::init()
{
    failOnAnyWarning();
    m_stage = std::make_unique<Stage>();
}

void tst_Connections::cleanup()
{
    m_stage.reset();
}

void tst_Connections::aServerIsConnectedLeftAndConnectedAgain()
{
    Connections &connections = m_stage->connections;
    m_stage->thread.start();
    connections.begin(); // nothing is named
    QCOMPARE(m_stage->client.servers().rowCount(), 0);
    ui::ConnectRequest request;
    request.url = m_server.url();
    QStringList told;
    connect(&connections, &Connections::watched, this,
            [&](watch::DeploymentId, const app::ChosenTarget &target) { told += target.label(); });
    connect(&connections, &Connections::ended, this, [&] {
        told += u"ended, still listed: %1"_s.arg(m_stage->client.servers().rowCount());
    });
    connections.connectTo(request);
    QVERIFY(eventually([&] { return up() == 1 && locks() == 1; }));

    connections.disconnectFrom({0});
    QCOMPARE(told, (QStringList{m_server.target().label(), u"ended, still listed: 1"_s}));
    QVERIFY(eventually([&] { return watching() == 0 && locks() == 0; }));

    QSignalSpy notices(&connections, &Connections::notice);
    connections.connectDeployments({}, {m_server.target().label()});
    QVERIFY(eventually([&] { return up() == 1 && locks() == 1; }));
    QCOMPARE(notices.count(), 0);
    connections.connectDeployments({}, {m_server.target().label()}); // is connected already
    QCOMPARE(notices.count(), 0);

    connections.disconnectFrom({1});
    connections.forget(m_server.target().label());
    connections.connectDeployments({}, {m_server.target().label()});
    QCOMPARE(notices.count(), 1);
}

void tst_Connections::oneServerByTwoAddressesIsConnectedOnce()
{
    Connections &connections = m_stage->connections;
    QSignalSpy notices(&connections, &Connections::notice);
    QSignalSpy joined(&connections, &Connections::joined);
    m_stage->thread.start();
    ui::ConnectRequest request;
    request.url = m_server.url();
    connections.connectTo(request);
    request.url = u"redis://localhost:%1"_s.arg(m_server.port());
    connections.connectTo(request);
    QVERIFY(eventually([&] { return joined.count() == 1 && up() == 1; }));
    QCOMPARE(notices.count(), 1);
    QVERIFY(eventually([&] { return locks() == 1 && watching() == 2; }));
}

void tst_Connections::aRejectedPasswordLeavesNoTwin_data()
{
    QTest::addColumn<QString>("user"); // of the first attempt
    QTest::addColumn<QString>("password");
    QTest::newRow("a wrong password") << QString() << u"wrong"_s;
    QTest::newRow("no password") << QString() << QString();
    QTest::newRow("another user") << u"nobody@"_s << u"wrong"_s;
}

void tst_Connections::aRejectedPasswordLeavesNoTwin()
{
    QFETCH(const QString, user);
    QFETCH(const QString, password);
    Connections &connections = m_stage->connections;
    m_stage->thread.start();
    ui::ConnectRequest request;
    request.url = m_guarded.target().label().replace("//"_L1, QString(u"//"_s + user));
    request.password = password;
    connections.connectTo(request);
    QCOMPARE(onlyError(), password.isEmpty() ? "NOAUTH" : "WRONGPASS");
    request.url = m_guarded.target().label();
    request.password = u"right"_s;
    connections.connectTo(request);
    QVERIFY(isOneUp());
    QCOMPARE(connections.session(),
             (std::vector<ui::SessionServer>{{{}, m_guarded.target().label()}}));
    // One that is up stays, whatever is typed beside it.
    request.password = u"wrong"_s;
    connections.connectTo(request);
    QVERIFY(eventually([&] { return m_stage->client.servers().rowCount() == 2; }));
    QCOMPARE(up(), 1);
}

void tst_Connections::reconnectingAsksForThePassword()
{
    Connections &connections = m_stage->connections;
    m_stage->thread.start();
    followQuestions();
    const QString label = m_guarded.target().label();
    ui::ConnectRequest request;
    request.url = label;
    request.prefixes = QStringList{u"orders:"_s};
    connections.connectTo(request);
    QCOMPARE(onlyError(), "NOAUTH");
    QVERIFY(m_questions.isEmpty()); // it was typed this way just now
    connections.reconnect(m_stage->client.servers().rows().front().server.server);
    QCOMPARE(m_questions, QStringList{label + u"  required"_s});
    connections.connectWithPassword(m_asked, "default", "wrong");
    QCOMPARE(onlyError(), "WRONGPASS");
    connections.reconnect(m_stage->client.servers().rows().front().server.server);
    QCOMPARE(m_questions.size(), 2);
    QCOMPARE(m_questions.back(), label + u" default rejected"_s);
    connections.connectWithPassword({99}, {}, "right"); // has ended meanwhile
    connections.connectWithPassword(m_asked, {}, "right");
    QVERIFY(isOneUp());
    QCOMPARE(connections.session(), (std::vector<ui::SessionServer>{{{}, label, {u"orders:"_s}}}));
}

// Nobody remembers them. Twins in the file are one.
void tst_Connections::aSessionAsksForItsPasswords()
{
    Connections &connections = m_stage->connections;
    m_stage->thread.start();
    followQuestions();
    const QString label = m_guarded.target().label();
    QVERIFY(connections.resume(
        {{{}, label, {u"old:"_s}}, {{}, m_server.target().label()}, {{}, label}}));
    QVERIFY(eventually([&] { return !m_questions.isEmpty(); }));
    QVERIFY(eventually([&] { return up() == 1; }));
    QCOMPARE(m_questions, QStringList{label + u"  required"_s}); // once
    QCOMPARE(m_stage->client.servers().rowCount(), 2);
    connections.connectWithPassword(m_asked, {}, "right");
    QVERIFY(eventually([&] { return up() == 2; }));
    QCOMPARE(m_stage->client.servers().rowCount(), 2);
    QCOMPARE(connections.session(),
             (std::vector<ui::SessionServer>{{{}, m_server.target().label()}, {{}, label}}));
}

void tst_Connections::whatCannotBeConnectedIsTold()
{
    QSignalSpy notices(&m_stage->connections, &Connections::notice);
    ui::ConnectRequest request;
    request.url = u"http://127.0.0.1"_s;
    m_stage->connections.connectTo(request);
    QCOMPARE(notices.count(), 1);
    m_stage->connections.connectDeployments(u"nobody"_s, {u"redis://127.0.0.1:6379"_s});
    QCOMPARE(notices.count(), 2);
    QCOMPARE(m_stage->client.servers().rowCount(), 0);
}

void tst_Connections::aSessionIsResumed()
{
    QFile file(m_stage->store.file());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"version\":1,\"profiles\":[{\"name\":\"shop\",\"urls\":[\""
               + m_server.url().toUtf8() + "\"],\"read_only\":true}]}");
    file.close();
    const std::vector<ui::SessionServer> before{
        {u"shop"_s, m_server.target().label()},
        {{}, u"redis://127.0.0.1:1"_s, {u"orders:"_s}, u"/ca.pem"_s}};
    QSignalSpy notices(&m_stage->connections, &Connections::notice);
    m_stage->thread.start();
    QVERIFY(m_stage->connections.resume(before));
    QVERIFY(eventually([&] { return up() == 1 && locks() == 1; }));
    QCOMPARE(m_stage->client.servers().rowCount(), 2);
    std::vector<ui::SessionServer> after = m_stage->connections.session();
    std::ranges::sort(after, {}, &ui::SessionServer::label);
    std::vector<ui::SessionServer> wanted = before;
    std::ranges::sort(wanted, {}, &ui::SessionServer::label);
    QCOMPARE(after, wanted);
    QCOMPARE(notices.count(), 0); // the other one is shown as down, which is enough
}

// Its profile has gone, or it is another one's now: its guards must not be lost silently.
void tst_Connections::noServerLosesItsGuard()
{
    QSignalSpy notices(&m_stage->connections, &Connections::notice);
    QVERIFY(
        !m_stage->connections.resume({ui::SessionServer{u"gone"_s, m_server.target().label()}}));
    QVERIFY(!m_stage->connections.resume({ui::SessionServer{{}, u"no url"_s}}));
    QVERIFY(m_stage->connections.session().empty());
    QCOMPARE(notices.count(), 0);
}

// A profile may guard what is reached by its address.
void tst_Connections::nothingIsChangedWhereTheGuardsCannotBeRead()
{
    QFile file(m_stage->store.file());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{,");
    file.close();
    QSignalSpy notices(&m_stage->connections, &Connections::notice);
    m_stage->thread.start();
    ui::ConnectRequest request;
    request.url = m_server.url();
    m_stage->connections.connectTo(request);
    QVERIFY(eventually([&] {
        const auto &rows = m_stage->client.servers().rows();
        return rows.size() == 1 && rows.front().place.readOnly;
    }));
    QVERIFY(eventually([&] { return notices.count() > 0; }));
    const QString notice = notices.back().front().toString();
    QVERIFY2(notice.contains("profiles.json"_L1), qPrintable(notice));
}

void tst_Connections::theSandboxIsNoPartOfASession()
{
    m_stage->connections.connectSandbox({m_server.url()});
    QVERIFY(m_stage->connections.session().empty());
    ui::ConnectRequest request;
    request.url = u"redis://user:secret@127.0.0.1:1"_s;
    m_stage->connections.connectTo(request);
    QCOMPARE(m_stage->connections.session(),
             (std::vector<ui::SessionServer>{{{}, u"redis://127.0.0.1:1"_s}}));
}

void tst_Connections::aLinkBringsNoPassword()
{
    RedisOptions options;
    options.password = "secret";
    RedisProcess guarded(options);
    QVERIFY(guarded.start());
    qputenv("LOCKSCOPE_PASSWORD", "secret");
    m_stage->thread.start();
    m_stage->connections.connectWithoutPassword(guarded.url());
    const bool isDown = eventually([&] {
        const auto &rows = m_stage->client.servers().rows();
        return !rows.empty() && rows.front().server.state == watch::ServerState::Down;
    });
    qunsetenv("LOCKSCOPE_PASSWORD");
    QVERIFY(isDown);
}

void tst_Connections::stopsBeforeItsThreadHasStarted()
{
    ui::ConnectRequest request;
    request.url = m_server.url();
    m_stage->connections.connectTo(request);
    m_stage.reset(); // the call would never have run there
    QCOMPARE(watching(), 0);
}

LOCKSCOPE_TEST_SUITE(tst_Connections)
#include "tst_connections.moc"
