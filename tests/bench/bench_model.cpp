// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the cost of the console's table on the GUI thread: batches of changes, 30 a second,
// merged into a model of many locks with a view on it, and all further work but painting: orders
// that a worker has computed, persistent indexes, signals. Beside it, in the same run, the minimal
// work for such a batch: putting each state into a map by the lock's name.
#include "tests/bench/report.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/locktablemodel.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTableView>

#include <ctime>
#include <random>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Plan {
    int locks = 100'000;
    int rate = 10'000;
    int seconds = 5;
    int runs = 5;
};

constexpr int batchesPerSecond = 30;

// Milliseconds of this thread's processor.
double threadTime()
{
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return double(spent.tv_sec) * 1000 + double(spent.tv_nsec) / 1e6;
}

class Bench
{
public:
    explicit Bench(const Plan &plan)
        : m_plan(plan)
        , m_model(m_clock)
    {
        m_view.setModel(&m_model);
        ui::LockTableModel::LockChanges all;
        for (int lock = 0; lock < plan.locks; ++lock)
            all.push_back(change(lock));
        m_model.merge(std::move(all));
    }

    // The costs of the batches, and of the same put into a map.
    void run(ui::LockColumn column, std::vector<double> &merged, std::vector<double> &mapped)
    {
        m_view.sortByColumn(int(column), Qt::AscendingOrder);
        (void)eventually([&] { return !m_model.isOrdering(); });
        std::unordered_map<LockName, watch::LockPointer> map;
        QEventLoop loop;
        QTimer tick;
        tick.setTimerType(Qt::PreciseTimer);
        int left = m_plan.seconds * batchesPerSecond;
        double before = 0;
        QObject::connect(&tick, &QTimer::timeout, &loop, [&] {
            if (before > 0) // with all its consequences since
                merged.push_back(threadTime() - before);
            if (left-- == 0) {
                loop.quit();
                return;
            }
            ui::LockTableModel::LockChanges batch;
            for (int i = 0; i < m_plan.rate / batchesPerSecond; ++i)
                batch.push_back(change(int(m_random() % unsigned(m_plan.locks))));
            const double start = threadTime();
            for (const auto &[id, lock] : batch)
                map.insert_or_assign(id.name, lock);
            mapped.push_back(threadTime() - start);
            before = threadTime();
            m_model.merge(std::move(batch));
        });
        tick.start(1000 / batchesPerSecond);
        loop.exec();
    }

private:
    ui::LockTableModel::LockChanges::value_type change(int lock)
    {
        const QByteArray name = "orders:checkout:" + QByteArray::number(lock);
        watch::LockRecord record = heldLock(name, m_clock, Millis(1000 + m_random() % 29'000));
        record.holds.front().count = qint64(1 + m_random() % 3);
        watch::LockId id = record.id;
        return {std::move(id), std::make_shared<const watch::LockRecord>(std::move(record))};
    }

    const Plan m_plan;
    std::minstd_rand m_random{1};
    StandingClock m_clock;
    ui::LockTableModel m_model;
    QTableView m_view;
};

void report(const Plan &plan)
{
    std::printf(
        "%d locks, %d changes a second in %d batches, %d s, %d runs; ms of the GUI thread a "
        "batch\n",
        plan.locks, plan.rate, batchesPerSecond, plan.seconds, plan.runs);
    std::printf("%-12s %10s %10s %10s %10s\n", "sorted by", "median", "99th", "worst", "of a map");
    const std::pair<const char *, ui::LockColumn> columns[] = {{"name", ui::LockColumn::Name},
                                                               {"state", ui::LockColumn::State},
                                                               {"time left", ui::LockColumn::Ttl}};
    for (const auto &[title, column] : columns) {
        std::vector<double> medians;
        std::vector<double> tails;
        std::vector<double> worst;
        std::vector<double> ratios;
        for (int run = 0; run < plan.runs; ++run) {
            Bench bench(plan);
            std::vector<double> merged;
            std::vector<double> mapped;
            bench.run(column, merged, mapped);
            medians.push_back(median(merged));
            tails.push_back(percentile(merged, 0.99));
            worst.push_back(percentile(merged, 1));
            ratios.push_back(median(merged) / median(mapped));
        }
        std::printf("%-12s %10.3f %10.3f %10.3f %10.1f\n", title, median(medians), median(tails),
                    median(worst), median(ratios));
        std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char **argv)
{
    prepareSurroundings();
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{u"locks"_s, u"Rows of the table."_s, u"N"_s, u"100000"_s},
                       {u"rate"_s, u"Changes a second."_s, u"N"_s, u"10000"_s},
                       {u"seconds"_s, u"Length of a run."_s, u"N"_s, u"5"_s},
                       {u"runs"_s, u"Number of runs."_s, u"N"_s, u"5"_s}});
    parser.process(application);
    const Plan plan{parser.value(u"locks"_s).toInt(), parser.value(u"rate"_s).toInt(),
                    parser.value(u"seconds"_s).toInt(), parser.value(u"runs"_s).toInt()};
    if (plan.locks < 1 || plan.rate < batchesPerSecond || plan.seconds < 1 || plan.runs < 1)
        qFatal("every option takes a positive number, and the rate at least 30");
    report(plan);
    return 0;
}
