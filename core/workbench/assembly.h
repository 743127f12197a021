// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/kind/kinds.h"
#include "core/lock/quorum/quorumgroup.h"
#include "core/lock/replicacheck.h"
#include "core/redis/deployment/deploymentpool.h"

#include <memory>
#include <vector>

namespace lockscope::workbench {

// The options of one kind of lock, for option parsers and forms. Values, any thread.
struct KindOptions {
    enum class Owner {
        ThreadId, // uuid:threadId
        Token, // any bytes
        Nobody, // the server keeps no owner, or an id that is made with the permit
    };

    QByteArray kind; // product.md's word
    Owner owner = Owner::ThreadId;
    bool onSeveralServers = false; // takes a list of servers; otherwise one
    bool ofSeveralNames = false;
    bool isReplicated = false; // replicas can be asked whether they have it
    bool isQuorum = false; // of a majority of them: its own patience and least validity
    bool hasModes = false; // read, write
    bool hasLease = true; // it lapses, so that --lease and a watchdog mean something
    bool hasPermits = false; // how many are taken at once can be chosen
    bool hasIds = false; // its owner is made with the permits: their ids, parted by commas
    bool hasInitial = false; // it has to be set up before its first use
    bool isHeld = true; // there is something to give back; a latch is only waited for
};

const std::vector<KindOptions> &allKinds();
const KindOptions *optionsOf(const QByteArray &kind); // null: cannot be taken

// The locks to take, and their servers. A value.
struct Asked {
    std::vector<redis::ConnectionConfig> servers; // one; several for a quorum or a multi-lock
    std::vector<LockName> names; // one; several for a multi-lock, each on every server
    QByteArray kind = QByteArrayLiteral("reentrant");
    lock::Mode mode = lock::Mode::Write; // read-write
    lock::QuorumConfig quorum; // redlock, red
    qint64 permits = 1; // of a semaphore, at a time
    std::optional<qint64> initial; // sets a semaphore or a latch up if nobody has
    lock::ReplicaCheck replicas; // that have to have it

    std::vector<QString> labels() const; // of the servers
};

// Fewer servers have no majority that survives the loss of one.
inline constexpr std::size_t leastQuorum = 3;

// The reason why that cannot be: InvalidInput with a sentence that names an alternative. Nothing is
// connected for it.
Result<void> check(const Asked &asked);

// The servers that the locks of one process are kept on: a space for each, over a deployment of the
// pool, and a group for each list of them, shared by all assemblies made over it. I/O thread; keeps
// the deployments until its end, since locks may be held there; the clock and the pool must outlive
// it, and it the assemblies.
class Servers
{
public:
    Servers(const Clock &clock, redis::DeploymentPool &pool);
    ~Servers();
    Servers(const Servers &) = delete;
    Servers &operator=(const Servers &) = delete;

    const Clock &clock() const;
    // The same for the same target and number of replicas.
    lock::LockSpace &space(const redis::ConnectionConfig &config,
                           const lock::ReplicaCheck &replicas = {});
    lock::QuorumGroup &group(const std::vector<redis::ConnectionConfig> &configs,
                             const lock::QuorumConfig &quorum);
    // As of each group: before the program ends.
    [[nodiscard]] Pending<std::vector<Result<void>>> whenQuiet();

private:
    struct Server;
    struct Group;
    const Clock &m_clock;
    redis::DeploymentPool &m_pool;
    std::vector<std::unique_ptr<Server>> m_servers;
    std::vector<std::unique_ptr<Group>> m_groups; // over the servers
};

// The lock that was asked for, which can be taken, held, released and lost, of any kind and on any
// number of servers. I/O thread; owns the lock; the servers must outlive it. A hold that has no
// lease is valid until Instant::max().
class Assembly
{
public:
    // As check() has it. Connects nothing before open().
    static Result<std::unique_ptr<Assembly>> create(Servers &servers, const Asked &asked);
    ~Assembly();
    Assembly(const Assembly &) = delete;
    Assembly &operator=(const Assembly &) = delete;

    void open();
    lock::Lock &lock() { return *m_lock; }
    const Asked &asked() const { return m_asked; }
    QString place() const; // the labels of the servers, for people
    redis::Deployment &firstServer() const { return *m_deployments.front(); }

private:
    explicit Assembly(Asked asked);

    Asked m_asked;
    std::vector<redis::Deployment *> m_deployments;
    std::unique_ptr<lock::Lock> m_lock;
};

} // namespace lockscope::workbench
