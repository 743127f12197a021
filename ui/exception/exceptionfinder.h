// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/format/exceptiontext.h"
#include "core/insight/intervals/holdhistory.h"
#include "ui/exception/pastsearch.h"

#include <functional>
#include <optional>
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
    std::optional<insight::HoldInterval> hold = {}; // empty for waiters
    // The next hold after this one, and the current state of the lock.
    std::optional<insight::HoldInterval> next = {};
    OwnerId nextOwner = {};
    Alias nextAlias = {};
    watch::LockPointer now = {}; // empty: it is free and gone
    // The record that has it, and its end; empty: this run has seen it. Then the deployment is none
    // if it is not connected, and `hold` may be open: it was held when the record ended.
    QString record = {};
    WallInstant recordEnd = {};
};

struct ExceptionAnswer {
    format::ExceptionText text;
    // The hold that the owner lost last comes first, then the locks that it holds and waits for,
    // then the named locks, then other threads of the same client. What a record has comes after
    // what this run has seen of the same sort.
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
ExceptionAnswer answerException(format::ExceptionText text, const insight::HoldHistory &history,
                                const LocksNow &locks);

// Whether the text is about the owner, or another thread of its client.
bool isAbout(const format::ExceptionText &text, const OwnerId &owner);
// Whether it names the lock.
bool isAbout(const format::ExceptionText &text, const LockName &lock);

// The connected deployment with a label; empty: it is not connected.
using DeploymentFinder = std::function<std::optional<watch::DeploymentId>(const QString &label)>;

// Adds what a record has, but for what the answer has already.
void addRecorded(ExceptionAnswer &answer, const PastHolds &past, const LocksNow &locks,
                 const DeploymentFinder &find);

} // namespace lockscope::ui
