// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "core/profile/memberbook.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/actions/actioncontroller.h"
#include "ui/actions/actiondialog.h"
#include "ui/client/actinglock.h"
#include "ui/estate/estatepane.h"
#include "ui/table/roles.h"

#include <QAbstractItemView>
#include <QAction>
#include <QLabel>
#include <QSet>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using ui::LockColumn;

// A server that is reached in two ways: shown once, and guarded by the strictest profile.
class tst_SameServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
        hold("orders:1", "0");
        hold("orders:2", "0");
        hold("other", "1");
    }
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s)); }
    void cleanup() { m_console.reset(); }

    void theStrictestProfileStays_data();
    void theStrictestProfileStays();
    void whatIsConnectedLaterIsJoined();
    void bothAreLookedForWhereverTheyAre();
    void databasesAreDeploymentsOfTheirOwn();
    void aGroupKnowsItsServerByAnotherAddress();
    void aMemberIsGuardedBesideItsPrimary();
    void aSavedProfileGuardsWhatItWasSeenToReach();

private:
    app::ChosenTarget byUrl(const QString &host = u"127.0.0.1"_s, int database = 0) const
    {
        app::ChosenTarget target{m_server.target(), {}, {}, {}, {}};
        target.hosts.front().host = host;
        target.database = database;
        return target;
    }
    app::ChosenTarget by(const QString &profile, profile::Tag tag, bool readOnly = false,
                         const QString &host = u"127.0.0.1"_s) const
    {
        app::ChosenTarget target = byUrl(host);
        target.profile = profile;
        target.tag = tag;
        target.readOnly = readOnly;
        return target;
    }
    void start(console::Options options)
    {
        options.view = u"locks"_s;
        m_console = std::make_unique<console::Application>(std::move(options), QString());
        m_console->start();
    }
    ui::MainWindow &window() const { return m_console->window(); }
    QAbstractItemModel &table() const
    {
        return *window().findChild<QAbstractItemView *>(u"locks"_s)->model();
    }
    QString cell(int row, LockColumn column) const
    {
        return table().index(row, static_cast<int>(column)).data().toString();
    }
    bool shows(int rows, const QString &profile, const QString &tag) const
    {
        bool all = table().rowCount() == rows;
        for (int row = 0; row < table().rowCount(); ++row)
            all = all && cell(row, LockColumn::Profile) == profile
                && cell(row, LockColumn::Tag) == tag;
        return all;
    }
    QString notice() const { return window().findChild<QLabel *>(u"notice"_s)->text(); }
    void hold(const QByteArray &name, const QByteArray &database)
    {
        m_server.command({"EVAL",
                          "redis.call('select',ARGV[2]) redis.call('hset',KEYS[1],ARGV[1],'1')"
                          "redis.call('pexpire',KEYS[1],600000)",
                          "1", name, "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", database});
    }

    RedisProcess m_server;
    std::unique_ptr<console::Application> m_console;
};

void tst_SameServer::theStrictestProfileStays_data()
{
    using enum profile::Tag;
    QTest::addColumn<app::ChosenTarget>("first");
    QTest::addColumn<app::ChosenTarget>("second");
    QTest::addColumn<QString>("profile");
    QTest::addColumn<QString>("tag");
    const QString other = u"localhost"_s;
    const auto row = [](const char *name, const app::ChosenTarget &a, const app::ChosenTarget &b,
                        const QString &profile, const QString &tag) {
        QTest::addRow("%s", name) << a << b << profile << tag;
        QTest::addRow("%s, the other way round", name) << b << a << profile << tag;
    };
    row("url, production", byUrl(), by(u"shop"_s, Production), u"shop"_s, u"PRODUCTION"_s);
    row("url, development", byUrl(), by(u"dev"_s, Development), u"dev"_s, u"development"_s);
    row("another address", byUrl(other), by(u"shop"_s, Production), u"shop"_s, u"PRODUCTION"_s);
    row("two profiles", by(u"stage"_s, Staging), by(u"shop"_s, Production, false, other), u"shop"_s,
        u"PRODUCTION"_s);
    row("read-only", by(u"look"_s, Development, true), by(u"shop"_s, Production), u"look"_s,
        u"development"_s);
    row("two urls", byUrl(), byUrl(other), u"–"_s, u"–"_s);
}

void tst_SameServer::theStrictestProfileStays()
{
    QFETCH(app::ChosenTarget, first);
    QFETCH(app::ChosenTarget, second);
    QFETCH(QString, profile);
    QFETCH(QString, tag);
    console::Options options;
    options.targets = {first, second};
    start(options);
    QVERIFY(eventually([&] { return shows(2, profile, tag); }));
    QVERIFY2(notice().contains(u"It is shown once"_s), qPrintable(notice()));
    if (profile != u"–"_s)
        QVERIFY2(notice().contains(profile), qPrintable(notice()));
    // All that can be chosen is guarded, one by one and together.
    auto *view = window().findChild<QAbstractItemView *>(u"locks"_s);
    view->selectAll();
    auto *force = window().findChild<QAction *>(u"actionForceUnlock"_s);
    window().actingLock().unlock();
    QCOMPARE(force->isEnabled(), profile != u"look"_s);
    force->trigger();
    auto *dialog = window().findChild<ui::ActionDialog *>();
    QCOMPARE(dialog != nullptr, profile != u"look"_s);
    if (dialog) {
        QCOMPARE(dialog->ids().size(), std::size_t(2));
        auto *typed = dialog->findChild<QWidget *>(u"typedName"_s);
        QCOMPARE(typed->isVisibleTo(dialog), profile == u"shop"_s);
    }
}

void tst_SameServer::whatIsConnectedLaterIsJoined()
{
    console::Options options;
    options.targets = {by(u"shop"_s, profile::Tag::Production)};
    start(options);
    QVERIFY(eventually([&] { return shows(2, u"shop"_s, u"PRODUCTION"_s); }));
    ui::ConnectRequest request;
    request.url = u"redis://localhost:%1"_s.arg(m_server.port());
    Q_EMIT window().connectRequested(request);
    QVERIFY(eventually([&] { return notice().contains(u"are the same server"_s); }));
    QVERIFY(shows(2, u"shop"_s, u"PRODUCTION"_s));
    // It does not stand among the servers as one that was disconnected.
    auto *estate = window().findChild<ui::EstatePane *>();
    window().showView(u"estateDock"_s);
    QVERIFY(eventually([&] { return estate->model()->rowCount() == 1; }));
}

void tst_SameServer::bothAreLookedForWhereverTheyAre()
{
    m_server.command({"SET", "jobs:1", "somebody", "PX", "600000"});
    app::ChosenTarget shop = by(u"shop"_s, profile::Tag::Production);
    shop.prefixes = {"orders:"};
    app::ChosenTarget dev = by(u"dev"_s, profile::Tag::Development);
    dev.prefixes = {"jobs:"};
    console::Options options;
    options.targets = {dev, shop};
    start(options);
    QVERIFY(eventually([&] { return shows(3, u"shop"_s, u"PRODUCTION"_s); }));
    QCOMPARE(cell(0, LockColumn::Name), u"jobs:1"_s);
    // Locks everywhere are shown, and the string keeps its kind from the prefix.
    ui::ConnectRequest request;
    request.url = u"redis://localhost:%1"_s.arg(m_server.port());
    m_server.command({"HSET", "stock", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7", "1"});
    Q_EMIT window().connectRequested(request);
    QVERIFY(eventually([&] { return shows(4, u"shop"_s, u"PRODUCTION"_s); }));
    m_server.command({"DEL", "jobs:1", "stock"});
}

// A profile is a way to reach a deployment, and a deployment is one keyspace.
void tst_SameServer::databasesAreDeploymentsOfTheirOwn()
{
    console::Options options;
    options.targets = {by(u"shop"_s, profile::Tag::Production), byUrl(u"127.0.0.1"_s, 1)};
    start(options);
    QVERIFY(eventually([&] { return table().rowCount() == 3; }));
    QSet<QString> seen;
    for (int row = 0; row < 3; ++row)
        seen.insert(cell(row, LockColumn::Name) + u' ' + cell(row, LockColumn::Profile));
    QCOMPARE(seen, (QSet<QString>{u"orders:1 shop"_s, u"orders:2 shop"_s, u"other –"_s}));
    QVERIFY(notice().isEmpty());
}

void tst_SameServer::aGroupKnowsItsServerByAnotherAddress()
{
    RedisProcess second;
    RedisProcess third;
    QVERIFY(second.start() && third.start());
    for (const RedisProcess *server : {&m_server, &second, &third})
        server->command({"SET", "job", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d", "PX", "60000"});
    console::Options options;
    app::ChosenTarget member = by(u"trio"_s, profile::Tag::Development, false, u"localhost"_s);
    app::ChosenTarget two = member;
    app::ChosenTarget three = member;
    two.hosts.front() = second.target().hosts.front();
    three.hosts.front() = third.target().hosts.front();
    options.targets = {by(u"shop"_s, profile::Tag::Production), member, two, three};
    options.prefixes = QStringList{u"job"_s};
    options.groups = {{u"trio"_s, {{u"trio"_s, {member.label(), two.label(), three.label()}}}}};
    start(options);
    table().sort(static_cast<int>(LockColumn::Quorum));
    const auto held = [&] {
        int count = 0;
        for (int row = 0; row < table().rowCount(); ++row) {
            if (cell(row, LockColumn::Name) == u"job"_s)
                count += cell(row, LockColumn::Quorum) == u"held 3/3"_s ? 1 : 0;
        }
        return count;
    };
    QVERIFY(eventually([&] { return held() == 3; }));
    m_server.command({"DEL", "job"});
}

// Not the same process, so it is shown; the read-only profile of its primary guards it.
void tst_SameServer::aMemberIsGuardedBesideItsPrimary()
{
    RedisOptions settings;
    settings.arguments = {u"--replicaof"_s, u"127.0.0.1"_s, QString::number(m_server.port())};
    RedisProcess replica(settings);
    QVERIFY(replica.start());
    QVERIFY(eventually([&] { return replica.command({"EXISTS", "orders:1"}).integer == 1; }));
    console::Options options;
    options.targets = {by(u"look"_s, profile::Tag::Development, true),
                       app::ChosenTarget{replica.target(), {}, {}, {}, {}}};
    start(options);
    const auto placeOf = [&](const QString &label) {
        for (const ui::ServerRow &row : m_console->client().servers().rows()) {
            if (row.server.label == label)
                return row.place;
        }
        return admin::Place();
    };
    QVERIFY(eventually([&] { return placeOf(replica.url()).readOnly; }));
    QCOMPARE(placeOf(replica.url()).profile, u"look"_s);
    QVERIFY2(notice().contains(u"look"_s), qPrintable(notice()));
    auto *view = window().findChild<QAbstractItemView *>(u"locks"_s);
    QVERIFY(eventually([&] { return table().rowCount() == 4; }));
    view->selectAll();
    QVERIFY(!window().findChild<QAction *>(u"actionForceUnlock"_s)->isEnabled());
}

// It is not connected, and was by another program.
void tst_SameServer::aSavedProfileGuardsWhatItWasSeenToReach()
{
    QTemporaryDir folder;
    qputenv("LOCKSCOPE_PROFILES", folder.filePath(u"profiles.json"_s).toUtf8());
    profile::Profile shop;
    shop.name = u"shop"_s;
    shop.urls = {u"redis://10.255.255.1"_s};
    shop.tag = profile::Tag::Production;
    const profile::ProfileStore store;
    QVERIFY(store.update([&](profile::Profiles &profiles) -> Result<void> {
        profiles.all = {shop};
        return {};
    }));
    const QByteArray info = m_server.command({"INFO", "server"}).bytes;
    const QByteArray runId = info.mid(info.indexOf("run_id:") + 7, 40);
    QVERIFY(profile::MemberBook(store).remember(shop, 0, {"process:" + runId}));
    console::Options options;
    options.targets = {byUrl()};
    start(options);
    QVERIFY(eventually([&] { return shows(2, u"shop"_s, u"PRODUCTION"_s); }));
    QVERIFY(!window().findChild<QAction *>(u"actionForceUnlock"_s)->isEnabled()); // locked at first
    qunsetenv("LOCKSCOPE_PROFILES");
}

LOCKSCOPE_TEST_SUITE(tst_SameServer)
#include "tst_sameserver.moc"
