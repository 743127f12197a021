// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the cost of the idle console: the window alone over quiet locks, whose times to live run
// down, and then the whole console, which watches as many on a real server; visible and hidden.
#include "app/lockscope/application.h"
#include "tests/bench/consolestage.h"
#include "tests/bench/quietlocks.h"
#include "tests/bench/report.h"
#include "tests/support/testmain.h"

#include <QCommandLineParser>
#include <QEventLoop>
#include <QTimer>

#include <sys/resource.h>

#include <cstdio>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

// The work after the first scan is over by then.
constexpr int settling = 3; // s

// Seconds of the processor that this process, with all its threads, has spent.
double processTime()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &t) {
        return double(t.tv_sec) + double(t.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void pass(int seconds)
{
    QEventLoop loop;
    QTimer::singleShot(seconds * 1000, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
}

struct Plan {
    int locks = 1000;
    int seconds = 20;
    bool json = false;
};

void measure(const char *part, const char *where, const Plan &plan)
{
    const double before = processTime();
    pass(plan.seconds);
    const double share = 100 * (processTime() - before) / plan.seconds;
    if (plan.json) {
        const QByteArray bench = QByteArray("idle ") + part + ", " + where;
        Report out(true);
        out.add(bench.constData(), "lockscope", "% of a core", {share});
        out.add(bench.constData(), "lockscope", "MB", {residentMegabytes()});
        return;
    }
    std::printf("%-14s %-10s %9.2f %9.1f\n", part, where, share, residentMegabytes());
    std::fflush(stdout);
}

void measureWindow(const Plan &plan)
{
    ConsoleStage stage(plan.locks);
    pass(settling);
    measure("window alone", "in sight", plan);
    stage.table()->window()->hide();
    measure("window alone", "hidden", plan);
}

// With its watcher, its connections and their thread; the server is a process of its own and does
// not count.
void measureConsole(const Plan &plan)
{
    RedisProcess server;
    if (!server.start())
        qFatal("redis-server does not start");
    putQuietLocks(server, plan.locks);
    console::Options options;
    options.view = QStringLiteral("locks");
    options.targets = {app::ChosenTarget{server.target(), {}, {}, {}, {}}};
    options.size = QSize(1280, 800);
    console::Application console(std::move(options), QString());
    console.start();
    const auto *table = console.window().findChild<QTableView *>(u"locks"_s);
    if (!eventually([&] { return table->model()->rowCount() == plan.locks; }))
        qFatal("the locks do not come");
    pass(settling);
    measure("whole console", "in sight", plan);
    console.window().hide();
    measure("whole console", "hidden", plan);
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    QApplication application(argc, argv);
    QApplication::setQuitOnLastWindowClosed(false); // there is another one after it
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"locks"_s, u"Rows of the table."_s, u"N"_s, u"1000"_s},
                       {u"seconds"_s, u"How long each is looked at."_s, u"N"_s, u"20"_s},
                       {u"json"_s, u"A line of JSON for each figure."_s}});
    parser.process(application);
    const Plan plan{parser.value(u"locks"_s).toInt(), parser.value(u"seconds"_s).toInt(),
                    parser.isSet(u"json"_s)};
    if (plan.locks < 1 || plan.seconds < 1)
        qFatal("every option takes a positive number");
    ui::applyTheme(ui::Theme::Light);
    if (!plan.json) {
        std::printf("%d quiet locks, %d s each; share of a core in %%, resident MB\n", plan.locks,
                    plan.seconds);
        std::printf("%-14s %-10s %9s %9s\n", "what", "where", "core %", "MB");
    }
    measureWindow(plan);
    measureConsole(plan);
    return 0;
}
