// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/intervals/ttltrace.h"

#include <QPointF>
#include <QRectF>
#include <QSize>

#include <optional>
#include <vector>

namespace lockscope::ui {

// The geometry of a trace of times to live: plain functions over values, any thread.

// Time runs to the right, time to live upwards; the picture's corner is 0, 0.
struct TtlScale {
    Instant from{};
    Instant to{};
    Millis top{1000}; // at the upper edge
    QSize size;

    double x(Instant at) const;
    double y(Millis ttl) const;
    Millis ttlAt(double y) const;
    Instant timeAt(double x) const;
};

// Nobody saw the lock in that time.
struct UnseenTime {
    Instant from{};
    Instant to{};
};

// A part of a tooth: a falling line, or a level one where there is no expiry.
struct TtlLine {
    QPointF from;
    QPointF to;
    bool isOverdue = false; // the renewal should have come
    bool isEndless = false;
    std::size_t tooth = 0;
};

struct TtlMark {
    enum class Type { Overdue, Expired, Released, ForceUnlocked, HandedOver, CutShort, Unknown };

    QPointF at;
    Type type = Type::Unknown;
    std::size_t tooth = 0;
};

struct TtlDrawing {
    TtlScale scale;
    std::vector<QRectF> unseen; // from the top to the ground
    std::vector<TtlLine> lines;
    std::vector<TtlLine> jumps; // from one tooth up to the next
    std::vector<TtlMark> marks;
    std::optional<double> lease; // the height of a fresh one; empty: not known
    std::optional<double> due; // at which the next renewal should come; empty: none is expected
};

// Teeth that share a pixel's column are drawn once, but an overdue tooth or the end of the hold is
// never left out. `frozenAt`: nothing is known about the time after it. No line crosses a time of
// `unseen`, the first of which comes first.
TtlDrawing drawTtl(const std::vector<insight::Tooth> &teeth, Instant from, Instant to,
                   const QSize &size, const std::optional<Instant> &frozenAt = {},
                   const std::vector<UnseenTime> &unseen = {});

// The span of time worth showing for such a lock: some leases of the latest hold, within limits.
Millis ttlWindow(const std::vector<insight::Tooth> &teeth);

// The latest of the teeth that is over or begins at that place, within some pixels; empty: none.
std::optional<std::size_t> toothAt(const std::vector<insight::Tooth> &teeth, const TtlScale &scale,
                                   double x);

} // namespace lockscope::ui
