// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/alias.h"
#include "core/base/clock.h"
#include "core/base/compact.h"
#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/base/sentence.h"
#include "core/format/reading.h"
#include "core/watch/record/eventtype.h"
#include "core/watch/record/identity.h"
#include "core/watch/record/lockid.h"
#include "core/watch/record/losthold.h"
#include "core/watch/record/replication.h"
#include "core/watch/record/serverclock.h"
#include "core/watch/record/serverfacts.h"
#include "core/watch/record/unreadable.h"
#include "core/watch/record/watchfigures.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::watch {

// The shown state of a lock, as values that cross from the I/O thread to the programs. Any thread.
// There may be very many: parts that most locks lack or share are kept apart (core/base/compact.h).
// Instants are of this process's monotonic clock, already mapped from the server's.

using format::Candidate;
using format::Mode;
using format::Permits;
// Uncertain: another server is the primary since, and the lock has not been read there yet.
enum class LockState : quint8 { Free, Held, Contended, Uncertain };
enum class Watchdog : quint8 { Unknown, None, Renewing, Overdue };

struct HoldRecord {
    OwnerId owner;
    Mode mode = Mode::Exclusive;
    bool stale = false; // a reader that is there but no longer alive
    bool presumedDead = false; // two renewals were missed
    bool isTextId = false; // as of format::Hold
    Watchdog watchdog = Watchdog::Unknown;
    qint64 count = 1;
    Slim<Instant> deadline; // empty: no expiry
    WallInstant observedSince;
    Slim<Millis> lease; // estimated; empty: not known yet
    Slim<qint64> renewals; // empty: not watched
    Shared<Alias> alias = {}; // set by the program that shows it
    Slim<Millis> period = {}; // between renewals, measured; empty: not known yet
    // The origin of the owner and the start of the hold, as far as the format stores them; empty:
    // not stored.
    Rare<format::Origin> origin = {};
    friend bool operator==(const HoldRecord &, const HoldRecord &) = default;
};

struct WaiterRecord {
    OwnerId owner;
    int position = 1; // 1 is next to wake
    std::optional<Instant> deadline; // empty: in the queue, but without a deadline
    bool isDeadlineUnread = false; // it may have one, among what was not read
    bool stale = false; // past its deadline, or nobody listens any more: see liveness.h
    Alias alias = {}; // as of a hold
    std::optional<bool> listening = {}; // somebody, to its own channel; empty: not certain
    friend bool operator==(const WaiterRecord &, const WaiterRecord &) = default;
};

struct KeyRecord {
    KeyName key;
    QByteArray type; // as TYPE answers
    std::optional<Instant> deadline; // empty: no expiry
    friend bool operator==(const KeyRecord &, const KeyRecord &) = default;
};

// The totals if not all are read; empty: as many as are shown.
struct Totals {
    std::optional<qint64> holds;
    std::optional<qint64> waiters;
    friend bool operator==(const Totals &, const Totals &) = default;
};

struct LockRecord {
    LockId id;
    Shared<QByteArray> kind; // product.md: reentrant, fair, fenced, read-write, string
    Shared<QByteArray> library; // the library of its format; generic: none in particular
    Shared<QString> deployment; // label of the target it was reached by
    Shared<QString> server; // its address
    LockState state = LockState::Free;
    bool truncated = false; // more holds or waiters than are read
    bool guess = false; // only the form of a value suggests a lock
    format::KeyType mainKey = format::KeyType::None; // of the key that bears the lock's name
    ServerId serverId; // the one that keeps it now
    std::vector<HoldRecord> holds; // the stale ones last; in files of earlier versions anywhere
    Slim<Instant> deadline; // of the lock's main key; empty: none or free
    Rare<std::vector<WaiterRecord>> waiters; // empty: the format does not tell
    Rare<Totals> totals; // if fewer are read
    Slim<qint64> waitingConnections; // subscribers of the lock's channel; empty: unknown
    Rare<qint64> fencingToken;
    Rare<Permits> permits; // of semaphores and latches alone
    Shared<std::vector<Candidate>> candidates;
    // The keys beside the main one, and the main one if its deadline is not the lock's.
    Rare<std::vector<KeyRecord>> otherKeys; // empty: none
    friend bool operator==(const LockRecord &, const LockRecord &) = default;
};

std::vector<KeyRecord> keysOf(const LockRecord &lock); // all of them, sorted
qint64 holdCount(const LockRecord &lock); // with those that were not read
std::optional<qint64> waiterCount(const LockRecord &lock); // in its queue; empty: it has none

// One state of a lock, shared by all its readers; empty: the lock is gone.
using LockPointer = std::shared_ptr<const LockRecord>;

// One entry of the event log. `name` is empty for events of a server.
struct Event {
    WallInstant at;
    EventType type = EventType::Appeared;
    std::optional<LockName> name;
    QByteArray kind;
    QString deployment;
    QString server;
    DeploymentId deploymentId; // none: of all of them
    ServerId serverId; // none: of no certain one
    std::optional<OwnerId> owner;
    std::optional<Mode> mode;
    std::optional<qint64> count;
    std::optional<Millis> ttl;
    Sentence detail;
    Alias alias = {}; // of the owner, as of a hold
    std::optional<OwnerId> former = {}; // of HandedOver: the former owner
    bool unseen = false; // it happened in a gap, some time before `at`
    // Of Lost: all lost holds, by name; `count` is the number of these locks. `name` is empty if
    // there are several, `owner` and `mode` if there are several holds.
    std::shared_ptr<const std::vector<LostHold>> lost = {};
    friend bool operator==(const Event &, const Event &) = default;
};

// A time in which changes may have gone unseen, or a part of the keyspace that was not looked at.
struct Gap {
    WallInstant at;
    std::optional<WallInstant> until; // empty: still open
    QString deployment;
    QString server;
    Sentence reason;

    friend bool operator==(const Gap &, const Gap &) = default;
};

enum class ServerState { Connecting, Up, Down };

// One process of a deployment with several.
struct MemberRecord {
    enum class Role { Primary, Replica, Sentinel };

    Role role = Role::Primary;
    QString address;
    QString follows = {}; // of a replica: the address of the server that it copies
    bool isUp = false; // it answers; of a replica: its link to its primary is up
    std::optional<qint64> behind = {}; // of a replica: bytes that it has not got yet

    friend bool operator==(const MemberRecord &, const MemberRecord &) = default;
};

// The ways to learn of changes, from the best to the last.
enum class WatchMode {
    None, // not at all: looked at once
    Tracking, // CLIENT TRACKING of some prefixes
    TrackingAll, // of every key, and most are of no interest
    Notifications, // keyspace events, if they are on already
    Channels, // the wake-ups of waiters, and polling
    Polling,
};

// The Sentinels of a deployment, by their own account.
struct SentinelRecord {
    int known = 0; // by the one that knows most
    int quorum = 0; // so many have to agree that the primary is down
    std::optional<bool> canFailOver = {}; // empty: not told

    friend bool operator==(const SentinelRecord &, const SentinelRecord &) = default;
};

// A server that shows another certificate than the pinned one.
struct ForeignCertificate {
    QString server; // its address
    QString fingerprint; // SHA-256, with colons

    friend bool operator==(const ForeignCertificate &, const ForeignCertificate &) = default;
};

struct ServerRecord {
    ServerId server;
    DeploymentId deployment; // the deployment whose locks it keeps
    // The user's name for it: the target that was asked for, without credentials. It identifies
    // neither the server nor the process that runs there, which has `runId`.
    QString label;
    // The address of the present or last primary, if the deployment has several servers. Empty: as
    // labelled.
    QString address = {};
    // And all of them, as last heard. Empty: there is but one, or not heard of yet.
    std::shared_ptr<const std::vector<MemberRecord>> members = {};
    Sentence topologyDoubt = {}; // such as a second primary; else empty
    std::optional<SentinelRecord> sentinels = {}; // empty: there are none, or none answers
    // Of a cluster: slots that no shard keeps. One shard's record tells it for all of them.
    int uncoveredSlots = 0;
    // Of all its servers, replicas and Sentinels, until each is reached with a pinned certificate.
    // Empty: none. Of a cluster, the first shard tells also those of servers that no shard has.
    std::shared_ptr<const std::vector<ForeignCertificate>> foreignCertificates = {};
    // Of a cluster: this is one of its shards, `address` tells which.
    bool isShard = false;
    // It is no part of the deployment any more: the last record of it.
    bool hasLeft = false;
    ServerState state = ServerState::Connecting;
    WatchMode mode = WatchMode::None;
    Sentence modeReason; // why it is no better way; else empty
    std::optional<Error> error; // why it is not up, or which command it refuses
    bool isPartOfCluster = false; // only the locks of its own slots are seen
    std::optional<Error> keyRefusal = {}; // why some keys may not be read
    std::shared_ptr<const UnreadableNames> unreadable = {}; // whose keys; empty: none
    // The process and its data set: a primary shares `replicationId` with its replicas.
    QByteArray runId = {}; // empty: not told
    QByteArray replicationId = {};
    QByteArray formerReplicationId = {}; // of a primary that was a replica before
    QByteArray role = {}; // master, slave; empty: not told
    QByteArray version = {}; // "Redis 7.0.15"; empty: not told
    std::optional<Instant> startedAt = {}; // to the second; empty: not told
    ServerFacts facts = {};
    std::shared_ptr<const Replication> replication = {}; // empty: no replicas, or not told
    // The replicas that count for min-replicas-to-write. Empty: it requires none, or not told.
    std::optional<int> goodReplicas = {};
    // min-replicas-to-write itself. Empty: it requires none, or CONFIG GET is refused.
    std::optional<int> requiredReplicas = {};
    std::optional<Instant> lostAt; // since when what is shown is stale; empty while up
    bool discovering = false; // the first scan is not complete
    std::optional<std::chrono::microseconds> latency;
    std::optional<ClockOffset> clock = {}; // its wall clock against ours; empty: not known
    ScanProgress scan = {};
    WatchCounters counters = {};
    qint64 hiddenGuesses = 0; // keys that only their value makes look like locks, not shown
    // The names that connections' names gave to owners, if asked for; empty: none.
    std::shared_ptr<const std::vector<AliasRule>> learned = {};
    std::optional<Error> learningRefusal = {}; // why they may not be asked for
    bool guessesSampled = false; // not all keys were looked at: there may be more

    friend bool operator==(const ServerRecord &, const ServerRecord &) = default;
};

// The label; of a shard with its address, since all shards have the deployment's label.
QString nameOf(const ServerRecord &server);

// Why the primary refuses writes: fewer replicas follow it than it requires. Empty: it takes them,
// as far as is told; without the number that is required, one replica seems enough.
std::optional<Sentence> whyNoWrites(const ServerRecord &server);

// Whether all that it has was told, or it is out of reach: nothing more is waited for.
bool isSettled(const ServerRecord &server);

} // namespace lockscope::watch
