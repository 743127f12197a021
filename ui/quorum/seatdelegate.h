// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/insight/quorum/quorumverdict.h"
#include "ui/table/celldelegate.h"

#include <QMetaType>

namespace lockscope::ui {

// One server's part as a model knows it: an instant, not a duration, which would change constantly.
struct SeatValue {
    insight::Stance stance = insight::Stance::Silent;
    bool hasKey = false; // that is somebody's or in the way
    std::optional<Instant> deadline; // of that key; empty: no expiry, or not known

    friend bool operator==(const SeatValue &, const SeatValue &) = default;
};

// "7.4 s", "other, 7.4 s", "none", "silent".
QString seatText(const SeatValue &seat, Instant now);
Badge seatBadge(insight::Stance stance);

// Draws a server's part in a verdict: a mark of its own shape, and how long the key is still there
// at the instant of painting. GUI thread; the clock must outlive it.
class SeatDelegate : public CellDelegate
{
    Q_OBJECT

public:
    explicit SeatDelegate(const Clock &clock, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

private:
    const Clock &m_clock;
};

} // namespace lockscope::ui

Q_DECLARE_METATYPE(lockscope::ui::SeatValue)
