// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/problem.h"

namespace lockscope::health {

// A problem with its whole course: kept after its end. A value, any thread.
struct Incident {
    // One line of its own timeline; the lock's events stand beside it.
    struct Step {
        enum class What : quint8 {
            Opened,
            Worse,
            Better,
            OutOfSight,
            InSight,
            Closed,
            Acknowledged,
            Muted,
            Unmuted, // somebody took the mute back, or its time was over
        };

        WallInstant at;
        What what = What::Opened;

        friend bool operator==(const Step &, const Step &) = default;
    };

    Problem problem; // as it is now, or was at its end
    Severity worst = Severity::Warning; // that it ever was
    std::vector<Step> steps; // the oldest first
    bool isAcknowledged = false;
    bool isMuted = false; // by the mutes of the book that has it, as of their last change

    const QByteArray &id() const { return problem.id; }
    bool isOpen() const { return !problem.until.has_value(); }
    WallInstant start() const { return problem.since; }
    std::optional<WallInstant> end() const { return problem.until; }

    friend bool operator==(const Incident &, const Incident &) = default;
};

// opened, worse, better, out-of-sight, in-sight, closed, acknowledged
QByteArray name(Incident::Step::What what);

// Problems that nobody wants to be told of. A value, any thread.
struct Mute {
    QByteArray rule = {}; // empty: any
    QString deployment = {}; // empty: any
    QByteArray name = {}; // of the lock, or how it begins; empty with isPrefix: any lock or server
    bool isPrefix = false;
    std::optional<WallInstant> until = {}; // empty: until it is taken back

    bool covers(const Problem &problem, WallInstant now) const;
    // The same of one of the locks that a problem is about.
    bool coversLock(const Problem &problem, const LockName &name, WallInstant now) const;
    bool hasRunOut(WallInstant now) const { return until && now >= *until; }
    // Mutes the same, if perhaps for another time.
    bool isLike(const Mute &other) const
    {
        return rule == other.rule && deployment == other.deployment && name == other.name
            && isPrefix == other.isPrefix;
    }

    friend bool operator==(const Mute &, const Mute &) = default;
};

} // namespace lockscope::health
