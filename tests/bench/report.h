// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace lockscope::test {

// Common functions of the benchmarks of locks: percentiles, and the output of figures. Plain
// functions.

using Seconds = std::chrono::duration<double>;

inline double percentile(std::vector<double> values, double part)
{
    if (values.empty())
        return 0;
    const auto last = static_cast<double>(values.size()) - 1;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(part * last);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

inline double median(std::vector<double> values)
{
    return percentile(std::move(values), 0.5);
}

// One figure of one subject over several runs: as a line for people, or, with --json, as a JSON
// object on a line, which tests/bench/table reads.
class Report
{
public:
    explicit Report(bool json)
        : m_json(json)
    {}

    void add(const char *bench, const char *subject, const char *unit,
             const std::vector<double> &runs)
    {
        if (m_json) {
            QJsonArray all;
            for (const double run : runs)
                all.append(run);
            const QJsonObject line{{QStringLiteral("bench"), QLatin1String(bench)},
                                   {QStringLiteral("subject"), QLatin1String(subject)},
                                   {QStringLiteral("unit"), QLatin1String(unit)},
                                   {QStringLiteral("runs"), all},
                                   {QStringLiteral("median"), median(runs)}};
            std::puts(QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
        } else {
            std::printf("%-22s %-10s %10.3f %-14s (%.3f to %.3f, %zu runs)\n", bench, subject,
                        median(runs), unit, percentile(runs, 0), percentile(runs, 1), runs.size());
        }
        std::fflush(stdout);
    }

private:
    bool m_json;
};

} // namespace lockscope::test
