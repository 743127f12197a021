// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/kind/kinds.h"

#include "core/lock/kind/fairlock.h"
#include "core/lock/kind/fencedlock.h"
#include "core/lock/kind/nonreentrantfairlock.h"
#include "core/lock/kind/nonreentrantlock.h"
#include "core/lock/kind/readwritelock.h"
#include "core/lock/kind/reentrantlock.h"
#include "core/lock/kind/spinlock.h"
#include "core/lock/kind/stringlock.h"

#include <array>

namespace lockscope::lock {

namespace {

struct Maker {
    const char *kind;
    std::unique_ptr<Lock> (*make)(LockSpace &space, LockName name, Mode mode);
};

template <typename Kind>
std::unique_ptr<Lock> make(LockSpace &space, LockName name, Mode /*mode*/)
{
    return std::make_unique<Kind>(space, std::move(name));
}

std::unique_ptr<Lock> makeReadWrite(LockSpace &space, LockName name, Mode mode)
{
    if (mode == Mode::Read)
        return std::make_unique<ReadLock>(space, std::move(name));
    return std::make_unique<WriteLock>(space, std::move(name));
}

constexpr std::array makers{
    Maker{"reentrant", make<ReentrantLock>}, //
    Maker{"fair", make<FairLock>},
    Maker{"spin", make<SpinLock>},
    Maker{"fenced", make<FencedLock>},
    Maker{"non-reentrant", make<NonReentrantLock>},
    Maker{"non-reentrant-fair", make<NonReentrantFairLock>},
    Maker{"read-write", makeReadWrite},
    Maker{"string", make<StringLock>},
};

} // namespace

std::vector<QByteArray> kinds()
{
    std::vector<QByteArray> all;
    for (const Maker &maker : makers)
        all.emplace_back(maker.kind);
    return all;
}

std::unique_ptr<Lock> makeLock(LockSpace &space, LockName name, const QByteArray &kind, Mode mode)
{
    for (const Maker &maker : makers) {
        if (kind == maker.kind)
            return maker.make(space, std::move(name), mode);
    }
    return nullptr;
}

} // namespace lockscope::lock
