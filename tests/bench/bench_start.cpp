// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the start of the console: from the start of the process to the first painted window, and
// to the first painted lock that was read from the server. The console as lockscope_pictures starts
// it, on a real server, repeatedly.
#include "tests/app/program.h"
#include "tests/bench/quietlocks.h"
#include "tests/bench/report.h"
#include "tests/support/testmain.h"

#include <QCommandLineParser>
#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Starts {
    std::vector<double> window; // ms
    std::vector<double> lock;
};

void start(const QString &url, const QString &folder, Starts &starts)
{
    Program console(LOCKSCOPE_PICTURES_PATH);
    console.setVariable(u"XDG_CONFIG_HOME"_s, folder);
    const auto before = std::chrono::steady_clock::now();
    const auto passed = [&] {
        return 1000 * Seconds(std::chrono::steady_clock::now() - before).count();
    };
    if (!console.start({u"--trace"_s, url}) || !console.complains("window painted"))
        qFatal("the console does not start: %s", console.err.constData());
    starts.window.push_back(passed());
    if (!console.complains("first lock painted"))
        qFatal("the console shows no lock: %s", console.err.constData());
    starts.lock.push_back(passed());
    console.interrupt();
    if (console.finish() != 0)
        qFatal("the console does not end: %s", console.err.constData());
}

void report(const char *moment, const std::vector<double> &times)
{
    std::printf("%-22s %9.0f %9.0f %9.0f\n", moment, times.front(), median(times),
                percentile(times, 1));
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"locks"_s, u"How many the server has."_s, u"N"_s, u"1000"_s},
                       {u"runs"_s, u"Number of starts."_s, u"N"_s, u"10"_s},
                       {u"json"_s, u"A line of JSON for each figure."_s}});
    parser.process(application);
    const int locks = parser.value(u"locks"_s).toInt();
    const int runs = parser.value(u"runs"_s).toInt();
    if (locks < 1 || runs < 1)
        qFatal("every option takes a positive number");
    RedisProcess server;
    if (!server.start())
        qFatal("redis-server does not start");
    putQuietLocks(server, locks);
    const QTemporaryDir settings;
    Starts starts;
    for (int run = 0; run < runs; ++run)
        start(server.url(), settings.path(), starts);
    if (parser.isSet(u"json"_s)) {
        Report out(true);
        out.add("start", "lockscope", "ms to the window", starts.window);
        out.add("start", "lockscope", "ms to the first lock", starts.lock);
        return 0;
    }
    std::printf("%d locks, %d starts; ms from the start of the process\n", locks, runs);
    std::printf("%-22s %9s %9s %9s\n", "painted", "first run", "median", "worst");
    report("window", starts.window);
    report("first lock", starts.lock);
    return 0;
}
