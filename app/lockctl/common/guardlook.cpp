// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/common/guardlook.h"

#include "app/common/serverguard.h"
#include "core/base/async/combine.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

GuardLook::GuardLook(TargetChoice where)
    : m_where(std::move(where))
{}

GuardLook::~GuardLook() = default;

Pending<void> GuardLook::look()
{
    return m_scope.start([this] { return askAll(); });
}

QCoro::Task<Result<void>> GuardLook::askAll()
{
    const profile::ProfileStore store;
    const auto saved = store.load();
    if (!saved) // whoever guards the servers is not known, so nobody may act on them
        co_return fail(saved.error());
    if (!app::anyIsStrict(*saved))
        co_return Result<void>();
    std::vector<Pending<void>> asking;
    for (std::size_t target = 0; target < m_where.targets.size(); ++target) {
        redis::ConnectionConfig config = connectionTo(m_where, target);
        config.target.readOnly = true;
        m_deployments.push_back(std::make_unique<redis::Deployment>(config));
        m_deployments.back()->open();
        m_topologies.push_back(redis::makeTopology(config));
    }
    for (std::size_t target = 0; target < m_where.targets.size(); ++target)
        asking.push_back(m_scope.start([this, target] { return ask(target); }));
    for (Pending<void> &each : asking)
        (void)co_await m_scope.wait(std::move(each), std::chrono::minutes(1));
    m_deployments.clear();
    m_topologies.clear();
    co_return Result<void>();
}

QCoro::Task<Result<void>> GuardLook::ask(std::size_t target)
{
    redis::Deployment &deployment = *m_deployments[target];
    const redis::ConnectionConfig config = deployment.config();
    auto opening = deployment.whenTried();
    const auto ready = co_await m_scope.wait(std::move(opening), 2 * config.connectTimeout);
    if (!ready)
        co_return fail(ready.error());
    std::vector<Pending<std::vector<Result<Reply>>>> asked;
    asked.push_back(deployment.sendToEach({"INFO", "server"}));
    asked.push_back(deployment.sendToEach({"INFO", "replication"}));
    auto all = whenAll(std::move(asked));
    const auto replies = co_await m_scope.wait(std::move(all), 2 * config.commandTimeout);
    if (!replies)
        co_return fail(replies.error());
    const auto textOf = [&](std::size_t section, std::size_t server) {
        const auto &of = (*replies)[section];
        const bool isTold = of && server < of->size() && (*of)[server] && !(*of)[server]->isError();
        return isTold ? (*of)[server]->bytes : QByteArray();
    };
    app::ChosenTarget &chosen = m_where.targets[target];
    profile::Marks marks;
    const std::size_t servers = (*replies)[0] ? (*replies)[0]->size() : 0;
    for (std::size_t server = 0; server < servers; ++server)
        marks.merge(app::marksFrom(textOf(0, server), textOf(1, server), chosen));
    if (const auto topology = m_topologies[target]) {
        auto finding = topology->primary();
        (void)co_await m_scope.wait(std::move(finding), 2 * config.connectTimeout);
        marks.merge(app::marksOf(topology->view(), chosen));
    }
    const profile::ProfileStore store;
    (void)app::remember(chosen, store, marks);
    if (const auto saved = store.load())
        app::guardBySaved(chosen, store, *saved, marks);
    co_return Result<void>();
}

} // namespace lockscope::lockctl
