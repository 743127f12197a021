// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/sandbox/sandboxstage.h"

#include "app/lockctl/common/printing.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using namespace std::chrono_literals;

constexpr Millis lookAgain = 100ms;

redis::ConnectionConfig configFor(const redis::Target &target)
{
    redis::ConnectionConfig config;
    config.target = target;
    config.clientName = "lockscope-sandbox"_ba;
    return config;
}

} // namespace

struct SandboxStage::Server {
    Server(const redis::Target &target, const Clock &clock)
        : deployment(configFor(target))
        , space(deployment, clock)
    {}

    redis::Deployment deployment;
    lock::LockSpace space;
};

SandboxStage::SandboxStage(const std::vector<redis::Target> &targets, int part)
    : m_part(part)
{
    static const SystemClock clock;
    for (const redis::Target &target : targets)
        m_servers.push_back(std::make_unique<Server>(target, clock));
}

SandboxStage::~SandboxStage() = default;

void SandboxStage::open()
{
    for (const auto &server : m_servers)
        server->deployment.open();
}

redis::Deployment &SandboxStage::deployment(std::size_t server)
{
    return m_servers.at(server)->deployment;
}

lock::LockSpace &SandboxStage::space(std::size_t server)
{
    return m_servers.at(server)->space;
}

OwnerId SandboxStage::owner(int thread)
{
    return OwnerId(space().uuid() + ':' + QByteArray::number(thread));
}

void SandboxStage::tell(const QByteArray &line)
{
    if (isOver())
        return; // a scene runs to its end
    if (!writeOut(QString::fromLatin1(line + '\n')))
        QCoreApplication::exit(0); // nobody is there any more
}

void SandboxStage::tellPlaced()
{
    if (!std::exchange(m_isPlaced, true))
        tell("placed"_ba);
}

void SandboxStage::askToBeKilled(Millis absence)
{
    tell("kill " + QByteArray::number(qlonglong(absence.count())));
}

void SandboxStage::askToBeStopped(Millis time)
{
    tell("stop " + QByteArray::number(qlonglong(time.count())));
}

QCoro::Task<bool> SandboxStage::sleep(Millis time)
{
    const auto slept = co_await m_scope.sleep(time);
    co_return slept.has_value();
}

QCoro::Task<bool> SandboxStage::until(redis::Arguments command, qint64 least, Millis longest)
{
    const Instant end = std::chrono::steady_clock::now() + longest;
    while (std::chrono::steady_clock::now() < end) {
        auto asked = deployment().send(command);
        const auto reply = co_await m_scope.wait(std::move(asked), forever);
        if (reply && reply->isInteger() && reply->integer >= least)
            co_return true;
        const auto slept = co_await m_scope.sleep(lookAgain);
        if (!slept)
            break;
    }
    co_return false;
}

QCoro::Task<bool> SandboxStage::held(Pending<lock::AcquireOutcome> pending)
{
    const auto outcome = co_await m_scope.wait(std::move(pending), forever);
    co_return outcome && outcome->isHeld();
}

QCoro::Task<bool> SandboxStage::released(Pending<lock::ReleaseOutcome> pending)
{
    using Status = lock::ReleaseOutcome::Status;
    const auto outcome = co_await m_scope.wait(std::move(pending), forever);
    co_return outcome
        && (outcome->status == Status::Released || outcome->status == Status::StillHeld);
}

} // namespace lockscope::lockctl
