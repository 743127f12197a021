// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/application.h"
#include "tests/support/listener.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/inspect.h"
#include "tests/ui/madeup.h"
#include "tests/ui/pictures.h"
#include "ui/theme/tones.h"
#include "ui/timeline/historyfeed.h"
#include "ui/timeline/timelinepane.h"
#include "ui/wording/wording.h"

#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QImage>
#include <QLabel>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

// "100+50 2": the band from there on, so wide, and its number.
QStringList bandsOf(const insight::HoldHistory &history, const QByteArray &lock,
                    const TimeScale &scale, qint64 now)
{
    QStringList all;
    const auto lane = history.find({0, LockName(lock)});
    for (const TimelineWaiters &band : timelineWaiters(history, lane, scale, now))
        all += u"%1+%2 %3"_s.arg(band.x)
                   .arg(band.width)
                   .arg(band.number ? QString::number(*band.number) : u"?"_s);
    return all;
}

} // namespace

// Tests how many wait for a lock, as the timeline draws and tells it.
class tst_TimelineWaiters : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void theBandFollowsTheNumber();
    void whatIsTooCloseIsOnePixel();
    void itIsPaintedUnderTheHolds_data() { addThemes(); }
    void itIsPaintedUnderTheHolds();
    void itIsToldInWords();
    void aLegendNamesIt();
    void recordsFeedIt();
    void itIsUnknownWhileTheServerIsLost();
    void itIsUnknownInAPauseAndWhereItMayNotBeRead();
    void realWaitersAreShown();

private:
    void note(watch::EventType type, const QByteArray &lock)
    {
        m_history.note(eventOf(type, lock, m_clock));
    }
    // Of connections that wait; empty: the lock does not tell.
    void wait(const QByteArray &name, const std::optional<qint64> &number)
    {
        watch::LockRecord lock = heldLock(name, m_clock);
        lock.waitingConnections = number;
        m_history.noteWaiters(lock.id, &lock, m_clock.wallNow());
    }
    void queue(const QByteArray &name, int number)
    {
        const watch::LockRecord lock = fairLock(name, m_clock, number);
        m_history.noteWaiters(lock.id, &lock, m_clock.wallNow());
    }
    // Ten seconds each: nobody, one, twelve, unknown, nobody.
    void noteSome(const QByteArray &name)
    {
        note(watch::EventType::Acquired, name);
        const std::vector<std::optional<qint64>> numbers{0, 1, 12, std::nullopt, 0};
        for (const std::optional<qint64> &number : numbers) {
            wait(name, number);
            m_clock.advance(10s);
        }
    }
    qint64 now() const { return m_clock.wallNow().time_since_epoch().count(); }

    StandingClock m_clock;
    insight::HoldHistory m_history;
    std::unique_ptr<ServerModel> m_servers;
    std::unique_ptr<TimelinePane> m_pane;
};

void tst_TimelineWaiters::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
    applyTheme(Theme::Light);
    m_history = insight::HoldHistory();
    m_servers = std::make_unique<ServerModel>();
    m_servers->mergeOne(upServer());
    m_pane = std::make_unique<TimelinePane>(m_history, *m_servers, m_clock);
    m_pane->resize(1000, 400);
    m_pane->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_pane.get()));
}

void tst_TimelineWaiters::cleanup()
{
    m_pane.reset();
    m_servers.reset();
    applyTheme(Theme::Light);
}

void tst_TimelineWaiters::theBandFollowsTheNumber()
{
    const auto begin = double(now());
    noteSome("a");
    const TimeScale all = TimeScale::fitting(begin, begin + 100'000, 1000);
    QCOMPARE(bandsOf(m_history, "a", all, now()),
             QStringList({u"100+100 1"_s, u"200+100 12"_s, u"300+100 ?"_s}));
    const TimeScale part = TimeScale::fitting(begin + 15'000, begin + 25'000, 100);
    QCOMPARE(bandsOf(m_history, "a", part, now()), QStringList({u"0+50 1"_s, u"50+50 12"_s}));
    // Of the future nothing is known, and before the first hold of the lock nothing is told.
    wait("a", 3);
    QCOMPARE(bandsOf(m_history, "a", all, now() + 10'000).back(), u"500+100 3"_s);
    const TimeScale before = TimeScale::fitting(begin - 50'000, begin + 5000, 55);
    QCOMPARE(bandsOf(m_history, "a", before, now()), QStringList());
    note(watch::EventType::Acquired, "polled");
    wait("polled", std::nullopt);
    QCOMPARE(bandsOf(m_history, "polled", all, now() + 10'000), QStringList{u"500+100 ?"_s});
    QCOMPARE(waiterLevel(1), 1);
    QCOMPARE(waiterLevel(4), 2);
    QCOMPARE(waiterLevel(9), 3);
    QCOMPARE(waiterLevel(10), waiterLevels);
    QCOMPARE(waiterLevel(1'000'000), waiterLevels);
}

void tst_TimelineWaiters::whatIsTooCloseIsOnePixel()
{
    const auto begin = double(now());
    note(watch::EventType::Acquired, "a");
    wait("a", 0);
    for (int i = 0; i < 100; ++i) {
        m_clock.advance(500ms);
        wait("a", i % 2 ? 0 : 1 + i % 7);
    }
    wait("a", 0);
    // A minute in six pixels: each shows the most that waited in it.
    const TimeScale scale = TimeScale::fitting(begin, begin + 60'000, 6);
    QCOMPARE(bandsOf(m_history, "a", scale, now()), QStringList{u"0+5 7"_s});
    // A moment is not left out.
    const TimeScale wide = TimeScale::fitting(begin - 1e6, begin + 1e6, 100);
    QCOMPARE(bandsOf(m_history, "a", wide, now()).size(), 1);
}

void tst_TimelineWaiters::itIsPaintedUnderTheHolds()
{
    QFETCH(int, theme);
    applyTheme(Theme(theme));
    const qint64 begin = now();
    noteSome("a");
    TimelineView &view = m_pane->view();
    view.refreshRows();
    view.showAll();
    layOut();
    TimelinePainter painter;
    painter.setLook(view.palette(), view.font());
    const QImage picture = view.viewport()->grab().toImage();
    const QRect row = view.rowRect(0);
    const int names = view.viewport()->width() - view.scale().width;
    const int y = row.bottom() - painter.gap() + 1;
    const QColor ground = view.palette().color(QPalette::Base);
    const auto colorAt = [&](qint64 after) {
        const int x = names + view.scale().pixelOf(begin + after);
        return picture.pixelColor(QPoint(x, y) * picture.devicePixelRatio());
    };
    QCOMPARE(colorAt(5000), ground); // nobody
    QCOMPARE(colorAt(45'000), ground);
    const double one = contrast(colorAt(15'000), ground);
    const double many = contrast(colorAt(25'000), ground);
    QVERIFY2(one > 1.8, qPrintable(QString::number(one)));
    QVERIFY2(many > 4.5 && many > one + 1, qPrintable(QString::number(many)));
    // Dots with gaps between them.
    int dots = 0;
    int all = 0;
    for (qint64 after = 31'000; after < 39'000; after += 20, ++all)
        dots += colorAt(after) != ground ? 1 : 0;
    QVERIFY2(dots > all / 6 && dots < all / 2, qPrintable(QString::number(dots)));
    // The bars of the holds are as they were.
    const QPoint bar(names + view.scale().pixelOf(begin + 15'000), row.top() + row.height() / 2);
    QVERIFY(picture.pixelColor(bar * picture.devicePixelRatio()) != colorAt(15'000));
    takePicture(*m_pane, u"timelinewaiters"_s);
}

void tst_TimelineWaiters::itIsToldInWords()
{
    const qint64 begin = now();
    noteSome("a");
    TimelineView &view = m_pane->view();
    view.refreshRows();
    view.showAll();
    const QRect row = view.rowRect(0);
    const int names = view.viewport()->width() - view.scale().width;
    const auto tip = [&](qint64 after) {
        const int x = names + view.scale().pixelOf(begin + after);
        return view.toolTipAt({x, row.center().y()}).section(u'\n', -1);
    };
    const auto time = [&](qint64 after) {
        return wording::exactTime(WallInstant(Millis(begin + after)), m_clock.wallNow());
    };
    QCOMPARE(tip(5000), u"nobody waiting"_s);
    QCOMPARE(tip(15'000),
             u"waiting connections: 1, somebody from %1 to %2 or later"_s.arg(time(10'000),
                                                                              time(30'000)));
    QCOMPARE(tip(25'000),
             u"waiting connections: 12, somebody from %1 to %2 or later"_s.arg(time(10'000),
                                                                               time(30'000)));
    QCOMPARE(tip(35'000), u"waiters unknown"_s);
    QCOMPARE(tip(45'000), u"nobody waiting"_s);
    QVERIFY(!view.toolTipAt({names / 2, row.center().y()}).contains(u"waiting"_s));
    queue("a", 3);
    m_clock.advance(4s);
    QCOMPARE(view.rowText(0).section(u"; "_s, 1, 1),
             u"3 waiting, somebody since %1"_s.arg(time(50'000)));
    QAccessibleInterface *const list = QAccessible::queryAccessibleInterface(&view);
    QVERIFY(list->child(0)->text(QAccessible::Description).contains(u"3 waiting, somebody"_s));
    // The line below tells the most of a hold.
    auto *detail = findNamed<QLabel>(*m_pane, "timelineDetail");
    QTest::keyClick(&view, Qt::Key_Down);
    QVERIFY2(detail->text().contains(u"3 waiting, somebody since"_s), qPrintable(detail->text()));
    QTest::keyClick(&view, Qt::Key_Left, Qt::ControlModifier);
    QVERIFY2(detail->text().endsWith(u"; waiting connections: up to 12, as far as known"_s),
             qPrintable(detail->text()));
    note(watch::EventType::Acquired, "quiet");
    wait("quiet", 0);
    m_clock.advance(1s);
    note(watch::EventType::Released, "quiet");
    const auto lane = m_history.find({0, LockName("quiet")});
    const TimelineTexts texts(m_history, m_clock);
    QCOMPARE(texts.waitersDuring(lane, m_history.ended(lane).front()), u"nobody waiting"_s);
    // It was waited for already when it was seen first.
    note(watch::EventType::Appeared, "late");
    queue("late", 1);
    const auto late = m_history.find({0, LockName("late")});
    QVERIFY(texts.lane(late).contains(u"1 waiting, somebody since before %1"_s.arg(time(55'000))));
}

void tst_TimelineWaiters::aLegendNamesIt()
{
    const QString told = findNamed<QWidget>(*m_pane, "timelineLegend")->accessibleName();
    QVERIFY2(told.contains(u"waiting: one, many"_s) && told.contains(u"waiters unknown"_s),
             qPrintable(told));
}

// A record comes before the event that gives the lock its lane.
void tst_TimelineWaiters::recordsFeedIt()
{
    WatchClient client(m_clock);
    watch::WatchMailbox &mailbox = client.addSource();
    QObject owner;
    HistoryFeed keeper(client, m_clock, &owner);
    const insight::HoldHistory &history = keeper.history();
    const watch::LockId id{0, LockName("orders")};
    const auto put = [&](const watch::LockRecord &lock) {
        mailbox.put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    };
    const auto number = [&]() -> std::optional<quint32> {
        const auto lane = history.find(id);
        if (lane == insight::HoldHistory::noLane)
            return std::nullopt;
        const auto run = history.waitersAt(lane, m_clock.wallNow(), m_clock.wallNow());
        return run.count ? std::optional(run.count->number) : std::nullopt;
    };
    mailbox.put(watch::ServerId{0}, std::make_shared<const watch::ServerRecord>(upServer()));
    put(heldLock("orders", m_clock));
    mailbox.post(eventOf(watch::EventType::Acquired, "orders", m_clock));
    QVERIFY(eventually([&] { return number() == 0u; }));
    m_clock.advance(1s);
    put(fairLock("orders", m_clock, 2));
    QVERIFY(eventually([&] { return number() == 2u; }));
    m_clock.advance(1s);
    mailbox.put(id, watch::LockPointer());
    QVERIFY(eventually([&] { return number() == 0u; }));
    // Its clients poll: nothing is ever known.
    watch::LockRecord polled = heldLock("polled", m_clock);
    polled.waitingConnections.reset();
    put(polled);
    mailbox.post(eventOf(watch::EventType::Appeared, "polled", m_clock));
    QVERIFY(eventually([&] { return history.find(polled.id) != insight::HoldHistory::noLane; }));
    const auto lane = history.find(polled.id);
    QVERIFY(history.areWaitersNoted(lane));
    QVERIFY(!history.waitersAt(lane, m_clock.wallNow(), m_clock.wallNow()).count);
    client.removeDeployment({0});
    m_clock.advance(1s);
    QVERIFY(!number());
}

void tst_TimelineWaiters::itIsUnknownWhileTheServerIsLost()
{
    WatchClient client(m_clock);
    watch::WatchMailbox &mailbox = client.addSource();
    QObject owner;
    HistoryFeed keeper(client, m_clock, &owner);
    const insight::HoldHistory &history = keeper.history();
    const auto put = [&](const QByteArray &name, qint64 number) {
        watch::LockRecord lock = heldLock(name, m_clock);
        lock.waitingConnections = number;
        mailbox.put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    };
    const auto number = [&](const QByteArray &name) -> std::optional<quint32> {
        const auto lane = history.find({0, LockName(name)});
        if (lane == insight::HoldHistory::noLane)
            return std::nullopt;
        const auto run = history.waitersAt(lane, m_clock.wallNow(), m_clock.wallNow());
        return run.count ? std::optional(run.count->number) : std::nullopt;
    };
    const auto tell = [&](const watch::ServerRecord &server) {
        mailbox.put(server.server, std::make_shared<const watch::ServerRecord>(server));
    };
    tell(upServer());
    for (const char *name : {"a", "b"}) {
        put(name, 2);
        mailbox.post(eventOf(watch::EventType::Acquired, name, m_clock));
    }
    QVERIFY(eventually([&] { return number("a") == 2u && number("b") == 2u; }));
    m_clock.advance(10s);
    tell(lostServer(m_clock, 3s));
    QVERIFY(eventually([&] { return !number("a") && !number("b"); }));
    const auto lane = history.find({0, LockName("a")});
    const auto lostAt = m_clock.wallNow() - 3s;
    QVERIFY(history.waitersAt(lane, lostAt - 1s, m_clock.wallNow()).count);
    QVERIFY(!history.waitersAt(lane, lostAt + 1s, m_clock.wallNow()).count);
    m_clock.advance(5s);
    tell(upServer());
    const auto back = [&] { return client.servers().find(watch::DeploymentId{0}); };
    QVERIFY(eventually([&] { return back() && !back()->lostAt; }));
    QVERIFY(!number("a")); // not read again yet
    m_clock.advance(1s);
    put("a", 2);
    QVERIFY(eventually([&] { return number("a") == 2u; }));
    QVERIFY(!number("b"));
    watch::ServerRecord scanning = upServer();
    scanning.scan.running = true;
    tell(scanning);
    QVERIFY(eventually([&] { return back()->scan.running; }));
    QVERIFY(!number("b"));
    m_clock.advance(1s);
    tell(upServer()); // the scan is over
    QVERIFY(eventually([&] { return number("b") == 2u; }));
    QVERIFY(!history
                 .waitersAt(history.find({0, LockName("b")}), m_clock.wallNow() - 500ms,
                            m_clock.wallNow())
                 .count);
}

void tst_TimelineWaiters::itIsUnknownInAPauseAndWhereItMayNotBeRead()
{
    WatchClient client(m_clock);
    watch::WatchMailbox &mailbox = client.addSource();
    QObject owner;
    HistoryFeed keeper(client, m_clock, &owner);
    const insight::HoldHistory &history = keeper.history();
    const watch::LockId id{0, LockName("a")};
    const auto numberAt = [&](WallInstant at) -> std::optional<quint32> {
        const auto lane = history.find(id);
        if (lane == insight::HoldHistory::noLane)
            return std::nullopt;
        const auto run = history.waitersAt(lane, at, m_clock.wallNow());
        return run.count ? std::optional(run.count->number) : std::nullopt;
    };
    const auto put = [&](qint64 number) {
        watch::LockRecord lock = heldLock("a", m_clock);
        lock.waitingConnections = number;
        mailbox.put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    };
    put(2);
    mailbox.post(eventOf(watch::EventType::Acquired, "a", m_clock));
    QVERIFY(eventually([&] { return numberAt(m_clock.wallNow()) == 2u; }));
    const WallInstant begin = m_clock.wallNow();
    m_clock.advance(10s);
    client.setPaused(true);
    m_clock.advance(10s);
    put(5);
    m_clock.advance(10s);
    client.setPaused(false);
    QVERIFY(eventually([&] { return numberAt(m_clock.wallNow()) == 5u; }));
    QVERIFY(numberAt(begin + 5s) == 2u);
    QVERIFY(!numberAt(begin + 15s) && !numberAt(begin + 25s));
    m_clock.advance(10s);
    watch::ServerRecord server = upServer();
    watch::UnreadableNames names;
    names.names.insert(id.name);
    server.unreadable = std::make_shared<const watch::UnreadableNames>(names);
    mailbox.put(server.server, std::make_shared<const watch::ServerRecord>(server));
    QVERIFY(eventually([&] { return !numberAt(m_clock.wallNow()); }));
    m_clock.advance(10s);
    mailbox.put(server.server, std::make_shared<const watch::ServerRecord>(upServer()));
    QVERIFY(eventually([&] { return numberAt(m_clock.wallNow()) == 5u; }));
}

void tst_TimelineWaiters::realWaitersAreShown()
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
    auto *locks = window.findChild<QAbstractItemView *>(u"locks"_s)->model();
    QVERIFY(!server
                 .command({"EVAL",
                           "redis.call('hset',KEYS[1],ARGV[1],'1')"
                           "redis.call('pexpire',KEYS[1],600000)",
                           "1", "orders:7", "3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7"})
                 .isError());
    QVERIFY(eventually([&] { return locks->rowCount() == 1; }));
    auto *pane = window.findChild<TimelinePane *>();
    window.findChild<QAction *>(u"view-timelineDock"_s)->trigger();
    QVERIFY(eventually([&] { return pane->view().isVisible() && pane->view().count() == 1; }));
    const auto told = [&] { return pane->view().rowText(0); };
    QVERIFY(eventually([&] { return told().contains(u"nobody waiting"_s); }));
    const QByteArray channel = "redisson_lock__channel:{orders:7}";
    auto first = std::make_unique<Listener>(server, "SUBSCRIBE", channel);
    QVERIFY(
        eventually([&] { return told().contains(u"waiting connections: 1, somebody since"_s); }));
    auto second = std::make_unique<Listener>(server, "SUBSCRIBE", channel);
    QVERIFY(
        eventually([&] { return told().contains(u"waiting connections: 2, somebody since"_s); }));
    // The server is silent, and the number unknown until it is read again.
    server.pause();
    QVERIFY(eventually([&] { return told().contains(u"waiters unknown"_s); }));
    server.resume();
    QVERIFY(eventually(
        [&] { return told().contains(u"waiting connections: 2, somebody since before"_s); }));
    first.reset();
    second.reset();
    QVERIFY(eventually([&] { return told().contains(u"nobody waiting"_s); }));
}

LOCKSCOPE_TEST_SUITE(tst_TimelineWaiters)
#include "tst_timelinewaiters.moc"
