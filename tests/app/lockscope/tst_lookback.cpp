// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/lookback.h"
#include "core/recorder/incidentfile.h"
#include "core/recorder/recordfolder.h"
#include "tests/app/program.h"
#include "tests/core/recorder/play.h"
#include "tests/support/testmain.h"
#include "ui/actions/actioncontroller.h"
#include "ui/overview/numbersfeed.h"
#include "ui/timeline/historyfeed.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <random>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::console;
using namespace std::chrono_literals;

// The console over a record: each instant as it was, from wherever one comes, and nothing to act
// on.
class tst_LookBack : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void eachInstantAsItWasShown();
    void aGlanceShowsWhatWasThere();
    void theWayThereMakesNoDifference();
    void aBusyRecordHasAShorterTimeBefore();
    void marksAreOfTheTime();
    void stepsFromEventToEvent();
    void nothingCanBeDone();
    void saysWhereNothingWasRecorded();
    void theTimelineSaysWhereNothingWasRecorded();
    void looksPastADamagedFile();
    void goesToAWrittenTime();
    void playsOn();
    void aHandPassesByGlances();
    void opensAnIncidentFile();
    void theFileIsNamed_data();
    void theFileIsNamed();
    void theWarningIsInSight_data();
    void theWarningIsInSight();
    void savesAnIncidentFile();
    void theProgramSaysWhatItCannotOpen();

private:
    // Two runs of a watch, with ten minutes between them.
    void record(const QString &folder, const recorder::WriterLimits &limits = smallLimits());
    std::unique_ptr<LookBack> opened(const Options &options);

    std::unique_ptr<QTemporaryDir> m_home;
    std::vector<Snapshot> m_snapshots;
    std::vector<watch::Event> m_events;
};

namespace {

// A window's parts, without the window.
struct Parts {
    explicit Parts(const QString &folder, const RecordPlayer::Limits &limits = {})
        : reader(folder)
        , player(reader, clock, client, *health, limits)
    {}

    recorder::RecordReader reader;
    PastClock clock;
    ui::WatchClient client{clock};
    QObject owner;
    ui::HealthFeed *health = [this] {
        client.setRecord(u"the record"_s);
        auto *feed = new ui::HealthFeed(client, clock, &owner);
        feed->useRecorded();
        client.locks().setProblemSource(feed);
        QObject::connect(feed, &ui::HealthFeed::judged, &client.locks(),
                         &ui::LockTableModel::updateProblems);
        return feed;
    }();
    ui::NumbersFeed numbers{client, clock, &owner};
    RecordPlayer player;
};

// Words for owners are switched off in the parts.
watch::LockRecord withoutWords(watch::LockRecord lock)
{
    const auto strip = [](auto &all) {
        for (auto &each : all) {
            const Alias &alias = each.alias;
            if (alias.origin == AliasOrigin::Derived)
                each.alias = Alias();
        }
    };
    strip(lock.holds);
    if (lock.waiters)
        strip(*lock.waiters);
    return lock;
}

// Empty: the same.
QString difference(const Snapshot &live, Parts &shown)
{
    if (shown.clock.wallNow() != live.at || shown.clock.now() - live.now > 1ms
        || live.now - shown.clock.now() > 1ms)
        return u"clock"_s;
    if (shown.client.locks().lockCount() != live.locks.size())
        return u"locks: %1, not %2"_s.arg(shown.client.locks().lockCount()).arg(live.locks.size());
    for (const auto &[id, lock] : live.locks) {
        const auto found = shown.client.locks().find(id);
        if (!found || *found != withoutWords(*lock))
            return QString::fromUtf8(id.name.bytes);
        std::set<QByteArray> ids;
        for (const health::Problem &problem : shown.health->problemsOf(id))
            ids.insert(problem.id);
        std::set<QByteArray> wanted;
        for (const auto &[key, problem] : live.problems) {
            if (std::ranges::find(problem.locks, id) != problem.locks.end())
                wanted.insert(key);
        }
        if (ids != wanted)
            return u"problems of "_s + QString::fromUtf8(id.name.bytes);
    }
    ui::LockNumbers numbers;
    for (const auto &[id, lock] : live.locks)
        numbers.add(*lock, 1);
    if (shown.numbers.numbers() != numbers)
        return u"numbers"_s;
    if (shown.client.picture().servers().size() != live.servers.size())
        return u"servers"_s;
    for (const auto &[id, server] : live.servers) {
        const watch::ServerRecord *found = shown.client.picture().findServer(id);
        if (!found || !isSame(*found, server))
            return u"server %1"_s.arg(id.number);
    }
    return {};
}

QString noteOf(LookBack &past)
{
    return past.window().findChild<QLabel *>(u"lookBackNote"_s)->text();
}

ui::LookBackBar &barOf(LookBack &past)
{
    return *past.window().findChild<ui::LookBackBar *>();
}

} // namespace

void tst_LookBack::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("LOCKSCOPE_RECORDS", QFile::encodeName(m_home->path()));
    m_snapshots.clear();
    m_events.clear();
}

void tst_LookBack::record(const QString &folder, const recorder::WriterLimits &limits)
{
    TwoClocks clock;
    for (const unsigned seed : {7U, 8U}) {
        Play play(folder, clock, seed, limits);
        QVERIFY(play.recorder().start());
        for (int i = 0; i < 600; ++i) {
            play.step();
            if (i % 20 == 10)
                play.look();
        }
        QVERIFY(play.isWritten());
        play.recorder().stop();
        m_snapshots.insert(m_snapshots.end(), play.snapshots.begin(), play.snapshots.end());
        m_events.insert(m_events.end(), play.events.begin(), play.events.end());
        clock.advance(10min);
    }
}

std::unique_ptr<LookBack> tst_LookBack::opened(const Options &options)
{
    auto source = LookBack::open(options);
    if (!source)
        return nullptr;
    auto past = std::make_unique<LookBack>(std::move(*source), options, QString());
    return past->start() ? std::move(past) : nullptr;
}

void tst_LookBack::eachInstantAsItWasShown()
{
    const QString folder = recorder::recordFolder(u"one"_s);
    record(folder);
    std::mt19937 random(5);
    std::ranges::shuffle(m_snapshots, random); // forwards, backwards and from run to run
    Parts shown(folder);
    for (const Snapshot &live : m_snapshots) {
        const auto done = shown.player.show(live.at);
        QVERIFY2(done, qPrintable(done ? QString() : done.error().text.english()));
        const QString other = difference(live, shown);
        QVERIFY2(other.isEmpty(), qPrintable(other));
    }
    QVERIFY(m_snapshots.size() >= 60);
}

void tst_LookBack::aGlanceShowsWhatWasThere()
{
    const QString folder = recorder::recordFolder(u"one"_s);
    record(folder);
    Parts shown(folder);
    // On in the stretch that is shown, which stays; then anywhere, in which there is nothing
    // before.
    QVERIFY(shown.player.show(m_snapshots[10].at));
    const std::size_t known = shown.client.events().eventCount();
    QVERIFY(shown.player.glance(m_snapshots[11].at));
    QCOMPARE(difference(m_snapshots[11], shown), QString());
    QVERIFY(shown.client.events().eventCount() > known);
    const std::vector<WallInstant> problems = shown.player.problems();
    std::mt19937 random(5);
    std::ranges::shuffle(m_snapshots, random);
    for (const Snapshot &live : m_snapshots) {
        const auto done = shown.player.glance(live.at);
        QVERIFY2(done, qPrintable(done ? QString() : done.error().text.english()));
        QCOMPARE(difference(live, shown), QString());
        QCOMPARE(shown.player.at(), live.at);
    }
    QCOMPARE(shown.client.events().eventCount(), std::size_t(0));
    QVERIFY(shown.player.problems() == problems);
    QVERIFY(shown.player.nextEvent(-1));
    QVERIFY(!shown.player.glance(m_snapshots[0].at - 24h));
}

// Events, incidents and what else is kept of the time before.
void tst_LookBack::theWayThereMakesNoDifference()
{
    const QString folder = recorder::recordFolder(u"one"_s);
    record(folder);
    const auto first = m_snapshots.begin();
    const WallInstant early = (first + 5)->at;
    const WallInstant wanted = (first + 15)->at;
    const WallInstant late = (first + 25)->at;
    const auto toldOn = [&](const std::vector<WallInstant> &way, bool byGlances = false) {
        Parts shown(folder);
        for (const WallInstant at : way) {
            if ((byGlances && !shown.player.glance(at)) || !shown.player.show(at))
                return std::pair(std::vector<watch::Event>(), QByteArrayList());
        }
        QByteArrayList incidents;
        for (const health::Incident *each : shown.health->incidents().incidents())
            incidents += each->problem.id + (each->problem.until ? " over" : "");
        std::ranges::sort(incidents);
        std::vector<watch::Event> events;
        for (const watch::Event &each : shown.client.events().events()) {
            events.push_back(each);
            events.back().lost.reset(); // a list of its own each time it is read
        }
        return std::pair(events, incidents);
    };
    const auto atOnce = toldOn({wanted});
    QVERIFY(atOnce.first.size() > 50);
    QVERIFY(!atOnce.second.isEmpty());
    QVERIFY(toldOn({early, wanted}) == atOnce);
    QVERIFY(toldOn({late, wanted}) == atOnce);
    QVERIFY(toldOn({late, early, wanted}) == atOnce);
    QVERIFY(toldOn({wanted}, true) == atOnce);
    QVERIFY(toldOn({late, early, wanted}, true) == atOnce);
    // Some are told a moment after they happened.
    const auto told = [&](WallInstant until) {
        return std::ranges::count_if(
            m_events, [until](const watch::Event &event) { return event.at <= until; });
    };
    const auto shown = static_cast<std::ptrdiff_t>(atOnce.first.size());
    QVERIFY(shown <= told(wanted) && shown >= told(wanted - 1s));
}

void tst_LookBack::aBusyRecordHasAShorterTimeBefore()
{
    const QString folder = recorder::recordFolder(u"one"_s);
    record(folder);
    RecordPlayer::Limits limits;
    limits.entries = 300;
    Parts shown(folder, limits);
    for (const std::size_t i : {29U, 3U, 17U}) {
        QVERIFY(shown.player.show(m_snapshots[i].at));
        QCOMPARE(difference(m_snapshots[i], shown), QString());
        QVERIFY(shown.client.events().eventCount() <= 300);
    }
}

// A lock that is there at both times has the mark of its problems at the time that is shown.
void tst_LookBack::marksAreOfTheTime()
{
    const QString folder = recorder::recordFolder(u"one"_s);
    record(folder);
    Parts shown(folder);
    ui::LockTableModel &locks = shown.client.locks();
    int marked = 0;
    const auto areRight = [&] {
        marked = 0;
        for (int row = 0; row < locks.rowCount(); ++row) {
            const watch::LockId id = locks.lockAt(row).id;
            if (!shown.health->isInSight(id.deployment))
                continue;
            const auto column = static_cast<int>(ui::LockColumn::Problem);
            const bool isMarked = !locks.index(row, column).data().toString().isEmpty();
            marked += isMarked ? 1 : 0;
            if (isMarked != shown.health->worstOf(id).has_value())
                return false;
        }
        return true;
    };
    int most = 0;
    for (const std::size_t i : {28U, 2U, 20U, 5U, 25U}) {
        QVERIFY(shown.player.show(m_snapshots[i].at));
        QVERIFY(eventually(areRight));
        most = std::max(most, marked);
    }
    QVERIFY(most > 0);
}

void tst_LookBack::stepsFromEventToEvent()
{
    const QString folder = recorder::recordFolder(u"one"_s);
    record(folder);
    Parts shown(folder);
    QVERIFY(shown.player.show(m_snapshots[10].at));
    const WallInstant before = shown.player.at();
    const auto next = shown.player.nextEvent(1);
    QVERIFY(next && *next > before);
    const std::size_t known = shown.client.events().eventCount();
    QVERIFY(shown.player.show(*next - 1ms));
    QCOMPARE(shown.client.events().eventCount(), known);
    QVERIFY(shown.player.show(*next));
    QVERIFY(shown.client.events().eventCount() > known);
    const auto back = shown.player.nextEvent(-1);
    QVERIFY(back && *back < *next);
}

void tst_LookBack::nothingCanBeDone()
{
    record(recorder::recordFolder(u"one"_s));
    Options options;
    options.record = u"one"_s;
    const auto past = opened(options);
    QVERIFY(past);
    QSignalSpy acted(&past->window().actions(), &ui::ActionController::actionRequested);
    int locks = 0;
    for (const Snapshot *each : {&m_snapshots[20], &m_snapshots[4], &m_snapshots[50]}) {
        Q_EMIT barOf(*past).timeWanted(each->at);
        QCOMPARE(past->at(), each->at);
        past->client().locks().forEachLock([&](const watch::LockPointer &lock) {
            ++locks;
            for (const admin::ActionType type : ui::allActions)
                QVERIFY(past->window()
                            .actions()
                            .reasonAgainst(type, {lock->id}, {})
                            .contains("record"_L1));
        });
    }
    QVERIFY(locks > 10);
    for (const char *name : {"actionConnect", "actionRecord", "actionGuesses", "actionNotices"}) {
        const auto *action = past->window().findChild<QAction *>(QLatin1StringView(name));
        QVERIFY2(!action->isVisible() && !action->isEnabled(), name);
    }
    QCOMPARE(acted.count(), 0);
}

void tst_LookBack::saysWhereNothingWasRecorded()
{
    record(recorder::recordFolder(u"one"_s));
    Options options;
    options.record = u"one"_s;
    const auto past = opened(options);
    QVERIFY(past);
    const WallInstant hole = m_snapshots[29].at + 3min;
    Q_EMIT barOf(*past).timeWanted(hole);
    QVERIFY2(noteOf(*past).contains("Nothing was recorded at"_L1), qPrintable(noteOf(*past)));
    QVERIFY(past->at() < hole);
    QVERIFY(past->at() >= m_snapshots[29].at);
    Q_EMIT barOf(*past).timeWanted(m_snapshots[40].at);
    QCOMPARE(noteOf(*past), QString());
}

// Before the record, and in a hole right before the time that is told.
void tst_LookBack::theTimelineSaysWhereNothingWasRecorded()
{
    const QString folder = recorder::recordFolder(u"one"_s);
    record(folder);
    Parts shown(folder, {.before = 1min});
    ui::HistoryFeed feed(shown.client, shown.clock, &shown.owner);
    const auto stretches = shown.reader.stretches();
    QCOMPARE(stretches.size(), std::size_t(2));
    QVERIFY(shown.player.show(m_snapshots[5].at));
    QCOMPARE(feed.history().recordBegin(), std::optional(stretches[0].first));
    QVERIFY(shown.player.show(m_snapshots[35].at));
    QVERIFY(!feed.history().recordBegin());
    QVERIFY(!feed.history().holes().empty());
    const insight::WatchHole &hole = feed.history().holes().front();
    QCOMPARE(hole.from, stretches[0].second);
    QCOMPARE(hole.to, std::optional(stretches[1].first));
}

void tst_LookBack::looksPastADamagedFile()
{
    const QString folder = recorder::recordFolder(u"one"_s);
    recorder::WriterLimits limits = smallLimits();
    limits.fileBytes = 20'000; // several files
    record(folder, limits);
    const auto files = recorder::recordFiles(folder);
    QVERIFY(files.size() >= 2);
    QFile first(files.front().path);
    QVERIFY(first.open(QFile::ReadWrite) && first.resize(first.size() / 2));
    first.close();
    Options options;
    options.record = u"one"_s;
    const auto past = opened(options);
    QVERIFY(past);
    const Snapshot &live = m_snapshots[45];
    Q_EMIT barOf(*past).timeWanted(live.at);
    QCOMPARE(past->at(), live.at);
    QCOMPARE(past->client().locks().lockCount(), live.locks.size());
    QVERIFY2(noteOf(*past).contains("damaged"_L1) || noteOf(*past).contains("record"_L1),
             qPrintable(noteOf(*past)));
}

void tst_LookBack::goesToAWrittenTime()
{
    record(recorder::recordFolder(u"one"_s));
    Options options;
    options.record = u"one"_s;
    const auto past = opened(options);
    QVERIFY(past);
    auto *field = past->window().findChild<QLineEdit *>(u"lookBackTime"_s);
    const auto write = [&](const QString &text) {
        field->setText(text);
        Q_EMIT field->returnPressed();
    };
    const WallInstant wanted = m_snapshots[12].at;
    write(QDateTime::fromMSecsSinceEpoch(wanted.time_since_epoch().count())
              .toString(u"yyyy-MM-dd HH:mm:ss.zzz"_s));
    QCOMPARE(past->at(), wanted);
    write(u"half past seven"_s);
    QVERIFY(noteOf(*past).contains("is no time"_L1));
    QVERIFY(field->text() != "half past seven"_L1);
    QCOMPARE(past->at(), wanted);
}

void tst_LookBack::playsOn()
{
    record(recorder::recordFolder(u"one"_s));
    Options options;
    options.record = u"one"_s;
    const auto past = opened(options);
    QVERIFY(past);
    const WallInstant from = m_snapshots[2].at;
    Q_EMIT barOf(*past).timeWanted(from);
    auto *play = past->window().findChild<QAction *>(u"lookBackPlay"_s);
    past->window().findChild<QAction *>(u"actionPause"_s)->trigger(); // its key plays here
    QVERIFY(play->isChecked());
    QVERIFY(eventually([&] { return past->at() >= from + 300ms; }));
    play->trigger();
    QVERIFY(!barOf(*past).isPlaying());
}

// The last time that it passed, and all of it where it rests or is lifted.
void tst_LookBack::aHandPassesByGlances()
{
    const QString folder = recorder::recordFolder(u"one"_s);
    record(folder);
    // Without a hole, beside which another time would be shown.
    Options options;
    options.incident = m_home->filePath(u"night.lockscope"_s);
    recorder::RecordReader reader(folder);
    QVERIFY(recorder::writeIncident(
        reader, options.incident,
        {u"one"_s, m_snapshots[1].at, m_snapshots[28].at, m_snapshots[59].at, false}));
    const auto past = opened(options);
    QVERIFY(past);
    ui::TimeStrip &strip = barOf(*past).strip();
    const ui::EventModel &events = past->client().events();
    QSignalSpy passed(&strip, &ui::TimeStrip::passed);
    QSignalSpy wanted(&strip, &ui::TimeStrip::wanted);
    // A slow machine may come to the rest before the test looks.
    struct Shown {
        WallInstant at;
        std::size_t events = 0;
        qsizetype wanted = 0;
    };
    std::vector<Shown> shown;
    connect(&past->client(), &ui::WatchClient::timeSet, &strip, [&] {
        shown.push_back({past->at(), events.eventCount(), wanted.count()});
    });
    const auto placeIn = [&](int percent) {
        return QPoint(strip.width() * percent / 100, strip.height() / 2);
    };
    QTest::mousePress(&strip, Qt::LeftButton, {}, placeIn(90));
    for (int percent = 80; percent >= 20; percent -= 10)
        QTest::mouseMove(&strip, placeIn(percent));
    QVERIFY(passed.count() > 1);
    const auto last = passed.back().front().value<WallInstant>();
    QVERIFY(eventually([&] { // it rests
        return past->at() == last && !wanted.isEmpty() && events.eventCount() > 0;
    }));
    QVERIFY(shown.front().events == 0 && shown.front().wanted == 0);
    QVERIFY(std::ranges::any_of(
        shown, [&](const Shown &each) { return each.at == last && each.events == 0; }));
    const auto rested = wanted.count();
    QTest::mouseMove(&strip, placeIn(30));
    QTest::mouseRelease(&strip, Qt::LeftButton, {}, placeIn(30));
    QCOMPARE(wanted.count(), rested + 1);
    QVERIFY(past->at() > last && events.eventCount() > 0);
}

void tst_LookBack::opensAnIncidentFile()
{
    const QString folder = recorder::recordFolder(u"one"_s);
    record(folder);
    const QString file = m_home->filePath(u"night.lockscope"_s);
    recorder::RecordReader reader(folder);
    QVERIFY(recorder::writeIncident(
        reader, file, {u"one"_s, m_snapshots[5].at, m_snapshots[20].at, m_snapshots[59].at, true}));
    const CommandLine line = parseCommandLine({u"lockscope"_s, file});
    QVERIFY(line.options);
    QCOMPARE(line.options->incident, file);
    const auto past = opened(*line.options);
    QVERIFY(past);
    QCOMPARE(past->at(), m_snapshots[20].at);
    QCOMPARE(past->client().locks().lockCount(), m_snapshots[20].locks.size());
    QCOMPARE(noteOf(*past), u"Names are hidden in this file."_s);
    QVERIFY(past->window().windowTitle().contains("one"_L1));
}

// Two windows over two files of one profile cannot be told apart by the profile.
void tst_LookBack::theFileIsNamed_data()
{
    QTest::addColumn<QString>("name"); // on the disk
    QTest::addColumn<QString>("shown");
    QTest::newRow("plain") << u"night.lockscope"_s << u"night.lockscope"_s;
    // From right to left, it would pass for another kind of file; and it cannot fill the title.
    QTest::newRow("hostile") << QString(u"[*] %1 <b>"_s + QChar(0x202e) + u"\n.lockscope"_s)
                             << u"[*] %1 <b>\\u{202e}\\n.lockscope"_s;
    QTest::newRow("long") << QString(u"a"_s + QString(100, u'b') + u"c.lockscope"_s)
                          << QString(u"a"_s + QString(17, u'b') + QChar(0x2026) + u"lockscope"_s);
}

void tst_LookBack::theFileIsNamed()
{
    QFETCH(QString, name);
    QFETCH(QString, shown);
    const QString folder = recorder::recordFolder(u"one"_s);
    record(folder);
    Options options;
    options.incident = m_home->filePath(name);
    recorder::RecordReader reader(folder);
    QVERIFY(recorder::writeIncident(
        reader, options.incident,
        {u"one"_s, m_snapshots[5].at, m_snapshots[20].at, m_snapshots[59].at, false}));
    const auto past = opened(options);
    QVERIFY(past);
    // Qt takes one [*] for a mark of its own, which is not shown.
    const QString title = past->window().windowTitle().replace(u"[*][*]"_s, u"[*]"_s);
    const QString wanted = u"ecord of one in "_s + shown;
    QVERIFY2(title.endsWith(QString(wanted + u" - Lockscope"_s)), qPrintable(title));
    const auto *text = barOf(*past).findChild<QLabel *>(u"lookBackText"_s);
    const QString whole = text->accessibleName(); // on a narrow window the name is shortened
    QVERIFY2(whole.contains(QString(wanted + u". Nothing can"_s)), qPrintable(whole));
    QVERIFY(!text->toolTip().contains("<b>"_L1));
}

void tst_LookBack::theWarningIsInSight_data()
{
    QTest::addColumn<QString>("record");
    QTest::addColumn<int>("width");
    const QString sentinel = u"redis+sentinel://127.0.0.1:33805,127.0.0.1:42205/mymaster"_s;
    QTest::newRow("short") << u"shop"_s << 1280;
    QTest::newRow("Sentinel") << sentinel << 1280;
    QTest::newRow("Sentinel, narrow") << sentinel << 900;
    QTest::newRow("file, narrow") << u"shop in shop1.lockscope"_s << 900;
}

void tst_LookBack::theWarningIsInSight()
{
    QFETCH(const QString, record);
    QFETCH(const int, width);
    ui::LookBackBar bar(record);
    bar.resize(width, 80);
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar));
    const auto *text = bar.findChild<QLabel *>(u"lookBackText"_s);
    const auto fits = [&] {
        const int flags = text->wordWrap() ? Qt::TextWordWrap : Qt::TextSingleLine;
        const QSize needed =
            text->fontMetrics()
                .boundingRect(QRect(0, 0, text->width(), 1000), flags, text->text())
                .size();
        return needed.width() <= text->width() && needed.height() <= text->height();
    };
    QVERIFY2(eventually(fits), qPrintable(text->text()));
    QVERIFY(text->text().endsWith("Nothing can be changed here."_L1));
    QVERIFY(text->toolTip().contains("mymaster"_L1) || !record.contains("mymaster"_L1));
}

void tst_LookBack::savesAnIncidentFile()
{
    record(recorder::recordFolder(u"one"_s));
    Options options;
    options.record = u"one"_s;
    const auto past = opened(options);
    QVERIFY(past);
    const Snapshot &live = m_snapshots[20];
    Q_EMIT barOf(*past).timeWanted(live.at);
    barOf(*past).strip().setRange({m_snapshots[15].at, m_snapshots[25].at});
    const QString file = m_home->filePath(u"night.lockscope"_s);
    past->save(file, false);
    QVERIFY2(noteOf(*past).startsWith("Saved in"_L1), qPrintable(noteOf(*past)));
    past->save(file, false); // which never replaces one
    QVERIFY(!noteOf(*past).startsWith("Saved in"_L1));
    auto incident = recorder::openIncident(file);
    QVERIFY(incident);
    const auto then = incident->reader->stateAt(live.at);
    QVERIFY(then && then->picture.locks().size() == live.locks.size());
    QVERIFY(!incident->reader->stateAt(m_snapshots[5].at));
}

void tst_LookBack::theProgramSaysWhatItCannotOpen()
{
    const auto refused = [](const QStringList &arguments) {
        return parseCommandLine(QStringList{u"lockscope"_s} + arguments).text;
    };
    QVERIFY(refused({u"--at"_s, u"15m"_s}).contains("give --record"_L1));
    QVERIFY(refused({u"--record"_s, u"one"_s, u"--at"_s, u"noon"_s}).contains("must be a time"_L1));
    QVERIFY(refused({u"--record"_s, u"one"_s, u"redis://localhost"_s}).contains("alone"_L1));
    QVERIFY(refused({u"--record"_s, u"one"_s, u"--kiosk"_s}).contains("--kiosk"_L1));
    QVERIFY(refused({u"--record"_s, u"one"_s, u"--at"_s, u"1m"_s, u"--at"_s, u"2m"_s})
                .contains("--at was given more than once"_L1));

    Program program(LOCKSCOPE_PATH);
    program.setVariable(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    QCOMPARE(program.run({u"--record"_s, u"nobody"_s}), 1);
    QVERIFY2(program.err.contains("there is no record of \"nobody\""), program.err.constData());
    const QString text = m_home->filePath(u"text.lockscope"_s);
    QFile file(text);
    QVERIFY(file.open(QFile::WriteOnly) && file.write("no incident") > 0);
    file.close();
    QCOMPARE(program.run({text}), 1);
    QVERIFY2(program.err.contains("text.lockscope"), program.err.constData());
    QCOMPARE(program.run({m_home->filePath(u"none.lockscope"_s)}), 1);
    QVERIFY2(program.err.contains("none.lockscope"), program.err.constData());
}

LOCKSCOPE_TEST_SUITE(tst_LookBack)
#include "tst_lookback.moc"
