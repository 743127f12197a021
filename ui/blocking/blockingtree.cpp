// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/blockingtree.h"

#include "core/format/traits.h"
#include "ui/wording/blockingwording.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <initializer_list>
#include <unordered_map>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct BlockingTreeWords {
    Q_DECLARE_TR_FUNCTIONS(BlockingTree)
};

using insight::WaitGraph;
using Kind = BlockingNode::Kind;

constexpr qsizetype briefLimit = 60; // characters of an owner
constexpr int deepest = 60; // levels; a chain may be as long as there are locks

std::size_t at(int place)
{
    return static_cast<std::size_t>(place);
}

// A key of parts with any bytes: different parts never give the same key.
QByteArray keyOf(char kind, std::initializer_list<QByteArray> parts)
{
    QByteArray key(1, kind);
    for (const QByteArray &part : parts)
        key += QByteArray::number(part.size()) + ':' + part;
    return key;
}

QByteArray bytesOf(const watch::LockId &id)
{
    return QByteArray::number(id.deployment.number) + ' ' + id.name.bytes;
}

// The same owner may stand twice in a queue.
void tellApart(std::vector<BlockingNode> &siblings)
{
    std::unordered_map<QByteArray, int> seen;
    seen.reserve(siblings.size());
    for (BlockingNode &node : siblings) {
        if (const int before = seen[node.key]++; before > 0)
            node.key += '#' + QByteArray::number(before);
    }
}

class Grower
{
public:
    Grower(const WaitGraph &graph, const insight::LostAt &lost, std::size_t most)
        : m_graph(graph)
        , m_lost(lost)
        , m_left(most)
        , m_told(graph.owners.size(), false)
        , m_shown(graph.locks.size(), false)
    {}

    BlockingTree grown();

private:
    bool mayAdd()
    {
        if (m_left > 0) {
            --m_left;
            return true;
        }
        ++m_tree.leftOut;
        return false;
    }
    void setLock(BlockingNode &node, const watch::LockId &id) const;
    void addCycle(const WaitGraph::Cycle &cycle);
    void addBlocker(const WaitGraph::Blocker &blocker);
    void addLock(std::vector<BlockingNode> &siblings, int number, int depth);
    void addWaiter(std::vector<BlockingNode> &siblings, int number, int depth);
    void addDead(const WaitGraph::Dead &dead);

    const WaitGraph &m_graph;
    const insight::LostAt &m_lost;
    std::size_t m_left;
    std::vector<bool> m_told; // owners whose locks are written out
    std::vector<bool> m_shown; // locks whose waiters are
    BlockingTree m_tree;
};

void Grower::setLock(BlockingNode &node, const watch::LockId &id) const
{
    node.lock = id;
    node.stale = m_lost.contains(id.deployment);
    if (node.stale)
        node.sentence +=
            BlockingTreeWords::tr(" The server is not connected: this is its last known state.");
}

void Grower::addCycle(const WaitGraph::Cycle &cycle)
{
    if (!mayAdd())
        return;
    BlockingNode node;
    node.kind = Kind::Deadlock;
    node.key = "c";
    node.text = wording::deadlockTitle(cycle);
    node.sentence = wording::deadlockSentence(m_graph, cycle);
    node.waiting = static_cast<qint64>(cycle.steps.size());
    for (std::size_t i = 0; i < cycle.steps.size(); ++i) {
        const auto &from = cycle.steps[i];
        const QByteArray owner = m_graph.owners[at(from.owner)].id.bytes;
        const watch::LockId &lock = m_graph.locks[at(from.lock)].id;
        const QByteArray key = keyOf('s', {owner, bytesOf(lock)});
        node.key += key;
        if (!mayAdd())
            continue;
        BlockingNode step;
        step.kind = Kind::Step;
        step.key = key;
        step.text = wording::deadlockStep(m_graph, cycle, i);
        step.brief = wording::deadlockStepInShort(m_graph, cycle, i);
        step.sentence = wording::ended(step.text);
        setLock(step, lock);
        node.children.push_back(std::move(step));
    }
    setLock(node, m_graph.locks[at(cycle.steps.front().lock)].id);
    m_tree.roots.push_back(std::move(node));
    ++m_tree.deadlocks;
}

void Grower::addBlocker(const WaitGraph::Blocker &blocker)
{
    if (m_told[at(blocker.owner)] || !mayAdd())
        return;
    m_told[at(blocker.owner)] = true;
    const WaitGraph::Owner &owner = m_graph.owners[at(blocker.owner)];
    BlockingNode node;
    node.kind = Kind::Blocker;
    node.key = keyOf('b', {owner.id.bytes});
    node.text = wording::blockingOwner(m_graph, blocker.owner);
    node.brief = wording::shortOwner(owner.id, owner.alias, briefLimit);
    node.sentence = wording::blockerSentence(m_graph, blocker);
    if (blocker.allWaiters > 0) {
        node.waiting = static_cast<qint64>(blocker.allWaiters);
        node.waited = blocker.allWaited;
    }
    node.connections = blocker.connections;
    node.connectionTime = blocker.connectionTime;
    if (!owner.held.empty())
        setLock(node, m_graph.locks[at(owner.held.front())].id);
    for (const int held : owner.held)
        addLock(node.children, held, 1);
    m_tree.roots.push_back(std::move(node));
}

void Grower::addLock(std::vector<BlockingNode> &siblings, int number, int depth)
{
    if (!mayAdd())
        return;
    const WaitGraph::Lock &lock = m_graph.locks[at(number)];
    const bool isNew = !m_shown[at(number)];
    m_shown[at(number)] = true;
    BlockingNode node;
    node.kind = Kind::Lock;
    node.key = keyOf('l', {bytesOf(lock.id)});
    node.text = wording::blockingPlace(m_graph, number);
    if (lock.holders.empty() && lock.lock && format::traitsOf(*lock.lock->kind).hasOwners)
        node.text += BlockingTreeWords::tr(", not held");
    else if (!isNew)
        node.text += BlockingTreeWords::tr(", see above");
    node.sentence = wording::waitedLockSentence(m_graph, number);
    if (!lock.waits.empty()) {
        node.waiting = static_cast<qint64>(lock.waits.size()) + lock.unread;
        node.waited = lock.waited;
    }
    node.connections = lock.connections;
    node.connectionTime = lock.connectionTime;
    setLock(node, lock.id);
    if (isNew) {
        for (const int wait : lock.waits)
            addWaiter(node.children, wait, depth + 1);
        tellApart(node.children);
    }
    siblings.push_back(std::move(node));
}

void Grower::addWaiter(std::vector<BlockingNode> &siblings, int number, int depth)
{
    if (!mayAdd())
        return;
    const WaitGraph::Wait &wait = m_graph.waits[at(number)];
    const WaitGraph::Owner &owner = m_graph.owners[at(wait.owner)];
    BlockingNode node;
    node.kind = Kind::Waiter;
    node.key = keyOf('w', {owner.id.bytes});
    node.text = (wait.isUnchecked ? BlockingTreeWords::tr("%1 waits, not checked")
                                  : BlockingTreeWords::tr("%1 waits"))
                    .arg(wording::blockingOwner(m_graph, wait.owner));
    node.sentence = wording::waiterSentence(m_graph, number);
    node.waited = wait.waited;
    setLock(node, m_graph.locks[at(wait.lock)].id);
    const bool isWrittenOut = !m_told[at(wait.owner)] && depth < deepest;
    if (!owner.held.empty())
        node.text += isWrittenOut ? BlockingTreeWords::tr(", and blocks others:")
            : m_told[at(wait.owner)]
            ? BlockingTreeWords::tr(", and blocks others (see above)")
            : BlockingTreeWords::tr(", and blocks others (shown elsewhere)");
    if (isWrittenOut) {
        m_told[at(wait.owner)] = true;
        for (const int held : owner.held)
            addLock(node.children, held, depth + 1);
    }
    siblings.push_back(std::move(node));
}

void Grower::addDead(const WaitGraph::Dead &dead)
{
    if (!mayAdd())
        return;
    BlockingNode node;
    node.kind = Kind::Dead;
    node.key = keyOf('d', {dead.owner.bytes, bytesOf(dead.lock->id), dead.isWaiter ? "w" : "r"});
    node.text = wording::deadTitle(dead);
    node.sentence = wording::deadSentence(dead);
    setLock(node, dead.lock->id);
    m_tree.roots.push_back(std::move(node));
}

BlockingTree Grower::grown()
{
    for (const WaitGraph::Cycle &cycle : m_graph.cycles)
        addCycle(cycle);
    for (const WaitGraph::Blocker &blocker : m_graph.blockers) {
        if (blocker.isRoot)
            addBlocker(blocker);
    }
    // Waited for, though nobody who could be named stands in the way; and the end of long chains.
    for (const int number : insight::costliestLocks(m_graph)) {
        if (!m_shown[at(number)])
            addLock(m_tree.roots, number, 0);
    }
    for (const WaitGraph::Dead &dead : m_graph.dead)
        addDead(dead);
    tellApart(m_tree.roots);
    m_tree.partial = m_graph.partial;
    if (m_tree.leftOut > 0) {
        BlockingNode more;
        more.kind = Kind::More;
        more.key = "m";
        more.text = BlockingTreeWords::tr("%1 more not shown").arg(m_tree.leftOut);
        more.sentence = BlockingTreeWords::tr(
            "The tree shows the worst cases only. 'lockctl blocking' prints all of them.");
        m_tree.roots.push_back(std::move(more));
    }
    return std::move(m_tree);
}

} // namespace

bool BlockingNode::looksLike(const BlockingNode &other) const
{
    return kind == other.kind && key == other.key && text == other.text && brief == other.brief
        && sentence == other.sentence && waiting == other.waiting && waited == other.waited
        && connections == other.connections && connectionTime == other.connectionTime
        && lock == other.lock && stale == other.stale;
}

BlockingTree blockingTree(const WaitGraph &graph, const insight::LostAt &lost, std::size_t most)
{
    return Grower(graph, lost, most).grown();
}

} // namespace lockscope::ui
