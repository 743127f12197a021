// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/fullwindow.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/health/healthfeed.h"
#include "ui/locks/lockspane.h"
#include "ui/overview/overviewcards.h"
#include "ui/overview/overviewpage.h"
#include "ui/overview/striptiles.h"
#include "ui/overview/summarytiles.h"
#include "ui/theme/tones.h"
#include "ui/timeline/timelinepane.h"
#include "ui/window/viewdocks.h"

#include <QAccessible>
#include <QDateTime>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>

#include <cmath>
#include <set>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_OverviewPage : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theVerdictFollowsWhatIsWatched();
    void tilesLeadWhereTheySay_data();
    void tilesLeadWhereTheySay();
    void anIncidentLeadsToItsLock();
    void aBlockerLeadsToItsLock();
    void theQuorumNamesWhatIsNotWhole();
    void lostQuorumLocksAreUnknown();
    void whatWasNeverSeenIsNoNumber();
    void aServerThatIsGoneIsSeenFromAfar_data() { addThemes(); }
    void aServerThatIsGoneIsSeenFromAfar();
    void aServerWithoutNewsIsGrey();
    void aClickOnTheLastHourLeadsToItsTime();
    void aRestartIsTold();
    void aLongTitleIsMadeSmallerBeforeItIsCut();
    void whatToDoIsNotCut();
    void aFrozenProgramIsSeen();
    void aPauseIsTold();
    void tabReachesEveryTile();
    void spacePauses();
    void tilesCanBeHeard();
    void hiddenItDoesNothing();
    void onlyWhatHasChangedIsPainted();
    void itFits_data();
    void itFits();

private:
    OverviewPage *page() { return find<OverviewPage>("overviewPage"); }
    QString verdict() { return page()->verdict().sentence(); }
    void show()
    {
        m_window->showOverview();
        QVERIFY(page()->isVisible());
    }
    watch::LockRecord endlessLock() const;
    void fill();
    QList<Tile *> tiles();
};

namespace {

// Records the objects below a widget that are painted or woken by a timer.
class Work : public QObject
{
public:
    explicit Work(QWidget *top)
        : m_top(top)
    {
        qApp->installEventFilter(this);
    }
    std::set<QString> take() { return std::exchange(m_worked, {}); }
    std::size_t count() const { return m_worked.size(); }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint || event->type() == QEvent::Timer) {
            for (const QObject *each = watched; each; each = each->parent()) {
                if (each == m_top)
                    m_worked.insert(watched->objectName().isEmpty() ? u"timer"_s
                                                                    : watched->objectName());
            }
        }
        return false;
    }

private:
    QWidget *m_top;
    std::set<QString> m_worked;
};

// The clock goes on from test to test.
QString timeOf(const Clock &clock)
{
    using std::chrono::milliseconds;
    const auto since = std::chrono::floor<milliseconds>(clock.wallNow().time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(since.count()).toString(u"HH:mm:ss"_s);
}

// The share of the picture that is of this hue, more or less.
double shareOfAlarm(const QImage &picture)
{
    int alarming = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            const QColor color = picture.pixelColor(x, y);
            alarming += color.red() > color.green() + 50 && color.red() > color.blue() + 50;
        }
    }
    return double(alarming) / (picture.width() * picture.height());
}

} // namespace

// One that has a problem.
watch::LockRecord tst_OverviewPage::endlessLock() const
{
    watch::LockRecord endless = heldLock("stock:migration", m_clock);
    endless.deadline.reset();
    endless.holds.front().deadline.reset();
    endless.holds.front().watchdog = watch::Watchdog::None;
    return endless;
}

// Something for every tile.
void tst_OverviewPage::fill()
{
    put(upServer(0));
    put(upServer(1));
    put(upServer(2));
    put(fairLock("ledger", m_clock, 3));
    put(heldLock("orders", m_clock));
    m_client->setQuorumGroups({quorumGroup()});
    for (const watch::LockRecord &lock : quorumLocks(m_clock))
        put(lock);
    put(endlessLock());
    QTRY_COMPARE(m_client->locks().rowCount(), 8);
    m_clock.advance(2s); // a problem has to last for a second
    put(upServer(0));
}

QList<Tile *> tst_OverviewPage::tiles()
{
    QList<Tile *> shown;
    for (Tile *tile : page()->findChildren<Tile *>()) {
        if (tile->isVisible())
            shown += tile;
    }
    return shown;
}

void tst_OverviewPage::theVerdictFollowsWhatIsWatched()
{
    show();
    QCOMPARE(verdict(), u"Not connected"_s);
    put(upServer(0));
    put(heldLock("orders", m_clock));
    // Before a problem could have opened, nobody knows that all is well.
    QTRY_COMPARE(verdict(), u"Looking for locks: 127.0.0.1:6379"_s);
    m_clock.advance(1900ms);
    QVERIFY(!eventually([&] { return verdict().startsWith(u"All is well"_s); }, 300ms));
    m_clock.advance(200ms);
    QTRY_COMPARE(verdict(), u"All is well: 1 lock on 1 server"_s);
    QCOMPARE(find<VerdictTile>("verdict")->accessibleName(), verdict());
    put(lostServer(m_clock, 5s));
    QTRY_COMPARE(verdict(), u"Cannot see: 127.0.0.1:6379"_s);
    put(upServer(0));
    QTRY_COMPARE(verdict(), u"Looking for locks: 127.0.0.1:6379"_s);
    m_clock.advance(2s);
    QTRY_COMPARE(verdict(), u"All is well: 1 lock on 1 server"_s);
    // Nor is what was judged behind another page looked for again, but what was lost there.
    const auto isUp = [this] {
        return m_client->servers().rows().front().server.state == watch::ServerState::Up;
    };
    m_window->showLocks();
    m_window->showOverview();
    QCOMPARE(verdict(), u"All is well: 1 lock on 1 server"_s);
    m_window->showLocks();
    put(lostServer(m_clock, 5s));
    QTRY_VERIFY(!isUp());
    put(upServer(0));
    QTRY_VERIFY(isUp());
    m_window->showOverview();
    QCOMPARE(verdict(), u"Looking for locks: 127.0.0.1:6379"_s);
}

void tst_OverviewPage::tilesLeadWhereTheySay_data()
{
    QTest::addColumn<QString>("tile");
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("dock");
    QTest::newRow("held") << u"number0"_s << u"-state:free"_s << QString();
    QTest::newRow("waited for") << u"number1"_s << u"state:contended"_s << QString();
    QTest::newRow("waiters") << u"number2"_s << u"waiters:>0"_s << QString();
    QTest::newRow("overdue") << u"number3"_s << u"watchdog:overdue"_s << QString();
    QTest::newRow("expired") << u"number4"_s << QString() << u"eventsDock"_s;
    QTest::newRow("acquisitions") << u"number5"_s << QString() << u"contentionDock"_s;
    QTest::newRow("changes") << u"number6"_s << QString() << u"eventsDock"_s;
    QTest::newRow("server") << u"serverTile0"_s << QString() << u"serversDock"_s;
    QTest::newRow("last hour") << u"ribbon"_s << QString() << u"timelineDock"_s;
}

// By a click and by Enter.
void tst_OverviewPage::tilesLeadWhereTheySay()
{
    QFETCH(const QString, tile);
    QFETCH(const QString, filter);
    QFETCH(const QString, dock);
    put(upServer(0));
    put(heldLock("orders", m_clock));
    for (const bool isByKey : {false, true}) {
        show();
        auto *target = find<Tile>(qPrintable(tile));
        QTRY_VERIFY(target->isVisible());
        if (isByKey) {
            target->setFocus();
            QTest::keyClick(target, Qt::Key_Return);
        } else {
            QTest::mouseClick(target, Qt::LeftButton);
        }
        QVERIFY(!page()->isVisible());
        QCOMPARE(find<LocksPane>("locksPane")->isVisible(), dock.isEmpty());
        QCOMPARE(find<QLineEdit>("filter")->text(), filter);
        if (!dock.isEmpty())
            QVERIFY(m_window->findChild<ViewDocks *>()->content(dock)->isVisible());
        find<QLineEdit>("filter")->clear();
    }
}

void tst_OverviewPage::anIncidentLeadsToItsLock()
{
    put(upServer(0));
    put(endlessLock());
    show();
    auto *row = find<IncidentTile>("incident0");
    const auto isTold = [&] {
        m_clock.advance(1s); // a problem has to last for a second
        put(upServer(0));
        return row->isVisible() && row->facts().title.contains("stock:migration"_L1);
    };
    QTRY_VERIFY(isTold());
    QVERIFY2(verdict().contains("stock:migration"_L1), qPrintable(verdict()));
    QTest::mouseClick(row, Qt::LeftButton);
    QCOMPARE(find<QLabel>("detailName")->text(), u"stock:migration"_s);
    QVERIFY(find<QDockWidget>("detailDock")->isVisible());
}

void tst_OverviewPage::aBlockerLeadsToItsLock()
{
    fill();
    show();
    auto *row = find<BlockerTile>("blocker0");
    QTRY_VERIFY(row->isVisible());
    QCOMPARE(row->facts().locks, u"ledger"_s);
    QTest::mouseClick(row, Qt::LeftButton);
    QCOMPARE(find<QLabel>("detailName")->text(), u"ledger"_s);
    put(heldLock("ledger", m_clock)); // nobody waits any more
    show();
    QTRY_VERIFY(!row->isVisible());
    QVERIFY(!find<OverviewCard>("blockerCard")->emptyText().isEmpty());
}

void tst_OverviewPage::theQuorumNamesWhatIsNotWhole()
{
    fill();
    show();
    auto *group = find<QuorumTile>("quorumRow0");
    QTRY_VERIFY(group->isVisible());
    QCOMPARE(group->facts().name, u"shop-eu-west"_s);
    auto *risky = find<QuorumTile>("quorumRow1");
    QTRY_VERIFY(risky->isVisible());
    QCOMPARE(risky->facts().cells.size(), std::size_t(3));
    QTest::mouseClick(risky, Qt::LeftButton);
    QCOMPARE(find<QLabel>("detailName")->text(), risky->facts().name);
}

// Also if all are told of the outage at once, as a record tells it.
void tst_OverviewPage::lostQuorumLocksAreUnknown()
{
    m_client->setQuorumGroups({quorumGroup()});
    for (int i = 0; i < 3; ++i)
        put(lostServer(m_clock, 5s, i));
    show();
    auto *group = find<QuorumTile>("quorumRow0");
    QTRY_VERIFY(group->isVisible());
    QCOMPARE(group->facts().verdict, u"unknown"_s);
    QVERIFY(group->facts().tone != Tone::Good);
    for (const watch::LockRecord &lock : quorumLocks(m_clock))
        put(lock);
    QTRY_COMPARE(group->facts().verdict, u"2 unknown"_s);
    QTRY_VERIFY(find<QuorumTile>("quorumRow1")->isVisible());
    for (const watch::LockRecord &lock : quorumLocks(m_clock))
        m_mailbox->put(lock.id, watch::LockPointer());
    QTRY_COMPARE(group->facts().verdict, u"unknown"_s);
    for (int i = 0; i < 2; ++i) // a majority
        put(upServer(i));
    QTRY_COMPARE(group->facts().verdict, u"no locks"_s);
}

void tst_OverviewPage::whatWasNeverSeenIsNoNumber()
{
    const watch::ServerRecord server = lostServer(m_clock, 5s);
    put(server);
    show();
    auto *held = find<NumberTile>("number0");
    auto *blockers = find<OverviewCard>("blockerCard");
    QTRY_VERIFY(held->isVisible());
    QCOMPARE(held->facts().value, u"–"_s);
    QCOMPARE(blockers->accessibleDescription(), u"–"_s);
    put(upServer(0));
    put(heldLock("orders", m_clock));
    QTRY_COMPARE(held->facts().value, u"1"_s);
    QCOMPARE(held->facts().tone, Tone::Neutral);
    QTRY_COMPARE(blockers->accessibleDescription(), u"Nobody blocks others"_s);
    const QImage seen = held->grab().toImage();
    put(server);
    QTRY_COMPARE(held->facts().tone, Tone::Quiet);
    QCOMPARE(held->facts().value, u"1"_s);
    QVERIFY(held->grab().toImage() != seen);
    QTRY_COMPARE(blockers->accessibleDescription(), u"–"_s);
}

// As a camera at the other end of a room would: a quarter of the size.
void tst_OverviewPage::aServerThatIsGoneIsSeenFromAfar()
{
    QFETCH(const int, theme);
    m_window->setTheme(static_cast<Theme>(theme));
    m_window->resize(1280, 800);
    put(upServer(0));
    put(upServer(1));
    put(heldLock("orders", m_clock));
    show();
    auto *tile = find<ServerTile>("serverTile1");
    QTRY_VERIFY(tile->isVisible());
    QTRY_VERIFY(verdict().startsWith(u"Looking for locks"_s));
    m_clock.advance(2s);
    QTRY_COMPARE(verdict(), u"All is well: 1 lock on 2 servers"_s);
    const auto small = [](QWidget *widget) {
        const QImage picture = widget->grab().toImage();
        return picture.scaled(picture.size() / 4, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    };
    QVERIFY(shareOfAlarm(small(tile)) < 0.05);
    QVERIFY(shareOfAlarm(small(page())) < 0.01);
    put(lostServer(m_clock, 5s, 1));
    QTRY_COMPARE(tile->facts().age, u"gone for 5 s"_s);
    QVERIFY(shareOfAlarm(small(tile)) > 0.5);
    QVERIFY(shareOfAlarm(small(page())) > 0.08); // the verdict says so, too
    takePicture(*m_window, u"overview-gone"_s);
}

void tst_OverviewPage::aServerWithoutNewsIsGrey()
{
    put(upServer(0));
    show();
    auto *tile = find<ServerTile>("serverTile0");
    QTRY_VERIFY(tile->isVisible());
    QCOMPARE(tile->facts().sight, ServerFacts::Sight::Seen);
    m_clock.advance(4900ms); // and nothing is heard of it
    QTRY_COMPARE(tile->facts().age, u"seen 4 s ago"_s);
    QCOMPARE(tile->facts().sight, ServerFacts::Sight::Seen);
    m_clock.advance(100ms);
    QTRY_COMPARE(tile->facts().sight, ServerFacts::Sight::Stale);
    QCOMPARE(tile->facts().age, u"no news for 5 s"_s);
    QCOMPARE(verdict(), u"Cannot see: 127.0.0.1:6379"_s);
    put(heldLock("orders", m_clock));
    QTRY_COMPARE(tile->facts().sight, ServerFacts::Sight::Seen);
}

void tst_OverviewPage::aClickOnTheLastHourLeadsToItsTime()
{
    put(upServer(0));
    put(heldLock("orders", m_clock));
    show();
    auto *ribbon = find<RibbonTile>("ribbon");
    QTRY_VERIFY(ribbon->isVisible());
    QTest::mouseClick(ribbon, Qt::LeftButton, {},
                      QPoint(ribbon->width() / 2, ribbon->height() / 2));
    auto *pane = find<TimelinePane>("timelinePane");
    QVERIFY(pane->isVisible());
    const TimelineView &view = pane->view();
    QVERIFY(!view.isFollowing());
    const auto middle = [&] {
        const TimeScale &scale = view.scale();
        return WallInstant(Millis(std::llround((scale.from + scale.to()) / 2)));
    };
    const auto ago = [&] { return m_clock.wallNow() - middle(); };
    QTRY_VERIFY2(ago() > 20min && ago() < 40min, qPrintable(QString::number(ago() / 1s)));
}

void tst_OverviewPage::aRestartIsTold()
{
    watch::ServerRecord server = upServer(0);
    server.runId = "one";
    put(server);
    show();
    auto *tile = find<ServerTile>("serverTile0");
    QTRY_VERIFY(tile->isVisible());
    QCOMPARE(tile->facts().remarks, QString());
    server.runId = "two";
    put(server);
    QTRY_COMPARE(tile->facts().remarks, u"1 restart or failover today"_s);
    m_clock.advance(48h); // not today any more
    put(server);
    QTRY_COMPARE(tile->facts().remarks, QString());
}

void tst_OverviewPage::aLongTitleIsMadeSmallerBeforeItIsCut()
{
    VerdictTile tile(u"verdict"_s, nullptr);
    tile.resize(1060, 100);
    VerdictFacts facts;
    facts.level = VerdictFacts::Level::Act;
    facts.word = u"Act now"_s;
    const QString name = u"Deadlock: payment:account:1042:of:the:customer:who:waits"_s;
    for (qsizetype length = 1; length <= name.size(); ++length) {
        facts.title = name.first(length);
        tile.show(facts);
        QVERIFY2(!tile.isTitleCut(), qPrintable(facts.title));
    }
}

// However long the evidence is.
void tst_OverviewPage::whatToDoIsNotCut()
{
    IncidentTile tile(u"incident"_s, nullptr);
    tile.resize(500, 54);
    const auto pictureOf = [&](const QString &evidence, const QString &action) {
        IncidentFacts facts;
        facts.title = u"Deadlock: orders"_s;
        facts.evidence = evidence;
        facts.action = action;
        facts.age = u"12 s"_s;
        tile.show(facts);
        return tile.grab().toImage();
    };
    const QString evidence = u"somebody waits for something "_s.repeated(10);
    const QString action = u"End one of the owners"_s;
    const QImage last = pictureOf(evidence, action);
    // The end of the second line is that of the action, so another end is another picture there.
    const QRect end(last.width() * 8 / 10, last.height() / 2, last.width() * 2 / 10,
                    last.height() / 2);
    QVERIFY(last.copy(end) != pictureOf(evidence, u"End one of the people"_s).copy(end));
    QVERIFY(last.copy(end) != pictureOf(evidence, {}).copy(end));
}

void tst_OverviewPage::aFrozenProgramIsSeen()
{
    show();
    const auto *heart = find<Heartbeat>("heartbeat");
    QCOMPARE(heart->timeText(), timeOf(m_clock));
    QVERIFY2(heart->pictureText().contains(timeOf(m_clock)), qPrintable(heart->pictureText()));
    const double before = heart->position();
    m_clock.advance(1s);
    QTRY_COMPARE(heart->timeText(), timeOf(m_clock));
    QVERIFY(heart->position() != before);
    QVERIFY(heart->pictureText().contains(timeOf(m_clock)));
}

void tst_OverviewPage::aPauseIsTold()
{
    show();
    const auto *heart = find<Heartbeat>("heartbeat");
    m_client->setPaused(true);
    const QString paused = timeOf(m_clock);
    m_clock.advance(5s);
    QTRY_COMPARE(heart->timeText(), timeOf(m_clock)); // the program is alive
    QCOMPARE(heart->pictureText(), u"paused at %1"_s.arg(paused));
    m_client->setPaused(false);
    QTRY_VERIFY(heart->pictureText().contains(timeOf(m_clock)));
}

void tst_OverviewPage::tabReachesEveryTile()
{
    fill();
    show();
    QTRY_VERIFY(find<Tile>("blocker0")->isVisible() && find<Tile>("incident0")->isVisible());
    QCOMPARE(QApplication::focusWidget(), find<Tile>("verdict"));
    std::set<QWidget *> reached;
    for (int i = 0; i < 60; ++i) {
        reached.insert(QApplication::focusWidget());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    }
    for (Tile *tile : tiles())
        QVERIFY2(reached.contains(tile), qPrintable(tile->objectName()));
}

void tst_OverviewPage::spacePauses()
{
    put(upServer(0));
    show();
    find<Tile>("number0")->setFocus();
    QTest::keyClick(find<Tile>("number0"), Qt::Key_Space);
    QVERIFY(page()->isVisible());
    QVERIFY(m_client->isPaused());
    m_client->setPaused(false);
}

void tst_OverviewPage::tilesCanBeHeard()
{
    fill();
    show();
    QTRY_VERIFY(find<Tile>("blocker0")->isVisible() && find<Tile>("quorumRow1")->isVisible());
    QVERIFY(tiles().size() > 14);
    for (Tile *tile : tiles()) {
        auto *heard = QAccessible::queryAccessibleInterface(tile);
        QVERIFY2(heard, qPrintable(tile->objectName()));
        QCOMPARE(heard->role(), QAccessible::Button);
        QVERIFY2(!heard->text(QAccessible::Name).isEmpty(), qPrintable(tile->objectName()));
        QVERIFY2(tile->link().to != TileLink::To::Nowhere, qPrintable(tile->objectName()));
    }
}

void tst_OverviewPage::hiddenItDoesNothing()
{
    fill();
    Work work(page());
    const auto change = [&](int turn) {
        m_clock.advance(1s);
        put(fairLock("ledger", m_clock, 1 + turn % 3));
        put(turn % 2 == 0 ? upServer(1) : lostServer(m_clock, 1s, 1));
        QSignalSpy merged(&m_client->locks(), &LockTableModel::merged);
        return merged.wait();
    };
    show();
    QTRY_VERIFY(find<Tile>("blocker0")->isVisible());
    QTRY_VERIFY(work.count() > 5); // else this would say nothing
    QVERIFY(page()->isTicking());
    m_window->showLocks();
    QVERIFY(!page()->isTicking());
    QCoreApplication::processEvents();
    work.take();
    for (int turn = 0; turn < 10; ++turn)
        QVERIFY(change(turn));
    const std::set<QString> worked = work.take();
    QVERIFY2(worked.empty(), worked.empty() ? "" : qPrintable(*worked.begin()));
}

void tst_OverviewPage::onlyWhatHasChangedIsPainted()
{
    put(upServer(0));
    put(upServer(1));
    show();
    QTRY_VERIFY(find<Tile>("serverTile1")->isVisible());
    m_clock.advance(2s); // then the verdict is another
    Work work(page());
    const auto *heart = find<Heartbeat>("heartbeat");
    const auto turn = [&] {
        m_clock.advance(1s);
        put(upServer(0));
        put(upServer(1));
        QTRY_COMPARE(heart->timeText(), timeOf(m_clock));
    };
    turn();
    QCoreApplication::processEvents();
    work.take();
    turn();
    QCoreApplication::processEvents();
    const std::set<QString> worked = work.take();
    QVERIFY(worked.contains(u"heartbeat"_s));
    for (const char *calm : {"verdict", "number0", "number3", "serverTile0", "serverTile1"})
        QVERIFY2(!worked.contains(QLatin1StringView(calm)), calm);
}

void tst_OverviewPage::itFits_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("theme");
    for (const auto &[name, theme] :
         {std::pair("light", Theme::Light), std::pair("dark", Theme::Dark)}) {
        for (const QSize &size : {QSize(1280, 800), QSize(1920, 1080)})
            QTest::addRow("%s-%d", name, size.height()) << size << int(theme);
    }
}

void tst_OverviewPage::itFits()
{
    QFETCH(const QSize, size);
    QFETCH(const int, theme);
    m_window->setTheme(static_cast<Theme>(theme));
    m_window->resize(size);
    fill();
    put(lostServer(m_clock, 12s, 2));
    show();
    QTRY_VERIFY(find<Tile>("blocker0")->isVisible() && find<Tile>("incident0")->isVisible()
                && find<Tile>("serverTile2")->isVisible());
    layOut();
    const QList<Tile *> shown = tiles();
    for (Tile *tile : shown) {
        QVERIFY2(page()->rect().contains(tile->geometry()), qPrintable(tile->objectName()));
        for (Tile *other : shown)
            QVERIFY(tile == other || !tile->geometry().intersects(other->geometry()));
    }
    const auto *verdict = find<VerdictTile>("verdict");
    QVERIFY(verdict->height() >= page()->height() * 12 / 100);
    QVERIFY2(verdict->titleHeight() >= page()->height() * 0.03,
             qPrintable(QString::number(verdict->titleHeight())));
    takePicture(*m_window, u"overview"_s);
}

LOCKSCOPE_TEST_SUITE(tst_OverviewPage)
#include "tst_overviewpage.moc"
