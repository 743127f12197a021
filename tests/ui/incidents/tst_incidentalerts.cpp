// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rulelist.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/windowfixture.h"
#include "ui/health/healthfeed.h"
#include "ui/incidents/incidentnotifier.h"
#include "ui/incidents/incidenttray.h"
#include "ui/incidents/noticepace.h"
#include "ui/theme/appicon.h"

#include <QAbstractButton>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

health::Problem alarmOf(const QByteArray &name, health::Severity severity)
{
    health::Problem problem;
    problem.id = name;
    problem.rule = health::findRule("long-hold");
    problem.subject = health::Subject::of(watch::LockId{watch::DeploymentId{0}, LockName(name)});
    problem.deployment = u"redis://127.0.0.1:6379"_s;
    problem.severity = severity;
    return problem;
}

} // namespace

// Tests the signs of incidents outside their view: notices of the desktop, the tray, the title, the
// status bar; and the settings that the window remembers.
class tst_IncidentAlerts : public WindowFixture
{
    Q_OBJECT

private:
    HealthFeed &feed() { return *m_window->findChild<HealthFeed *>(); }
    void putEndless(const QByteArray &name)
    {
        watch::LockRecord lock = heldLock(name, m_clock);
        lock.holds.front().deadline.reset();
        lock.holds.front().watchdog = watch::Watchdog::None;
        lock.deadline.reset();
        put(lock);
    }
    bool opened(std::size_t count)
    {
        return eventually([&] {
            m_clock.advance(20ms);
            return feed().incidents().openCount() == count;
        });
    }

private Q_SLOTS:
    void oneIsToldAtOnceAndTheNextTogether()
    {
        const Instant start(1h);
        NoticePace pace;
        QVERIFY(!pace.take(start));
        QVERIFY(!pace.nextAt());
        pace.add(alarmOf("a", health::Severity::Critical));
        QVERIFY(*pace.nextAt() <= start);
        const auto first = pace.take(start);
        QVERIFY(first);
        QCOMPARE(first->title, u"Critical: Long hold"_s);
        QVERIFY2(first->text.startsWith(u"a on redis://127.0.0.1:6379\n"_s),
                 qPrintable(first->text));
        QCOMPARE(first->id, "a"_ba);
        for (const char *name : {"b", "c", "d"})
            pace.add(alarmOf(
                name, *name == 'c' ? health::Severity::Critical : health::Severity::Warning));
        QCOMPARE(pace.nextAt(), std::optional(start + NoticePace::pause));
        QVERIFY(!pace.take(start + 9999ms));
        const auto second = pace.take(start + 10s);
        QVERIFY(second);
        QCOMPARE(second->title, u"3 more problems"_s);
        QVERIFY2(second->text.startsWith(u"1 critical, 2 warnings; the worst: Long hold, c"_s),
                 qPrintable(second->text));
        QCOMPARE(second->severity, health::Severity::Critical);
        QVERIFY(!pace.take(start + 20s));
        // At most one in ten seconds, however many come.
        int notices = 0;
        for (Millis at = 30s; at < 90s; at += 100ms) {
            pace.add(alarmOf(QByteArray::number(qint64(at.count())), health::Severity::Warning));
            notices += pace.take(start + at) ? 1 : 0;
        }
        QCOMPARE(notices, 6);
    }

    void whatIsOverIsNotTold()
    {
        const Instant start(1h);
        NoticePace pace;
        pace.add(alarmOf("a", health::Severity::Warning));
        QVERIFY(pace.take(start));
        pace.add(alarmOf("b", health::Severity::Warning));
        pace.remove("b");
        QVERIFY(!pace.nextAt());
        QVERIFY(!pace.take(start + 20s));
    }

    void theFirstLookIsOneNotice()
    {
        const Instant start(1h);
        NoticePace pace;
        pace.gather(start);
        for (int i = 0; i < 5; ++i)
            pace.add(alarmOf(QByteArray::number(i), health::Severity::Warning));
        QVERIFY(!pace.take(start + 1s));
        const auto notice = pace.take(start + NoticePace::firstLook);
        QVERIFY(notice);
        QCOMPARE(notice->title, u"5 problems"_s);
    }

    void mutedOnesAreNotTold()
    {
        IncidentNotifier notifier(feed(), m_client->servers(), m_clock);
        QSignalSpy noticed(&notifier, &IncidentNotifier::noticed);
        feed().mute({health::Mute{.name = "quiet"}});
        put(upServer(0));
        putEndless("first");
        QVERIFY(opened(1));
        QVERIFY(eventually([&] {
            m_clock.advance(100ms);
            return noticed.size() == 1;
        }));
        m_clock.advance(1min);
        putEndless("quiet");
        QVERIFY(opened(2));
        putEndless("loud");
        QVERIFY(opened(3));
        QVERIFY(eventually([&] {
            m_clock.advance(100ms);
            return noticed.size() == 2;
        }));
        QVERIFY2(noticed[1][0].value<DesktopNotice>().text.startsWith(u"loud "_s),
                 qPrintable(noticed[1][0].value<DesktopNotice>().text));
        notifier.setOn(false);
        m_clock.advance(1min);
        putEndless("late");
        QVERIFY(opened(4));
        QCoreApplication::processEvents();
        QCOMPARE(noticed.size(), 2);
    }

    void titleAndStatusBarCountThem()
    {
        auto *alarm = find<QAbstractButton>("incidentAlarm");
        QVERIFY(!alarm->isVisible());
        put(upServer(0));
        QTRY_COMPARE(m_window->windowTitle(), u"127.0.0.1:6379 - Lockscope"_s);
        putEndless("a");
        putEndless("b");
        QVERIFY(opened(2));
        QTRY_COMPARE(m_window->windowTitle(), u"(2) 127.0.0.1:6379 - Lockscope"_s);
        QVERIFY(alarm->isVisible());
        QCOMPARE(alarm->text(), u"2 warnings"_s);
        feed().mute({health::Mute{.name = "a"}});
        QCOMPARE(m_window->windowTitle(), u"(1) 127.0.0.1:6379 - Lockscope"_s);
        QCOMPARE(alarm->text(), u"1 warning"_s);
        QTest::mouseClick(alarm, Qt::LeftButton);
        QVERIFY(find<QWidget>("incidentsPane")->isVisible());
        feed().mute({health::Mute{.isPrefix = true}});
        QCOMPARE(m_window->windowTitle(), u"127.0.0.1:6379 - Lockscope"_s);
        QVERIFY(!alarm->isVisible());
    }

    void mutesAndTheSwitchAreRemembered()
    {
        feed().mute({health::Mute{.rule = "no-expiry", .name = "a:", .isPrefix = true}});
        WindowState state = m_window->windowState();
        QCOMPARE(state.mutes.size(), std::size_t(1));
        QVERIFY(state.notifies);
        state.notifies = false;
        MainWindow other(*m_client, m_clock,
                         [](const QString &url) { return Result<QString>(url); });
        other.restoreWindowState(state);
        QCOMPARE(other.findChild<HealthFeed *>()->incidents().mutes(), state.mutes);
        QVERIFY(!other.windowState().notifies);
        QVERIFY(!other.windowState().mutes.empty());
    }

    void theBadgeHasTheNumber()
    {
        const QIcon icon = appIcon();
        const auto picture = [](const QIcon &of) {
            return of.pixmap(QSize(32, 32), 1.0).toImage();
        };
        QCOMPARE(picture(badgedIcon(icon, 0, true)), picture(icon));
        QVERIFY(picture(badgedIcon(icon, 2, true)) != picture(icon));
        QVERIFY(picture(badgedIcon(icon, 2, true)) != picture(badgedIcon(icon, 3, true)));
        QVERIFY(picture(badgedIcon(icon, 2, true)) != picture(badgedIcon(icon, 2, false)));
    }

    // Without a tray the switch is there, but cannot be used.
    void withoutATrayTheSwitchIsOff()
    {
        if (IncidentTray::isPossible())
            QSKIP("this desktop has a tray");
        QVERIFY(!find<QAction>("actionNotices")->isEnabled());
        QVERIFY(!find<QAction>("actionNotices")->isChecked());
    }
};

LOCKSCOPE_TEST_SUITE(tst_IncidentAlerts)
#include "tst_incidentalerts.moc"
