// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/quorumbook.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::watch {

namespace {

using What = QuorumReading::What;

// Kinds that one client holds alone, or reads with others; a semaphore, say, is nobody's vote.
bool isMutex(const QByteArray &kind)
{
    static const std::set<QByteArray> others{"semaphore", "permit-expirable-semaphore",
                                             "count-down-latch", "faster-multi"};
    return !others.contains(kind);
}

QuorumReading partOf(const LockRecord &lock)
{
    QuorumReading part;
    const bool hasMain = lock.mainKey != format::KeyType::None;
    const QByteArray type = hasMain  ? format::typeName(lock.mainKey)
        : lock.library == "redisson" ? "hash"_ba
                                     : "string"_ba;
    const bool hasForm = isMutex(lock.kind) && (type == "hash" || type == "string");
    if (hasForm) {
        part.what = What::Lock;
        part.form = type == "hash" ? QuorumForm::Hash : QuorumForm::String;
        for (const HoldRecord &hold : lock.holds) {
            if (!hold.stale)
                part.holds.push_back({hold.owner, hold.deadline, hold.lease});
        }
        // A queue without a lock, say.
        if (part.holds.empty())
            part.what = What::Nothing;
    } else if (hasMain) {
        part.what = What::Foreign;
        part.deadline = lock.deadline;
        part.detail = u"a %1 (%2)"_s.arg(QString::fromLatin1(lock.kind), QString::fromLatin1(type));
    } else {
        part.what = What::Nothing;
    }
    return part;
}

// Silent, Nothing, or what the part says; with the server's own figures.
QuorumReading withServer(const ServerRecord *server, const QuorumReading *part)
{
    QuorumReading reading;
    if (!server) {
        reading.detail = u"not watched"_s;
        return reading;
    }
    const bool isUp = server->state == ServerState::Up;
    if (isUp && part)
        reading = *part;
    else if (isUp && !server->discovering && !server->error)
        reading.what = What::Nothing;
    else
        reading.detail = server->error ? server->error->text : u"not read yet"_s;
    reading.latency = server->latency;
    reading.clock = server->clock;
    return reading;
}

// Whether the judgement may differ; the latency is for showing.
bool matters(const ServerRecord &before, const ServerRecord &after)
{
    if (before.state != after.state || before.discovering != after.discovering
        || before.error != after.error || before.clock.has_value() != after.clock.has_value())
        return true;
    if (!after.clock)
        return false;
    const Millis moved = after.clock->offset - before.clock->offset;
    return std::chrono::abs(moved) > before.clock->uncertainty + after.clock->uncertainty;
}

} // namespace

QuorumReading readingOf(const ServerRecord *server, const LockRecord *lock)
{
    const auto part = lock ? std::optional(partOf(*lock)) : std::nullopt;
    return withServer(server, part ? &*part : nullptr);
}

QuorumBook::QuorumBook(std::vector<WatchedGroup> groups, QuorumTerms terms)
    : m_groups(std::move(groups))
    , m_terms(terms)
{
    for (std::size_t group = 0; group < m_groups.size(); ++group) {
        const auto &servers = m_groups[group].servers;
        for (std::size_t place = 0; place < servers.size(); ++place) {
            if (servers[place])
                m_seats[*servers[place]].push_back({static_cast<int>(group), place});
        }
    }
}

void QuorumBook::note(const ServerRecord &server)
{
    const auto seats = m_seats.find(server.server);
    if (seats == m_seats.end())
        return;
    const auto known = m_servers.find(server.server);
    const bool isNews = known == m_servers.end() || matters(known->second, server);
    if (!isNews) {
        // A clock that wanders is compared with where it was judged.
        known->second.latency = server.latency;
        return;
    }
    m_servers[server.server] = server;
    for (const auto &[id, entry] : m_entries) {
        if (std::any_of(seats->second.begin(), seats->second.end(),
                        [&id = id](const Seat &seat) { return seat.group == id.group; }))
            m_dirty.insert(id);
    }
}

void QuorumBook::note(const LockId &id, const LockPointer &lock)
{
    const auto seats = m_seats.find(id.server);
    if (seats == m_seats.end())
        return;
    auto part = lock ? std::optional(partOf(*lock)) : std::nullopt;
    if (part && part->what == What::Nothing)
        part.reset();
    for (const Seat &seat : seats->second) {
        const QuorumId row{seat.group, id.name};
        auto entry = m_entries.find(row);
        if (entry == m_entries.end()) {
            if (!part)
                continue;
            entry = m_entries.try_emplace(row).first;
            entry->second.parts.resize(
                m_groups[static_cast<std::size_t>(seat.group)].servers.size());
        }
        if (std::exchange(entry->second.parts[seat.place], part) != part)
            m_dirty.insert(row);
    }
}

const ServerRecord *QuorumBook::serverAt(const WatchedGroup &group, std::size_t place) const
{
    if (!group.servers[place])
        return nullptr;
    const auto server = m_servers.find(*group.servers[place]);
    return server == m_servers.end() ? nullptr : &server->second;
}

void QuorumBook::wait(const QuorumId &id, Entry &entry, std::optional<Instant> due)
{
    if (entry.due == due)
        return;
    if (entry.due)
        m_due.erase({*entry.due, id});
    entry.due = due;
    if (due)
        m_due.emplace(*due, id);
}

void QuorumBook::refresh(const QuorumId &id, Entry &entry, Instant now,
                         std::vector<Change> &changes)
{
    const WatchedGroup &group = m_groups[static_cast<std::size_t>(id.group)];
    QuorumRecord record{id, group.members.name, {}, {}};
    for (std::size_t place = 0; place < entry.parts.size(); ++place) {
        const auto &part = entry.parts[place];
        record.servers.push_back(withServer(serverAt(group, place), part ? &*part : nullptr));
    }
    record.finding = judge(record.servers, now, m_terms);
    wait(id, entry, record.finding.changesAt);
    if (entry.record == record)
        return;
    entry.record = record;
    changes.push_back({id, std::move(record)});
}

std::vector<QuorumBook::Change> QuorumBook::take(Instant now)
{
    while (!m_due.empty() && m_due.begin()->first <= now) {
        const QuorumId id = m_due.begin()->second;
        wait(id, m_entries.at(id), std::nullopt);
        m_dirty.insert(id);
    }
    std::vector<Change> changes;
    for (const QuorumId &id : std::exchange(m_dirty, {})) {
        const auto known = m_entries.find(id);
        if (known == m_entries.end())
            continue;
        Entry &entry = known->second;
        const bool isLock =
            std::any_of(entry.parts.begin(), entry.parts.end(),
                        [](const auto &part) { return part && part->what == What::Lock; });
        if (isLock) {
            refresh(id, entry, now, changes);
            continue;
        }
        // Keys of another type alone are no row, but may stand in the way of one to come.
        wait(id, entry, std::nullopt);
        if (std::exchange(entry.record, std::nullopt))
            changes.push_back({id, std::nullopt});
        if (std::none_of(entry.parts.begin(), entry.parts.end(),
                         [](const auto &part) { return part.has_value(); }))
            m_entries.erase(known);
    }
    return changes;
}

std::optional<Instant> QuorumBook::nextAt() const
{
    if (!m_dirty.empty())
        return Instant(); // at once
    return m_due.empty() ? std::nullopt : std::optional(m_due.begin()->first);
}

const QuorumRecord *QuorumBook::find(const QuorumId &id) const
{
    const auto known = m_entries.find(id);
    return known == m_entries.end() || !known->second.record ? nullptr : &*known->second.record;
}

} // namespace lockscope::watch
