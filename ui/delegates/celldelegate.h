// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/roles.h"
#include "ui/theme/tones.h"

#include <QStyledItemDelegate>

namespace lockscope::ui {

// Draws the cells of every table from the roles of roles.h: a mark of its own shape before the
// text, quiet text for what does not apply, italics for what is stale, a tint behind rows that need
// attention. GUI thread; keeps no state.
class CellDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int margin = 6; // of text, at either side

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

    static void paintBackground(QPainter *painter, const QStyleOptionViewItem &option);
    static bool isSelected(const QStyleOptionViewItem &option);
};

// Of a mark beside text of this font, and the same with the gap before the text.
int badgeSize(const QFontMetrics &metrics);
int badgeRoom(const QFontMetrics &metrics);

Tone badgeTone(Badge badge);

// The mark's own shape, so that colour is not the only signal; `box` is square.
void paintBadge(QPainter *painter, const QRectF &box, Badge badge, const QColor &color);

} // namespace lockscope::ui
