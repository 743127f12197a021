// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/quorum/quorumbook.h"

#include "core/format/traits.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::insight {

namespace {

using What = QuorumReading::What;

QuorumReading partOf(const watch::LockRecord &lock)
{
    QuorumReading part;
    const bool hasMain = lock.mainKey != format::KeyType::None;
    const bool isHash = !hasMain && format::libraryTraitsOf(*lock.library).keepsHashes;
    const QByteArray type = hasMain ? format::typeName(lock.mainKey)
        : isHash                    ? "hash"_ba
                                    : "string"_ba;
    const format::KindTraits &kind = format::traitsOf(*lock.kind);
    const bool hasForm = kind.hasOwners && (type == "hash" || type == "string");
    if (hasForm) {
        part.what = What::Lock;
        part.form = type == "hash" ? QuorumForm::Hash : QuorumForm::String;
        // Any string with a token; of the hashes, those of one owner. Queues, readers and permits
        // are of one server.
        part.isRedlockKind = part.form == QuorumForm::String || kind.isRedlockPart;
        const std::vector<format::Candidate> &candidates = lock.candidates;
        part.isPinned =
            !candidates.empty() && candidates.front().confidence == format::Confidence::Pinned;
        for (const watch::HoldRecord &hold : lock.holds) {
            if (!hold.stale)
                part.holds.push_back({hold.owner, hold.deadline, hold.lease,
                                      hold.watchdog == watch::Watchdog::None});
        }
        // A queue without a lock, say.
        if (part.holds.empty())
            part.what = What::Nothing;
    } else if (hasMain) {
        part.what = What::Foreign;
        part.deadline = lock.deadline;
        part.detail = Sentence::say("a %1 (%2)")
                          .arg(QString::fromLatin1(lock.kind), QString::fromLatin1(type));
    } else {
        part.what = What::Nothing;
    }
    return part;
}

// Silent, Nothing, or what the part says; with the server's own figures.
QuorumReading withServer(const watch::ServerRecord *server, const LockName &name,
                         const QuorumReading *part)
{
    QuorumReading reading;
    if (!server) {
        reading.detail = Sentence::say("not watched");
        return reading;
    }
    const bool isUp = server->state == watch::ServerState::Up;
    const auto &unreadable = server->unreadable;
    const bool isRefused = unreadable && unreadable->names.contains(name);
    const bool mayBeRefused = unreadable && unreadable->mayHave(name);
    if (isUp && part && !isRefused)
        reading = *part;
    else if (isUp && !server->discovering && !server->error && !mayBeRefused)
        reading.what = What::Nothing;
    else if (isUp && mayBeRefused && server->keyRefusal)
        reading.detail = server->keyRefusal->text;
    else
        reading.detail = server->error ? server->error->text : Sentence::say("not read yet");
    // A lock is no less a Redlock because its server was lost, also if nobody judged it before.
    if (reading.what == What::Silent && part) {
        reading.isRedlockKind = part->isRedlockKind;
        reading.isPinned = part->isPinned;
    }
    reading.latency = server->latency;
    reading.clock = server->clock;
    return reading;
}

// Whether the judgement may differ; the latency is for showing.
bool matters(const watch::ServerRecord &before, const watch::ServerRecord &after)
{
    if (before.state != after.state || before.discovering != after.discovering
        || before.error != after.error || before.unreadable != after.unreadable
        || before.runId != after.runId || before.replicationId != after.replicationId
        || before.clock.has_value() != after.clock.has_value())
        return true;
    if (!after.clock)
        return false;
    const Millis moved = after.clock->offset - before.clock->offset;
    return std::chrono::abs(moved) > before.clock->uncertainty + after.clock->uncertainty;
}

} // namespace

QuorumReading readingOf(const watch::ServerRecord *server, const LockName &name,
                        const watch::LockRecord *lock)
{
    const auto part = lock ? std::optional(partOf(*lock)) : std::nullopt;
    return withServer(server, name, part ? &*part : nullptr);
}

bool isOnSeveral(const std::vector<QuorumReading> &servers)
{
    return std::count_if(servers.begin(), servers.end(),
                         [](const QuorumReading &reading) {
                             return reading.what == What::Lock || reading.what == What::Foreign;
                         })
        > 1;
}

bool isPlausible(const std::vector<QuorumReading> &servers, const std::vector<bool> &had,
                 const QuorumFinding &finding)
{
    std::size_t several = 0;
    bool isKind = finding.votes > 1;
    bool isPinned = false;
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const QuorumReading &reading = servers[i];
        const bool isSilent = reading.what == What::Silent && had[i];
        if (reading.what == What::Lock || reading.what == What::Foreign || isSilent)
            ++several;
        isKind |= reading.isRedlockKind;
        isPinned |= reading.isRedlockKind && reading.isPinned;
    }
    return isPinned || (isKind && several > 1);
}

bool isPossible(const std::vector<QuorumReading> &servers, const QuorumFinding &finding)
{
    const auto isLock = [](const QuorumReading &one) { return one.what == What::Lock; };
    const auto isKind = [](const QuorumReading &one) { return one.isRedlockKind; };
    return finding.votes > 1 || std::none_of(servers.begin(), servers.end(), isLock)
        || std::any_of(servers.begin(), servers.end(), isKind);
}

void leaveOutDependent(std::vector<QuorumReading> &readings,
                       const std::vector<const watch::ServerRecord *> &servers)
{
    const auto found = dependences(servers);
    for (std::size_t i = 0; i < readings.size(); ++i) {
        if (!found[i])
            continue;
        const QString &other = servers[found[i]->on]->label;
        QuorumReading &reading = readings[i];
        reading.what = What::Dependent;
        reading.isRedlockKind = reading.isPinned = false;
        reading.holds.clear();
        reading.deadline.reset();
        reading.detail =
            (found[i]->isSame ? Sentence::say("the same server as %1: it counts only once")
                              : Sentence::say("has the same data as %1: one replicates the other"))
                .arg(other);
    }
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

void QuorumBook::note(const watch::ServerRecord &server)
{
    const auto seats = m_seats.find(server.deployment);
    if (seats == m_seats.end())
        return;
    const auto known = m_servers.find(server.deployment);
    const bool isNews = known == m_servers.end() || matters(known->second, server);
    if (!isNews) {
        // A clock that drifts is compared with its offset at the last judgement.
        known->second.latency = server.latency;
        return;
    }
    m_servers[server.deployment] = server;
    for (const auto &[id, entry] : m_entries) {
        if (std::any_of(seats->second.begin(), seats->second.end(),
                        [&id = id](const Seat &seat) { return seat.group == id.group; }))
            m_dirty.insert(id);
    }
}

void QuorumBook::note(const watch::LockId &id, const watch::LockPointer &lock)
{
    const auto seats = m_seats.find(id.deployment);
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

std::vector<const watch::ServerRecord *> QuorumBook::serversOf(const QuorumId &id) const
{
    std::vector<const watch::ServerRecord *> servers;
    for (const auto &index : m_groups[static_cast<std::size_t>(id.group)].servers) {
        const auto server = index ? m_servers.find(*index) : m_servers.end();
        servers.push_back(server == m_servers.end() ? nullptr : &server->second);
    }
    return servers;
}

QuorumRecord QuorumBook::withLatencies(QuorumRecord record) const
{
    const auto servers = serversOf(record.id);
    for (std::size_t place = 0; place < servers.size(); ++place) {
        if (servers[place])
            record.servers[place].latency = servers[place]->latency;
    }
    return record;
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
    const auto servers = serversOf(id);
    for (std::size_t place = 0; place < entry.parts.size(); ++place) {
        const auto &part = entry.parts[place];
        auto reading = withServer(servers[place], id.name, part ? &*part : nullptr);
        reading.latency.reset();
        record.servers.push_back(std::move(reading));
    }
    leaveOutDependent(record.servers, servers);
    record.finding = judge(record.servers, now, m_terms);
    wait(id, entry, record.finding.changesAt);
    std::vector<bool> had;
    for (const auto &part : entry.parts)
        had.push_back(part.has_value());
    const bool isTrusted = m_trusted == id.name && isPossible(record.servers, record.finding);
    entry.wasPlausible =
        entry.wasPlausible || isTrusted || isPlausible(record.servers, had, record.finding);
    if (!entry.wasPlausible) {
        if (std::exchange(entry.record, std::nullopt))
            changes.push_back({id, std::nullopt});
        return;
    }
    if (entry.record == record)
        return;
    entry.record = record;
    changes.push_back({id, withLatencies(std::move(record))});
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

std::optional<QuorumRecord> QuorumBook::find(const QuorumId &id) const
{
    const auto known = m_entries.find(id);
    return known == m_entries.end() || !known->second.record
        ? std::nullopt
        : std::optional(withLatencies(*known->second.record));
}

} // namespace lockscope::insight
