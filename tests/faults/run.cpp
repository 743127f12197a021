// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/run.h"

#include "tests/support/waiting.h"

#include <QDir>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::faults {

namespace {

using test::eventually;

// At once after a clean end, except for commands in flight.
constexpr Millis cleanGrace = 300ms;
// Longer than any lease and any latch, where a holder died or knows nothing.
constexpr Millis leaseGrace = 30'000ms;
// An event that happened is in its file.
constexpr Millis writtenWithin = 250ms;

void pass(Millis time)
{
    (void)eventually([] { return false; }, time);
}

class Run
{
public:
    Run(Scenario scenario, const RunOptions &options, const QByteArray &folder)
        : m_scenario(std::move(scenario))
        , m_options(options)
        , m_folder(folder)
    {
        m_scenario.cluster.folder = folder;
        m_scenario.cluster.seed = options.seed;
        m_scenario.cluster.plan.keyPrefix = "fault:" + QByteArray::number(options.seed, 16) + ':';
    }

    bool execute();

private:
    bool prepare();
    void goWrong();
    bool hasResidue(const QByteArray &kind) const;
    bool endsStruck() const;
    void note(Op op, Phase phase);
    void strike();
    void heal();
    void settle();
    bool isEnough();
    Violations cleanUp();
    QByteArray leftOn(test::RedisProcess &redis) const;
    Verdict conclude(const History &history, const Violations &residue);
    bool report(const Verdict &verdict);

    Scenario m_scenario;
    const RunOptions m_options;
    const QByteArray m_folder;
    std::unique_ptr<HistoryWriter> m_history;
    std::unique_ptr<Cluster> m_cluster;
    std::vector<QByteArray> m_remarks;
};

void Run::note(Op op, Phase phase)
{
    Event event;
    event.t = monotonicNs();
    event.proc = "nemesis";
    event.op = op;
    event.phase = phase;
    event.note = m_scenario.id;
    m_history->write(event);
}

// One connection after the other: calls made meanwhile may be answered by a majority.
void Run::strike()
{
    note(Op::Fault, Phase::Invoke);
    m_scenario.strike(*m_cluster);
    note(Op::InEffect, Phase::Invoke);
}

void Run::heal()
{
    note(Op::InEffect, Phase::Ok);
    m_scenario.heal(*m_cluster);
    note(Op::Fault, Phase::Ok);
}

bool Run::prepare()
{
    m_history = std::make_unique<HistoryWriter>(m_folder + "/nemesis.jsonl");
    m_cluster = std::make_unique<Cluster>(m_scenario.cluster);
    return m_history->isOpen() && m_cluster->startServers();
}

// Mutants get more time until each is found out: a blind extension shows after a quarter of a
// minute on average, and sometimes after one.
bool Run::isEnough()
{
    if (m_scenario.mutants.empty())
        return true;
    // The clients' files are read one after the other while they are written: up to here all are
    // complete, beyond it a grant may be there before the release that made it possible.
    const qint64 complete = monotonicNs() - std::chrono::nanoseconds(writtenWithin).count();
    History history = readHistory(m_folder);
    std::erase_if(history, [&](const Event &event) { return event.t > complete; });
    const Verdict verdict = conclude(history, {});
    return std::ranges::all_of(m_scenario.mutants, [&](const auto &mutant) {
        return mutant.second == Violation::Rule::Residue
            ? hasResidue(mutant.first)
            : verdict.found(mutant.first, mutant.second);
    });
}

void Run::goWrong()
{
    const Instant start = std::chrono::steady_clock::now();
    const auto elapsed = [&] { return std::chrono::steady_clock::now() - start; };
    if (!m_scenario.strikesFirst) {
        m_cluster->startClients();
        pass(500ms);
        strike();
    } else {
        strike();
        m_cluster->startClients();
    }
    const auto isOver = [&] {
        return elapsed() > 10 * m_options.length + 140s
            || (elapsed() + m_scenario.length > m_options.length && isEnough());
    };
    for (;;) {
        pass(m_scenario.length);
        if (endsStruck() && isOver())
            return;
        heal();
        if (!endsStruck() && isOver())
            return;
        pass(m_scenario.gap);
        strike();
    }
}

// Whether a key has stayed for longer than any hold of the scenario is, and will for long enough to
// be found by the clean-up.
bool Run::hasResidue(const QByteArray &kind) const
{
    constexpr Millis longest = 1s;
    constexpr qint64 leastLeft = 3000;
    const QByteArray pattern = '*' + m_scenario.cluster.plan.keyPrefix + kind + '*';
    for (test::RedisProcess *const server : m_cluster->keepers()) {
        std::map<QByteArray, QByteArray> values;
        for (const Reply &key : server->command({"KEYS", pattern}).elements)
            values[key.bytes] = server->command({"GET", key.bytes}).bytes;
        if (values.empty())
            continue;
        pass(longest);
        for (const auto &[key, value] : values) {
            if (server->command({"GET", key}).bytes == value
                && server->command({"PTTL", key}).integer > leastLeft)
                return true;
        }
    }
    return false;
}

// Keys that a failed attempt leaves lapse with their lease, and few attempts fail once all is
// well: the clients are stopped before.
bool Run::endsStruck() const
{
    return std::ranges::any_of(m_scenario.mutants, [](const auto &mutant) {
        return mutant.second == Violation::Rule::Residue;
    });
}

// Everything is well again: everybody gets somewhere.
void Run::settle()
{
    const qint64 healed = monotonicNs();
    for (const LockPlan &plan : m_scenario.cluster.plan.locks) {
        const bool isGranted =
            eventually([&] { return m_cluster->wasGrantedSince(plan.lock, healed); }, 60s);
        if (!isGranted)
            m_remarks.push_back(plan.lock + " is granted to nobody after all is well again");
    }
}

// The keys that clients have left on a server; empty: none. Fencing counters stay.
QByteArray Run::leftOn(test::RedisProcess &redis) const
{
    const Reply keys = redis.command({"KEYS", '*' + m_scenario.cluster.plan.keyPrefix + '*'});
    if (keys.isError())
        return keys.bytes;
    for (const Reply &key : keys.elements) {
        if (!key.bytes.endsWith(":fence") && !key.bytes.contains("token"))
            return "key " + key.bytes;
    }
    if (m_cluster->isDeployment()) // replicas and sentinels listen and are connected, too
        return {};
    const Reply channels = redis.command({"PUBSUB", "CHANNELS"});
    if (!channels.elements.empty())
        return "channel " + channels.elements.front().bytes;
    const Reply clients = redis.command({"CLIENT", "LIST"});
    if (clients.bytes.count('\n') > 1) // the asking connection is one
        return "connections:\n" + clients.bytes;
    return {};
}

Violations Run::cleanUp()
{
    Violations residue;
    const auto isUncertain = [](const Event &event) {
        return event.phase == Phase::Info && (event.op == Op::Acquire || event.op == Op::Release);
    };
    const History history = readHistory(m_folder);
    // A connection that ended may have taken with it what tidies up; that has a lease as well.
    const bool mayLapse = m_scenario.mayFail || m_cluster->killedClients() > 0
        || (m_scenario.mutants.empty() && std::ranges::any_of(history, isUncertain));
    for (test::RedisProcess *const server : m_cluster->keepers()) {
        (void)eventually([&] { return leftOn(*server).isEmpty(); },
                         mayLapse ? leaseGrace : cleanGrace);
        const QByteArray prefix = m_scenario.cluster.plan.keyPrefix;
        const QByteArray place = QByteArray::number(server->port());
        const Reply keys = server->command({"KEYS", '*' + prefix + '*'});
        bool isExplained = leftOn(*server).isEmpty();
        for (const LockPlan &plan : m_scenario.cluster.plan.locks) {
            const QByteArray name = prefix + plan.lock;
            const auto mine = std::ranges::find_if(keys.elements, [&](const Reply &key) {
                const bool counts = key.bytes.endsWith(":fence") || key.bytes.contains("token");
                return !counts && key.bytes.contains(name);
            });
            if (mine == keys.elements.end())
                continue;
            residue.push_back(
                {Violation::Rule::Residue, plan.lock, "server " + place + " has " + mine->bytes});
            isExplained = true;
        }
        if (!isExplained)
            m_remarks.push_back("left on server " + place + ": " + leftOn(*server));
    }
    return residue;
}

Verdict Run::conclude(const History &history, const Violations &residue)
{
    std::map<QByteArray, qint64> finals;
    const auto &locks = m_scenario.cluster.plan.locks;
    for (std::size_t i = 0; i < locks.size(); ++i)
        finals[locks[i].lock] = m_cluster->witnessed(i);
    return judge(m_scenario, history, finals, residue);
}

bool Run::report(const Verdict &verdict)
{
    bool isFine = true;
    for (const auto &[kind, tally] : verdict.kinds) {
        std::printf("%-13s %-20s operations %6lld  grants %6lld  unknown %4lld  lost %4lld  excess "
                    "%4lld  rejected by fence %3lld  violations %lld\n",
                    m_scenario.id.constData(), kind.constData(), tally.operations, tally.grants,
                    tally.unknown, tally.lost, tally.excess, tally.rejected, tally.violations);
    }
    int shown = 0;
    for (const Violation &violation : verdict.violations) {
        if (m_scenario.mutants.contains(kindOf(violation.lock)))
            continue;
        isFine = false;
        if (++shown <= 20)
            std::printf("  %s: %s: %s\n", violation.lock.constData(),
                        nameOf(violation.rule).constData(), violation.what.constData());
    }
    for (const auto &[kind, rule] : m_scenario.mutants) {
        if (verdict.found(kind, rule))
            continue;
        isFine = false;
        std::printf("  %s was not found out\n", kind.constData());
    }
    auto remarks = m_remarks;
    remarks.insert(remarks.end(), verdict.remarks.begin(), verdict.remarks.end());
    for (std::size_t i = 0; i < std::min<std::size_t>(remarks.size(), 20); ++i)
        std::printf("  %s\n", remarks[i].constData());
    return isFine && remarks.empty();
}

bool Run::execute()
{
    std::printf("%s: %s, seed %u, %.0f s\n", m_scenario.id.constData(),
                m_scenario.title.constData(), m_options.seed,
                double(m_options.length.count()) / 1000);
    std::fflush(stdout);
    if (!prepare()) {
        std::puts("  the servers did not start");
        return false;
    }
    goWrong();
    if (m_scenario.mutants.empty())
        settle(); // leftovers of mutants expire meanwhile
    if (!m_cluster->stopClients())
        m_remarks.emplace_back("a client did not end well");
    if (endsStruck())
        heal();
    const Violations residue = cleanUp();
    const bool isFine = report(conclude(readHistory(m_folder), residue));
    std::fflush(stdout);
    return isFine;
}

} // namespace

bool run(Scenario scenario, const RunOptions &options)
{
    const QString folder = QString::fromUtf8(options.folder + '/' + scenario.id + '-'
                                             + QByteArray::number(options.seed));
    QDir(folder).removeRecursively();
    QDir().mkpath(folder);
    const bool isFine = Run(std::move(scenario), options, folder.toUtf8()).execute();
    if (isFine)
        QDir(folder).removeRecursively();
    else
        std::printf("  the history is in %s\n", qPrintable(folder));
    return isFine;
}

} // namespace lockscope::faults
