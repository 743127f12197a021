// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workbench/assembly.h"

#include "core/base/combine.h"
#include "core/base/text.h"
#include "core/lock/kind/hashredlock.h"
#include "core/lock/kind/multilock.h"
#include "core/lock/kind/redlock.h"
#include "core/lock/kind/reentrantlock.h"
#include "core/workbench/countedlocks.h"
#include "core/workbench/permitslock.h"

#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::workbench {

namespace {

QString wordsOf(bool (*wanted)(const KindTraits &))
{
    QStringList words;
    for (const KindTraits &traits : allKinds()) {
        if (wanted(traits))
            words.append(QString::fromLatin1(traits.kind));
    }
    return words.join(u", "_s);
}

Error unknownKind(const QByteArray &kind)
{
    if (kind == "faster-multi")
        return {ErrorKind::InvalidInput,
                {},
                u"faster multi-locks are shown but not taken: the names of their fields depend on "
                "the codec of the Java client"_s,
                {}};
    return {ErrorKind::InvalidInput,
            {},
            u"there is no kind of lock \"%1\" to take; there are %2"_s.arg(
                visibleElided(kind, 40), wordsOf([](const KindTraits &) { return true; })),
            {}};
}

bool isSame(const lock::QuorumConfig &a, const lock::QuorumConfig &b)
{
    return a.asking == b.asking && a.serverTimeout == b.serverTimeout
        && a.minValidity == b.minValidity && a.maxLease == b.maxLease
        && a.areServersDurable == b.areServersDurable && a.maxOutstanding == b.maxOutstanding;
}

Result<void> checkServers(const KindTraits &traits, const Asked &asked)
{
    const QString kind = QString::fromLatin1(traits.kind);
    const QString count = QString::number(asked.servers.size());
    if (asked.servers.empty())
        return fail(ErrorKind::InvalidInput, u"no server is named"_s);
    if (asked.servers.size() > 1 && !traits.onSeveralServers)
        return fail(ErrorKind::InvalidInput,
                    u"a lock of kind %1 is kept on one server, and %2 are named; kinds for "
                    "several are %3"_s.arg(kind, count, wordsOf([](const KindTraits &known) {
                                               return known.onSeveralServers;
                                           })));
    if (traits.isQuorum && asked.servers.size() < leastQuorum)
        return fail(ErrorKind::InvalidInput,
                    u"a lock of kind %1 needs at least 3 independent servers, better 5, and %2 %3 "
                    "named: a majority of fewer does not survive the loss of one"_s.arg(
                        kind, count, asked.servers.size() == 1 ? u"is"_s : u"are"_s));
    for (std::size_t i = 0; i < asked.servers.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (asked.servers[i].target.label() == asked.servers[j].target.label())
                return fail(ErrorKind::InvalidInput,
                            u"%1 is named twice"_s.arg(asked.servers[i].target.label()));
        }
    }
    return {};
}

Result<void> checkNames(const KindTraits &traits, const Asked &asked)
{
    if (asked.names.empty()
        || std::any_of(asked.names.begin(), asked.names.end(),
                       [](const LockName &name) { return name.isEmpty(); }))
        return fail(ErrorKind::InvalidInput, u"which lock? give its name"_s);
    if (asked.names.size() > 1 && !traits.ofSeveralNames)
        return fail(ErrorKind::InvalidInput,
                    u"one lock at a time for kind %1, and %2 are named; several together are a "
                    "lock of kind multi"_s.arg(QString::fromLatin1(traits.kind),
                                               QString::number(asked.names.size())));
    for (auto name = asked.names.begin(); name != asked.names.end(); ++name) {
        if (std::find(asked.names.begin(), name, *name) != name)
            return fail(ErrorKind::InvalidInput,
                        u"\"%1\" is named twice"_s.arg(visibleElided(name->bytes, 80)));
    }
    return {};
}

} // namespace

const std::vector<KindTraits> &allKinds()
{
    using Owner = KindTraits::Owner;
    static const std::vector<KindTraits> all = [] {
        std::vector<KindTraits> list;
        for (const QByteArray &kind : lock::kinds()) {
            KindTraits traits;
            traits.kind = kind;
            traits.owner = kind == "string" ? Owner::Token : Owner::ThreadId;
            traits.hasModes = kind == "read-write";
            list.push_back(traits);
        }
        KindTraits multi;
        multi.kind = "multi"_ba;
        multi.onSeveralServers = true;
        multi.ofSeveralNames = true;
        list.push_back(multi);
        KindTraits semaphore;
        semaphore.kind = "semaphore"_ba;
        semaphore.owner = Owner::Nobody;
        semaphore.hasLease = false;
        semaphore.hasPermits = true;
        semaphore.hasInitial = true;
        list.push_back(semaphore);
        KindTraits permits = semaphore;
        permits.kind = "permit-expirable-semaphore"_ba;
        permits.hasLease = true;
        permits.hasIds = true;
        list.push_back(permits);
        KindTraits latch;
        latch.kind = "count-down-latch"_ba;
        latch.owner = Owner::Nobody;
        latch.hasLease = false;
        latch.hasInitial = true;
        latch.isHeld = false;
        list.push_back(latch);
        KindTraits redlock;
        redlock.kind = "redlock"_ba;
        redlock.owner = Owner::Token;
        redlock.onSeveralServers = true;
        redlock.isQuorum = true;
        list.push_back(redlock);
        KindTraits red = redlock;
        red.kind = "red"_ba;
        red.owner = Owner::ThreadId;
        list.push_back(red);
        return list;
    }();
    return all;
}

const KindTraits *traitsOf(const QByteArray &kind)
{
    const auto &all = allKinds();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const KindTraits &traits) { return traits.kind == kind; });
    return found == all.end() ? nullptr : &*found;
}

Result<void> check(const Asked &asked)
{
    const KindTraits *const traits = traitsOf(asked.kind);
    if (!traits)
        return fail(unknownKind(asked.kind));
    if (auto fits = checkNames(*traits, asked); !fits)
        return fits;
    if (asked.permits < 1 || asked.initial.value_or(1) < 1)
        return fail(ErrorKind::InvalidInput, u"permits and counts are whole numbers from 1 on"_s);
    return checkServers(*traits, asked);
}

struct Servers::Server {
    Server(const redis::ConnectionConfig &config, const Clock &clock)
        : deployment(config)
        , space(deployment, clock)
    {}
    redis::Deployment deployment;
    lock::LockSpace space;
};

struct Servers::Group {
    Group(std::vector<redis::Deployment *> servers, const lock::QuorumConfig &config,
          const Clock &clock)
        : deployments(std::move(servers))
        , quorum(config)
        , group(deployments, config, clock)
    {}
    std::vector<redis::Deployment *> deployments;
    lock::QuorumConfig quorum;
    lock::QuorumGroup group;
};

Servers::Servers(const Clock &clock)
    : m_clock(clock)
{}

Servers::~Servers() = default;

const Clock &Servers::clock() const
{
    return m_clock;
}

lock::LockSpace &Servers::space(const redis::ConnectionConfig &config)
{
    for (const auto &server : m_servers) {
        const redis::ConnectionConfig &known = server->deployment.config();
        if (known.target == config.target && known.caFile == config.caFile)
            return server->space;
    }
    return m_servers.emplace_back(std::make_unique<Server>(config, m_clock))->space;
}

lock::QuorumGroup &Servers::group(const std::vector<redis::ConnectionConfig> &configs,
                                  const lock::QuorumConfig &quorum)
{
    std::vector<redis::Deployment *> deployments;
    for (const redis::ConnectionConfig &config : configs)
        deployments.push_back(&space(config).deployment());
    for (const auto &group : m_groups) {
        if (group->deployments == deployments && isSame(group->quorum, quorum))
            return group->group;
    }
    return m_groups.emplace_back(std::make_unique<Group>(deployments, quorum, m_clock))->group;
}

Pending<std::vector<Result<void>>> Servers::whenQuiet()
{
    std::vector<Pending<void>> groups;
    for (const auto &group : m_groups)
        groups.push_back(group->group.whenQuiet());
    return whenAll(std::move(groups));
}

namespace {

// Each name on each server.
std::unique_ptr<lock::Lock> makeMulti(Servers &servers, const Asked &asked)
{
    std::vector<std::shared_ptr<lock::Lock>> members;
    for (const redis::ConnectionConfig &config : asked.servers) {
        for (const LockName &name : asked.names)
            members.push_back(std::make_shared<lock::ReentrantLock>(servers.space(config), name));
    }
    return std::make_unique<lock::MultiLock>(std::move(members), servers.clock());
}

std::unique_ptr<lock::Lock> make(Servers &servers, const Asked &asked)
{
    const LockName &name = asked.names.front();
    if (asked.kind == "multi")
        return makeMulti(servers, asked);
    if (asked.kind == "semaphore")
        return std::make_unique<SemaphoreLock>(servers.space(asked.servers.front()), name,
                                               asked.permits, asked.initial);
    if (asked.kind == "permit-expirable-semaphore")
        return std::make_unique<PermitsLock>(servers.space(asked.servers.front()), servers.clock(),
                                             name, asked.permits, asked.initial);
    if (asked.kind == "count-down-latch")
        return std::make_unique<LatchLock>(servers.space(asked.servers.front()), name,
                                           asked.initial);
    if (asked.kind == "redlock")
        return std::make_unique<lock::Redlock>(servers.group(asked.servers, asked.quorum), name);
    if (asked.kind == "red")
        return std::make_unique<lock::HashRedlock>(servers.group(asked.servers, asked.quorum),
                                                   name);
    return lock::makeLock(servers.space(asked.servers.front()), name, asked.kind, asked.mode);
}

} // namespace

Assembly::Assembly(Asked asked)
    : m_asked(std::move(asked))
{}

Assembly::~Assembly() = default;

Result<std::unique_ptr<Assembly>> Assembly::create(Servers &servers, const Asked &asked)
{
    if (const auto possible = check(asked); !possible)
        return fail(possible.error());
    std::unique_ptr<Assembly> assembly(new Assembly(asked));
    for (const redis::ConnectionConfig &config : asked.servers)
        assembly->m_deployments.push_back(&servers.space(config).deployment());
    assembly->m_lock = make(servers, asked);
    return assembly;
}

void Assembly::open()
{
    for (redis::Deployment *const deployment : m_deployments)
        deployment->open();
}

QString Assembly::place() const
{
    QStringList labels;
    for (const redis::Deployment *const deployment : m_deployments)
        labels.append(deployment->label());
    return labels.join(u", "_s);
}

} // namespace lockscope::workbench
