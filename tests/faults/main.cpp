// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Runs the fault tests: one class, or round after round of all of them.
//
//   faults F05                      as long as LOCKSCOPE_FAULT_SECONDS says; else 20 s with
//                                   CI=true, 5 s without
//   faults F05 --seconds 60 --seed 7
//   faults --soak --minutes 30      all faults, most of them mixed, in rounds of a minute with
//   fresh
//                                   seeds
//
// Ends with status 0 if all was as it should be, 1 if not, 77 without redis-server.
#include "tests/faults/run.h"
#include "tests/support/testmain.h"

#include <QCommandLineParser>
#include <QRandomGenerator>

#include <cstdio>

using namespace lockscope;
using namespace lockscope::faults;
using namespace Qt::StringLiterals;

namespace {

constexpr int skipped = 77;

int usualSeconds()
{
    bool isNumber = false;
    const int wanted = qEnvironmentVariableIntValue("LOCKSCOPE_FAULT_SECONDS", &isNumber);
    if (isNumber && wanted > 0)
        return wanted;
    return qgetenv("CI") == "true" ? 20 : 5;
}

// Three rounds of faults that can be mixed to one of those that cannot.
bool soak(RunOptions options, std::chrono::minutes length)
{
    const std::vector<QByteArray> alone{"F03", "F09", "F15", "F16", "F16-majority"};
    const Instant end = std::chrono::steady_clock::now() + length;
    options.length = std::chrono::seconds(60);
    bool isFine = true;
    for (std::size_t round = 1; std::chrono::steady_clock::now() < end; ++round, ++options.seed) {
        const QByteArray id = round % 4 == 0 ? alone[round / 4 % alone.size()] : "mixed"_ba;
        isFine = run(*scenarioOf(id), options) && isFine;
    }
    return isFine;
}

} // namespace

int main(int argc, char **argv)
{
    test::prepareSurroundings();
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addPositionalArgument(u"class"_s, u"F01 to F25, or what --list tells."_s);
    parser.addOptions({{u"list"_s, u"The classes."_s},
                       {u"seconds"_s, u"How long each goes on."_s, u"N"_s},
                       {u"seed"_s, u"What everything random comes from."_s, u"N"_s},
                       {u"folder"_s, u"Where histories are kept."_s, u"PATH"_s, u"."_s},
                       {u"soak"_s, u"All mixed, round after round."_s},
                       {u"minutes"_s, u"How long the soak is."_s, u"N"_s, u"30"_s}});
    parser.process(application);
    if (parser.isSet(u"list"_s)) {
        for (const QByteArray &name : scenarioNames())
            std::puts(name.constData());
        return 0;
    }
    if (!test::RedisProcess::isAvailable()) {
        std::fputs("faults: redis-server is missing\n", stderr);
        return qgetenv("CI") == "true" ? 1 : skipped;
    }
    RunOptions options;
    options.folder = parser.value(u"folder"_s).toUtf8();
    options.seed = parser.isSet(u"seed"_s) ? parser.value(u"seed"_s).toUInt()
                                           : QRandomGenerator::system()->generate() % 1'000'000;
    const int seconds = parser.value(u"seconds"_s).toInt();
    if (parser.isSet(u"soak"_s))
        return soak(options, std::chrono::minutes(parser.value(u"minutes"_s).toInt())) ? 0 : 1;
    bool isFine = !parser.positionalArguments().isEmpty();
    for (const QString &name : parser.positionalArguments()) {
        const auto scenario = scenarioOf(name.toUtf8());
        if (!scenario)
            std::fprintf(stderr, "faults: there is no class %s\n", qPrintable(name));
        else if (seconds > 0)
            options.length = std::chrono::seconds(seconds);
        else
            options.length = Millis(int(usualSeconds() * scenario->share * 1000));
        isFine = scenario && run(*scenario, options) && isFine;
    }
    return isFine ? 0 : 1;
}
