// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/workbench/assembly.h"

#include <QString>

#include <optional>
#include <vector>

namespace lockscope::ui {

// The rules for taking a lock by hand, for each kind, as plain functions over values. GUI thread.

// Fields that apply to some kinds only.
enum class AcquireField { Side, Permits, Initial, Expiry, Owner, MinValidity };

// Why the field means nothing for this kind, as half a sentence; empty: it does.
QString reasonAgainstField(AcquireField field, const workbench::KindOptions &kind);

// Why it cannot be taken by hand; empty: it can.
QString reasonAgainstTaking(const QByteArray &kind);

// Why its holder cannot take it once more; empty: it can.
QString reasonAgainstReentering(const QByteArray &kind);

// Why its holder cannot make it last longer; empty: it can.
QString reasonAgainstExtending(const QByteArray &kind);

// The meaning of the number of chosen servers: "2 of 3 servers must grant the lock; 1 may fail."
QString groupSentence(const workbench::KindOptions &kind, int servers);

// Names as they are typed, escapes as visible() writes them. Of a kind that takes several they are
// parted by spaces, and \x20 stands for a space in a name.
Result<std::vector<LockName>> namesFrom(const QString &text, const workbench::KindOptions &kind);
QString namesAsTyped(const std::vector<LockName> &names, const workbench::KindOptions &kind);

// A whole number of at least `least`; empty text: none.
Result<std::optional<qint64>> numberFrom(const QString &text, qint64 least);

} // namespace lockscope::ui
