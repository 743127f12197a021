// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/quorum/quorumbook.h"
#include "core/recorder/clashfacts.h"
#include "core/recorder/groupevidence.h"

#include <set>
#include <unordered_map>

namespace lockscope::recorder {

// Finds owners that came to the majority of a group while another one, which had had it, had not
// released it. What an owner believes of its lock counts: a vote that a restart took is its until
// its deadline, for nobody tells it. Bounded; one thread.
class QuorumClashes final : public StretchVisitor
{
public:
    // Groups from `firstInferred` on are those that were found in the record.
    QuorumClashes(std::vector<insight::GroupMembers> groups, std::size_t firstInferred,
                  DroppedTimes dropped, std::optional<LockName> lock);

    Result<void> begin(RunKind kind, const PastPicture &picture) override;
    Result<void> take(const Stamped &stamped) override;
    Result<void> beginAnew(WallInstant /*at*/) override { return {}; }
    Result<void> end(WallInstant /*at*/) override { return {}; }
    Result<void> take(const RecordMark & /*mark*/, WallInstant /*taken*/) override { return {}; }

    // Once all is read. Leaves out those of locks that usually lapse.
    struct Found {
        std::vector<Clash> clashes;
        qint64 more = 0;
        std::set<std::pair<QString, LockName>> lapsing; // by group
    };
    Found finished(const Upheavals &upheavals);

private:
    // A server's key, as its owner sees it.
    struct Vote {
        OwnerId owner;
        Alias alias;
        bool isHash = false;
        QString deployment;
        QString server;
        WallInstant since;
        bool isUnseen = false; // when it was taken was not seen
        Instant deadline = Instant::max(); // of its last acquisition or renewal
        std::optional<Millis> lease;
        bool isFixed = false; // nobody renews it
        bool isOverdue = false;
        struct End {
            ClashCause cause = ClashCause::Unknown;
            ClashDoubt doubt = ClashDoubt::None;
            WallInstant lostAt;
            Upheavals::Loss loss;
            int clocks = 0; // how often the clock had been set by then
            std::optional<OwnerId> by;
        };
        std::optional<End> end; // not by its owner's release
    };
    struct State {
        OwnerId owner;
        std::optional<Instant> deadline;
        std::optional<Millis> lease;
        bool isFixed = false;
    };
    struct Place {
        std::optional<Vote> vote; // that is there
        std::optional<State> state; // the last that was told, before its event
    };
    // An owner that has, or had, the majority. What it releases is no vote any more.
    struct Reign {
        std::map<std::size_t, Vote> votes; // by place
        bool isInferred = false;
        bool isKing = false; // has the majority
        bool isOver = false; // whoever came after it was found
        bool isSeen = false; // when it began
        std::size_t most = 0; // votes at a time
        WallInstant since;
        WallInstant recordedSince;
        qint64 clash = -1; // whose second owner it is
    };
    struct Row {
        std::vector<Place> places;
        std::vector<Reign> reigns;
        QByteArray kind;
        qint64 reached = 0;
        qint64 lapsed = 0;
    };
    struct Group {
        insight::GroupMembers members;
        bool isInferred = false;
        std::vector<watch::ServerPointer> servers;
        std::vector<bool> counts; // those that are no copy of one before
        std::size_t total = 0;
        std::size_t needed = 0;
    };
    struct Open {
        Clash clash;
        std::vector<Upheavals::Loss> losses; // one a member
        insight::QuorumId row;
    };
    // The times of the event that is noted.
    struct Now {
        Instant at;
        WallInstant recorded;
        WallInstant told;
    };

    static void count(Group &group);
    void begin(bool isHole, const PastPicture &picture);
    void note(const watch::LockRecord &lock);
    void note(const watch::ServerRecord &server);
    void note(const Stamped &stamped, const watch::Event &event);
    Row &rowOf(const insight::QuorumId &id);
    void tidy();
    void take(const insight::QuorumId &id, std::size_t place, const Now &now,
              const watch::Event &event);
    void renew(Row &row, std::size_t place, const Now &now, const watch::Event &event);
    void release(const insight::QuorumId &id, Row &row, std::size_t place, const Now &now,
                 const watch::Event &event, const OwnerId &owner);
    void lose(Row &row, const insight::QuorumId &id, std::size_t place, const Now &now,
              const watch::Event &event, ClashCause cause);
    void noteOfLock(const insight::QuorumId &id, std::size_t place, const Now &now,
                    const watch::Event &event);
    void noteSign(const watch::Event &event);
    void judge(const insight::QuorumId &id, std::size_t place, const Now &now);
    std::set<std::size_t> claimOf(const Row &row, const Group &group, std::size_t place,
                                  Instant now, bool &isInferred) const;
    void refresh(Row &row, const insight::QuorumId &id, WallInstant at, bool isExpiry);
    void compare(const insight::QuorumId &id, Row &row, std::size_t king, const Now &now);
    void add(const insight::QuorumId &id, Row &row, Reign &first, Reign &second, const Now &now);
    Instant validUntil(const Group &group, const Reign &reign) const;
    void settle(Open &open, const Upheavals &upheavals) const;

    std::vector<Group> m_groups;
    GroupSeats m_seats;
    const DroppedTimes m_dropped;
    const std::optional<LockName> m_lock;
    std::unordered_map<insight::QuorumId, Row> m_rows;
    std::size_t m_tidyAt;
    std::vector<Open> m_found;
    qint64 m_more = 0;
    std::unordered_map<OwnerId, std::vector<std::size_t>> m_firsts; // of those without a sign
    bool m_hasBegun = false;
    int m_watch = 0;
    int m_clocks = 0;
    Instant m_now;
};

} // namespace lockscope::recorder
