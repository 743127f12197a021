// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"

#include <deque>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace lockscope::watch {

// Signs of unlocks, counted: each full release wakes once, each unlock of a newer client leaves
// one latch.
struct Signs {
    qint64 unlocks = 0; // wake-ups on the lock's channel
    qint64 latches = 0; // unlock latches

    bool isEmpty() const { return unlocks == 0 && latches == 0; }
    friend bool operator==(const Signs &, const Signs &) = default;
};

// Signs that were seen beside the reading, since the last change of the lock.
struct Evidence {
    Signs before; // seen before the reading was asked for, so it came before it
    Signs late; // seen while it was under way: it may have come before it or after it
    std::optional<Instant> unlockedAt = {}; // when the first of the wake-ups was heard
    quint64 changes = 1; // of the main key that are read together
    bool areAllTold = false; // each change of it is told, and none is missing among them
    bool hearsReleases = true; // every full release of this lock leaves a sign that we see
    bool hearsLatches = true; // every latch is seen
    bool alreadyThere = false; // found by the scan, not by a change
    bool gap = false; // changes may have gone unseen since the last reading
    bool forced = false; // an operator takes holds away at this moment, by this program or another
    bool proved = false; // this is the second look: a sign would have come by now
    std::function<bool(const OwnerId &)>
        usesLatches; // whether this owner's client has used latches

    qint64 unlocks() const { return before.unlocks + late.unlocks; }
    qint64 latches() const { return before.latches + late.latches; }
};

// The client (Redisson's uuid) that an owner belongs to; empty if it has another form.
QByteArray clientOf(const OwnerId &owner);

// Evidence of all locks of one server, from when it is seen until a change uses it up. Plain data
// with the time passed in, one thread.
class EvidenceBook
{
public:
    void noteUnlocked(const LockName &name, Instant now);
    // The first sight of a latch is its unlock; any later one is its removal, which says nothing.
    void noteLatch(const LockName &name, const KeyName &latch, Instant now);
    // An action of this program is about to take holds away; or is not, after all.
    void noteForced(const LockName &name, bool expected, Instant now);
    // One of another program takes holds away, as its message on the lock's channel says.
    void noteTakenAway(const LockName &name, Instant now);
    void noteAlreadyThere(const LockName &name, bool wasThere);
    void noteGap(const LockName &name);
    // The next reading is the second look, which a sign may still be on its way for.
    void noteProof(const LockName &name, bool missesSign);
    bool missesSign(const LockName &name) const;
    // A change was reported: signs count, though no lock is known yet.
    void await(const LockName &name) { m_seen.try_emplace(name); }

    // A reading of the lock is about to be sent, for what was told since then. What was heard long
    // before belongs to no change that it can show; how long it waits and takes does not matter.
    void asked(const LockName &name, Instant since);
    // Something was noted, or a reading is under way: signs count even if no lock is known yet.
    bool awaits(const LockName &name) const { return m_seen.contains(name); }
    Evidence evidence(const LockName &name) const; // for the reading that was asked for last

    // A reading was applied: signs from before it are used up, and so many of the late ones.
    // `changed`: it showed a change.
    void applied(const LockName &name, bool changed, const Signs &lateUsed);
    void forget(const LockName &name) { m_seen.erase(name); }
    // Drops signs that are too old to count.
    void tidy(Instant now);
    bool hasSigns(const LockName &name) const;
    // A full release was announced since the last reading.
    bool wasUnlocked(const LockName &name) const;
    std::size_t size() const { return m_seen.size(); }

    // This owner's unlocks all left a latch.
    void noteLatchUser(const OwnerId &owner);
    bool usesLatches(const OwnerId &owner) const;

private:
    struct Seen {
        Signs signs;
        Signs before; // how many of them when the reading was sent
        Instant at; // of the latest sign
        Instant unlockedAt; // of the first wake-up
        Instant since; // of what the reading is for
        Instant forcedUntil;
        bool alreadyThere = false;
        bool gap = false;
        bool proved = false;
        bool missesSign = false;
    };

    std::unordered_map<LockName, Seen> m_seen;
    std::unordered_set<QByteArray> m_latchUsers; // clients
    std::unordered_set<std::size_t> m_latches; // hashes of those that were seen
    std::deque<std::size_t> m_latchOrder; // the same, oldest first
};

} // namespace lockscope::watch
