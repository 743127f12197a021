// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>

namespace lockscope::ui {

inline constexpr qsizetype mostChartPoints = 1000;

// At most so many points that look like all of them, drawn as a line: of each stretch the lowest
// and the highest, in their order, and the first and the last of all. `points` by x; `most` at
// least 4. A plain function.
QList<QPointF> decimated(const QList<QPointF> &points, qsizetype most = mostChartPoints);

} // namespace lockscope::ui
