// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures what a hand on the line of a record waits for, in the window at 1280 by 800 over the
// record in a folder, such as one of `bench_record --folder`: from a move of the mouse until the
// time there is shown and painted, and from its lifting until the hour before is there, too.
#include "app/lockscope/lookback.h"
#include "tests/bench/report.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

using Waits = std::vector<double>; // in milliseconds

template <typename Act>
double timeOf(console::LookBack &past, Act act)
{
    const auto begin = std::chrono::steady_clock::now();
    QSignalSpy shown(&past.client(), &ui::WatchClient::timeSet);
    act();
    if (shown.isEmpty() && !shown.wait(int(patience.count())))
        qFatal("the time is not shown");
    // Models put off some of their work, and painting, until the next turns of the loop.
    for (int turn = 0; turn < 5; ++turn)
        QCoreApplication::processEvents();
    return Seconds(std::chrono::steady_clock::now() - begin).count() * 1000;
}

// Over the whole line, several times, so that each step is a long one.
Waits drag(console::LookBack &past, int moves, double &lifting)
{
    auto &strip = past.window().findChild<ui::LookBackBar *>()->strip();
    const auto placeOf = [&](int move) {
        constexpr int stride = 7;
        const int width = strip.width() - 40;
        return QPoint(20 + width * ((move * stride) % moves) / moves, strip.height() / 4);
    };
    QTest::mousePress(&strip, Qt::LeftButton, {}, placeOf(1));
    Waits waits;
    for (int move = 2; move < moves; ++move)
        waits.push_back(timeOf(past, [&] { QTest::mouseMove(&strip, placeOf(move)); }));
    lifting =
        timeOf(past, [&] { QTest::mouseRelease(&strip, Qt::LeftButton, {}, placeOf(moves / 2)); });
    return waits;
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    const QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addPositionalArgument(u"folder"_s, u"The folder of a record."_s);
    parser.addOptions({{u"moves"_s, u"Moves of the mouse on each page."_s, u"N"_s, u"300"_s},
                       {u"json"_s, u"One JSON object a line."_s}});
    parser.process(application);
    const QString folder = parser.positionalArguments().value(0);
    if (!QFileInfo(folder).isDir())
        qFatal("give the folder of a record");
    const int moves =
        std::clamp(parser.value(u"moves"_s).toInt(), 10, 1000); // a pixel each, at most
    Report report(parser.isSet(u"json"_s));
    console::LookBack past(
        {u"bench"_s, std::make_unique<recorder::RecordReader>(folder), {}, false, {}}, {},
        QString());
    if (const auto started = past.start(); !started)
        qFatal("%s", qPrintable(started.error().text.english()));
    past.window().resize(1280, 800);
    for (const bool isOverview : {false, true}) {
        if (isOverview)
            past.window().showOverview();
        else
            past.window().showLocks();
        double lifting = 0;
        const Waits waits = drag(past, moves, lifting);
        const char *const page = isOverview ? "overview" : "locks";
        report.add("look back", page, "ms median", {percentile(waits, 0.5)});
        report.add("look back", page, "ms 99th", {percentile(waits, 0.99)});
        report.add("look back", page, "ms lifted", {lifting});
    }
    return 0;
}
