// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/exceptiontext.h"
#include "core/insight/intervals/holdhistory.h"

#include <QString>

namespace lockscope::wording {

// Texts about a pasted exception. Plain functions, any thread.

// The meaning of the text alone: "Redisson reports that an owner released or extended a lock that
// it did not hold, or no longer held."
QString troubleSentence(const format::ExceptionText &text);

// Why a hold that ended so leads to such an exception; empty: it does not.
QString lossReason(const insight::HoldInterval &hold);

// "now held by billing:7, since 14:03:22", "free now".
QString holdersNow(const watch::LockRecord *lock, WallInstant now);

} // namespace lockscope::wording
