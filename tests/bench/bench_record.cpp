// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the record: bytes for each event in open and in closed files, processor time to write an
// event with its state, the time to make the picture of a random instant again and whether it is
// what was there then, and time and memory to look through all of it for second owners and for what
// is usual of a lock. Time is played: a day of 1,000 events a second is as long as its events take
// to write. Of ten events, six are renewals, two acquisitions and two releases; one lock in ten is
// a string with a new token for each hold.
//
// With --live the same changes come in real time to a picture with a recorder: what that costs the
// picture's thread, and whether every event is in the record, or counted in a mark. With --measure
// the bytes of a record that something else has written, such as `lockctl record` over the sandbox.
#include "core/picture/picture.h"
#include "core/recorder/clashes.h"
#include "core/recorder/recorder.h"
#include "core/recorder/recordreader.h"
#include "core/recorder/recordwriter.h"
#include "core/recorder/usual.h"
#include "tests/bench/report.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <condition_variable>
#include <ctime>
#include <mutex>
#include <random>

using namespace lockscope;
using namespace lockscope::recorder;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Plan {
    int locks = 2000;
    int rate = 1000;
    qint64 events = 1'000'000;
    int looks = 1000;
    qint64 fileBytes = qint64(256) * 1024 * 1024;
    int live = 0; // seconds; 0: time is played
    bool searches = true;
};

double threadSeconds()
{
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return double(spent.tv_sec) + double(spent.tv_nsec) / 1e9;
}

QByteArray hex(std::mt19937 &random, int digits)
{
    QByteArray text;
    while (text.size() < digits)
        text += QByteArray::number(random() | 0x80000000U, 16);
    return text.left(digits);
}

// Of all that a lock shows, in any order of the locks.
quint64 printOf(const watch::LockRecord &lock)
{
    quint64 print = qHash(lock.id.name.bytes, size_t(lock.id.deployment.number));
    const auto add = [&](quint64 value) {
        print ^= value + 0x9e3779b97f4a7c15ULL + (print << 6) + (print >> 2);
    };
    add(qHash(QByteArray(*lock.kind)));
    add(quint64(lock.state));
    const std::optional<Instant> deadline = lock.deadline;
    add(deadline ? quint64(deadline->time_since_epoch().count()) : 0);
    for (const watch::HoldRecord &hold : lock.holds) {
        const std::optional<Instant> until = hold.deadline;
        const std::optional<qint64> renewals = hold.renewals;
        add(qHash(hold.owner.bytes));
        add(until ? quint64(until->time_since_epoch().count()) : 0);
        add(quint64(renewals.value_or(-1)));
        add(quint64(hold.watchdog));
        add(quint64(hold.observedSince.time_since_epoch().count()));
    }
    return print;
}

struct Look {
    WallInstant at;
    quint64 print = 0; // of what was there
};

// What happens at one time.
struct Happening {
    watch::LockId id;
    watch::LockPointer lock;
    watch::Event event;
};

class Estate
{
public:
    explicit Estate(const Plan &plan)
        : m_plan(plan)
        , m_locks(std::size_t(plan.locks))
    {
        for (int client = 0; client < 500; ++client) {
            const QByteArray digits = hex(m_random, 32);
            m_clients.push_back(digits.left(8) + '-' + digits.mid(8, 4) + '-' + digits.mid(12, 4)
                                + '-' + digits.mid(16, 4) + '-' + digits.mid(20));
        }
    }

    // In order; it notes what is there then.
    void lookAt(std::vector<Look> looks) { m_looks = std::move(looks); }
    const std::vector<Look> &looks() const { return m_looks; }

    Instant now() const { return m_now; }
    WallInstant wall() const
    {
        return WallInstant(Millis(1'795'000'000'000))
            + std::chrono::floor<Millis>(m_now - Instant());
    }

    Batch batch()
    {
        Batch batch;
        const int count = std::max(1, m_plan.rate / 4);
        for (int i = 0; i < count; ++i) {
            m_now += std::chrono::nanoseconds(250'000'000 / count);
            for (; m_nextLook < m_looks.size() && m_looks[m_nextLook].at < wall(); ++m_nextLook) {
                for (const watch::LockPointer &lock : m_locks)
                    m_looks[m_nextLook].print += lock ? printOf(*lock) : 0;
            }
            Happening happening = happen(m_now, wall());
            put(batch, LockEntry{happening.id, happening.lock});
            put(batch, std::move(happening.event));
        }
        if (++m_batches % 4 == 0)
            server(batch);
        return batch;
    }

    Happening happen(Instant now, WallInstant wall)
    {
        const std::size_t number = m_random() % m_locks.size();
        watch::LockPointer &lock = m_locks[number];
        const watch::LockId id{{0}, LockName("orders:checkout:" + QByteArray::number(number))};
        const bool isToken = number % 10 == 0;
        watch::Event event;
        event.at = wall - Millis(m_random() % 5);
        event.name = id.name;
        event.deploymentId = {0};
        event.serverId = {0};
        event.deployment = event.server = u"redis://10.0.0.1:6379"_s;
        event.kind = isToken ? "string" : "reentrant";
        event.mode = watch::Mode::Exclusive;
        event.count = 1;
        event.ttl = std::chrono::seconds(30);
        if (lock && m_random() % 4 == 0) {
            event.type = watch::EventType::Released;
            event.owner = lock->holds[0].owner;
            lock.reset();
        } else {
            watch::LockRecord record = lock ? *lock : watch::LockRecord();
            event.type = lock ? watch::EventType::Renewed : watch::EventType::Acquired;
            if (!lock) {
                record.id = id;
                record.kind = event.kind;
                record.library = QByteArray(isToken ? "generic" : "redisson");
                record.deployment = record.server = event.server;
                record.serverId = {0};
                record.state = watch::LockState::Held;
                record.mainKey = isToken ? format::KeyType::String : format::KeyType::Hash;
                watch::HoldRecord &hold = record.holds.emplace_back();
                hold.owner = OwnerId(isToken ? hex(m_random, 40)
                                             : m_clients[m_random() % m_clients.size()] + ':'
                                             + QByteArray::number(m_random() % 64));
                hold.observedSince = event.at;
                hold.renewals = 0;
                hold.lease = std::chrono::seconds(30);
            } else {
                record.holds[0].renewals = *record.holds[0].renewals + 1;
                record.holds[0].watchdog = watch::Watchdog::Renewing;
            }
            // As of a server's clock: whole milliseconds from a common beginning.
            const auto seen = std::chrono::floor<Millis>(now - Instant());
            record.deadline = record.holds[0].deadline =
                Instant(seen) + std::chrono::nanoseconds(314'159) + std::chrono::seconds(30);
            event.owner = record.holds[0].owner;
            lock = std::make_shared<const watch::LockRecord>(std::move(record));
        }
        return {id, lock, std::move(event)};
    }

private:
    void put(Batch &batch, Entry entry)
    {
        batch.entries.push_back({m_now, wall(), std::move(entry)});
    }

    void server(Batch &batch)
    {
        watch::ServerRecord record;
        record.server = {0};
        record.deployment = {0};
        record.label = u"redis://10.0.0.1:6379"_s;
        record.state = watch::ServerState::Up;
        record.facts.usedMemory = 1'000'000 + m_random() % 100'000;
        record.latency = std::chrono::microseconds(m_random() % 500);
        put(batch, std::make_shared<const watch::ServerRecord>(record));
    }

    const Plan m_plan;
    std::mt19937 m_random{1};
    std::vector<QByteArray> m_clients;
    std::vector<watch::LockPointer> m_locks;
    Instant m_now{std::chrono::hours(100)};
    quint64 m_batches = 0;
    std::vector<Look> m_looks;
    std::size_t m_nextLook = 0;
};

double bytesOf(const QString &folder, bool isClosed)
{
    double bytes = 0;
    for (const RecordFile &file : recordFiles(folder)) {
        if (file.isClosed == isClosed)
            bytes += double(QFileInfo(file.path).size());
    }
    return bytes;
}

// Instants of the time that will be played, in order.
std::vector<Look> instantsOf(WallInstant from, Millis length, int looks)
{
    std::mt19937_64 random(7);
    std::vector<Look> all(static_cast<std::size_t>(looks));
    for (Look &look : all)
        look.at = from + Millis(qint64(random() % quint64(std::max<qint64>(1, length.count()))));
    std::ranges::sort(all, {}, &Look::at);
    return all;
}

struct LookedBack {
    std::vector<double> times; // ms
    std::vector<double> processor; // ms of it: what counts on a machine that others use, too
    int differences = 0;
};

LookedBack lookBack(const QString &folder, std::vector<Look> looks)
{
    RecordReader reader(folder);
    std::ranges::shuffle(looks, std::mt19937(7));
    LookedBack result;
    for (const Look &look : looks) {
        const double spent = threadSeconds();
        const auto begin = std::chrono::steady_clock::now();
        const auto past = reader.stateAt(look.at);
        result.times.push_back(Seconds(std::chrono::steady_clock::now() - begin).count() * 1000);
        result.processor.push_back((threadSeconds() - spent) * 1000);
        if (!past)
            qFatal("%s", qPrintable(past.error().text.english()));
        quint64 print = 0;
        for (const auto &[id, lock] : past->picture.locks())
            print += printOf(*lock);
        result.differences += print == look.print ? 0 : 1;
    }
    return result;
}

double closeAll(const QString &folder)
{
    const std::atomic<bool> isCancelled = false;
    double spent = 0;
    for (const RecordFile &file : recordFiles(folder)) {
        const double begin = threadSeconds();
        if (!file.isClosed && !closeFile(file, isCancelled))
            qFatal("a file could not be closed");
        spent += threadSeconds() - begin;
    }
    return spent;
}

struct Kept {
    qint64 events = 0;
    qint64 counted = 0; // in marks: those that were left out
};

Kept keptIn(const QString &folder)
{
    RecordReader reader(folder);
    Kept kept;
    const auto read = reader.events({}, [&](const watch::Event &) {
        ++kept.events;
        return true;
    });
    const auto marks = reader.marks(WallInstant::min(), WallInstant::max());
    if (!read || !marks || !reader.faults().empty())
        qFatal("the record cannot be read");
    for (const RecordMark &mark : *marks)
        kept.counted += mark.events;
    return kept;
}

void addFigure(Report &out, const char *subject, const char *unit, double value)
{
    out.add("record", subject, unit, std::vector<double>{value});
}

// What a tick costs the picture's thread, in microseconds a change.
struct Ticks {
    std::vector<double> wall;
    std::vector<double> processor;
};

Ticks tick(Estate &estate, picture::Picture &picture, const Clock &clock, const Plan &plan,
           int seconds)
{
    constexpr auto pause = std::chrono::milliseconds(100);
    const int count = std::max(1, plan.rate / 10);
    std::mutex mutex;
    std::unique_lock held(mutex);
    std::condition_variable nothing; // but the next tick is waited for
    Ticks ticks;
    auto next = std::chrono::steady_clock::now();
    const auto end = next + std::chrono::seconds(seconds);
    while (next < end) {
        std::vector<watch::KeyedChange> changes;
        std::vector<watch::Event> events;
        for (int i = 0; i < count; ++i) {
            Happening happening = estate.happen(clock.now(), clock.wallNow());
            changes.emplace_back(happening.id, happening.lock);
            events.push_back(std::move(happening.event));
        }
        const double spent = threadSeconds();
        const auto begin = std::chrono::steady_clock::now();
        picture.merge(changes);
        picture.append(std::move(events), 0, clock.wallNow());
        ticks.wall.push_back(Seconds(std::chrono::steady_clock::now() - begin).count() * 1e6
                             / count);
        ticks.processor.push_back((threadSeconds() - spent) * 1e6 / count);
        next += pause;
        nothing.wait_until(held, next, [] { return false; });
    }
    return ticks;
}

// First a tenth of the time without a recorder, to compare.
void runLive(const QString &folder, const Plan &plan, Report &out)
{
    const SystemClock clock;
    Estate estate(plan);
    picture::MapStore store;
    picture::Picture picture{store};
    const Ticks without = tick(estate, picture, clock, plan, std::max(5, plan.live / 10));
    Recorder::Options options;
    options.folder = folder;
    options.program = u"bench_record"_s;
    options.retention = {36'500, qint64(1) << 50, 13};
    options.limits.fileBytes = plan.fileBytes;
    Recorder recorder(options, clock,
                      [](const Sentence &text) { qWarning("%s", qPrintable(text.english())); });
    if (const auto started = recorder.start(); !started)
        qFatal("%s", qPrintable(started.error().text.english()));
    picture.addSink(&recorder);
    const double cpuBefore = double(std::clock()) / CLOCKS_PER_SEC;
    const Ticks with = tick(estate, picture, clock, plan, plan.live);
    const double cpu = double(std::clock()) / CLOCKS_PER_SEC - cpuBefore;
    picture.removeSink(&recorder);
    recorder.stop();
    const qint64 told = qint64(with.wall.size()) * std::max(1, plan.rate / 10);
    const double open = bytesOf(folder, false);
    const bool isWhole = bytesOf(folder, true) <= 0;
    const Kept kept = keptIn(folder);
    addFigure(out, "live, told", "events", double(told));
    addFigure(out, "live, recorded", "events", double(kept.events));
    addFigure(out, "live, counted in marks", "events", double(kept.counted));
    addFigure(out, "live, lost", "events", double(told - kept.events - kept.counted));
    addFigure(out, "change, without, median", "us", median(without.wall));
    addFigure(out, "change, without, 99th", "us", percentile(without.wall, 0.99));
    addFigure(out, "change, with, median", "us", median(with.wall));
    addFigure(out, "change, with, 99th", "us", percentile(with.wall, 0.99));
    addFigure(out, "change, without", "us of CPU", median(without.processor));
    addFigure(out, "change, with", "us of CPU", median(with.processor));
    addFigure(out, "whole process", "us of CPU", cpu * 1e6 / double(told));
    if (isWhole)
        addFigure(out, "open", "bytes an event", open / double(kept.events));
    closeAll(folder);
    addFigure(out, "closed", "bytes an event", bytesOf(folder, true) / double(kept.events));
}

// Of a copy.
void measure(const QString &from, const QString &folder, Report &out)
{
    for (const RecordFile &file : recordFiles(from)) {
        if (!QFile::copy(file.path, folder + u'/' + QFileInfo(file.path).fileName()))
            qFatal("the record cannot be copied");
    }
    const double open = bytesOf(folder, false);
    const bool isWhole = bytesOf(folder, true) <= 0;
    const Kept kept = keptIn(folder);
    if (kept.events == 0)
        qFatal("there are no events in the record");
    closeAll(folder);
    addFigure(out, "recorded", "events", double(kept.events));
    if (isWhole)
        addFigure(out, "open", "bytes an event", open / double(kept.events));
    addFigure(out, "closed", "bytes an event", bytesOf(folder, true) / double(kept.events));
}

// Of this process, in megabytes: "VmRSS", or its peak since resetPeak(), "VmHWM".
double memory(const QByteArray &field)
{
    QFile file(u"/proc/self/status"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (line.startsWith(QByteArray(field + ':')))
            return line.simplified().split(' ').value(1).toDouble() / 1024;
    }
    return 0;
}

void resetPeak()
{
    QFile file(u"/proc/self/clear_refs"_s);
    if (file.open(QIODevice::WriteOnly))
        file.write("5");
}

struct Cost {
    double seconds = 0;
    double megabytes = 0; // at the most, above what there was
};

template <typename Function>
Cost costOf(Function function)
{
    resetPeak();
    const double before = memory("VmRSS");
    const double begin = threadSeconds();
    function();
    return {threadSeconds() - begin, memory("VmHWM") - before};
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions(
        {{u"locks"_s, u"How many locks there are."_s, u"N"_s, u"2000"_s},
         {u"rate"_s, u"Events a second, in the time that is played."_s, u"N"_s, u"1000"_s},
         {u"events"_s, u"How many events are written."_s, u"N"_s, u"1000000"_s},
         {u"looks"_s, u"How many instants are looked at."_s, u"N"_s, u"1000"_s},
         {u"file-size"_s, u"When a file is full, in megabytes."_s, u"MB"_s, u"256"_s},
         {u"no-search"_s, u"Do not look for second owners and for what is usual."_s},
         {u"live"_s, u"In real time, for so many seconds."_s, u"S"_s},
         {u"measure"_s, u"Only the bytes of the record in this folder, which nobody writes."_s,
          u"F"_s},
         {u"folder"_s, u"Where the record is kept; by default, nowhere."_s, u"F"_s},
         {u"json"_s, u"A line of JSON for each figure."_s}});
    parser.process(application);
    const auto number = [&](const QString &name) { return parser.value(name).toLongLong(); };
    const Plan plan{int(number(u"locks"_s)),
                    int(number(u"rate"_s)),
                    number(u"events"_s),
                    int(number(u"looks"_s)),
                    number(u"file-size"_s) * 1024 * 1024,
                    int(number(u"live"_s)),
                    !parser.isSet(u"no-search"_s)};
    if (plan.locks < 1 || plan.rate < 4 || plan.events < 1 || plan.looks < 1 || plan.fileBytes < 1
        || plan.live < 0)
        qFatal("every option takes a positive number, and the rate at least 4");
    const QTemporaryDir home;
    const QString folder =
        parser.isSet(u"folder"_s) ? parser.value(u"folder"_s) : home.filePath(u"record"_s);
    if (const auto made = makeRecordFolder(folder); !made)
        qFatal("%s", qPrintable(made.error().text.english()));

    Report out(parser.isSet(u"json"_s));
    if (parser.isSet(u"measure"_s)) {
        measure(parser.value(u"measure"_s), folder, out);
        return 0;
    }
    if (plan.live > 0) {
        runLive(folder, plan, out);
        return 0;
    }

    Estate estate(plan);
    const Millis length(plan.events * 1000 / plan.rate);
    estate.lookAt(instantsOf(estate.wall() + Millis(1000), length - Millis(1000), plan.looks));
    quint64 events = 0;
    double spent = 0;
    {
        WriterLimits limits;
        limits.fileBytes = plan.fileBytes;
        RecordWriter writer(
            folder, {36'500, qint64(1) << 50, 13}, limits,
            [](const Sentence &text) { qWarning("%s", qPrintable(text.english())); });
        while (qint64(writer.figures().events) < plan.events) {
            const Batch batch = estate.batch();
            const double begin = threadSeconds();
            writer.take(batch, estate.now(), estate.wall());
            spent += threadSeconds() - begin;
        }
        writer.end(estate.now(), estate.wall());
        events = writer.figures().events;
    }
    const double open = bytesOf(folder, false);
    const bool isWhole = bytesOf(folder, true) <= 0; // else files were full, and are closed
    const LookedBack looksOpen = lookBack(folder, estate.looks());
    const double closing = closeAll(folder);
    const double closed = bytesOf(folder, true);
    const LookedBack looksClosed = lookBack(folder, estate.looks());

    if (isWhole)
        addFigure(out, "open", "bytes an event", open / double(events));
    addFigure(out, "closed", "bytes an event", closed / double(events));
    addFigure(out, "writing", "us an event", spent * 1e6 / double(events));
    if (isWhole)
        addFigure(out, "closing", "us an event", closing * 1e6 / double(events));
    addFigure(out, "instant, open, median", "ms", median(looksOpen.times));
    addFigure(out, "instant, open, 99th", "ms", percentile(looksOpen.times, 0.99));
    addFigure(out, "instant, open, 99th", "ms of CPU", percentile(looksOpen.processor, 0.99));
    addFigure(out, "instant, closed, median", "ms", median(looksClosed.times));
    addFigure(out, "instant, closed, 99th", "ms", percentile(looksClosed.times, 0.99));
    addFigure(out, "instant, closed, 99th", "ms of CPU", percentile(looksClosed.processor, 0.99));
    addFigure(out, "instants that differ", "of all",
              double(looksOpen.differences + looksClosed.differences));
    if (!plan.searches)
        return 0;

    const Cost findings = costOf([&] {
        RecordReader reader(folder);
        if (!findClashes(reader, {}))
            qFatal("the record could not be searched");
    });
    const Cost usual = costOf([&] {
        RecordReader reader(folder);
        if (!usualOf(reader, folder, LockName("orders:checkout:1"), WallInstant::min(),
                     WallInstant::max(), QTimeZone::utc()))
            qFatal("the record could not be studied");
    });

    addFigure(out, "findings", "s", findings.seconds);
    addFigure(out, "findings, peak above", "MB", findings.megabytes);
    addFigure(out, "usual", "s", usual.seconds);
    addFigure(out, "usual, peak above", "MB", usual.megabytes);
    return 0;
}
