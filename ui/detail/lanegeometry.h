// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <QPoint>
#include <QRect>

#include <optional>
#include <vector>

namespace lockscope::ui {

// How a queue is drawn as boxes in its order, row by row: plain functions over values, any thread.

// How much of the longest wait in the queue is left to this one, 0 to 1; empty: no deadline.
std::optional<double> waitLeft(const watch::WaiterRecord &waiter, Millis longest, Instant now);
Millis longestWait(const std::vector<watch::WaiterRecord> &queue, Instant now);

enum class LaneStep { Left, Right, Up, Down, First, Last };

// Boxes of one size from the upper left corner.
struct LaneGrid {
    int width = 0; // of the view
    QSize box;
    int gap = 0; // around and between
    int count = 0;

    int columns() const;
    int rows() const;
    int height() const;
    QRect rect(int index) const;
    std::optional<int> at(const QPoint &place) const;
    // From none (-1) every step leads to an end. -1 only where there are no boxes.
    int moved(int from, LaneStep step) const;
};

} // namespace lockscope::ui
