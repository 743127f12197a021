// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>
#include <QList>

#include <map>

namespace lockscope::ui {

// A flat header whose titles stand exactly above the text of the cells. GUI thread.
class TableHeader : public QHeaderView
{
    Q_OBJECT

public:
    explicit TableHeader(QWidget *parent = nullptr);

    QSize sizeHint() const override;

    // Columns whose texts are often longer than their usual width, and how wide they are worth to
    // be: they share what room is left, after the last column, and give it back when there is less.
    // One that somebody made wider or narrower stays as it is. Pixels; the usual widths are told
    // before.
    void setUsualWidths(const QList<int> &widths) { m_usual = widths; }
    void setUsualWidth(int column, int width) { m_usual.replace(column, width); }
    void setElastic(std::map<int, int> most);

    // As saveState() and restoreState(), but without the shared widths.
    QByteArray ownState();
    bool restoreOwnState(const QByteArray &state);

    // All widths, when the font is another.
    void scaleWidths(double factor);
    // The last so many columns came after layouts were remembered, and `usualOrder` was the column
    // by which rows were sorted before, if nobody chose another.
    void setNewColumns(int count, int usualOrder);
    int newColumns() const { return m_newColumns; }
    // A state of the header when it had so many columns: the later ones stay as they are, and so
    // does the order if it was the usual one.
    bool restoreFormerState(const QByteArray &state, int columns);

protected:
    void paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const override;
    bool viewportEvent(QEvent *event) override;

private:
    int worth(int column) const;
    int ownWidth(int column) const;
    int spareWidth() const;
    void share();
    void give(int column, int width);
    void onResized(int column, int before, int now);

    QList<int> m_usual; // by column
    std::map<int, int> m_most; // of elastic columns
    std::map<int, int> m_given; // of them, beyond their own width
    bool m_isSharing = false;
    int m_newColumns = 0;
    int m_formerOrder = -1;
};

} // namespace lockscope::ui
