// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/madeup.h"
#include "tests/ui/pictures.h"
#include "ui/detail/ttlchart.h"
#include "ui/detail/ttlfeed.h"
#include "ui/theme/theme.h"
#include "ui/wording/wording.h"

#include <QAccessible>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_TtlChart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void eventTimesBecomeInstants();
    void theFeedBeginsWithWhatIsKnown();
    void itTellsWhatItShows();
    void whatNobodySawIsSaid();
    void teethAreChosenByKeys();
    void whatIsOverdueLooksDifferentWithoutColour();
    void theLevelsCoverNoCurve();
    void aHiddenChartDoesNothing();
    void picturesForPeople_data();
    void picturesForPeople();

private:
    watch::Event told(watch::EventType type) { return eventOf(type, "lock", m_clock); }
    // Renewed every ten seconds, so many times, and five seconds into the last.
    void renew(int times);
    void key(Qt::Key key) { QTest::keyClick(m_chart.get(), key); }

    StandingClock m_clock;
    std::unique_ptr<TtlFeed> m_feed;
    std::unique_ptr<TtlChart> m_chart;
};

void tst_TtlChart::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    applyTheme(Theme::Light);
    m_feed = std::make_unique<TtlFeed>(m_clock);
    m_chart = std::make_unique<TtlChart>(m_feed->trace(), m_clock);
    m_chart->resize(600, 200);
    m_chart->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_chart.get()));
}

void tst_TtlChart::cleanup()
{
    m_chart.reset();
    m_feed.reset();
}

void tst_TtlChart::renew(int times)
{
    std::vector<watch::Event> events{told(watch::EventType::Acquired)};
    for (int i = 0; i < times; ++i) {
        m_clock.advance(10s);
        events.push_back(told(watch::EventType::Renewed));
    }
    m_clock.advance(5s);
    m_feed->begin(events);
    auto lock = heldLock("lock", m_clock, 25s);
    lock.holds.front().period = Millis(10s);
    m_feed->note(std::make_shared<const watch::LockRecord>(lock));
    m_chart->restart();
}

void tst_TtlChart::eventTimesBecomeInstants()
{
    const WallInstant wall = m_clock.wallNow();
    const Instant instant = m_clock.now();
    m_clock.advance(7s);
    QCOMPARE(instantOf(wall, m_clock), instant);
    QCOMPARE(wallInstantOf(instant, m_clock), wall);
}

void tst_TtlChart::theFeedBeginsWithWhatIsKnown()
{
    renew(3);
    const auto &teeth = m_chart->teeth();
    QCOMPARE(teeth.size(), 4u); // the record is the last event's tooth, not one more
    QCOMPARE(teeth[0].end, insight::ToothEnd::Renewed);
    QCOMPARE(teeth[3].end, insight::ToothEnd::Running);
    QCOMPARE(teeth[3].from, m_clock.now() - 5s);
    QCOMPARE(teeth[3].lease, std::optional(Millis(30s)));
    const auto same = std::make_shared<const watch::LockRecord>(heldLock("lock", m_clock, 25s));
    QVERIFY(m_feed->note(same));
    QVERIFY(!m_feed->note(same));
    QVERIFY(m_feed->note(watch::LockPointer()));
    m_chart->refresh();
    QCOMPARE(m_chart->teeth().back().end, insight::ToothEnd::Unknown);
    m_feed->begin({});
    m_chart->restart();
    QVERIFY(m_chart->teeth().empty());
}

void tst_TtlChart::itTellsWhatItShows()
{
    QVERIFY(m_chart->caption().startsWith(u"Not held"_s));
    renew(3);
    QAccessibleInterface *const chart = QAccessible::queryAccessibleInterface(m_chart.get());
    QVERIFY(chart);
    QCOMPARE(chart->role(), QAccessible::Chart);
    QVERIFY(!chart->text(QAccessible::Name).isEmpty());
    const QString text = chart->text(QAccessible::Description);
    QVERIFY2(text.contains(u"renewals 3"_s) && text.contains(u"25.0 s left"_s), qPrintable(text));
    m_chart->setFrozenAt(m_clock.now());
    const QString frozen = chart->text(QAccessible::Description);
    const QString since =
        u"not seen since "_s + wording::clockTime(m_clock.wallNow(), m_clock.wallNow());
    QVERIFY2(frozen.endsWith(since), qPrintable(frozen));
}

// A renewal while the server was away: neither its moment nor what was left then is known.
void tst_TtlChart::whatNobodySawIsSaid()
{
    insight::HoldHistory history;
    const auto server = [this](watch::EventType type) {
        watch::Event event = told(type);
        event.name.reset();
        event.owner.reset();
        return event;
    };
    m_chart->setUnseen([&](Instant since) {
        return unseenTimes(history, {{0}, LockName("lock")}, since, m_clock);
    });
    renew(1);
    QVERIFY2(!m_chart->caption().contains(u"not seen"_s), qPrintable(m_chart->caption()));
    history.note(server(watch::EventType::ServerDown));
    m_clock.advance(12s);
    history.note(server(watch::EventType::ServerUp));
    m_feed->note(std::make_shared<const watch::LockRecord>(heldLock("lock", m_clock, 27s)));
    watch::Event renewed = told(watch::EventType::Renewed);
    renewed.ttl = 27s;
    renewed.unseen = true;
    m_feed->note({renewed});
    m_clock.advance(3s);
    m_chart->refresh();
    QVERIFY2(m_chart->caption().contains(u"not seen for 12"_s), qPrintable(m_chart->caption()));
    QCOMPARE(m_chart->drawing().unseen.size(), 1u);
    QCOMPARE(m_chart->drawing().jumps.size(), 1u); // of the renewal before
    key(Qt::Key_End);
    key(Qt::Key_Left);
    QVERIFY2(m_chart->caption().contains(u"set again at some time before"_s),
             qPrintable(m_chart->caption()));
    // It moves out of the picture with the time.
    m_clock.advance(10min);
    m_chart->refresh();
    QVERIFY(m_chart->drawing().unseen.empty());
}

void tst_TtlChart::teethAreChosenByKeys()
{
    renew(3);
    QVERIFY(!m_chart->chosen());
    key(Qt::Key_Left);
    QCOMPARE(m_chart->chosen(), std::optional<std::size_t>(3));
    QVERIFY(m_chart->caption().contains(u"still running"_s));
    key(Qt::Key_Left);
    QCOMPARE(m_chart->chosen(), std::optional<std::size_t>(2));
    QVERIFY2(m_chart->caption().contains(u"with 20.0 s left"_s), qPrintable(m_chart->caption()));
    key(Qt::Key_Home);
    QCOMPARE(m_chart->chosen(), std::optional<std::size_t>(0));
    key(Qt::Key_End);
    QCOMPARE(m_chart->chosen(), std::optional<std::size_t>(3));
    key(Qt::Key_Escape);
    QVERIFY(!m_chart->chosen());
    const Millis before = m_chart->shownSpan();
    key(Qt::Key_Plus);
    QCOMPARE(m_chart->shownSpan(), before / 2);
    key(Qt::Key_Minus);
    QCOMPARE(m_chart->shownSpan(), before);
    // The choice stays while other teeth come and go.
    key(Qt::Key_End);
    m_clock.advance(5s);
    m_feed->note({told(watch::EventType::Renewed)});
    m_chart->refresh();
    QCOMPARE(m_chart->chosen(), std::optional<std::size_t>(3));
    QCOMPARE(m_chart->teeth().size(), 5u);
}

// Without colour, the dashes and the mark are still there.
void tst_TtlChart::whatIsOverdueLooksDifferentWithoutColour()
{
    // The curve alone: the line of text above it says it as well.
    const auto grey = [this] {
        const int top = 2 * m_chart->fontMetrics().height();
        const QRect plot(0, top, m_chart->width(), m_chart->height() - top);
        return m_chart->grab(plot).toImage().convertToFormat(QImage::Format_Mono,
                                                             Qt::ThresholdDither);
    };
    renew(0);
    m_clock.advance(15s);
    m_chart->refresh();
    key(Qt::Key_Left);
    key(Qt::Key_Escape);
    const QImage calm = grey();
    watch::Event late = told(watch::EventType::RenewalOverdue);
    late.at -= 8s;
    m_feed->note({late});
    m_chart->refresh();
    QVERIFY(m_chart->teeth().back().overdueSince);
    QVERIFY(m_chart->caption().contains(u"1 overdue"_s));
    QVERIFY(grey() != calm);
}

// They stood over the last seconds of the curve, and the only number was that of the upper edge.
void tst_TtlChart::theLevelsCoverNoCurve()
{
    renew(5);
    for (const QSize &size : {QSize(600, 200), QSize(420, 90)}) {
        m_chart->resize(size);
        const auto levels = m_chart->levels(m_chart->drawing());
        QCOMPARE(levels.size(), 2U);
        QCOMPARE(levels[0].text, u"lease: 30.0 s"_s);
        QCOMPARE(levels[1].text, u"renewal due: 20.0 s"_s);
        for (const TtlChart::Level &level : levels) {
            QVERIFY(!level.place.intersects(m_chart->plotArea()));
            QVERIFY(m_chart->rect().contains(level.place));
            QVERIFY(m_chart->fontMetrics().horizontalAdvance(level.text) <= level.place.width());
        }
        QVERIFY(!levels[0].place.intersects(levels[1].place));
    }
    m_chart->resize(200, 90); // no room for both
    QVERIFY(m_chart->levels(m_chart->drawing()).empty());
}

void tst_TtlChart::aHiddenChartDoesNothing()
{
    QVERIFY(!m_chart->isTicking()); // nothing moves
    renew(1);
    QVERIFY(m_chart->isTicking());
    m_chart->hide();
    QVERIFY(!m_chart->isTicking());
    m_clock.advance(5s);
    m_feed->note({told(watch::EventType::Renewed)});
    m_chart->refresh();
    QCOMPARE(m_chart->teeth().size(), 2u);
    m_chart->show();
    QCOMPARE(m_chart->teeth().size(), 3u);
    QVERIFY(m_chart->isTicking());
    m_chart->setFrozenAt(m_clock.now());
    QVERIFY(!m_chart->isTicking());
}

void tst_TtlChart::picturesForPeople_data()
{
    addThemes();
}

// That it can be painted in each theme; kept where LOCKSCOPE_TEST_PICTURES names a folder.
void tst_TtlChart::picturesForPeople()
{
    QFETCH(int, theme);
    applyTheme(Theme(theme));
    renew(5);
    m_clock.advance(10s);
    m_feed->note({told(watch::EventType::RenewalOverdue)});
    m_clock.advance(15s);
    m_feed->note({told(watch::EventType::Expired)});
    m_clock.advance(5s);
    m_feed->note({told(watch::EventType::Acquired)});
    m_clock.advance(4s);
    m_chart->refresh();
    key(Qt::Key_Left);
    takePicture(*m_chart, u"ttl"_s);
    applyTheme(Theme::Light);
}

LOCKSCOPE_TEST_SUITE(tst_TtlChart)
#include "tst_ttlchart.moc"
