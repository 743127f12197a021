// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the console costs while nothing happens: the window over quiet locks, whose times to live
// run down, in sight and hidden.
#include "tests/bench/consolestage.h"
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

void measure(const char *title, int seconds)
{
    QEventLoop loop;
    const double before = processTime();
    QTimer::singleShot(seconds * 1000, Qt::PreciseTimer, &loop, &QEventLoop::quit);
    loop.exec();
    std::printf("%-10s %9.2f %9.1f\n", title, 100 * (processTime() - before) / seconds,
                residentMegabytes());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"locks"_s, u"Rows of the table."_s, u"N"_s, u"1000"_s},
                       {u"seconds"_s, u"How long it is looked at."_s, u"N"_s, u"60"_s}});
    parser.process(application);
    const int locks = parser.value(u"locks"_s).toInt();
    const int seconds = parser.value(u"seconds"_s).toInt();
    if (locks < 1 || seconds < 1)
        qFatal("every option takes a positive number");
    ui::applyTheme(ui::Theme::Light);
    ConsoleStage stage(locks);
    std::printf("%d quiet locks, %d s each; share of a core in %%, resident MB\n", locks, seconds);
    std::printf("%-10s %9s %9s\n", "window", "core %", "MB");
    measure("in sight", seconds);
    stage.table()->window()->hide();
    measure("hidden", seconds);
    return 0;
}
