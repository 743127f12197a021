// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures how reliably renewals are distinguished from quick re-acquisitions by the same owner,
// over the grid of reference: observation §8. The target is 0.97 for both figures in every row with
// wake-ups; the rows without channels show the result from the state alone.
#include "tests/core/watch/whole/renewalmix.h"
#include "tests/support/testmain.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <cstdio>

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Row {
    const char *label;
    std::chrono::microseconds idle;
    double sameOwner;
    bool channels;
};

constexpr Row rows[] = {
    {"2 s, half the same", std::chrono::microseconds(2'000'000), 0.5, true},
    {"100 ms, half the same", std::chrono::microseconds(100'000), 0.5, true},
    {"5 ms, half the same", std::chrono::microseconds(5'000), 0.5, true},
    {"1 ms, half the same", std::chrono::microseconds(1'000), 0.5, true},
    {"0.2 ms, half the same", std::chrono::microseconds(200), 0.5, true},
    {"0.2 ms, always the same", std::chrono::microseconds(200), 1.0, true},
    {"5 ms, no channels", std::chrono::microseconds(5'000), 0.5, false},
    {"0.2 ms, no channels", std::chrono::microseconds(200), 1.0, false},
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Renewals told from re-acquisitions: a table."_s);
    parser.addHelpOption();
    parser.addOption({u"seconds"_s, u"How long each row plays."_s, u"N"_s, u"12"_s});
    parser.process(app);
    std::printf("%-26s %8s %8s %8s %8s %9s %9s\n", "idle between holds", "changes", "renewals",
                "told", "unsure", "recall", "precision");
    for (const Row &row : rows) {
        RedisProcess server;
        if (!server.start())
            return 1;
        MixPlan plan;
        plan.idle = row.idle;
        plan.sameOwner = row.sameOwner;
        plan.channels = row.channels;
        plan.length = std::chrono::seconds(parser.value(u"seconds"_s).toInt());
        const auto score = playMix(server, plan);
        if (!score) {
            std::fprintf(stderr, "%s: not seen to its end\n", row.label);
            return 1;
        }
        std::printf("%-26s %8lld %8lld %8lld %8lld %9.4f %9.4f\n", row.label, score->changes,
                    score->renewals, score->told, score->unsure, score->recall(),
                    score->precision());
        std::fflush(stdout);
    }
    return 0;
}
