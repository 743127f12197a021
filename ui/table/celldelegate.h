// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/table/linecache.h"
#include "ui/table/roles.h"
#include "ui/theme/tones.h"

#include <QHash>
#include <QPixmap>
#include <QStyledItemDelegate>

#include <optional>

namespace lockscope::ui {

// The values of a cell's roles, read at once.
struct CellLook {
    QString text;
    Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter;
    Badge badge = Badge::None;
    std::optional<quint64> mark; // of MarkRole; only where there is no badge
    bool stale = false;
    bool alarm = false;
    bool notice = false;
    bool quiet = false;
    bool heading = false;
};

// Draws the cells of every table from the roles of roles.h: a mark of its own shape before the
// text, quiet text for values that do not apply, italics for stale values, a tint behind rows that
// need attention. Other roles, such as fonts and check boxes, it does not ask for: a window of
// locks has hundreds of cells, thirty times a second. GUI thread; keeps only what it has drawn
// before.
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

    static CellLook look(const QModelIndex &index, bool withText = true);
    // With the text in a tone of its own, or in the one that the look asks for.
    void paintLook(QPainter *painter, const QStyleOptionViewItem &option, const CellLook &look,
                   std::optional<Tone> tone = {}) const;
    // The look's text alone.
    void paintLine(QPainter *painter, const QStyleOptionViewItem &option, const QRect &area,
                   const CellLook &look, const QColor &color, Qt::TextElideMode elide) const;
    // Sets the cell's background from the look, for paintBackground().
    static void prepare(QStyleOptionViewItem *option, const CellLook &look);
    static void paintBackground(QPainter *painter, const QStyleOptionViewItem &option);
    static bool isSelected(const QStyleOptionViewItem &option);

private:
    struct BadgeKey {
        Badge badge = Badge::None;
        QRgb color = 0;
        int size = 0;
        double ratio = 1;

        friend bool operator==(const BadgeKey &, const BadgeKey &) = default;
        friend std::size_t qHash(const BadgeKey &key, std::size_t seed = 0)
        {
            return qHashMulti(seed, static_cast<int>(key.badge), key.color, key.size, key.ratio);
        }
    };

    const QPixmap &badgePicture(Badge badge, const QColor &color, int size, double ratio) const;

    mutable LineCache m_lines;
    mutable QHash<BadgeKey, QPixmap> m_badges;
};

// The size of a mark beside text of this font, and the same with the gap before the text.
int badgeSize(const QFontMetrics &metrics);
int badgeRoom(const QFontMetrics &metrics);

Tone badgeTone(Badge badge);

// A square in the colour of this number (tones.h); framed where it is on a selection, in which a
// like colour would be lost.
void paintMark(QPainter *painter, const QRect &area, quint64 number,
               const QStyleOptionViewItem &option);

// The mark's own shape, so that colour is not the only signal; `box` is square.
void paintBadge(QPainter *painter, const QRectF &box, Badge badge, const QColor &color);

} // namespace lockscope::ui
