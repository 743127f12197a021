// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/blockingwording.h"

#include "core/base/text.h"
#include "core/format/traits.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct BlockingWords {
    Q_DECLARE_TR_FUNCTIONS(BlockingWords)
};

using insight::WaitGraph;

constexpr qsizetype nameLimit = 120;
constexpr qsizetype lineOwnerLimit = 80;
constexpr std::size_t mostNamed = 3; // holders in a sentence

std::size_t at(int place)
{
    return static_cast<std::size_t>(place);
}

QString lockName(const WaitGraph &graph, int lock)
{
    return visibleName(graph.locks[at(lock)].id.name.bytes, nameLimit);
}

QString ownerText(const OwnerId &id, const Alias &alias)
{
    return owner(id, alias, lineOwnerLimit);
}

// "A, B and 2 more"
QString holderList(const WaitGraph &graph, const WaitGraph::Lock &lock)
{
    QStringList names;
    for (const int holder : lock.holders) {
        if (static_cast<std::size_t>(names.size()) == mostNamed)
            break;
        names += blockingOwner(graph, holder);
    }
    const std::size_t more = lock.holders.size() - static_cast<std::size_t>(names.size());
    const QString list = listed(names);
    return more == 0 ? list : BlockingWords::tr("%1 and %2 more").arg(list, QString::number(more));
}

// "held by A"; else why nobody is named.
QString heldBy(const WaitGraph &graph, const WaitGraph::Lock &lock)
{
    if (!lock.holders.empty())
        return BlockingWords::tr("held by %1").arg(holderList(graph, lock));
    if (!lock.lock)
        return BlockingWords::tr("whose data Lockscope does not see");
    if (!format::traitsOf(*lock.lock->kind).hasOwners)
        return BlockingWords::tr("whose holders are unknown");
    return BlockingWords::tr("not held");
}

QString connectionsText(qint64 connections, Millis time)
{
    return BlockingWords::tr("%1, %2").arg(connectionCount(connections), connectionSeconds(time));
}

} // namespace

QString waitCount(std::size_t count)
{
    return count == 1 ? BlockingWords::tr("1 waits") : BlockingWords::tr("%1 wait").arg(count);
}

std::size_t uncheckedWaits(const WaitGraph &graph, int lock)
{
    const auto &waits = graph.locks[at(lock)].waits;
    return static_cast<std::size_t>(std::count_if(
        waits.begin(), waits.end(), [&](int wait) { return graph.waits[at(wait)].isUnchecked; }));
}

QString connectionCount(qint64 count)
{
    return count == 1 ? BlockingWords::tr("1 waiting connection")
                      : BlockingWords::tr("%1 waiting connections").arg(count);
}

QString connectionSeconds(Millis time)
{
    return BlockingWords::tr("%1 connection-seconds").arg(tenths(time));
}

QString blockingOwner(const WaitGraph &graph, int owner)
{
    const WaitGraph::Owner &one = graph.owners[at(owner)];
    return ownerText(one.id, one.alias);
}

QString blockingPlace(const WaitGraph &graph, int lock)
{
    const watch::LockPointer &seen = graph.locks[at(lock)].lock;
    return seen ? BlockingWords::tr("%1 (%2) on %3")
                      .arg(lockName(graph, lock), QString::fromLatin1(*seen->kind), *seen->server)
                : lockName(graph, lock);
}

QString deadlockTitle(const WaitGraph::Cycle &cycle)
{
    const QString title = cycle.steps.size() == 1
        ? BlockingWords::tr("Deadlock: an owner waits for itself")
        : BlockingWords::tr("Deadlock: %1 owners wait for each other").arg(cycle.steps.size());
    if (cycle.owners <= cycle.steps.size())
        return title;
    return (cycle.isShortest ? BlockingWords::tr("%1 (the smallest cycle among %2 owners)")
                             : BlockingWords::tr("%1 (one cycle among %2 owners)"))
        .arg(title)
        .arg(cycle.owners);
}

QString deadlockStep(const WaitGraph &graph, const WaitGraph::Cycle &cycle, std::size_t step)
{
    const auto &next = cycle.steps[(step + 1) % cycle.steps.size()];
    return BlockingWords::tr("%1 waits for %2, held by %3")
        .arg(blockingOwner(graph, cycle.steps[step].owner),
             blockingPlace(graph, cycle.steps[step].lock), blockingOwner(graph, next.owner));
}

QString deadlockStepInShort(const WaitGraph &graph, const WaitGraph::Cycle &cycle, std::size_t step)
{
    constexpr qsizetype shortOwners = 20; // the beginning and the end, by which owners differ
    const auto brief = [&graph](int number) {
        const WaitGraph::Owner &one = graph.owners[at(number)];
        return one.alias.origin == AliasOrigin::Derived
            ? shortOwner(one.id, one.alias, 2 * shortOwners)
            : owner(one.id, one.alias, shortOwners);
    };
    const auto &next = cycle.steps[(step + 1) % cycle.steps.size()];
    return BlockingWords::tr("%1 waits for %2, held by %3")
        .arg(brief(cycle.steps[step].owner), lockName(graph, cycle.steps[step].lock),
             brief(next.owner));
}

QString deadTitle(const WaitGraph::Dead &dead)
{
    const QString text = dead.isGhost ? BlockingWords::tr("Ghost: %1, a waiter of %2 on %3")
        : dead.isWaiter               ? BlockingWords::tr("Dead: %1, a waiter of %2 on %3")
                                      : BlockingWords::tr("Dead: %1, a reader of %2 on %3");
    return text.arg(ownerText(dead.owner, dead.alias), lockName(dead.lock->id.name, nameLimit),
                    *dead.lock->server);
}

QString deadlockSentence(const WaitGraph &graph, const WaitGraph::Cycle &cycle)
{
    if (cycle.steps.size() == 1)
        return BlockingWords::tr(
                   "%1 waits for %2, which it already holds. Only a time-out or another client "
                   "can end the wait.")
            .arg(blockingOwner(graph, cycle.steps.front().owner),
                 blockingPlace(graph, cycle.steps.front().lock));
    return BlockingWords::tr(
        "Each owner waits for a lock that the next one holds, and the last waits for "
        "the first. None of them can proceed until one gives up or one of the locks "
        "ends.");
}

QString blockerSentence(const WaitGraph &graph, const WaitGraph::Blocker &blocker)
{
    const WaitGraph::Owner &owner = graph.owners[at(blocker.owner)];
    const QString held = owner.held.size() == 1
        ? blockingPlace(graph, owner.held.front())
        : BlockingWords::tr("%1 locks").arg(owner.held.size());
    QStringList parts;
    if (blocker.waiters > 0)
        parts += waitCount(blocker.waiters);
    if (blocker.allWaiters > blocker.waiters)
        parts += BlockingWords::tr("%1 including indirect waiters").arg(blocker.allWaiters);
    if (blocker.allWaiters > 0)
        parts += BlockingWords::tr("%1 in total").arg(span(blocker.allWaited));
    if (blocker.connections.value_or(0) > 0)
        parts += connectionsText(*blocker.connections, blocker.connectionTime);
    QString text = BlockingWords::tr("%1 holds %2; %3.")
                       .arg(blockingOwner(graph, blocker.owner), held, listed(parts));
    if (blocker.isInCycle)
        text += BlockingWords::tr(" This owner is part of a deadlock.");
    else if (blocker.isRoot)
        text += BlockingWords::tr(
            " This owner does not wait for any lock: the others proceed when it releases.");
    return text;
}

QString waitedLockSentence(const WaitGraph &graph, int lock)
{
    const WaitGraph::Lock &one = graph.locks[at(lock)];
    QStringList parts;
    if (!one.waits.empty()) {
        parts += waitCount(one.waits.size());
        if (const auto unchecked = uncheckedWaits(graph, lock); unchecked > 0)
            parts += BlockingWords::tr("%1 of them not checked").arg(unchecked);
        if (one.unread > 0)
            parts += BlockingWords::tr("%1 more in its queue").arg(one.unread);
        parts += BlockingWords::tr("%1 in total").arg(span(one.waited));
    }
    if (one.connections.value_or(0) > 0)
        parts += connectionsText(*one.connections, one.connectionTime);
    return BlockingWords::tr("For %1, %2: %3.")
        .arg(blockingPlace(graph, lock), heldBy(graph, one), listed(parts));
}

QString waiterSentence(const WaitGraph &graph, int wait)
{
    const WaitGraph::Wait &one = graph.waits[at(wait)];
    const WaitGraph::Lock &lock = graph.locks[at(one.lock)];
    const QString who = blockingOwner(graph, one.owner);
    const QString what = blockingPlace(graph, one.lock);
    QString text = one.waited
        ? BlockingWords::tr("%1 has waited %3 for %2, %4.")
              .arg(who, what, span(*one.waited), heldBy(graph, lock))
        : BlockingWords::tr("%1 is waiting for %2, %3.").arg(who, what, heldBy(graph, lock));
    if (one.isUnchecked)
        text += BlockingWords::tr(" Lockscope has not checked whether it still listens.");
    const std::size_t held = graph.owners[at(one.owner)].held.size();
    if (held == 1)
        text += BlockingWords::tr(" Others wait for a lock that this owner holds.");
    else if (held > 1)
        text += BlockingWords::tr(" Others wait for %1 locks that this owner holds.").arg(held);
    return text;
}

QString deadSentence(const WaitGraph::Dead &dead)
{
    const QString who = ownerText(dead.owner, dead.alias);
    const QString lock = lockName(dead.lock->id.name, nameLimit);
    if (dead.isGhost)
        return BlockingWords::tr(
                   "%1 is in the queue of %2, but no client listens to its channel. A wake-up for "
                   "it is lost, and the waiters behind it wait until its deadline.")
            .arg(who, lock);
    return dead.isWaiter
        ? BlockingWords::tr(
              "%1 is still in the queue of %2, but is dead by the rules of the library. It "
              "no longer waits and blocks no other waiter.")
              .arg(who, lock)
        : BlockingWords::tr("%1 is still listed as a reader of %2, but is dead by the rules of the "
                            "library. It blocks no waiter.")
              .arg(who, lock);
}

} // namespace lockscope::wording
