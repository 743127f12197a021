// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/blockingreport.h"

#include "app/lockctl/common/jsonform.h"
#include "core/base/jsonbytes.h"
#include "core/format/traits.h"
#include "ui/wording/blockingwording.h"
#include "ui/wording/lockjson.h"
#include "ui/wording/wording.h"

#include <set>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using insight::WaitGraph;

constexpr int deepest = 50; // indentations

std::size_t at(int place)
{
    return static_cast<std::size_t>(place);
}

class Text
{
public:
    explicit Text(const BlockingReport &report)
        : m_report(report)
        , m_graph(report.graph)
    {}

    QString written()
    {
        for (const WaitGraph::Cycle &cycle : m_graph.cycles)
            addCycle(cycle);
        for (const WaitGraph::Blocker &blocker : m_graph.blockers) {
            if (blocker.isRoot && !m_told.contains(blocker.owner))
                addRoot(blocker);
        }
        addUnblocked();
        addDead();
        if (m_graph.partial)
            m_text += u"There are too many waiters to compute the totals.\n"_s;
        return m_text;
    }

private:
    QString owner(int number) const { return wording::blockingOwner(m_graph, number); }
    QString place(int number) const
    {
        const Millis unseenFor = m_graph.locks[at(number)].unseenFor;
        const QString text = wording::blockingPlace(m_graph, number);
        return unseenFor > Millis(0)
            ? text + u", as last seen "_s + wording::span(unseenFor) + u" ago"_s
            : text;
    }
    void addLine(int depth, const QString &line)
    {
        m_text += QString(std::min(depth, deepest) * 2, u' ') + line + u'\n';
    }
    void addCycle(const WaitGraph::Cycle &cycle);
    void addRoot(const WaitGraph::Blocker &blocker);
    void addLock(int number, int depth);
    void addUnblocked();
    void addDead();

    const BlockingReport &m_report;
    const WaitGraph &m_graph;
    QString m_text;
    std::set<int> m_told; // owners whose locks are written out
    // Locks are written out below their first holder; others only name them.
    std::set<int> m_shown;
};

void Text::addCycle(const WaitGraph::Cycle &cycle)
{
    addLine(0, wording::deadlockTitle(cycle));
    for (std::size_t i = 0; i < cycle.steps.size(); ++i)
        addLine(1, wording::deadlockStep(m_graph, cycle, i));
}

void Text::addRoot(const WaitGraph::Blocker &blocker)
{
    QString line = owner(blocker.owner) + u":"_s;
    QStringList what;
    if (blocker.allWaiters > 0) {
        QString waiting = wording::waitCount(blocker.allWaiters);
        if (m_report.watched)
            waiting += u", %1 together"_s.arg(wording::span(blocker.allWaited));
        what += waiting;
    }
    if (blocker.connections.value_or(0) > 0) {
        QString waiting = wording::connectionCount(*blocker.connections);
        if (m_report.watched)
            waiting += u", "_s + wording::connectionSeconds(blocker.connectionTime);
        what += waiting;
    }
    addLine(0, line + u" "_s + what.join(u"; "_s));
    m_told.insert(blocker.owner);
    for (const int held : m_graph.owners[at(blocker.owner)].held)
        addLock(held, 1);
}

// Without recursion: a chain may be as long as there are locks.
void Text::addLock(int number, int depth)
{
    struct Line {
        int lock = 0; // or that of the waiter
        int wait = -1;
        int depth = 0;
    };
    std::vector<Line> open{{number, -1, depth}};
    while (!open.empty()) {
        const Line line = open.back();
        open.pop_back();
        const WaitGraph::Lock &lock = m_graph.locks[at(line.lock)];
        std::vector<Line> below;
        if (line.wait < 0) {
            const bool isNew = m_shown.insert(line.lock).second;
            QString text = place(line.lock);
            if (lock.connections.value_or(0) > 0)
                text += u": "_s + wording::connectionCount(*lock.connections);
            addLine(line.depth, isNew ? text : text + u", see above"_s);
            for (const int wait : isNew ? lock.waits : std::vector<int>())
                below.push_back({line.lock, wait, line.depth + 1});
        } else {
            const WaitGraph::Wait &wait = m_graph.waits[at(line.wait)];
            QString text = owner(wait.owner) + u" waits"_s;
            if (m_report.watched && wait.waited)
                text += u" (%1)"_s.arg(wording::span(*wait.waited));
            if (wait.isUnchecked)
                text += u", not checked"_s;
            const bool isNew = m_told.insert(wait.owner).second;
            const auto &held = m_graph.owners[at(wait.owner)].held;
            if (!held.empty())
                text += isNew ? u", and blocks others:"_s : u", and blocks others (see above)"_s;
            addLine(line.depth, text);
            for (const int next : isNew ? held : std::vector<int>())
                below.push_back({next, -1, line.depth + 1});
        }
        open.insert(open.end(), below.rbegin(), below.rend());
    }
}

// Waited for, though nobody who could be named stands in the way.
void Text::addUnblocked()
{
    for (const int number : insight::costliestLocks(m_graph)) {
        if (m_shown.contains(number))
            continue;
        const WaitGraph::Lock &lock = m_graph.locks[at(number)];
        QString text = place(number);
        if (!lock.waits.empty())
            text += u": %1"_s.arg(wording::waitCount(lock.waits.size() + std::size_t(lock.unread)));
        if (lock.connections.value_or(0) > 0)
            text += u": "_s + wording::connectionCount(*lock.connections);
        const bool isHeldByNone =
            lock.holders.empty() && lock.lock && format::traitsOf(*lock.lock->kind).hasOwners;
        addLine(0, text + (isHeldByNone ? u", not held"_s : QString()));
    }
}

void Text::addDead()
{
    for (const WaitGraph::Dead &dead : m_graph.dead)
        addLine(0, wording::deadTitle(dead));
}

class Json
{
public:
    explicit Json(const BlockingReport &report)
        : m_report(report)
        , m_graph(report.graph)
    {}

    QJsonObject written() const
    {
        QJsonArray blockers;
        for (const WaitGraph::Blocker &blocker : m_graph.blockers)
            blockers.append(of(blocker));
        QJsonArray deadlocks;
        for (const WaitGraph::Cycle &cycle : m_graph.cycles)
            deadlocks.append(of(cycle));
        QJsonArray locks;
        for (const int number : insight::costliestLocks(m_graph))
            locks.append(contended(number));
        QJsonArray dead;
        for (const WaitGraph::Dead &one : m_graph.dead)
            dead.append(of(one));
        QJsonArray gaps;
        for (const watch::Gap &gap : m_report.gaps)
            gaps.append(toJson(gap));
        return {{"schema"_L1, 1},    {"blockers"_L1, blockers}, {"deadlocks"_L1, deadlocks},
                {"locks"_L1, locks}, {"dead"_L1, dead},         {"partial"_L1, m_graph.partial},
                {"gaps"_L1, gaps}};
    }

private:
    static QJsonValue known(const std::optional<qint64> &count)
    {
        return count ? QJsonValue(*count) : QJsonValue::Null;
    }
    QJsonValue span(Millis time) const
    {
        return m_report.watched ? QJsonValue(qint64(time.count())) : QJsonValue::Null;
    }
    QJsonObject owner(const OwnerId &id, const Alias &alias) const
    {
        QJsonObject object;
        putBytes(object, u"owner"_s, id.bytes);
        wording::putAlias(object, alias);
        return object;
    }
    QJsonObject owner(int number) const
    {
        return owner(m_graph.owners[at(number)].id, m_graph.owners[at(number)].alias);
    }
    QJsonObject lock(int number) const
    {
        const WaitGraph::Lock &one = m_graph.locks[at(number)];
        QJsonObject object;
        putBytes(object, u"name"_s, one.id.name.bytes);
        object["kind"_L1] =
            one.lock ? QJsonValue(QString::fromLatin1(one.lock->kind)) : QJsonValue::Null;
        object["deployment"_L1] = one.lock ? QJsonValue(one.lock->deployment) : QJsonValue::Null;
        object["server"_L1] = one.lock ? QJsonValue(one.lock->server) : QJsonValue::Null;
        return object;
    }
    QJsonObject of(const WaitGraph::Blocker &blocker) const
    {
        QJsonObject object = owner(blocker.owner);
        object["root"_L1] = blocker.isRoot;
        object["deadlock"_L1] = blocker.isInCycle;
        object["waiters"_L1] = qint64(blocker.waiters);
        object["wait_ms"_L1] = span(blocker.waited);
        object["all_waiters"_L1] = qint64(blocker.allWaiters);
        object["all_wait_ms"_L1] = span(blocker.allWaited);
        object["waiting_connections"_L1] = known(blocker.connections);
        object["connection_ms"_L1] =
            blocker.connections ? span(blocker.connectionTime) : QJsonValue::Null;
        QJsonArray locks;
        for (const int held : m_graph.owners[at(blocker.owner)].held)
            locks.append(lock(held));
        object["locks"_L1] = locks;
        return object;
    }
    QJsonObject contended(int number) const
    {
        const WaitGraph::Lock &one = m_graph.locks[at(number)];
        QJsonObject object = lock(number);
        QJsonArray holders;
        for (const int holder : one.holders)
            holders.append(owner(holder));
        object["holders"_L1] = holders;
        QJsonArray waiters;
        for (const int wait : one.waits) {
            QJsonObject waiter = owner(m_graph.waits[at(wait)].owner);
            const auto waited = m_graph.waits[at(wait)].waited;
            const bool isUnchecked = m_graph.waits[at(wait)].isUnchecked;
            waiter["liveness"_L1] = isUnchecked ? u"unchecked"_s : u"alive"_s;
            waiter["wait_ms"_L1] = waited ? span(*waited) : QJsonValue::Null;
            waiters.append(waiter);
        }
        const bool isTold = one.lock && one.lock->waiters;
        object["waiters"_L1] = isTold ? QJsonValue(waiters) : QJsonValue::Null;
        object["wait_ms"_L1] = isTold ? span(one.waited) : QJsonValue::Null;
        object["waiting_connections"_L1] = known(one.connections);
        object["connection_ms"_L1] = one.connections ? span(one.connectionTime) : QJsonValue::Null;
        return object;
    }
    QJsonObject of(const WaitGraph::Cycle &cycle) const
    {
        QJsonArray steps;
        for (const auto &step : cycle.steps) {
            QJsonObject object = owner(step.owner);
            object["waits_for"_L1] = lock(step.lock);
            steps.append(object);
        }
        return {{"steps"_L1, steps},
                {"owners"_L1, qint64(cycle.owners)},
                {"shortest"_L1, cycle.isShortest}};
    }
    QJsonObject of(const WaitGraph::Dead &dead) const
    {
        QJsonObject object = owner(dead.owner, dead.alias);
        object["liveness"_L1] = dead.isGhost ? u"ghost"_s : u"dead"_s;
        object["role"_L1] = dead.isWaiter ? u"waiter"_s : u"reader"_s;
        putBytes(object, u"name"_s, dead.lock->id.name.bytes);
        object["server"_L1] = *dead.lock->server;
        return object;
    }

    const BlockingReport &m_report;
    const WaitGraph &m_graph;
};

} // namespace

QJsonObject toJson(const BlockingReport &report)
{
    return Json(report).written();
}

QString text(const BlockingReport &report)
{
    return Text(report).written();
}

} // namespace lockscope::lockctl
