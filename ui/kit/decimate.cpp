// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/decimate.h"

#include <algorithm>

namespace lockscope::ui {

QList<QPointF> decimated(const QList<QPointF> &points, qsizetype most)
{
    most = std::max<qsizetype>(most, 4);
    if (points.size() <= most)
        return points;
    QList<QPointF> kept;
    kept.reserve(most);
    kept.append(points.first());
    const qsizetype inner = points.size() - 2;
    const qsizetype stretches = (most - 2) / 2;
    const auto isLower = [](const QPointF &a, const QPointF &b) { return a.y() < b.y(); };
    for (qsizetype i = 0; i < stretches; ++i) {
        const auto from = points.begin() + 1 + inner * i / stretches;
        const auto to = points.begin() + 1 + inner * (i + 1) / stretches;
        const auto [low, high] = std::minmax_element(from, to, isLower);
        kept.append(std::min(low, high)[0]);
        if (low != high)
            kept.append(std::max(low, high)[0]);
    }
    kept.append(points.last());
    return kept;
}

} // namespace lockscope::ui
