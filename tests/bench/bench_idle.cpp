// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the cost of the idle console: the window alone over quiet locks, whose times to live run
// down, and then the whole console, which watches as many on a real server; visible and hidden.
#include "app/lockscope/application.h"
#include "tests/bench/consolestage.h"
#include "tests/bench/quietlocks.h"
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

void measure(const char *part, const char *where, int seconds)
{
    const double before = processTime();
    pass(seconds);
    std::printf("%-14s %-10s %9.2f %9.1f\n", part, where, 100 * (processTime() - before) / seconds,
                residentMegabytes());
    std::fflush(stdout);
}

void measureWindow(int locks, int seconds)
{
    ConsoleStage stage(locks);
    pass(settling);
    measure("window alone", "in sight", seconds);
    stage.table()->window()->hide();
    measure("window alone", "hidden", seconds);
}

// With its watcher, its connections and their thread; the server is a process of its own and does
// not count.
void measureConsole(int locks, int seconds)
{
    RedisProcess server;
    if (!server.start())
        qFatal("redis-server does not start");
    putQuietLocks(server, locks);
    console::Options options;
    options.view = QStringLiteral("locks");
    options.targets = {app::ChosenTarget{server.target(), {}, {}, {}, {}}};
    options.size = QSize(1280, 800);
    console::Application console(std::move(options), QString());
    console.start();
    const auto *table = console.window().findChild<QTableView *>(u"locks"_s);
    if (!eventually([&] { return table->model()->rowCount() == locks; }))
        qFatal("the locks do not come");
    pass(settling);
    measure("whole console", "in sight", seconds);
    console.window().hide();
    measure("whole console", "hidden", seconds);
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
                       {u"seconds"_s, u"How long each is looked at."_s, u"N"_s, u"20"_s}});
    parser.process(application);
    const int locks = parser.value(u"locks"_s).toInt();
    const int seconds = parser.value(u"seconds"_s).toInt();
    if (locks < 1 || seconds < 1)
        qFatal("every option takes a positive number");
    ui::applyTheme(ui::Theme::Light);
    std::printf("%d quiet locks, %d s each; share of a core in %%, resident MB\n", locks, seconds);
    std::printf("%-14s %-10s %9s %9s\n", "what", "where", "core %", "MB");
    measureWindow(locks, seconds);
    measureConsole(locks, seconds);
    return 0;
}
