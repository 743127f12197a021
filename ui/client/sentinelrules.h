// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/sentinelplan.h"
#include "ui/client/servers/servermodel.h"

#include <array>

namespace lockscope::ui {

// Rules for the actions on the Sentinels of a deployment, as those of actionrules.h for locks:
// plain functions over values. GUI thread.

inline constexpr std::array allSentinelActions{
    admin::SentinelActionType::Failover, admin::SentinelActionType::Monitor,
    admin::SentinelActionType::Remove, admin::SentinelActionType::Reset};

// "Fail over", without a primary or a quorum.
QString sentinelActionTitle(admin::SentinelActionType type);

// The reason against all of them, a sentence without a full stop; empty: nothing. Of no server if
// `row` is null.
QString reasonAgainstSentinels(const ServerRow *row);

} // namespace lockscope::ui
