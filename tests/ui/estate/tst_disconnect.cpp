// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/core/watch/server/harness.h"
#include "tests/support/testmain.h"
#include "ui/estate/estatepane.h"
#include "ui/workbench/workbenchpane.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;

// A server is left while the other is watched, and can be connected to again.
class tst_Disconnect : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_first.start() && m_second.start());
    }
    void init() { QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s)); }
    void cleanup() { m_console.reset(); }

    void aServerIsLeftAndFoundAgain();
    void theWorkbenchTakesNothingOnAServerThatWasLeft();
    void twoByOneAddressAreOneAndComeBackAsTheyWere();

private:
    QAbstractItemModel &model(const char *view) const
    {
        return *m_console->window()
                    .findChild<QAbstractItemView *>(QString::fromLatin1(view))
                    ->model();
    }
    QStringList locks() const
    {
        QStringList names;
        for (int row = 0; row < model("locks").rowCount(); ++row)
            names +=
                model("locks").index(row, static_cast<int>(ui::LockColumn::Name)).data().toString();
        return names;
    }
    static qsizetype connections(const RedisProcess &server)
    {
        return server.command({"CLIENT", "LIST"}).bytes.count("name=lockscope");
    }

    RedisProcess m_first;
    RedisProcess m_second;
    std::unique_ptr<console::Application> m_console;
};

void tst_Disconnect::aServerIsLeftAndFoundAgain()
{
    LockWriter(m_first).acquire("a", ann, 60'000);
    LockWriter(m_second).acquire("b", bob, 60'000);
    console::Options options;
    options.view = QStringLiteral("locks");
    options.targets = {{m_first.target(), {}, {}, {}, {}}, {m_second.target(), {}, {}, {}, {}}};
    m_console = std::make_unique<console::Application>(std::move(options), QString());
    m_console->start();
    m_console->window().findChild<QDockWidget *>(u"estateDock"_s)->show();
    QVERIFY(eventually([&] { return locks() == QStringList{u"a"_s, u"b"_s}; }));
    auto *estate = m_console->window().findChild<ui::EstatePane *>(u"estate"_s);
    auto *disconnect = m_console->window().findChild<QAction *>(u"disconnectServer"_s);
    QVERIFY(!disconnect->isEnabled()); // which one?
    estate->choose({0});
    QVERIFY(disconnect->isEnabled());
    disconnect->trigger();
    QVERIFY(!disconnect->isEnabled());
    const QModelIndex group = estate->model()->index(0, 0);
    const auto connected = [&] { return group.data(ui::EstateModel::SummaryRole).toString(); };
    QCOMPARE(connected(), u"1 of 2 servers up"_s);
    QVERIFY(eventually([&] { return locks() == QStringList{u"b"_s}; }));
    QVERIFY(eventually([&] { return connections(m_first) == 0; }));
    // Changes on the disconnected server are not received, changes on the other are.
    LockWriter(m_first).acquire("c", ann, 60'000);
    LockWriter(m_second).acquire("d", bob, 60'000);
    QVERIFY(eventually([&] { return locks() == QStringList{u"b"_s, u"d"_s}; }));

    ui::ConnectRequest request;
    request.url = m_first.url();
    Q_EMIT m_console->window().connectRequested(request);
    QVERIFY(eventually([&] { return locks() == QStringList{u"a"_s, u"b"_s, u"c"_s, u"d"_s}; }));
    QVERIFY(eventually([&] { return connected() == "2 of 2 servers up"_L1; }));

    // As it was connected before, without asking again.
    auto *reconnect = m_console->window().findChild<QAction *>(u"reconnectServer"_s);
    estate->setCurrentIndex(estate->model()->index(1, 0, group));
    QVERIFY(!reconnect->isEnabled());
    disconnect->trigger();
    QVERIFY(eventually([&] { return locks() == QStringList{u"a"_s, u"c"_s}; }));
    QVERIFY(reconnect->isEnabled());
    reconnect->trigger();
    QVERIFY(eventually([&] { return locks() == QStringList{u"a"_s, u"b"_s, u"c"_s, u"d"_s}; }));
    QCOMPARE(estate->model()->rowCount(group), 2);
    // All at once; and forgotten servers leave the list.
    estate->setCurrentIndex(group);
    disconnect->trigger();
    QVERIFY(eventually([&] { return locks().isEmpty(); }));
    QCOMPARE(connected(), u"not connected"_s);
    estate->setCurrentIndex(estate->model()->index(0, 0, group));
    m_console->window().findChild<QAction *>(u"forgetServer"_s)->trigger();
    QCOMPARE(estate->model()->rowCount(group), 1);
    // Forgotten for good, with its typed settings.
    const auto *notice = m_console->window().findChild<QLabel *>(u"notice"_s);
    Q_EMIT m_console->window().deploymentsRequested({}, {m_first.target().label()});
    QVERIFY(notice->text().contains(u"no longer knows how"_s));
}

void tst_Disconnect::twoByOneAddressAreOneAndComeBackAsTheyWere()
{
    LockWriter(m_first).acquire("x:1", ann, 60'000);
    LockWriter(m_first).acquire("y:1", bob, 60'000);
    console::Options options;
    options.view = QStringLiteral("locks");
    options.targets = {{m_first.target(), {}, {}, {"x:"}, {}},
                       {m_first.target(), {}, {}, {"y:"}, {}}};
    m_console = std::make_unique<console::Application>(std::move(options), QString());
    m_console->start();
    m_console->window().findChild<QDockWidget *>(u"estateDock"_s)->show();
    const QStringList both{u"x:1"_s, u"y:1"_s};
    QVERIFY(eventually([&] { return locks() == both; }));
    auto *estate = m_console->window().findChild<ui::EstatePane *>(u"estate"_s);
    auto *disconnect = m_console->window().findChild<QAction *>(u"disconnectServer"_s);
    auto *connectChosen = m_console->window().findChild<QAction *>(u"connectChosen"_s);
    const QModelIndex group = estate->model()->index(0, 0);
    // One line, and one connection that looks under the prefixes of both.
    QVERIFY(eventually([&] { return estate->model()->rowCount(group) == 1; }));
    estate->setCurrentIndex(group);
    disconnect->trigger();
    QVERIFY(eventually([&] { return locks().isEmpty(); }));
    estate->setCurrentIndex(group);
    QVERIFY(connectChosen->isEnabled());
    connectChosen->trigger();
    QVERIFY(eventually([&] { return locks() == both; }));
    QVERIFY(eventually([&] { return estate->model()->rowCount(group) == 1; }));
}

void tst_Disconnect::theWorkbenchTakesNothingOnAServerThatWasLeft()
{
    for (const RedisProcess *server : {&m_first, &m_second})
        server->command({"FLUSHALL"});
    console::Options options;
    options.view = QStringLiteral("locks");
    options.targets = {{m_first.target(), {}, {}, {}, {}}, {m_second.target(), {}, {}, {}, {}}};
    m_console = std::make_unique<console::Application>(std::move(options), QString());
    m_console->start();
    m_console->window().findChild<QDockWidget *>(u"estateDock"_s)->show();
    auto *offered = m_console->window().findChild<QComboBox *>(u"workbenchServer"_s);
    QVERIFY(eventually([&] { return offered->count() == 2; }));
    offered->setCurrentIndex(0);
    m_console->window().findChild<ui::EstatePane *>(u"estate"_s)->choose({0});
    m_console->window().findChild<QAction *>(u"disconnectServer"_s)->trigger();
    QCOMPARE(offered->count(), 1);
    QCOMPARE(offered->currentIndex(), -1);
    QCOMPARE(offered->itemData(0).toInt(), 1);
    // Also what was asked for before the list knew.
    ui::WorkbenchPane &pane = m_console->window().workbench();
    ui::AcquireWish wish;
    wish.kind = "reentrant";
    wish.names = {LockName("orders")};
    for (const int server : {0, 1}) {
        wish.servers = {watch::DeploymentId{server}};
        Q_EMIT pane.acquireRequested(wish);
    }
    QVERIFY(eventually([&] { return m_second.command({"EXISTS", "orders"}).integer == 1; }));
    QVERIFY(eventually([&] { return pane.model().rowCount() > 0; }));
    QCOMPARE(pane.model().rowCount(), 1);
    QCOMPARE(m_first.command({"EXISTS", "orders"}).integer, 0);
}

LOCKSCOPE_TEST_SUITE(tst_Disconnect)
#include "tst_disconnect.moc"
