// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/queue/queuemodel.h"
#include "ui/table/ttldelegate.h"

namespace lockscope::ui {

// Draws the rows of a QueueModel: before the place a line from the holder to the next waiter to
// wake, past waiters that cannot wake; before the owner the colour of its client; holders and the
// next waiter have a background of their own. GUI thread; model and clock must outlive it.
class QueueDelegate : public CellDelegate
{
    Q_OBJECT

public:
    QueueDelegate(const QueueModel &model, const Clock &clock, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

private:
    void paintPlace(QPainter *painter, const QStyleOptionViewItem &option,
                    const QModelIndex &index) const;
    void paintOwner(QPainter *painter, const QStyleOptionViewItem &option,
                    const QModelIndex &index) const;
    void paintPath(QPainter *painter, const QRect &area, QueueModel::Path path, bool isHolder,
                   const QColor &color) const;
    // Paints the text and returns its width.
    int paintText(QPainter *painter, const QStyleOptionViewItem &option, const QRect &area,
                  const QString &text, const QColor &color, LineCache::Face face) const;

    const QueueModel &m_model;
    TtlDelegate m_ttl;
    mutable LineCache m_texts;
};

} // namespace lockscope::ui
