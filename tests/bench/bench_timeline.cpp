// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the history of holds costs: time for each event that it takes, and memory for each interval
// that it keeps, where few locks are taken often and where each is taken once.
#include "core/watch/holdhistory.h"
#include "tests/bench/report.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <malloc.h>

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
            watch::HoldHistory history({std::size_t(holds), std::size_t(2 * holds), 10'000});
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

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
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
    return 0;
}
