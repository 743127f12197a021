// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workbench/assembly.h"

#include "core/base/async/combine.h"
#include "core/base/text.h"
#include "core/format/traits.h"
#include "core/lock/kind/hashredlock.h"
#include "core/lock/kind/multilock.h"
#include "core/lock/kind/redlock.h"
#include "core/lock/kind/reentrantlock.h"
#include "core/workbench/countedlocks.h"
#include "core/workbench/permitslock.h"

#include <QStringList>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::workbench {

namespace {

QString wordsOf(bool (*wanted)(const KindOptions &))
{
    QStringList words;
    for (const KindOptions &options : allKinds()) {
        if (wanted(options))
            words.append(QString::fromLatin1(options.kind));
    }
    return words.join(u", "_s);
}

Error unknownKind(const QByteArray &kind)
{
    if (kind == "faster-multi")
        return {ErrorKind::InvalidInput,
                {},
                Sentence::say("Lockscope shows faster multi-locks but cannot acquire them: their "
                              "field names depend on the codec of the Java client"),
                {}};
    return {ErrorKind::InvalidInput,
            {},
            Sentence::say("there is no lock kind \"%1\"; available kinds: %2")
                .arg(visibleElided(kind, 40), wordsOf([](const KindOptions &) { return true; })),
            {}};
}

bool isSame(const lock::QuorumConfig &a, const lock::QuorumConfig &b)
{
    return a.asking == b.asking && a.serverTimeout == b.serverTimeout
        && a.minValidity == b.minValidity && a.maxLease == b.maxLease
        && a.areServersDurable == b.areServersDurable && a.maxOutstanding == b.maxOutstanding;
}

Result<void> checkServers(const KindOptions &options, const Asked &asked)
{
    const QString kind = QString::fromLatin1(options.kind);
    const QString count = QString::number(asked.servers.size());
    if (asked.servers.empty())
        return fail(ErrorKind::InvalidInput, Sentence::say("no server was given"));
    if (asked.servers.size() > 1 && !options.onSeveralServers)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("a lock of kind %1 is kept on one server, but %2 were given; "
                                  "kinds for several servers: %3")
                        .arg(kind, count, wordsOf([](const KindOptions &known) {
                                 return known.onSeveralServers;
                             })));
    if (options.isQuorum && asked.servers.size() < leastQuorum)
        return fail(
            ErrorKind::InvalidInput,
            Sentence::say(
                "a lock of kind %1 needs at least 3 independent servers, preferably 5, but "
                "only %2 %3 given: with fewer, the loss of one server leaves no majority")
                .arg(kind, count,
                     asked.servers.size() == 1 ? Sentence::say("is") : Sentence::say("are")));
    for (const redis::ConnectionConfig &server : asked.servers) {
        if (options.isQuorum && server.target.form == redis::Target::Form::Cluster)
            return fail(ErrorKind::InvalidInput,
                        Sentence::say("%1 is a cluster: a lock of kind %2 needs independent "
                                      "servers, each alone or with its replicas")
                            .arg(server.target.label(), kind));
    }
    for (std::size_t i = 0; i < asked.servers.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (asked.servers[i].target.label() == asked.servers[j].target.label())
                return fail(
                    ErrorKind::InvalidInput,
                    Sentence::say("%1 was given twice").arg(asked.servers[i].target.label()));
        }
    }
    return {};
}

Result<void> checkNames(const KindOptions &options, const Asked &asked)
{
    if (asked.names.empty()
        || std::any_of(asked.names.begin(), asked.names.end(),
                       [](const LockName &name) { return name.isEmpty(); }))
        return fail(ErrorKind::InvalidInput, Sentence::say("no lock name was given"));
    if (asked.names.size() > 1 && !options.ofSeveralNames)
        return fail(
            ErrorKind::InvalidInput,
            Sentence::say("kind %1 takes one lock at a time, but %2 were given; for several locks "
                          "together, use kind multi")
                .arg(QString::fromLatin1(options.kind), QString::number(asked.names.size())));
    for (auto name = asked.names.begin(); name != asked.names.end(); ++name) {
        if (std::find(asked.names.begin(), name, *name) != name)
            return fail(ErrorKind::InvalidInput,
                        Sentence::say("\"%1\" was given twice").arg(visibleName(name->bytes, 80)));
    }
    return {};
}

// Each name on each server.
std::unique_ptr<lock::Lock> makeMulti(Servers &servers, const Asked &asked)
{
    std::vector<std::shared_ptr<lock::Lock>> members;
    for (const redis::ConnectionConfig &config : asked.servers) {
        for (const LockName &name : asked.names)
            members.push_back(
                std::make_shared<lock::ReentrantLock>(servers.space(config, asked.replicas), name));
    }
    return std::make_unique<lock::MultiLock>(std::move(members), servers.clock());
}

std::unique_ptr<lock::Lock> makeSemaphore(Servers &servers, const Asked &asked)
{
    return std::make_unique<SemaphoreLock>(servers.space(asked.servers.front()),
                                           asked.names.front(), asked.permits, asked.initial);
}

std::unique_ptr<lock::Lock> makePermits(Servers &servers, const Asked &asked)
{
    return std::make_unique<PermitsLock>(servers.space(asked.servers.front()), servers.clock(),
                                         asked.names.front(), asked.permits, asked.initial);
}

std::unique_ptr<lock::Lock> makeLatch(Servers &servers, const Asked &asked)
{
    return std::make_unique<LatchLock>(servers.space(asked.servers.front()), asked.names.front(),
                                       asked.initial);
}

template <typename Kind>
std::unique_ptr<lock::Lock> makeQuorum(Servers &servers, const Asked &asked)
{
    return std::make_unique<Kind>(servers.group(asked.servers, asked.quorum), asked.names.front());
}

struct Maker {
    const char *kind;
    std::unique_ptr<lock::Lock> (*make)(Servers &servers, const Asked &asked);
};

// Beside lock::kinds().
constexpr std::array makers{
    Maker{"multi", makeMulti},
    Maker{"semaphore", makeSemaphore},
    Maker{"permit-expirable-semaphore", makePermits},
    Maker{"count-down-latch", makeLatch},
    Maker{"redlock", makeQuorum<lock::Redlock>},
    Maker{"red", makeQuorum<lock::HashRedlock>},
};

// The kind's facts on the server also determine its options.
KindOptions optionsFor(const QByteArray &kind)
{
    using Owner = KindOptions::Owner;
    const format::KindTraits &traits = format::traitsOf(kind);
    KindOptions options;
    options.kind = kind;
    options.owner = traits.isNumber() ? Owner::Nobody
        : traits.isPlainString        ? Owner::Token
                                      : Owner::ThreadId;
    options.onSeveralServers = !traits.isOnOneServer();
    options.ofSeveralNames = traits.servers == format::KindTraits::Servers::All;
    options.isReplicated = !traits.isNumber() && !traits.isOfMajority();
    options.isQuorum = traits.isOfMajority();
    options.hasModes = traits.hasModes;
    options.hasLease = !traits.isBareNumber();
    options.hasPermits = traits.isSemaphore();
    options.hasIds = traits.number == format::KindTraits::Number::LapsingPermits;
    options.hasInitial = traits.isNumber();
    options.isHeld = !traits.isLatch();
    return options;
}

} // namespace

const std::vector<KindOptions> &allKinds()
{
    static const std::vector<KindOptions> all = [] {
        std::vector<KindOptions> list;
        for (const QByteArray &kind : lock::kinds())
            list.push_back(optionsFor(kind));
        for (const Maker &maker : makers)
            list.push_back(optionsFor(maker.kind));
        return list;
    }();
    return all;
}

const KindOptions *optionsOf(const QByteArray &kind)
{
    const auto &all = allKinds();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const KindOptions &options) { return options.kind == kind; });
    return found == all.end() ? nullptr : &*found;
}

std::vector<QString> Asked::labels() const
{
    std::vector<QString> labels;
    for (const redis::ConnectionConfig &server : servers)
        labels.push_back(server.target.label());
    return labels;
}

Result<void> check(const Asked &asked)
{
    const KindOptions *const options = optionsOf(asked.kind);
    if (!options)
        return fail(unknownKind(asked.kind));
    if (auto fits = checkNames(*options, asked); !fits)
        return fits;
    if (asked.permits < 1 || asked.initial.value_or(1) < 1)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("permits and counts must be whole numbers of 1 or more"));
    return checkServers(*options, asked);
}

struct Servers::Server {
    Server(std::shared_ptr<redis::Deployment> where, const lock::ReplicaCheck &check,
           const Clock &clock)
        : deployment(std::move(where))
        , replicas(check.least)
        , space(*deployment, clock)
    {
        space.requireReplicas(check);
    }
    std::shared_ptr<redis::Deployment> deployment;
    int replicas;
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

Servers::Servers(const Clock &clock, redis::DeploymentPool &pool)
    : m_clock(clock)
    , m_pool(pool)
{}

Servers::~Servers() = default;

const Clock &Servers::clock() const
{
    return m_clock;
}

lock::LockSpace &Servers::space(const redis::ConnectionConfig &config,
                                const lock::ReplicaCheck &replicas)
{
    auto deployment = m_pool.take(config);
    for (const auto &server : m_servers) {
        if (server->deployment == deployment && server->replicas == replicas.least)
            return server->space;
    }
    return m_servers
        .emplace_back(std::make_unique<Server>(std::move(deployment), replicas, m_clock))
        ->space;
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

std::unique_ptr<lock::Lock> make(Servers &servers, const Asked &asked)
{
    const auto *const maker = std::find_if(
        makers.begin(), makers.end(), [&](const Maker &each) { return asked.kind == each.kind; });
    if (maker != makers.end())
        return maker->make(servers, asked);
    return lock::makeLock(servers.space(asked.servers.front(), asked.replicas), asked.names.front(),
                          asked.kind, asked.mode);
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
        assembly->m_deployments.push_back(&servers.space(config, asked.replicas).deployment());
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
