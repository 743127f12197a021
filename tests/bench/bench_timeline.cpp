// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the cost of the history of holds: time for each event, and memory for each interval,
// with few locks that are taken often and with locks that are taken once; and the same of the
// number of waiters, for each record and each lock. Also the cost of the
// timeline on the GUI thread for each frame, scrolled and zoomed by every frame, over the whole
// history; and for each choice of the locks to show among very many, while some thousands of them
// change, and with another filter text.
#include "core/insight/intervals/holdhistory.h"
#include "tests/bench/report.h"
#include "tests/support/testmain.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelineview.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QImage>

#include <malloc.h>

#include <ctime>
#include <utility>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Load {
    const char *name;
    int locks;
    bool freshTokens; // an owner for each hold, as string locks have them
};

constexpr Load loads[] = {{"40 locks", 40, false},
                          {"10,000 locks", 10'000, false},
                          {"100,000 locks", 100'000, false},
                          {"40 locks, tokens", 40, true}};

// Each event's bytes are its own, as they come from the watch.
std::vector<watch::Event> eventsOf(const Load &load, int holds)
{
    std::vector<watch::Event> events;
    for (int i = 0; i < holds; ++i) {
        watch::Event event;
        event.deploymentId = {0};
        event.at = WallInstant(Millis(1000 * i));
        event.name = LockName("orders:checkout:" + QByteArray::number(i % load.locks));
        event.owner = OwnerId("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:"
                              + QByteArray::number(load.freshTokens ? i : i % 500));
        event.mode = watch::Mode::Exclusive;
        event.type = watch::EventType::Acquired;
        events.push_back(event);
        event.at += Millis(300);
        event.type = watch::EventType::Renewed;
        events.push_back(event);
        event.at += Millis(300);
        event.type = watch::EventType::Released;
        events.push_back(event);
    }
    return events;
}

double bytesInUse()
{
    return double(mallinfo2().uordblks) + double(mallinfo2().hblkhd);
}

void benchHistory(Report &report, int holds, int runs)
{
    for (const Load &load : loads) {
        std::vector<double> nanos;
        std::vector<double> bytes;
        for (int run = 0; run < runs; ++run) {
            const double before = bytesInUse();
            auto events = eventsOf(load, 2 * holds); // the first half has to go
            insight::HoldHistory history({std::size_t(holds), std::size_t(2 * holds), 10'000});
            const auto start = std::chrono::steady_clock::now();
            for (const watch::Event &event : events)
                history.note(event);
            const auto spent = std::chrono::steady_clock::now() - start;
            nanos.push_back(std::chrono::duration<double, std::nano>(spent).count()
                            / double(events.size()));
            std::vector<watch::Event>().swap(
                events); // with the bytes of names and owners, but for those that it keeps
            bytes.push_back((bytesInUse() - before) / double(history.size()));
        }
        report.add("history, an event", load.name, "ns", nanos);
        report.add("history, an interval", load.name, "bytes", bytes);
    }
}

// Records of very many locks, of which one in a hundred is waited for: each is read ten times, and
// the number of those changes every time.
void benchWaiters(Report &report, int runs)
{
    constexpr int locks = 100'000;
    constexpr int readings = 10;
    std::vector<double> nanos;
    std::vector<double> bytes;
    for (int run = 0; run < runs; ++run) {
        insight::HoldHistory history;
        for (const watch::Event &event : eventsOf(loads[2], locks))
            history.note(event);
        std::vector<watch::LockRecord> records;
        for (int i = 0; i < locks; ++i) {
            watch::LockRecord &record = records.emplace_back();
            record.id = {{0}, LockName("orders:checkout:" + QByteArray::number(i))};
            record.serverId = {0};
            record.state = watch::LockState::Held;
            record.waitingConnections = 0;
        }
        const double before = bytesInUse();
        const auto start = std::chrono::steady_clock::now();
        for (int reading = 0; reading < readings; ++reading) {
            const WallInstant at(Millis(1000LL * (locks + reading)));
            for (int i = 0; i < locks; ++i) {
                if (i % 100 == 0)
                    records[std::size_t(i)].waitingConnections = reading % 3;
                history.noteWaiters(records[std::size_t(i)].id, &records[std::size_t(i)], at);
            }
        }
        const auto spent = std::chrono::steady_clock::now() - start;
        nanos.push_back(std::chrono::duration<double, std::nano>(spent).count()
                        / (double(locks) * readings));
        bytes.push_back((bytesInUse() - before) / locks);
    }
    report.add("waiters, a record", "100,000 locks", "ns", nanos);
    report.add("waiters, a lock", "100,000 locks", "bytes", bytes);
}

// Milliseconds of this thread's processor.
double threadTime()
{
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return double(spent.tv_sec) * 1000 + double(spent.tv_nsec) / 1e6;
}

class WallClock final : public Clock
{
public:
    explicit WallClock(WallInstant at)
        : m_at(at)
    {}
    Instant now() const override { return std::chrono::steady_clock::now(); }
    WallInstant wallNow() const override { return m_at; }

private:
    WallInstant m_at;
};

// The whole history in sight, then closer and closer, and moved by each frame.
void benchFrames(Report &report, int holds, int runs)
{
    constexpr int frames = 300;
    std::vector<double> medians;
    std::vector<double> tails;
    std::vector<double> worst;
    for (int run = 0; run < runs; ++run) {
        insight::HoldHistory history;
        for (const watch::Event &event : eventsOf(loads[0], holds))
            history.note(event);
        const WallClock clock(WallInstant(Millis(1000LL * holds)));
        ui::TimelineView view(history, clock);
        view.resize(1280, 720);
        view.show();
        QCoreApplication::processEvents();
        view.showAll();
        QImage picture(1280, 720, QImage::Format_RGB32);
        std::vector<double> costs;
        for (int frame = 0; frame < frames; ++frame) {
            view.zoom(frame % 150 < 75 ? 1.05 : 1 / 1.05);
            const double before = threadTime();
            view.viewport()->render(&picture);
            costs.push_back(threadTime() - before);
        }
        medians.push_back(median(costs));
        tails.push_back(percentile(costs, 0.99));
        worst.push_back(percentile(costs, 1));
    }
    const QByteArray subject = QByteArray::number(holds);
    report.add("frame, median", subject.constData(), "ms", medians);
    report.add("frame, 99th", subject.constData(), "ms", tails);
    report.add("frame, worst", subject.constData(), "ms", worst);
}

// The update once a second, with a frame: of 100,000 locks some have changed.
void benchRows(Report &report, int runs)
{
    constexpr int looks = 60;
    constexpr int changes = 3000; // events between two looks
    const Load &load = loads[2];
    for (const auto &[subject, text] :
         {std::pair("100,000 locks", u""_s), std::pair("100,000 locks, filter", u"checkout:7"_s)}) {
        std::vector<double> first;
        std::vector<double> tails;
        std::vector<double> worst;
        for (int run = 0; run < runs; ++run) {
            insight::HoldHistory history;
            const std::vector<watch::Event> events = eventsOf(load, load.locks);
            for (const watch::Event &event : events)
                history.note(event);
            const WallClock clock(WallInstant(Millis(1000LL * load.locks)));
            ui::TimelineView view(history, clock);
            view.resize(1280, 720);
            view.show();
            QCoreApplication::processEvents();
            QImage picture(1280, 720, QImage::Format_RGB32);
            double before = threadTime();
            view.setFilter(u"checkout"_s);
            view.setFilter(text);
            first.push_back((threadTime() - before) / 2);
            std::vector<double> costs;
            std::size_t next = 0;
            for (int look = 0; look < looks; ++look) {
                for (int change = 0; change < changes; ++change)
                    history.note(events[next++ % events.size()]);
                before = threadTime();
                view.refreshRows();
                view.viewport()->render(&picture);
                costs.push_back(threadTime() - before);
            }
            tails.push_back(percentile(costs, 0.99));
            worst.push_back(percentile(costs, 1));
        }
        report.add("another text", subject, "ms", first);
        report.add("look and frame, 99th", subject, "ms", tails);
        report.add("look and frame, worst", subject, "ms", worst);
    }
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    QApplication app(argc, argv);
    ui::applyTheme(ui::Theme::Light);
    QCommandLineParser parser;
    parser.addHelpOption();
    const QCommandLineOption json(u"json"_s, u"one JSON object a line"_s);
    const QCommandLineOption holds(u"holds"_s, u"how many intervals are kept"_s, u"N"_s,
                                   u"100000"_s);
    const QCommandLineOption runs(u"runs"_s, u"how often"_s, u"N"_s, u"5"_s);
    parser.addOptions({json, holds, runs});
    parser.process(app);
    Report report(parser.isSet(json));
    benchHistory(report, parser.value(holds).toInt(), parser.value(runs).toInt());
    benchWaiters(report, parser.value(runs).toInt());
    for (const int intervals : {10'000, 100'000})
        benchFrames(report, intervals, parser.value(runs).toInt());
    benchRows(report, parser.value(runs).toInt());
    return 0;
}
