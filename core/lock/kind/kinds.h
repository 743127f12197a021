// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/lock.h"
#include "core/lock/single/lockspace.h"

namespace lockscope::lock {

// The kinds of lock that one deployment can keep and that have the interface of Lock, by
// product.md's words. Permits and count-down latches have their own.
std::vector<QByteArray> kinds();

// The side of a read-write lock; of no meaning for the others.
enum class Mode { Write, Read };

// A lock of that kind; null for a word that is none of kinds(). The space must outlive it.
std::unique_ptr<Lock> makeLock(LockSpace &space, LockName name, const QByteArray &kind,
                               Mode mode = Mode::Write);

} // namespace lockscope::lock
