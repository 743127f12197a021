// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/table/celldelegate.h"
#include "ui/table/ttlvalue.h"

namespace lockscope::ui {

// The places of the bar and the text of a time to live in a cell.
struct TtlGeometry {
    QRect track; // the whole lease
    QRect bar; // the remaining time; never wider than the track
    QRect text; // over the bar, on the line of the other cells' text

    friend bool operator==(const TtlGeometry &, const TtlGeometry &) = default;
};

// The bar lies behind the text; all empty where there is no room.
TtlGeometry ttlGeometry(const QRect &cell, double fraction);

Tone ttlTone(TtlTone tone);

// Draws the time that is left as text and bar, at the instant of painting: the model's data does
// not change while time passes, the view repaints. GUI thread; the clock must outlive it.
class TtlDelegate : public CellDelegate
{
    Q_OBJECT

public:
    explicit TtlDelegate(const Clock &clock, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

private:
    const Clock &m_clock;
};

} // namespace lockscope::ui
