// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recorder/durations.h"
#include "core/recorder/recordreader.h"

#include <QTimeZone>

#include <array>

namespace lockscope::recorder {

// The usual times of one lock, by all that a record has of it: how long it is held and waited for,
// by hour and weekday; which holds were far longer than those before them; who holds it, and since
// when somebody holds it otherwise than it was held before. Values and a plain function, one
// thread.

// Of holds from their beginning to their end, and of waits from the queue to the hold. A hold or
// wait that the record does not have as a whole does not count.
struct Spread {
    Durations held;
    Durations waited;
};

// The same of minutes whose events are gone: sums and maxima are all that was kept.
struct RolledSpread {
    qint64 holds = 0;
    Millis held{0};
    Millis longestHold{0};
    qint64 waits = 0;
    Millis waited{0};
    Millis longestWait{0};
};

template <typename T>
struct ByTime {
    T all;
    std::array<T, 24> hours; // in which it began
    std::array<T, 7> weekdays; // from Monday
};

struct LongHold {
    QString deployment;
    OwnerId owner;
    Alias alias;
    WallInstant began;
    Millis held{0};
    bool isOver = true; // false: it still has it at the end of the record
    // The holds before it: how many, and their 99th percentile, or the longest of the minutes if
    // there are too few events.
    qint64 past = 0;
    Millis usual{0};
    bool isByMinutes = false;

    friend bool operator==(const LongHold &, const LongHold &) = default;
};

// Holds by one name, host or client.
struct HolderShare {
    enum class Sort : quint8 { Alias, Host, Client, Owner, Others };

    // Its holds against all before its first: medians, of as many.
    struct Change {
        Millis before{0};
        Millis after{0};
        qint64 holdsBefore = 0;

        friend bool operator==(const Change &, const Change &) = default;
    };

    Sort sort = Sort::Owner;
    QByteArray name; // empty: of the others, which are too many
    WallInstant firstSeen; // its first hold
    WallInstant lastSeen;
    Durations held;
    std::optional<Change> change; // empty: none that is certain
};

// product's words, as in JSON.
QByteArray name(HolderShare::Sort sort);

struct UsualReport {
    std::optional<std::pair<WallInstant, WallInstant>> span; // that was read; empty: nothing
    ByTime<Spread> events;
    std::optional<WallInstant> rolledSince; // empty: there are no minutes before the events
    ByTime<RolledSpread> rolled;
    std::vector<LongHold> longHolds; // in the order of their ends
    qint64 moreLongHolds = 0; // that are left out
    std::vector<HolderShare> holders; // those that held it for longest first
    std::vector<RecordMark> marks; // of the time
    std::vector<QString> deployments; // that have such a lock
    std::optional<Error> rollUpFault; // the minutes could not be read
};

// As few holds are no usual ones.
inline constexpr qint64 fewestHolds = 50;
// A hold is long from so many times of the 99th percentile, and never below this.
inline constexpr int manyTimes = 3;
inline constexpr Millis leastLongHold{1000};
// A holder's median has changed from so many times, or one part of as many; with at least so many
// holds before and after.
inline constexpr int changedTimes = 2;
inline constexpr qint64 fewestForChange = 20;

// `folder`: of the roll-ups; empty: there are none, as beside an incident file.
Result<UsualReport> usualOf(RecordReader &reader, const QString &folder, const LockName &lock,
                            WallInstant since, WallInstant until, const QTimeZone &zone);

} // namespace lockscope::recorder
