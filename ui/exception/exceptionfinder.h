// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/exceptiontext.h"
#include "core/insight/intervals/holdhistory.h"

#include <functional>
#include <vector>

namespace lockscope::ui {

// The facts known about a lock that an exception may be about.
struct ExceptionHit {
    enum class Relation {
        HoldsNow, // the owner of the text
        WaitsNow,
        HeldBefore, // and lost it, or gave it back
        Named, // the text names the lock
    };

    watch::LockId lock;
    Relation relation = Relation::Named;
    bool isOtherThread = false; // not the owner itself, but another one of the same client
    OwnerId
        owner; // of the hold, or who waits; of a named lock its latest holder, empty: none was seen
    Alias alias = {};
    std::optional<watch::HoldInterval> hold = {}; // empty for waiters
    // The next hold after this one, and the current state of the lock.
    std::optional<watch::HoldInterval> next = {};
    OwnerId nextOwner = {};
    Alias nextAlias = {};
    watch::LockPointer now = {}; // empty: it is free and gone
};

struct ExceptionAnswer {
    format::ExceptionText text;
    // The hold that the owner lost last comes first, then the locks that it holds and waits for,
    // then the named locks, then other threads of the same client.
    std::vector<ExceptionHit> hits;
    bool isOwnerKnown = false; // one of the text's owners was seen
    bool isMore = false; // there is more than is told
};

inline constexpr std::size_t mostHits = 50;

// The locks as they are now, also those that nobody was seen to hold.
struct LocksNow {
    std::function<watch::LockPointer(const watch::LockId &)> find; // empty: it is gone
    std::function<void(const std::function<void(const watch::LockPointer &)> &)> forEach;
};

// Searches the history of this run for the locks and owners in the text. Plain function; linear in
// the history's size.
ExceptionAnswer answerException(format::ExceptionText text, const watch::HoldHistory &history,
                                const LocksNow &locks);

} // namespace lockscope::ui
