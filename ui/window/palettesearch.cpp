// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/palettesearch.h"

#include "ui/wording/wording.h"

#include <QElapsedTimer>

namespace lockscope::ui {

namespace {

// In scores: of events that fit about equally well the newest is the best, not the shortest.
constexpr int eventStep = 100;

// A lock may have a thousand waiters, each of which is looked at.
constexpr std::size_t perStep = 64;
constexpr qint64 longestTurn = 4; // ms
static_assert(PaletteSearch::perTurn % perStep == 0);

} // namespace

void PaletteSearch::start(const PaletteQuery &query, const std::set<PaletteGroup> &groups,
                          std::size_t most)
{
    clear();
    m_query = query;
    m_groups = groups;
    m_locks = BestMatches<LockPointer>(most);
    m_owners = BestMatches<OwnerKey>(most);
    m_events = BestMatches<watch::Event>(most);
    if (wants(PaletteGroup::Locks) || wants(PaletteGroup::Owners))
        m_nextLock = 0;
    const EventModel &events = m_client.events();
    if (wants(PaletteGroup::Events) && events.eventCount() > 0)
        m_nextEvent = events.forgottenCount() + events.eventCount() - 1;
}

void PaletteSearch::clear()
{
    m_groups.clear();
    m_nextLock.reset();
    m_nextEvent.reset();
    m_locks = BestMatches<LockPointer>(0);
    m_owners = BestMatches<OwnerKey>(0);
    m_events = BestMatches<watch::Event>(0);
    m_counts.clear();
}

bool PaletteSearch::next()
{
    QElapsedTimer time;
    time.start();
    std::size_t left = perTurn;
    for (; m_nextLock && left > 0 && !time.hasExpired(longestTurn); left -= perStep)
        m_nextLock = m_client.locks().forEachLockFrom(
            *m_nextLock, perStep, [this](const LockPointer &lock) { lookAt(lock); });
    if (!m_nextLock && left > 0)
        lookAtEvents(left);
    return m_nextLock || m_nextEvent;
}

void PaletteSearch::lookAt(const LockPointer &lock)
{
    if (wants(PaletteGroup::Locks)) {
        if (const auto score = m_query.score(lock->id.name.bytes))
            m_locks.offer(m_query.isEmpty() ? 0 : *score, lock);
    }
    if (!wants(PaletteGroup::Owners))
        return;
    for (const watch::HoldRecord &hold : lock->holds)
        lookAt(*lock, hold.owner, *hold.alias, true);
    if (!lock->waiters)
        return;
    for (const watch::WaiterRecord &waiter : *lock->waiters)
        lookAt(*lock, waiter.owner, waiter.alias, false);
}

// An owner with a name is found by both; all owners of the name are one line of their own.
void PaletteSearch::lookAt(const watch::LockRecord &lock, const OwnerId &owner, const Alias &alias,
                           bool holds)
{
    const auto score =
        alias.isEmpty() ? m_query.score(owner.bytes) : m_query.score({owner.bytes, alias.name});
    if (!score)
        return;
    count(false, owner.bytes, alias, *score, lock, holds);
    if (alias.isEmpty())
        return;
    if (const auto named = m_query.score(alias.name))
        count(true, alias.name, alias, *named, lock, holds);
}

void PaletteSearch::count(bool isAlias, const QByteArray &bytes, const Alias &alias, int score,
                          const watch::LockRecord &lock, bool holds)
{
    const OwnerKey key(isAlias, bytes);
    auto at = m_counts.find(key);
    if (at == m_counts.end()) {
        at = m_counts.insert(key, {.bytes = bytes, .isAlias = isAlias, .alias = alias});
        m_owners.offer(m_query.isEmpty() ? 0 : score, key);
    }
    ++(holds ? at->held : at->awaited);
    if (!holds && !at->waitsFor)
        at->waitsFor = lock.id;
}

// Those that went meanwhile are the oldest.
void PaletteSearch::lookAtEvents(std::size_t most)
{
    const EventModel &events = m_client.events();
    const quint64 first = events.forgottenCount();
    for (; m_nextEvent && most > 0; --most) {
        const quint64 number = *m_nextEvent;
        if (number < first || number - first >= events.eventCount()) {
            m_nextEvent.reset();
            return;
        }
        const watch::Event &event = events.events()[number - first];
        QByteArray &type = m_typeWords[event.type];
        if (type.isNull())
            type = wording::event(event.type).toUtf8();
        const QByteArray name = event.name ? event.name->bytes : QByteArray();
        const QByteArray owner = event.owner ? event.owner->bytes : QByteArray();
        if (const auto score = m_query.score({type, name, owner, event.alias.name}))
            m_events.offer(m_query.isEmpty() ? 0 : *score / eventStep, event);
        if (number == first)
            m_nextEvent.reset();
        else
            --*m_nextEvent;
    }
}

std::vector<PaletteOwner> PaletteSearch::owners() const
{
    std::vector<PaletteOwner> owners;
    for (const OwnerKey &key : m_owners.best())
        owners.push_back(m_counts.value(key));
    return owners;
}

std::optional<int> PaletteSearch::bestScore(PaletteGroup group) const
{
    switch (group) {
    case PaletteGroup::Locks:
        return m_locks.bestScore();
    case PaletteGroup::Owners:
        return m_owners.bestScore();
    case PaletteGroup::Events:
        return m_events.bestScore() ? std::optional(*m_events.bestScore() * eventStep)
                                    : std::nullopt;
    default:
        return std::nullopt;
    }
}

} // namespace lockscope::ui
