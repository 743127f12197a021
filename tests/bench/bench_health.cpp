// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Measures the cost of judging: a book of problems that gets many locks, and many changes a second
// as from a watch: of ten, eight renewals, a release and an acquisition. The processor time for
// each change and its share of a core at that rate; and the memory for each lock, without the
// records, which others keep anyway.
#include "core/health/healthbook.h"
#include "tests/bench/report.h"
#include "tests/core/health/healthlocks.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <malloc.h>

#include <ctime>
#include <random>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

struct Plan {
    int locks = 100'000;
    int rate = 10'000;
    int seconds = 10;
    int runs = 5;
};

// Bytes that are in use, those of large blocks included.
double usedBytes()
{
    const auto all = mallinfo2();
    return double(all.uordblks) + double(all.hblkhd);
}

double threadSeconds()
{
    timespec spent{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return double(spent.tv_sec) + double(spent.tv_nsec) / 1e9;
}

struct Cost {
    double bytes = 0; // of a lock
    double microseconds = 0; // of a change
    double share = 0; // of a core, in %
};

class Estate
{
public:
    explicit Estate(const Plan &plan)
        : m_plan(plan)
    {
        m_locks.reserve(std::size_t(plan.locks));
        for (int lock = 0; lock < plan.locks; ++lock)
            m_locks.push_back(recordOf(lock, true));
    }

    Cost measure()
    {
        Cost cost;
        const double before = usedBytes();
        for (const watch::LockPointer &lock : m_locks)
            m_watched.book.note(lock->id, lock, m_watched.now());
        m_watched.pass(std::chrono::seconds(1));
        cost.bytes = (usedBytes() - before) / m_plan.locks;
        constexpr int turns = 30; // a second, as the mailbox is emptied
        const int changes = m_plan.rate / turns;
        std::minstd_rand random(2);
        double spent = 0;
        std::vector<std::pair<std::size_t, watch::LockPointer>> changed;
        for (int turn = 0; turn < turns * m_plan.seconds; ++turn) {
            changed.clear();
            for (int i = 0; i < changes; ++i) {
                const int lock = int(random() % unsigned(m_plan.locks));
                changed.emplace_back(std::size_t(lock), recordOf(lock, random() % 10 != 0));
            }
            const double begin = threadSeconds();
            for (const auto &[place, lock] : changed)
                m_watched.book.note(m_locks[place]->id, lock, m_watched.now());
            m_watched.pass(Millis(1000 / turns));
            spent += threadSeconds() - begin;
            for (auto &[place, lock] : changed) {
                if (lock)
                    m_locks[place] = std::move(lock);
            }
        }
        cost.microseconds = spent * 1e6 / (double(changes) * turns * m_plan.seconds);
        cost.share = spent / m_plan.seconds * 100;
        return cost;
    }

private:
    // Null: it is gone. Renewed or taken, it has all of its lease again.
    watch::LockPointer recordOf(int lock, bool isHeld) const
    {
        if (!isHeld)
            return nullptr;
        const QByteArray name = "orders:checkout:" + QByteArray::number(lock);
        watch::LockRecord record = m_watched.held(name.constData(), lock % 500);
        watch::HoldRecord &hold = record.holds.front();
        hold.lease = std::chrono::seconds(20 + lock % 41);
        hold.deadline = m_watched.at + *hold.lease;
        hold.watchdog = watch::Watchdog::Renewing;
        record.deadline = hold.deadline;
        return std::make_shared<const watch::LockRecord>(std::move(record));
    }

    const Plan m_plan;
    Watched m_watched;
    std::vector<watch::LockPointer> m_locks;
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions(
        {{u"locks"_s, u"How many locks there are."_s, u"N"_s, u"100000"_s},
         {u"rate"_s, u"Changes a second."_s, u"N"_s, u"10000"_s},
         {u"seconds"_s, u"Length of a run, in the time of the book."_s, u"N"_s, u"10"_s},
         {u"runs"_s, u"Number of runs."_s, u"N"_s, u"5"_s},
         {u"json"_s, u"A line of JSON for each figure."_s}});
    parser.process(application);
    const auto number = [&](const QString &name) { return parser.value(name).toInt(); };
    const Plan plan{number(u"locks"_s), number(u"rate"_s), number(u"seconds"_s), number(u"runs"_s)};
    if (plan.locks < 1 || plan.rate < 30 || plan.seconds < 1 || plan.runs < 1)
        qFatal("every option takes a positive number, and the rate at least 30");
    std::vector<double> bytes;
    std::vector<double> times;
    std::vector<double> shares;
    for (int run = 0; run < plan.runs; ++run) {
        const Cost cost = Estate(plan).measure();
        bytes.push_back(cost.bytes);
        times.push_back(cost.microseconds);
        shares.push_back(cost.share);
    }
    Report out(parser.isSet(u"json"_s));
    out.add("health", "memory", "bytes a lock", bytes);
    out.add("health", "judging", "us a change", times);
    out.add("health", "judging", "% of a core", shares);
    return 0;
}
