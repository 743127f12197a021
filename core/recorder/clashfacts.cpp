// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/clashfacts.h"

#include "core/format/traits.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

using watch::EventType;

constexpr std::size_t mostTurns = 100'000;
// A restart or failover, and the locks that it took, are told within this.
constexpr auto near = std::chrono::minutes(1);

} // namespace

bool isExclusive(QByteArrayView kind, const std::optional<format::Mode> &mode)
{
    const format::KindTraits &traits = format::traitsOf(kind);
    return traits.kind == kind && traits.isShown && traits.hasOwners && !traits.hasModes
        && !traits.isNumber() && kind != "counting-semaphore"
        && mode.value_or(format::Mode::Exclusive) == format::Mode::Exclusive;
}

// A record has sentences as text. The names of several locks stand at its end.
bool isFlush(const watch::Event &event)
{
    static const QString sign = u"by FLUSHALL, FLUSHDB or SWAPDB"_s;
    const QString text = event.detail.english();
    return text == sign || text.section(u' ', 1).startsWith(u"locks were lost "_s + sign);
}

bool isOurs(const watch::Event &event)
{
    const QString detail = event.detail.english();
    return detail == "taken away with Lockscope"_L1
        || detail == "caused by an action of this program"_L1; // in records of before
}

bool isDoneByOwner(EventType type)
{
    switch (type) {
    case EventType::Acquired:
    case EventType::Reentered:
    case EventType::PartiallyReleased:
    case EventType::Released:
    case EventType::Renewed:
    case EventType::RenewalResumed:
    case EventType::HandedOver:
    case EventType::Queued:
        return true;
    default:
        return false;
    }
}

bool isQuorumPart(QByteArrayView kind, const std::optional<format::Mode> &mode)
{
    const format::KindTraits &traits = format::traitsOf(kind);
    return (traits.isRedlockPart || traits.isPlainString) && isExclusive(kind, mode);
}

bool isHashKind(QByteArrayView kind)
{
    return !format::traitsOf(kind).isPlainString;
}

Instant happenedAt(Instant at, WallInstant recorded, WallInstant told)
{
    constexpr Millis most = std::chrono::seconds(10);
    return at - std::clamp<Millis>(recorded - told, Millis(0), most);
}

Instant deadlineOf(const watch::Event &event, Instant happened)
{
    return event.ttl ? happened + *event.ttl : Instant::max();
}

DroppedTimes::DroppedTimes(const std::vector<RecordMark> &marks)
{
    std::ranges::copy_if(marks, std::back_inserter(m_marks),
                         [](const RecordMark &mark) { return mark.kind == MarkKind::Dropped; });
}

bool DroppedTimes::touch(WallInstant from, WallInstant to) const
{
    return std::ranges::any_of(
        m_marks, [&](const RecordMark &mark) { return mark.began <= to && mark.ended >= from; });
}

void Upheavals::note(const watch::ServerRecord &server, int watch, Instant at)
{
    if (server.runId.isEmpty())
        return;
    Process &known = m_processes[server.server];
    if (!known.runId.isEmpty() && known.runId != server.runId) {
        std::vector<Turn> &turns = m_restarts[server.server];
        if (turns.size() < mostTurns)
            turns.push_back({watch, at});
        m_keptLogs[server.server] = known.keptLog;
        known.keptLog.reset();
    }
    known.runId = server.runId;
    if (server.facts.keepsLog)
        known.keptLog = server.facts.keepsLog;
}

void Upheavals::noteFailover(watch::DeploymentId deployment, int watch, Instant at)
{
    std::vector<Turn> &turns = m_failovers[deployment];
    if (turns.size() < mostTurns)
        turns.push_back({watch, at});
}

bool Upheavals::isNear(const std::vector<Turn> &turns, const Loss &loss)
{
    return std::ranges::any_of(turns, [&](const Turn &turn) {
        return turn.watch == loss.watch && turn.at <= loss.at + near && turn.at >= loss.at - near;
    });
}

Upheavals::Verdict Upheavals::verdictOn(const Loss &loss) const
{
    const auto failovers = m_failovers.find(loss.deployment);
    if (failovers != m_failovers.end() && isNear(failovers->second, loss))
        return {ClashCause::Promoted, ClashDoubt::None};
    const auto restarts = m_restarts.find(loss.server);
    if (restarts == m_restarts.end() || !isNear(restarts->second, loss))
        return {};
    const auto kept = m_keptLogs.find(loss.server);
    return {ClashCause::Restarted, ClashDoubt::None,
            kept == m_keptLogs.end() ? std::nullopt : kept->second};
}

} // namespace lockscope::recorder
