// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/quorum/quorumgroups.h"
#include "core/insight/quorum/quorumverdict.h"

#include <set>
#include <unordered_map>
#include <unordered_set>

namespace lockscope::insight {

// One name in one group: a row of the matrix.
struct QuorumId {
    int group = 0; // its place in the book
    LockName name;

    friend bool operator==(const QuorumId &, const QuorumId &) = default;
    friend auto operator<=>(const QuorumId &, const QuorumId &) = default;
};

} // namespace lockscope::insight

template <>
struct std::hash<lockscope::insight::QuorumId> {
    std::size_t operator()(const lockscope::insight::QuorumId &id) const noexcept
    {
        return qHash(id.name.bytes, static_cast<size_t>(id.group));
    }
};

namespace lockscope::insight {

struct QuorumRecord {
    QuorumId id;
    QString group;
    std::vector<QuorumReading> servers; // one a member of the group, in its order
    QuorumFinding finding;

    friend bool operator==(const QuorumRecord &, const QuorumRecord &) = default;
};

// The reading of a watched server from its record of the name; null: there is none.
QuorumReading readingOf(const watch::ServerRecord *server, const LockName &name,
                        const watch::LockRecord *lock);

// Those that only repeat what a server before them says become Dependent. `servers`: one a reading;
// null: not watched.
void leaveOutDependent(std::vector<QuorumReading> &readings,
                       const std::vector<const watch::ServerRecord *> &servers);

// True if keys of the name are on more than one server. A key on one server alone may be the rest
// of an attempt, or no Redlock at all.
bool isOnSeveral(const std::vector<QuorumReading> &servers);

// True if a verdict on a name means anything: on two servers or more there is a lock of a kind that
// Redlocks are made of, or one owner; or the user has pinned it to such a kind. An ordinary lock of
// one server is no Redlock, though its server is in a group. `had`: whether its server reported it
// last, as long as it is silent; a server that depends on another does not count.
bool isPlausible(const std::vector<QuorumReading> &servers, const std::vector<bool> &had,
                 const QuorumFinding &finding);
// The same of a name that somebody calls a Redlock: one server is enough, if the kind can be one.
bool isPossible(const std::vector<QuorumReading> &servers, const QuorumFinding &finding);

// Every lock of the quorum groups, judged anew when one of its servers or time changes it. Belongs
// to the reader of the mailbox, which feeds it: costs the watch nothing, and without groups nothing
// at all. Names that can be no Redlock (isPlausible) have no record; one that was one stays one
// until nothing is left of it, so that its residue is reported. A value without I/O, the time
// passed in; one thread.
class QuorumBook
{
public:
    struct Change {
        QuorumId id;
        std::optional<QuorumRecord> record; // empty: held nowhere any more
    };

    explicit QuorumBook(std::vector<WatchedGroup> groups, QuorumTerms terms = {});

    // The user calls this name a Redlock.
    void trust(const LockName &name) { m_trusted = name; }

    const std::vector<WatchedGroup> &groups() const { return m_groups; }

    void note(const watch::ServerRecord &server);
    void note(const watch::LockId &id, const watch::LockPointer &lock); // empty: gone

    // The changes since the last call, also by time alone.
    std::vector<Change> take(Instant now);
    // When to take again if nothing is noted; empty: not before.
    std::optional<Instant> nextAt() const;

    std::size_t size() const { return m_entries.size(); }
    // As of the last take(), but for the latencies.
    std::optional<QuorumRecord> find(const QuorumId &id) const;

private:
    struct Seat {
        int group = 0;
        std::size_t place = 0;
    };
    struct Entry {
        std::vector<std::optional<QuorumReading>> parts; // one a member: the reading of its record
        std::optional<QuorumRecord> record; // without latencies: they change all the time
        std::optional<Instant> due;
        bool wasPlausible = false;
    };

    void refresh(const QuorumId &id, Entry &entry, Instant now, std::vector<Change> &changes);
    void wait(const QuorumId &id, Entry &entry, std::optional<Instant> due);
    std::vector<const watch::ServerRecord *> serversOf(const QuorumId &id) const;
    QuorumRecord withLatencies(QuorumRecord record) const;

    std::vector<WatchedGroup> m_groups;
    QuorumTerms m_terms;
    std::optional<LockName> m_trusted;
    std::unordered_map<watch::DeploymentId, std::vector<Seat>> m_seats;
    // A member has one server.
    std::unordered_map<watch::DeploymentId, watch::ServerRecord> m_servers;
    std::unordered_map<QuorumId, Entry> m_entries;
    std::unordered_set<QuorumId> m_dirty;
    std::set<std::pair<Instant, QuorumId>> m_due;
};

} // namespace lockscope::insight
