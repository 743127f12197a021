// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/changingcommands.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "ui/actions/actioncontroller.h"
#include "ui/workbench/workbenchpane.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;

// Everything that the console sends through a read-only profile, recorded between it and the
// server, over a tour of the whole window.
class tst_ReadOnlyTour : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup() { m_console.reset(); }

    void theTourChangesNothing();
    void theCoreRefusesWhatTheWindowWouldNotAsk();

private:
    void start();
    ui::MainWindow &window() const { return m_console->window(); }
    QByteArrayList contents() const
    {
        QByteArrayList all;
        for (const Reply &key : m_server.command({"KEYS", "*"}).elements)
            all += key.bytes + ' ' + m_server.command({"DUMP", key.bytes}).bytes.toHex();
        std::ranges::sort(all);
        return all;
    }
    void closeDialogs() const
    {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (auto *dialog = qobject_cast<QDialog *>(widget); dialog && dialog->isVisible())
                dialog->reject();
        }
    }

    RedisProcess m_server;
    std::unique_ptr<RecordingProxy> m_proxy;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<console::Application> m_console;
};

void tst_ReadOnlyTour::initTestCase()
{
    LOCKSCOPE_REQUIRE_REDIS();
    QVERIFY(m_server.start());
    const QByteArray owner = "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d";
    for (const std::vector<QByteArray> &command : std::vector<std::vector<QByteArray>>{
             {"HSET", "orders:1", owner + ":7", "1"},
             {"PEXPIRE", "orders:1", "600000"},
             {"HSET", "fair", owner + ":7", "2"},
             {"PEXPIRE", "fair", "600000"},
             {"RPUSH", "redisson_lock_queue:{fair}", owner + ":8"},
             {"ZADD", "redisson_lock_timeout:{fair}", "99999999999999", owner + ":8"},
             {"HSET", "prices", "mode", "read", owner + ":7", "1"},
             {"PEXPIRE", "prices", "600000"}})
        QVERIFY(!m_server.command(command).isError());
}

void tst_ReadOnlyTour::start()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("LOCKSCOPE_PROFILES", m_folder->filePath(u"profiles.json"_s).toUtf8());
    qputenv("LOCKSCOPE_AUDIT", m_folder->filePath(u"audit.jsonl"_s).toUtf8());
    m_proxy = std::make_unique<RecordingProxy>(m_server.port());
    const profile::ProfileStore store;
    QVERIFY(store.update([&](profile::Profiles &profiles) -> Result<void> {
        profile::Profile look;
        look.name = u"look"_s;
        look.urls = QStringList{u"redis://127.0.0.1:%1"_s.arg(m_proxy->port())};
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

// Every page, every command of the window that opens or does something, with the locks selected one
// by one and all together.
void tst_ReadOnlyTour::theTourChangesNothing()
{
    const QByteArrayList before = contents();
    start();
    QStringList triggered;
    const auto triggerAll = [&] {
        for (QAction *action : window().findChildren<QAction *>()) {
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
    const std::size_t seen = m_proxy->commands().size();
    QVERIFY(eventually([&] { return m_proxy->commands().size() > seen; }));
    QVERIFY(m_proxy->commands().size() > 50);
    const QByteArrayList changing = changingCommands(m_server, m_proxy->commands());
    QVERIFY2(changing.isEmpty(), changing.join(", ").constData());
    QCOMPARE(contents(), before);
}

void tst_ReadOnlyTour::theCoreRefusesWhatTheWindowWouldNotAsk()
{
    const QByteArrayList before = contents();
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
    const QByteArrayList changing = changingCommands(m_server, m_proxy->commands());
    QVERIFY2(changing.isEmpty(), changing.join(", ").constData());
    QCOMPARE(contents(), before);
}

LOCKSCOPE_TEST_SUITE(tst_ReadOnlyTour)
#include "tst_readonlytour.moc"
