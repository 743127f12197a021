// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/verdicts.h"

#include "ui/wording/wording.h"

#include <algorithm>

namespace lockscope::ui {

using insight::QuorumVerdict;

namespace {

constexpr qsizetype ownerLimit = 60;
constexpr qint64 mostSevere = 6;
constexpr qint64 mostVotes = 255;

quint8 inAByte(std::size_t number)
{
    return static_cast<quint8>(std::min<std::size_t>(number, mostVotes));
}

} // namespace

QuorumMark QuorumMark::of(const JudgedPointer &judged)
{
    if (!judged)
        return {};
    const insight::QuorumFinding &finding = judged->record.finding;
    return {static_cast<quint8>(static_cast<int>(finding.verdict) + 1), inAByte(finding.votes),
            inAByte(finding.total)};
}

std::optional<QuorumVerdict> QuorumMark::known() const
{
    if (isEmpty())
        return std::nullopt;
    return static_cast<QuorumVerdict>(verdict - 1);
}

qint64 QuorumMark::rank() const
{
    const auto known = this->known();
    return (mostSevere - (known ? severity(*known) : 0)) * (mostVotes + 1) + votes;
}

int severity(QuorumVerdict verdict)
{
    switch (verdict) {
    case QuorumVerdict::Free:
        return 0;
    case QuorumVerdict::Held:
        return 1;
    case QuorumVerdict::Residue:
        return 2;
    case QuorumVerdict::Unknown:
        return 3;
    case QuorumVerdict::AtRisk:
        return 4;
    case QuorumVerdict::Split:
        return 5;
    case QuorumVerdict::Blocked:
        return 6;
    }
    return 0;
}

Badge verdictBadge(QuorumVerdict verdict)
{
    switch (verdict) {
    case QuorumVerdict::Held:
        return Badge::Renewing; // a tick
    case QuorumVerdict::Split:
        return Badge::Overdue;
    case QuorumVerdict::AtRisk:
    case QuorumVerdict::Residue:
        return Badge::Contended;
    case QuorumVerdict::Blocked:
        return Badge::Down;
    case QuorumVerdict::Free:
        return Badge::Free;
    case QuorumVerdict::Unknown:
        return Badge::Connecting;
    }
    return Badge::None;
}

bool isAlarming(const insight::QuorumFinding &finding)
{
    return finding.verdict == QuorumVerdict::Split || finding.verdict == QuorumVerdict::Blocked;
}

QString ownerText(const JudgedLock &lock)
{
    const auto &owner = lock.record.finding.owner;
    return owner ? wording::shortOwner(*owner, lock.alias, ownerLimit) : QString();
}

} // namespace lockscope::ui
