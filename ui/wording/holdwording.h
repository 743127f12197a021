// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/intervals/holdhistory.h"

#include <QString>

namespace lockscope::wording {

// Texts about a hold that this run has seen. Plain functions, any thread.

// "released", "expired", "force-unlocked", "handed over", "held", "ended while not watched".
QString holdEnd(insight::HoldEnded ended);

// "for 7.4 s"; where its beginning or its end was not seen "for at least" or "at most" so long.
QString holdLength(const insight::HoldInterval &hold, WallInstant now);

// "from 14:03:22.120 to 14:03:29.553, for 7.4 s, then expired": in lower case, without a full stop.
QString holdSentence(const insight::HoldInterval &hold, WallInstant now);

// The same of a record that ends at `recordEnd`: a hold that is open was held then.
QString recordedHoldSentence(const insight::HoldInterval &hold, WallInstant recordEnd,
                             WallInstant now);

// "not connected since 14:03:22" and why.
QString holeSentence(const insight::WatchHole &hole, WallInstant now);

// "force-unlock by Lockscope at 14:03:22.120: done"; the outcome as it was reported.
QString actionSentence(const insight::OperatorMark &action, WallInstant now);

} // namespace lockscope::wording
