// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the record: bytes for each event in open and in closed files, processor time to write an
// event with its state, the time to make the picture of a random instant again, and time and memory
// to look through all of it for second owners and for what is usual of a lock. Time is played:
// a day of 1,000 events a second is as long as its events take to write. Of ten events, six are
// renewals, two acquisitions and two releases; one lock in ten is a string with a new token for
// each hold.
#include "core/recorder/clashes.h"
#include "core/recorder/recordreader.h"
#include "core/recorder/recordwriter.h"
#include "core/recorder/usual.h"
#include "tests/bench/report.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <ctime>
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
            change(batch);
        }
        if (++m_batches % 4 == 0)
            server(batch);
        return batch;
    }

private:
    void put(Batch &batch, Entry entry)
    {
        batch.entries.push_back({m_now, wall(), std::move(entry)});
    }

    void change(Batch &batch)
    {
        const std::size_t number = m_random() % m_locks.size();
        watch::LockPointer &lock = m_locks[number];
        const watch::LockId id{{0}, LockName("orders:checkout:" + QByteArray::number(number))};
        const bool isToken = number % 10 == 0;
        watch::Event event;
        event.at = wall() - Millis(m_random() % 5);
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
            const auto seen = std::chrono::floor<Millis>(m_now - Instant());
            record.deadline = record.holds[0].deadline =
                Instant(seen) + std::chrono::nanoseconds(314'159) + std::chrono::seconds(30);
            event.owner = record.holds[0].owner;
            lock = std::make_shared<const watch::LockRecord>(std::move(record));
        }
        put(batch, LockEntry{id, lock});
        put(batch, event);
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

std::vector<double> lookBack(const QString &folder, WallInstant from, WallInstant to, int looks)
{
    RecordReader reader(folder);
    std::mt19937_64 random(7);
    std::vector<double> times;
    for (int i = 0; i < looks; ++i) {
        const WallInstant at =
            from + Millis(qint64(random() % quint64(std::max<qint64>(1, (to - from).count()))));
        const auto begin = std::chrono::steady_clock::now();
        const auto past = reader.stateAt(at);
        times.push_back(Seconds(std::chrono::steady_clock::now() - begin).count() * 1000);
        if (!past)
            qFatal("%s", qPrintable(past.error().text.english()));
    }
    return times;
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
         {u"folder"_s, u"Where the record is kept; by default, nowhere."_s, u"F"_s},
         {u"json"_s, u"A line of JSON for each figure."_s}});
    parser.process(application);
    const auto number = [&](const QString &name) { return parser.value(name).toLongLong(); };
    const Plan plan{int(number(u"locks"_s)), int(number(u"rate"_s)), number(u"events"_s),
                    int(number(u"looks"_s))};
    if (plan.locks < 1 || plan.rate < 4 || plan.events < 1 || plan.looks < 1)
        qFatal("every option takes a positive number, and the rate at least 4");
    const QTemporaryDir home;
    const QString folder =
        parser.isSet(u"folder"_s) ? parser.value(u"folder"_s) : home.filePath(u"record"_s);
    if (const auto made = makeRecordFolder(folder); !made)
        qFatal("%s", qPrintable(made.error().text.english()));

    Estate estate(plan);
    const WallInstant began = estate.wall();
    quint64 events = 0;
    double spent = 0;
    {
        RecordWriter writer(folder, {36'500, qint64(1) << 50, 13}, {}, [](const Sentence &text) {
            qWarning("%s", qPrintable(text.english()));
        });
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
    const std::vector<double> looksOpen =
        lookBack(folder, began + Millis(1000), estate.wall(), plan.looks);
    const std::atomic<bool> isCancelled = false;
    double closing = 0;
    for (const RecordFile &file : recordFiles(folder)) {
        const double begin = threadSeconds();
        if (!file.isClosed && !closeFile(file, isCancelled))
            qFatal("a file could not be closed");
        closing += threadSeconds() - begin;
    }
    const double closed = bytesOf(folder, true);
    const std::vector<double> looksClosed =
        lookBack(folder, began + Millis(1000), estate.wall(), plan.looks);

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

    Report out(parser.isSet(u"json"_s));
    const auto add = [&](const char *subject, const char *unit, double value) {
        out.add("record", subject, unit, std::vector<double>{value});
    };
    add("open", "bytes an event", open / double(events));
    add("closed", "bytes an event", closed / double(events));
    add("writing", "us an event", spent * 1e6 / double(events));
    add("closing", "us an event", closing * 1e6 / double(events));
    add("instant, open, median", "ms", median(looksOpen));
    add("instant, open, 99th", "ms", percentile(looksOpen, 0.99));
    add("instant, closed, median", "ms", median(looksClosed));
    add("instant, closed, 99th", "ms", percentile(looksClosed, 0.99));
    add("findings", "s", findings.seconds);
    add("findings, peak above", "MB", findings.megabytes);
    add("usual", "s", usual.seconds);
    add("usual, peak above", "MB", usual.megabytes);
    return 0;
}
