// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/find/dirtyqueue.h"
#include "core/watch/read/readjob.h"
#include "core/watch/record/serverclock.h"
#include "core/watch/server/clientbook.h"
#include "core/watch/server/lossbook.h"
#include "core/watch/server/waiterbook.h"
#include "core/watch/server/watcher.h"
#include "core/watch/track/lockstore.h"
#include "core/watch/track/recordmaker.h"
#include "core/watch/track/track.h"
#include "core/watch/track/undone.h"
#include "core/watch/track/unseen.h"

#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace lockscope::watch {

// All locks of one server as they were last read, with the signs seen beside the readings. Turns
// readings into events and records for the mailbox. Owns the books of possible losses, of waiters
// and of clients. No I/O of its own; one thread; the clocks and the mailbox must outlive it.
class LockBook
{
public:
    // The result of a reading.
    enum class Applied {
        Lock, // known now, or still
        Gone, // it was known until now
        NoLock, // there is none by this name, and there was none
        CameAndWent, // the same, but signs tell that there was one in between
        LookAgain, // read it again in a moment, nothing was applied
        LookLater, // the same, but a sign that is missing needs time to come
    };

    LockBook(DeploymentId deployment, ServerId server, QString label, const Clock &time,
             const ServerClock &clock, WatchMailbox &mailbox);

    bool knows(const LockName &name) const { return m_locks.contains(name); }
    std::size_t size() const { return m_locks.size(); }
    std::vector<LockName> names() const { return m_locks.names(); }

    // Guesses are shown only if asked for; those that are not are counted.
    void showGuesses(bool shown) { m_guessesShown = shown; }
    std::size_t hiddenGuesses() const { return m_hidden.size(); }

    // The job that reads an entry of the dirty queue.
    ReadJob job(const DirtyQueue::Entry &entry);
    // The changes of a lock that were reported since its last reading.
    struct Heard {
        quint64 changes = 1; // of its main key
        bool areAll = false; // each change is reported, and once
        bool wasLock = false; // some time ago
    };
    Applied apply(ReadOutcome outcome, const Heard &heard);
    // A job for it led to nothing, and is not given again: drops the state that was kept for it,
    // unless the lock is known.
    void forgetUnknown(const LockName &name);
    // It is not shown any more, and no event tells so.
    void hide(const LockName &name);
    // Shows all locks as uncertain, each until it is read or time brings something.
    void setUncertain();
    // Its slot goes to another shard: it is known there from now on, and no event tells so. Empty:
    // it was not known.
    std::optional<OpenLock> give(const LockName &name);
    void take(const LockName &name, OpenLock lock);
    // The name of the server in records and events; the deployment's label if not set.
    void setServerText(const QString &text);

    // Names of which something is kept for the next reading.
    std::size_t awaited() const { return m_evidence.size() + m_doubts.size(); }

    // Evidence that counts for the next changes of a lock.
    void noteUnlocked(const LockName &name);
    // A change was reported, or is to be read: its signs count, though the lock is not known yet.
    void await(const LockName &name);
    bool hasSigns(const LockName &name) const { return m_evidence.hasSigns(name); }
    // Its last reading missed a sign: the next one is the second look.
    bool missesSign(const LockName &name) const { return m_evidence.missesSign(name); }
    void tidy(); // now and then: drops signs that are too old to count
    // The locks that a message on a channel wakes: the known ones of those that it may be about.
    std::vector<LockName> wokenBy(const format::NameMeaning &meaning) const;
    void noteLatch(const LockName &name, const KeyName &latch);
    // An action of this program is about to take holds away; or is not, after all.
    void noteForced(const LockName &name, bool expected);
    // One of another program takes holds away.
    void noteTakenAway(const LockName &name);
    void noteAlreadyThere(const LockName &name, bool wasThere = true);
    // For every lock: changes may have gone unseen; `cause` is the evidence for more than that.
    void noteGap(Losses::Cause cause = Losses::Cause::None,
                 const std::unordered_set<LockName> &underWay = {});
    // It is not read: no loss waits for it.
    void passOver(const LockName &name) { m_losses.passOver(name); }
    // Calls back when what the server had to tell by now is known: a loss is told no sooner.
    void setCatchUp(std::function<void(std::function<void()> heard)> catchUp)
    {
        m_catchUp = std::move(catchUp);
    }
    // Reports the losses as soon as all of them are known, or were waited for long enough.
    void settleLosses() { m_losses.settle(); }
    // Whether wake-ups reach us from now on, and whether latches do. Those on sharded channels,
    // once these are in use, only of the locks that noteSharded() names.
    void noteHearing(bool wakeUps, bool latches)
    {
        m_hears = wakeUps;
        m_hearsLatches = latches;
    }
    void setSharded(bool inUse) { m_isSharded = inUse; }
    void noteSharded(const LockName &name, bool isHeard);
    // The channel on which each release of a known lock is announced. Empty: there is none, as for
    // a queue, whose waiters are woken one by one, or the kind is a guess.
    QByteArray releaseChannel(const LockName &name) const;
    void noteSubscribers(const LockName &name, const Subscribers &counted);

    // True if the lock has to be read, because time alone brought something: the reading tells it.
    bool tick(const LockName &name);
    // When tick() is due for the first of all locks; empty: not without a change.
    std::optional<Instant> nextTick() const { return m_locks.nextTick(); }
    // Locks for which it is due now. Not again before a tick() or a reading.
    std::vector<LockName> takeDue();

    LockPointer record(const LockName &name) const; // as it is shown; empty: not known
    std::optional<KnownExpiry> mainExpiry(const LockName &name) const;
    bool isFree(const LockName &name) const; // known, and held by nobody
    bool hasOtherKeys(const LockName &name) const; // beside the one of its name
    bool hasKey(const LockName &name, const KeyName &key) const;
    bool isWithoutMain(const LockName &name) const; // known by its other keys alone
    bool isKnownByListeners(const LockName &name) const; // all its keys are gone
    // The waiters of these locks.
    WaiterBook &waiters() { return m_waiters; }
    const WaiterBook &waiters() const { return m_waiters; }

    // An event of the server itself, or of one name that is no lock.
    void tell(EventType type, const Sentence &detail,
              const std::optional<LockName> &name = std::nullopt);

    Moment now() const;

private:
    Evidence evidenceFor(const LockName &name) const;
    Difference compare(const LockName &name, const std::optional<TrackedLock> &before,
                       const std::optional<format::LockReading> &after, const Moment &now,
                       const Heard &heard);
    void noteGuess(const LockName &name, bool isHidden);
    void learnLatches(const Difference &difference, const Evidence &evidence);
    void tellEnded(const Losses::Ended &ended);
    void tellLost(Losses::Cause cause, const std::vector<LockName> &names,
                  std::vector<LostHold> holds);
    void tellTime(const LockName &name, TrackedLock &lock, const Moment &now);
    LockStore::Place store(LockStore::Place place, const LockName &name, OpenLock &lock,
                           const Moment &now);
    void schedule(LockStore::Place place, const TrackedLock &lock, const Moment &now);
    void tellAll(const LockName &name, const QByteArray &kind, const std::vector<LockEvent> &events,
                 const Moment &now);

    DeploymentId m_deployment;
    ServerId m_server;
    QString m_label; // of the deployment
    QString m_serverText;
    const Clock &m_time;
    const ServerClock &m_clock;
    WatchMailbox &m_mailbox;
    LockStore m_locks;
    RecordMaker m_maker;
    EvidenceBook m_evidence;
    // First looks that left open whether a sign came before or after them.
    struct Doubt {
        format::LockReading reading;
        std::vector<KnownExpiry> expiries;
    };
    std::unordered_map<LockName, Doubt> m_doubts;
    UnseenBook m_unseen;
    UndoneReleases m_undone;
    bool m_hears = false, m_hearsLatches = false;
    bool m_isSharded = false;
    // Whether it was read since the server confirmed that we hear its sharded channel: until then
    // a release may have gone unheard.
    enum class Sharded { Confirmed, IsRead, Heard };
    void advance(const LockName &name, Sharded from, Sharded to);
    std::unordered_map<LockName, Sharded> m_sharded;
    WaiterBook m_waiters;
    ClientBook m_clients;
    std::function<void(std::function<void()>)> m_catchUp; // empty: nothing is listened to
    LossBook m_losses;
    std::unordered_set<LockName> m_moved; // taken from another shard, and not read since
    bool m_guessesShown = false;
    std::unordered_set<std::size_t> m_hidden; // hashes of the names of guesses that are not shown
};

} // namespace lockscope::watch
