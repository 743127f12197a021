// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/lock/outcome.h"
#include "core/workbench/assembly.h"

#include <QObject>

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace lockscope::lock {

// For entries that are compared to see whether they have changed.
inline bool operator==(const AcquireOutcome &a, const AcquireOutcome &b)
{
    return a.status == b.status && a.owner == b.owner && a.count == b.count
        && a.validUntil == b.validUntil && a.lease == b.lease && a.holderTtl == b.holderTtl
        && a.fencingToken == b.fencingToken && a.votes == b.votes && a.error == b.error;
}

inline bool operator==(const ReleaseOutcome &a, const ReleaseOutcome &b)
{
    return a.status == b.status && a.count == b.count && a.error == b.error;
}

inline bool operator==(const ExtendOutcome &a, const ExtendOutcome &b)
{
    return a.status == b.status && a.validUntil == b.validUntil && a.votes == b.votes
        && a.error == b.error;
}

} // namespace lockscope::lock

namespace lockscope::workbench {

struct HoldRequest {
    Asked what;
    OwnerId owner; // empty: a fresh one is made
    QString label; // the operator's name for the owner, for people; empty: none
    std::vector<int> places; // the caller's own numbers of the servers, for the entry
    Millis wait{0}; // 0: one attempt
    std::optional<Millis> lease; // empty: the watchdog renews
    Millis watchdogTimeout = std::chrono::seconds(30);
    std::optional<int> maxRenewals; // the cap, after which the watchdog stops; empty: none
};

// The reason why a lock is not held, or why its last request failed; ui/wording has the words.
using Trouble = std::variant<std::monostate, Error, // it could not be tried
                             lock::AcquireOutcome, // not granted, or not once more
                             lock::ReleaseOutcome, lock::Loss,
                             lock::ExtendOutcome>; // it lasts as long as before, or nobody knows

// One lock of the workbench as it is now. A value that crosses threads.
struct Entry {
    // Passed: the awaited latch is open, and there is nothing to give back.
    enum class State { Waiting, Held, Releasing, Released, Passed, Lost, Failed };
    enum class Watchdog { None, Running, Paused }; // None: nothing is renewed

    int id = 0;
    State state = State::Waiting;
    std::vector<LockName> names;
    QByteArray kind;
    lock::Mode mode = lock::Mode::Write; // read-write
    std::vector<QString> servers; // labels
    std::vector<int> places; // the caller's own numbers of them, if it gave any
    OwnerId owner;
    QString label; // the operator's name for the owner; empty: none
    Instant askedAt{}; // since when it is waited for, or was
    qint64 count = 0;
    lock::Standing standing; // Held: how sure it is to go on
    std::optional<Instant> validUntil; // Held: when it lapses unless it is renewed; empty: never
    std::optional<Instant> waitsUntil; // Waiting: when it gives up
    Watchdog watchdog = Watchdog::None;
    Millis watchdogTimeout{0}; // that a renewal sets
    std::optional<int> maxRenewals; // after which the watchdog stops; empty: never
    std::optional<qint64> fencingToken; // of the last grant
    // The votes of the last attempt, or of the last extension if that was later; one for each
    // server that was asked.
    std::vector<lock::Vote> votes;
    Trouble trouble;

    bool isOver() const
    {
        return state == State::Released || state == State::Passed || state == State::Lost
            || state == State::Failed;
    }
    friend bool operator==(const Entry &, const Entry &) = default;
};

// The locks that this process holds by hand, for debugging. Made, called and destroyed on the I/O
// thread; changed() carries values. Its connections are those of the pool, which must outlive it.
// Its destruction leaves holds to their leases: call releaseAll() before.
class Workbench : public QObject
{
    Q_OBJECT

public:
    explicit Workbench(redis::DeploymentPool &pool, QObject *parent = nullptr);
    ~Workbench() override;

    // Returns the entry's id at once; changed() reports its progress. A read-only target fails.
    int acquire(const HoldRequest &request);
    void reenter(int id); // one count more, by the same owner; some kinds refuse
    void release(int id); // one count; a waiting one is cancelled
    // Makes one that is held last until `time` from now; a longer hold is left as it is.
    void extend(int id, Millis time);
    void countDown(int id); // of a latch; its count is then the remaining one
    void setWatchdog(int id, bool running); // a pause imitates a dead client
    void forget(int id); // takes one that is over off the list
    void releaseAll(); // everything; allReleased() when the last is gone or out of reach

Q_SIGNALS:
    void changed(const std::vector<lockscope::workbench::Entry> &entries);
    void allReleased();

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::workbench
