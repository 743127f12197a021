// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/quorum/quorumverdict.h"

#include <QString>

namespace lockscope::wording {

// Texts about a lock that is kept on a majority of servers. Plain functions, any thread; text from
// a server is escaped.

// "held", "at risk", "split", "residue", "blocked", "free", "unknown".
QString verdict(insight::QuorumVerdict verdict);

// "held 4/5", "at risk 3/5"; of the others, where no votes make the verdict, the word alone.
QString verdictInShort(const insight::QuorumFinding &finding);

// "held on 4 of 5 servers by X, valid for 7.4 s": in lower case, without a full stop. `owner`: the
// finding's, as it is to be shown.
QString verdictSentence(const insight::QuorumFinding &finding, const QString &owner, Instant now);

// "agrees", "other", "other type", "none", "silent", "undecided", "no vote".
QString stance(insight::Stance stance);

// Why a server does or does not agree; empty where that says it all.
QString seatReason(const insight::QuorumSeat &seat, const insight::QuorumReading &reading);

// "yes", "no", "-": whether it has the verdict's owner.
QString agreement(std::optional<bool> agrees);

// "+5.0 s", "-3 ms", "unknown"; "0 ms" if it is below the accuracy of the measurement.
QString clockOffset(const std::optional<watch::ClockOffset> &clock);

} // namespace lockscope::wording
