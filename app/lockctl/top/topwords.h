// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/top/screen.h"
#include "app/lockctl/top/topfacts.h"
#include "ui/wording/healthwording.h"

namespace lockscope::lockctl {

// The words that several parts of the screen of lockctl top share. Plain functions, any thread.

inline constexpr qsizetype textLimit = 300; // of a name, before it is cut to its column

Style styleOf(health::Severity severity);
Line lineOf(const QString &text, Style style, int width); // without what does not fit

bool isUnseen(const watch::ServerRecord &server);
QString unseenText(Instant since, Instant now); // "not seen for 7 s"
wording::Sight sightOf(const TopFacts &facts);
// The time at which what is shown of the lock was true.
Instant timeOf(const watch::LockRecord &lock, const TopFacts &facts);

} // namespace lockscope::lockctl
