// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/client/session.h"

#include "core/base/async/combine.h"
#include "core/lock/kind/hashredlock.h"
#include "core/lock/kind/redlock.h"
#include "tests/faults/client/rawholder.h"
#include "tests/faults/client/rawvoter.h"

using namespace std::chrono_literals;

namespace lockscope::faults {

namespace {

redis::ConnectionConfig configOf(const QString &url)
{
    redis::ConnectionConfig config;
    config.target = redis::parseTarget(url).value();
    config.clientName = "lockscope-faults";
    // Faults last for a second or two, so losses must be known after one.
    config.connectTimeout = 1000ms;
    config.commandTimeout = 1000ms;
    return config;
}

} // namespace

// The locks that vote: all servers over connections of their own, in either way of asking.
struct Session::Voted {
    Voted(const ClientPlan &plan, const Clock &clock)
        : greedy(plan, lock::Asking::Greedy, clock)
        , stop(plan, lock::Asking::Stop, clock)
    {}

    std::shared_ptr<lock::Lock> make(const LockName &name, const QByteArray &kind)
    {
        if (kind == "redlock")
            return std::make_shared<lock::Redlock>(*greedy.group, name);
        if (kind == "redlock-stop")
            return std::make_shared<lock::Redlock>(*stop.group, name);
        if (kind == "red")
            return std::make_shared<lock::HashRedlock>(*greedy.group, name);
        return nullptr;
    }

    struct Servers {
        Servers(const ClientPlan &plan, lock::Asking asking, const Clock &clock)
        {
            std::vector<redis::Deployment *> members;
            for (const QString &url : plan.urls) {
                deployments.push_back(std::make_unique<redis::Deployment>(configOf(url)));
                members.push_back(deployments.back().get());
            }
            lock::QuorumConfig config;
            config.asking = asking;
            config.maxLease = plan.maxLease;
            config.areServersDurable = plan.areServersDurable;
            group = std::make_unique<lock::QuorumGroup>(members, config, clock);
            for (const auto &deployment : deployments)
                deployment->open();
        }

        std::vector<std::unique_ptr<redis::Deployment>> deployments;
        std::unique_ptr<lock::QuorumGroup> group;
    };
    Servers greedy;
    Servers stop;
};

Session::Session(ClientPlan plan)
    : m_plan(std::move(plan))
    , m_witness(m_plan.witnessPath)
    , m_history(m_plan.historyPath)
{
    for (const QString &url : m_plan.urls) {
        auto &deployment =
            m_deployments.emplace_back(std::make_unique<redis::Deployment>(configOf(url)));
        m_spaces.push_back(std::make_unique<lock::LockSpace>(*deployment, m_clock));
        m_spaces.back()->requireReplicas({m_plan.replicas, 200ms});
        deployment->open();
    }
    m_voted = std::make_unique<Voted>(m_plan, m_clock);
    for (std::size_t i = 0; i < m_plan.locks.size(); ++i) {
        const LockPlan &one = m_plan.locks[i];
        Subject subject{one, i, make(one, lock::Mode::Write), {}};
        if (kindOf(one.lock) == "read-write")
            subject.readers = make(one, lock::Mode::Read);
        m_isComplete = m_isComplete && subject.lock != nullptr;
        m_subjects.push_back(std::move(subject));
    }
}

Session::~Session() = default;

std::shared_ptr<lock::Lock> Session::make(const LockPlan &plan, lock::Mode mode)
{
    const LockName name(m_plan.keyPrefix + plan.lock);
    const QByteArray kind = kindOf(plan.lock);
    const auto server = std::size_t(plan.server) % m_deployments.size();
    std::shared_ptr<lock::Lock> made;
    if (RawVoter::defectOf(kind)) {
        std::vector<redis::Deployment *> servers;
        if (plan.isVoted()) {
            for (const auto &deployment : m_deployments)
                servers.push_back(deployment.get());
        } else {
            servers.push_back(m_deployments[server].get());
        }
        made = std::make_shared<RawVoter>(servers, name, kind);
    } else if (RawHolder::defectOf(kind)) {
        made = std::make_shared<RawHolder>(*m_deployments[server], name, kind);
    } else {
        made = plan.isVoted() ? m_voted->make(name, kind)
                              : lock::makeLock(*m_spaces[server], name, kind, mode);
    }
    if (made)
        made->setLostHandler([this](const OwnerId &owner, lock::Loss loss) {
            const auto found = m_watched.find(owner);
            if (found == m_watched.end())
                return;
            const auto told = found->second;
            told(loss);
        });
    return made;
}

Pending<std::vector<Result<Reply>>> Session::flushed()
{
    std::vector<Pending<Reply>> pings;
    for (const auto *const all :
         {&m_deployments, &m_voted->greedy.deployments, &m_voted->stop.deployments}) {
        for (const auto &deployment : *all)
            pings.push_back(deployment->send({"PING"}));
    }
    return whenAll(std::move(pings));
}

void Session::watch(const OwnerId &owner, std::function<void(lock::Loss)> onLost)
{
    m_watched[owner] = std::move(onLost);
}

} // namespace lockscope::faults
