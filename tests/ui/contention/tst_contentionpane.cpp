// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/listener.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/panefixture.h"
#include "tests/ui/pictures.h"
#include "ui/contention/contentioncharts.h"
#include "ui/contention/contentionfeed.h"
#include "ui/contention/contentionpane.h"
#include "ui/table/celldelegate.h"
#include "ui/table/roles.h"
#include "ui/table/tableview.h"

#include <QAccessible>
#include <QAction>
#include <QChart>
#include <QChartView>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QSignalSpy>
#include <QTimer>
#include <QValueAxis>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

const QByteArray ann("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7");
const QByteArray bob("99999999-5d1e-4b7a-9c0d-8e6f1a2b3c4d:1");

} // namespace

// Tests the view of contended locks.
class tst_ContentionPane : public QObject, private PaneFixture<ContentionFeed, ContentionPane>
{
    Q_OBJECT

private:
    void post(watch::EventType type, const QByteArray &name, const QByteArray &owner)
    {
        watch::Event event = eventOf(type, name, m_clock);
        event.owner = OwnerId(owner);
        event.mode = watch::Mode::Exclusive;
        m_mailbox->post(event);
    }
    QAbstractItemModel *model() const { return find<TableView>("contention")->model(); }
    QByteArray name(int row) const
    {
        return model()->index(row, ContentionModel::Lock).data(RawRole).toByteArray();
    }
    // Two locks that are waited for and one that is only taken, and time to wait.
    void someContention()
    {
        put(fairLock("jobs", m_clock, 1));
        put(fairLock("stock", m_clock, 2));
        for (int i = 0; i < 4; ++i) {
            post(watch::EventType::Acquired, "tick", ann);
            post(watch::EventType::Released, "tick", ann);
        }
        QVERIFY(eventually([&] {
            return m_keeper->book()
                       .find({0, LockName("tick")}, Instant(), m_clock.now())
                       .has_value()
                && m_keeper->book().size() == 3;
        }));
        m_clock.advance(20s);
    }
    // That it is on the screen as it is then.
    bool someContentionIsShown()
    {
        return eventually([&] {
            return model()->rowCount() == 2
                && model()->index(0, ContentionModel::WaitTime).data().toString() == u"40.0 s"_s;
        });
    }

private Q_SLOTS:
    void init() { startPane({1200, 320}); }
    void cleanup() { endPane(); }

    void itSaysThatThereIsNothing()
    {
        QVERIFY(find<QLabel>("contentionEmptyTitle")->isVisible());
        QCOMPARE(find<QLabel>("contentionEmptyTitle")->text(), u"No contention"_s);
        someContention();
        QVERIFY(eventually([&] { return find<TableView>("contention")->isVisible(); }));
        auto *harm = find<QComboBox>("contentionHarm");
        harm->setCurrentIndex(1); // nobody told of connections
        QVERIFY(find<QLabel>("contentionEmptyTitle")->isVisible());
        QCOMPARE(find<QLabel>("contentionEmptyTitle")->text(), u"No lock by this measure"_s);
    }

    void titlesAreNotCut()
    {
        someContention();
        QVERIFY(someContentionIsShown());
        auto *table = find<TableView>("contention");
        const QFontMetrics metrics = table->horizontalHeader()->fontMetrics();
        for (int column = 0; column < model()->columnCount(); ++column) {
            const QString title = model()->headerData(column, Qt::Horizontal).toString();
            QVERIFY2(table->columnWidth(column)
                         >= metrics.horizontalAdvance(title) + 2 * CellDelegate::margin,
                     qPrintable(title));
        }
    }

    void theWorstComesFirstByEachMeasure()
    {
        someContention();
        QVERIFY(someContentionIsShown());
        QCOMPARE(name(0), QByteArray("stock"));
        QCOMPARE(name(1), QByteArray("jobs"));
        QCOMPARE(model()->index(0, ContentionModel::WaitTime).data().toString(), u"40.0 s"_s);
        QCOMPARE(find<ContentionCharts>("contentionCharts")->barCount(), 2);
        find<QComboBox>("contentionHarm")->setCurrentIndex(3);
        QCOMPARE(model()->rowCount(), 1);
        QCOMPARE(name(0), QByteArray("tick"));
        QCOMPARE(model()->index(0, ContentionModel::Acquired).data().toString(), u"4"_s);
        QCOMPARE(find<ContentionCharts>("contentionCharts")->barCount(), 1);
    }

    // Bars repeat what the table has; a legend of three letters tells nothing.
    void aNarrowPageKeepsTheCourseReadable()
    {
        someContention();
        QVERIFY(someContentionIsShown());
        auto *bars = find<QChartView>("contentionRanking");
        QVERIFY(bars->isVisible());
        m_pane->resize(400, 720);
        QTRY_VERIFY(!bars->isVisible());
        QVERIFY(find<QChartView>("contentionCourse")->isVisible());
        m_pane->resize(1200, 320);
        QTRY_VERIFY(bars->isVisible());
    }

    void theStepsOfAnAxisAreRound_data()
    {
        QTest::addColumn<double>("highest");
        QTest::addColumn<double>("end");
        QTest::addColumn<int>("labels");
        QTest::newRow("nothing") << 0.0 << 1.0 << 3;
        QTest::newRow("a power of ten") << 10000.0 << 10000.0 << 3;
        QTest::newRow("two steps") << 6840.0 << 10000.0 << 3;
        QTest::newRow("three steps") << 27.0 << 30.0 << 4;
        QTest::newRow("a fraction") << 1.4 << 1.5 << 4;
    }
    void theStepsOfAnAxisAreRound()
    {
        QFETCH(const double, highest);
        auto *charts = find<ContentionCharts>("contentionCharts");
        charts->showRanking(u"seconds"_s, {{u"orders"_s, highest}});
        const QChart *const chart = find<QChartView>("contentionRanking")->chart();
        const auto *axis = qobject_cast<QValueAxis *>(chart->axes(Qt::Horizontal).front());
        QVERIFY(axis);
        QTEST(axis->max(), "end");
        QTEST(axis->tickCount(), "labels");
    }

    // Nobody knows what happened meanwhile: 0 would say that nothing did.
    void anOutageIsAGapInTheLines()
    {
        someContention();
        QVERIFY(someContentionIsShown());
        const auto *chart = find<QChartView>("contentionCourse")->chart();
        const auto parts = [&] {
            qsizetype count = 0;
            for (const QAbstractSeries *each : chart->series())
                count += qobject_cast<const QLineSeries *>(each)->count() > 0 ? 1 : 0;
            return count;
        };
        const auto markers = [&] {
            const auto all = chart->legend()->markers();
            return std::ranges::count_if(all, [](const auto *each) { return each->isVisible(); });
        };
        const auto known = markers();
        QCOMPARE(parts(), 4);
        m_mailbox->put(watch::ServerId{0},
                       std::make_shared<const watch::ServerRecord>(lostServer(m_clock, 0s)));
        QVERIFY(eventually(
            [&] { return m_client->servers().find(watch::ServerId{0})->lostAt.has_value(); }));
        m_clock.advance(60s);
        QVERIFY(eventually([&] {
            return find<QWidget>("contentionCourse")
                ->accessibleDescription()
                .contains(u"no server was in sight"_s);
        }));
        QCOMPARE(parts(), 4); // they end
        m_mailbox->put(watch::ServerId{0}, std::make_shared<const watch::ServerRecord>(upServer()));
        QVERIFY(eventually(
            [&] { return !m_client->servers().find(watch::ServerId{0})->lostAt.has_value(); }));
        m_clock.advance(20s);
        QVERIFY(eventually([&] { return parts() == 8; }));
        QCOMPARE(markers(), known);
    }

    void aLockIsChosenAndOpened()
    {
        someContention();
        QVERIFY(someContentionIsShown());
        auto *charts = find<ContentionCharts>("contentionCharts");
        QVERIFY(charts->pointCount() > 0 && charts->pointCount() <= 1000);
        QSignalSpy chosen(m_pane.get(), &ContentionPane::lockChosen);
        auto *table = find<TableView>("contention");
        table->selectRow(1);
        const auto *course = find<QWidget>("contentionCourse");
        QVERIFY2(course->accessibleDescription().startsWith(u"jobs: "_s),
                 qPrintable(course->accessibleDescription()));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<watch::LockId>(), (watch::LockId{0, LockName("jobs")}));
        Q_EMIT charts->barChosen(0);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[1][0].value<watch::LockId>(), (watch::LockId{0, LockName("stock")}));
        QCOMPARE(table->currentIndex().row(), 0);
        Q_EMIT charts->barChosen(99); // gone meanwhile
        QCOMPARE(chosen.size(), 2);
    }

    void hiddenItDoesNothing()
    {
        someContention();
        QVERIFY(someContentionIsShown());
        m_pane->hide();
        for (QTimer *timer : m_pane->findChildren<QTimer *>())
            QVERIFY(!timer->isActive());
        QSignalSpy changes(model(), &QAbstractItemModel::dataChanged);
        put(fairLock("mail", m_clock, 1));
        QVERIFY(
            eventually([&] { return m_keeper->book().size() == 4; })); // it is kept all the same
        m_clock.advance(5s);
        find<QComboBox>("contentionWindow")->setCurrentIndex(2);
        QCOMPARE(model()->rowCount(), 2);
        QVERIFY(changes.isEmpty());
        m_pane->show();
        QCOMPARE(model()->rowCount(), 3);
    }

    void whoCannotSeeItIsToldOfIt()
    {
        someContention();
        QVERIFY(someContentionIsShown());
        for (QWidget *each : m_pane->findChildren<QWidget *>()) {
            if (each->focusPolicy() & Qt::TabFocus && each->isVisible()
                && !each->objectName().startsWith(u"qt_"_s))
                QVERIFY2(
                    !QAccessible::queryAccessibleInterface(each)->text(QAccessible::Name).isEmpty(),
                    qPrintable(each->objectName() + QLatin1Char(' ')
                               + QLatin1String(each->metaObject()->className()) + QLatin1Char(' ')
                               + each->parentWidget()->objectName()));
        }
        const QString bars = find<QWidget>("contentionRanking")->accessibleDescription();
        QVERIFY2(bars.contains(u"stock: 40.0"_s), qPrintable(bars));
    }

    // A lock that is really handed over while one waits, and one whose waiter gives up.
    void realLocksAreRanked()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        RedisProcess server;
        QVERIFY(server.start());
        console::Options options;
        options.view = QStringLiteral("locks");
        options.targets = {app::ChosenTarget{server.target(), {}, {}, {}, {}}};
        console::Application console(std::move(options), QString());
        console.start();
        QWidget &window = console.window();
        auto *pane = window.findChild<ContentionPane *>();
        auto *keeper = window.findChild<ContentionFeed *>();
        QVERIFY(pane && !pane->isVisible() && keeper);
        const watch::LockId jobs{0, LockName("jobs")};
        const auto queue = [&](const QByteArray &script) {
            QVERIFY(!server
                         .command({"EVAL", script, "3", "jobs", "redisson_lock_queue:{jobs}",
                                   "redisson_lock_timeout:{jobs}", ann, bob})
                         .isError());
        };
        // A waiter listens to a channel of its own; else it is dead.
        const Listener listener(server, "SUBSCRIBE", "redisson_lock__channel:{jobs}:" + bob);
        queue("redis.call('hset',KEYS[1],ARGV[1],1) redis.call('pexpire',KEYS[1],60000)"
              "redis.call('rpush',KEYS[2],ARGV[2])"
              "redis.call('zadd',KEYS[3],4000000000000,ARGV[2])");
        const auto found = [&] { return keeper->book().find(jobs, Instant(), keeper->now()); };
        QVERIFY(eventually([&] { return found() && found()->waiters == 1; }));
        window.findChild<QAction *>(u"view-contentionDock"_s)->trigger();
        auto *table = pane->findChild<TableView *>(u"contention"_s);
        QVERIFY(eventually([&] { return table->isVisible(); }));
        QCOMPARE(table->model()->index(0, 0).data(RawRole).toByteArray(), QByteArray("jobs"));
        queue("redis.call('del',KEYS[1],KEYS[2],KEYS[3])"
              "redis.call('hset',KEYS[1],ARGV[2],1) redis.call('pexpire',KEYS[1],60000)");
        QVERIFY(eventually([&] { return found()->waiters == 0 && found()->acquisitions > 0; }));
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Return);
        QVERIFY(eventually([&] {
            auto *name = window.findChild<QLabel *>(u"detailName"_s);
            return name->isVisible() && name->text() == u"jobs"_s;
        }));
    }

    void picturesForPeople_data() { addThemes(); }
    void picturesForPeople()
    {
        QFETCH(int, theme);
        applyTheme(Theme(theme));
        someContention();
        for (int i = 0; i < 12; ++i) {
            put(fairLock("orders:" + QByteArray::number(i), m_clock, i % 3));
            for (int n = 0; n < 6 * i; ++n) {
                post(watch::EventType::Acquired, "tick", bob);
                post(watch::EventType::Released, "tick", bob);
            }
            QVERIFY(eventually([&] {
                return m_client->locks().find({0, LockName("orders:" + QByteArray::number(i))})
                    != nullptr;
            }));
            m_clock.advance(15s);
        }
        QVERIFY(eventually([&] { return model()->rowCount() > 8; }));
        takePicture(*m_pane, u"contention"_s);
        applyTheme(Theme::Light);
    }
};

LOCKSCOPE_TEST_SUITE(tst_ContentionPane)
#include "tst_contentionpane.moc"
