// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/recordedservers.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/actions/actioncontroller.h"
#include "ui/workbench/workbenchpane.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;

// Everything that the console sends through a read-only profile, recorded between it and the
// servers of a deployment, over a tour of the whole window.
class tst_ReadOnlyTour : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();

    void theTourChangesNothing_data();
    void theTourChangesNothing();
    void theCoreRefusesWhatTheWindowWouldNotAsk_data() { theTourChangesNothing_data(); }
    void theCoreRefusesWhatTheWindowWouldNotAsk();

private:
    void start();
    ui::MainWindow &window() const { return m_console->window(); }
    // The deployment of the row, which is made for the first of its tests; false if it does not
    // start.
    bool record();
    void closeDialogs() const
    {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (auto *dialog = qobject_cast<QDialog *>(widget); dialog && dialog->isVisible())
                dialog->reject();
        }
    }

    std::unique_ptr<RedisProcess> m_server;
    std::unique_ptr<SentinelSet> m_sentinels;
    std::unique_ptr<ClusterSet> m_cluster;
    std::unique_ptr<RecordedServers> m_recorded;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<console::Application> m_console;
};

void tst_ReadOnlyTour::initTestCase()
{
    LOCKSCOPE_REQUIRE_REDIS();
}

void tst_ReadOnlyTour::cleanup()
{
    m_console.reset();
    m_recorded.reset();
}

bool tst_ReadOnlyTour::record()
{
    QFETCH(const QString, deployment);
    if (deployment == "Sentinel"_L1) {
        if (!m_sentinels) {
            m_sentinels = std::make_unique<SentinelSet>();
            if (!m_sentinels->start()
                || !writeLocksToSee([this](const QByteArray &) { return m_sentinels->primary(); })
                || !m_sentinels->settle())
                return false;
        }
        m_recorded = std::make_unique<RecordedServers>(RecordedServers::of(*m_sentinels));
    } else if (deployment == "cluster"_L1) {
        if (!m_cluster) {
            m_cluster = std::make_unique<ClusterSet>();
            if (!m_cluster->start() || !writeLocksToSee([this](const QByteArray &key) {
                    return m_cluster->ownerOf(key);
                })
                || !m_cluster->settle())
                return false;
        }
        m_recorded = std::make_unique<RecordedServers>(RecordedServers::of(*m_cluster));
    } else {
        if (!m_server) {
            m_server = std::make_unique<RedisProcess>();
            if (!m_server->start()
                || !writeLocksToSee([this](const QByteArray &) { return m_server.get(); }))
                return false;
        }
        m_recorded = std::make_unique<RecordedServers>(RecordedServers::of(*m_server));
    }
    return true;
}

void tst_ReadOnlyTour::start()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("LOCKSCOPE_PROFILES", m_folder->filePath(u"profiles.json"_s).toUtf8());
    qputenv("LOCKSCOPE_AUDIT", m_folder->filePath(u"audit.jsonl"_s).toUtf8());
    const profile::ProfileStore store;
    QVERIFY(store.update([&](profile::Profiles &profiles) -> Result<void> {
        profile::Profile look;
        look.name = u"look"_s;
        look.urls = QStringList{m_recorded->url()};
        look.readOnly = true;
        look.learnNames = true;
        profiles.all = {look};
        return {};
    }));
    console::Options options;
    const auto targets = app::targetsFrom({}, {u"look"_s}, store);
    QVERIFY(targets.has_value());
    options.targets = *targets;
    m_console = std::make_unique<console::Application>(std::move(options), QString());
    m_console->start();
    auto *table = window().findChild<QAbstractItemView *>(u"locks"_s);
    QVERIFY(eventually([&] { return table->model()->rowCount() == 3; }));
}

void tst_ReadOnlyTour::theTourChangesNothing_data()
{
    QTest::addColumn<QString>("deployment");
    for (const char *name : {"server", "Sentinel", "cluster"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

// Every page, every command of the window that opens or does something, with the locks selected one
// by one and all together.
void tst_ReadOnlyTour::theTourChangesNothing()
{
    QVERIFY(record());
    const QByteArrayList before = m_recorded->contents();
    start();
    QStringList triggered;
    const auto triggerAll = [&] {
        // Some of them go with what the others do.
        QList<QPointer<QAction>> actions;
        for (QAction *action : window().findChildren<QAction *>())
            actions += action;
        for (const QPointer<QAction> &action : actions) {
            if (!action)
                continue;
            const QString name = action->objectName();
            // These end the program, or wait for a person.
            if (name.isEmpty() || action->menu() || name == "actionQuit"_L1
                || name == "actionExport"_L1 || name == "actionFullScreen"_L1
                || name == "actionSandbox"_L1 || !action->isEnabled())
                continue;
            triggered += name;
            action->trigger();
            QCoreApplication::processEvents();
            for (QWidget *widget : QApplication::topLevelWidgets()) {
                if (auto *test = widget->findChild<QPushButton *>(u"testConnection"_s);
                    test && test->isVisible() && test->isEnabled())
                    test->click();
            }
            closeDialogs();
        }
    };
    for (const QString &view : console::viewNames()) {
        if (view == "overview"_L1)
            window().showOverview();
        else if (view == "locks"_L1)
            window().showLocks();
        else
            window().showPage(view + "Dock"_L1);
        QCoreApplication::processEvents();
    }
    window().showLocks();
    auto *table = window().findChild<QAbstractItemView *>(u"locks"_s);
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        table->setCurrentIndex(table->model()->index(row, 0));
        QCoreApplication::processEvents();
        for (const char *name : {"actionForceUnlock", "actionReleaseHold", "actionRemoveWaiter",
                                 "actionNudge", "actionSetTimeToLive", "actionExtendTimeToLive"}) {
            auto *action = window().findChild<QAction *>(QLatin1StringView(name));
            QVERIFY2(action && !action->isEnabled(), name);
            QVERIFY2(action->statusTip().contains("read-only"_L1), qPrintable(action->statusTip()));
        }
        triggerAll();
        window().showLocks();
    }
    table->selectAll();
    triggerAll();
    QVERIFY(triggered.size() > 20);
    // What it has asked for by then has been answered.
    const std::size_t seen = m_recorded->commandCount();
    QVERIFY(eventually([&] { return m_recorded->commandCount() > seen; }));
    QVERIFY(m_recorded->commandCount() > 50);
    QCOMPARE(m_recorded->unheard(), QByteArrayList());
    QCOMPARE(m_recorded->changing(), QByteArrayList());
    QCOMPARE(m_recorded->contents(), before);
    QVERIFY(m_recorded->areAllRecorded());
}

void tst_ReadOnlyTour::theCoreRefusesWhatTheWindowWouldNotAsk()
{
    QVERIFY(record());
    const QByteArrayList before = m_recorded->contents();
    start();
    const watch::DeploymentId deployment =
        m_console->client().servers().rows().front().server.deployment;
    admin::Sight sight;
    sight.name = LockName("orders:1");
    sight.kind = "reentrant";
    sight.library = "redisson";
    sight.holds.push_back({OwnerId("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7"),
                           format::Mode::Exclusive, 1, false, Millis(60'000), false});
    admin::Action action;
    action.type = admin::ActionType::ForceUnlock;
    const auto plan = admin::makePlan(sight, action);
    QVERIFY(plan.has_value());
    Q_EMIT window().actions().actionRequested(deployment, *plan, u"test"_s, 4711);
    Q_EMIT window().actions().rightsWanted(deployment, {*plan}, 4712);
    ui::AcquireWish wish;
    wish.servers = {deployment};
    wish.names = {LockName("another")};
    wish.kind = "reentrant";
    Q_EMIT window().workbench().acquireRequested(wish);
    // The log tells it, since nobody in the window has asked.
    QFile log(m_folder->filePath(u"audit.jsonl"_s));
    QVERIFY(eventually([&] {
        return log.open(QIODevice::ReadOnly) && [&] {
            const bool isTold = log.readAll().contains("refused");
            log.close();
            return isTold;
        }();
    }));
    QCOMPARE(m_recorded->changing(), QByteArrayList());
    QCOMPARE(m_recorded->contents(), before);
}

LOCKSCOPE_TEST_SUITE(tst_ReadOnlyTour)
#include "tst_readonlytour.moc"
