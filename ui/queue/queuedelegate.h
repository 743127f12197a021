// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/queue/queuemodel.h"
#include "ui/table/ttldelegate.h"

namespace lockscope::ui {

// Draws the rows of a QueueModel: before the place the way from the holder to the one that is next
// to wake, past whoever cannot wake; before the owner the colour of its client; holders and the
// next on a ground of their own. GUI thread; model and clock must outlive it.
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
    // How wide the text is.
    int paintText(QPainter *painter, const QStyleOptionViewItem &option, const QRect &area,
                  const QString &text, const QColor &color, LineCache::Face face) const;

    const QueueModel &m_model;
    TtlDelegate m_ttl;
    mutable LineCache m_texts;
};

} // namespace lockscope::ui
