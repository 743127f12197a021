// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/tableview.h"

#include "core/base/text.h"
#include "ui/kit/ownkeys.h"
#include "ui/table/celldelegate.h"
#include "ui/table/tableheader.h"
#include "ui/theme/textwidth.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMimeData>
#include <QScrollBar>

#include <algorithm>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

TableView::TableView(const QString &name, QWidget *parent)
    : QTableView(parent)
    , m_header(new TableHeader(this))
    , m_steady(makeSteady())
{
    setObjectName(name);
    setHorizontalHeader(m_header);
    setItemDelegate(new CellDelegate(this));
    setSelectionBehavior(SelectRows);
    setEditTriggers(NoEditTriggers);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setFrameShape(NoFrame);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setStretchLastSection(true);
    setKeys(this, {{{QKeySequence(QKeySequence::Copy)}, tr("Copy the selection")}});
    fitRowHeight();
    fitColumnWidths();
    // A new order has a new top: scroll there unless the current row is in sight.
    connect(m_header, &QHeaderView::sortIndicatorChanged, this, [this] {
        if (!m_steady->isCurrentInSight())
            verticalScrollBar()->setValue(0);
    });
}

// A row is as high as any other, wherever it moves to. The header of rows would look through all of
// them, before and after each order, for one that is not.
void TableView::setModel(QAbstractItemModel *model)
{
    if (!m_isHeldByHand)
        m_steady->watch(model);
    QTableView::setModel(model);
    if (!model)
        return;
    disconnect(model, &QAbstractItemModel::layoutAboutToBeChanged, verticalHeader(), nullptr);
    disconnect(model, &QAbstractItemModel::layoutChanged, verticalHeader(), nullptr);
}

// All rows are of one height, and none is hidden: no header has to be asked.
SteadyRows *TableView::makeSteady()
{
    const auto place = [this](const QModelIndex &row) {
        const int height = verticalHeader()->defaultSectionSize();
        return QRect(0, row.row() * height - verticalScrollBar()->value(), 1, height);
    };
    const auto inSight = [this] {
        const int height = verticalHeader()->defaultSectionSize();
        const int offset = verticalScrollBar()->value();
        const int last =
            std::min(model()->rowCount() - 1, (offset + viewport()->height()) / height);
        std::vector<QModelIndex> rows;
        for (int row = (offset + height - 1) / height; row <= last; ++row)
            rows.push_back(model()->index(row, 0));
        return rows;
    };
    return new SteadyRows(this, {place, inSight, [this] { updateGeometries(); }});
}

void TableView::holdByHand()
{
    m_isHeldByHand = true;
    m_steady->watch(nullptr);
}

void TableView::scrollToOffset(int offset)
{
    updateGeometries(); // the range of the scroll bar follows the rows
    verticalScrollBar()->setValue(offset);
}

void TableView::fitRowHeight()
{
    const int height = fontMetrics().height() + 9;
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
}

void TableView::fitColumnWidths()
{
    const int before = std::exchange(m_character, characterWidth(fontMetrics()));
    horizontalHeader()->setMinimumSectionSize(5 * m_character);
    if (before > 0 && before != m_character)
        m_header->scaleWidths(double(m_character) / before);
}

void TableView::setColumnWidths(const QList<int> &widths)
{
    // Converts from characters, so that the widths follow the font.
    QList<int> pixels;
    for (int i = 0; i < static_cast<int>(widths.size()); ++i) {
        pixels.push_back(widthOf(widths[i]));
        setColumnWidth(i, pixels.back());
    }
    m_header->setUsualWidths(pixels);
}

void TableView::fitWords(int column, const QStringList &words)
{
    int width = columnWidth(column);
    // In bold, as the delegate draws what is overdue or at risk.
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    for (const QString &word : words)
        width = std::max(width,
                         metrics.horizontalAdvance(word) + badgeRoom(fontMetrics())
                             + 2 * CellDelegate::margin + 1);
    setColumnWidth(column, width);
    m_header->setUsualWidth(column, width);
}

void TableView::setElastic(const std::map<int, int> &most)
{
    std::map<int, int> pixels;
    for (const auto &[column, characters] : most)
        pixels[column] = widthOf(characters);
    m_header->setElastic(std::move(pixels));
}

void TableView::setNewColumns(int count, int usualOrder)
{
    m_header->setNewColumns(count, usualOrder);
}

int TableView::widthOf(int characters) const
{
    return characters * characterWidth(fontMetrics()) + 12;
}

void TableView::setPreferredRows(int rows)
{
    m_preferredRows = rows;
    updateGeometry();
}

void TableView::setLeastRows(int rows)
{
    m_leastRows = rows;
    fitLeastHeight();
}

void TableView::fitLeastHeight()
{
    if (m_leastRows == 0)
        return;
    const int height = horizontalHeader()->sizeHint().height()
        + m_leastRows * verticalHeader()->defaultSectionSize() + 2 * frameWidth()
        + horizontalScrollBar()->sizeHint().height();
    if (height != minimumHeight())
        setMinimumHeight(height);
}

QSize TableView::sizeHint() const
{
    QSize size = QTableView::sizeHint();
    if (m_preferredRows > 0)
        size.setHeight(horizontalHeader()->sizeHint().height()
                       + m_preferredRows * verticalHeader()->defaultSectionSize());
    return size;
}

void TableView::copySelected() const
{
    copySelected(m_copyColumn);
}

void TableView::copySelected(int column) const
{
    if (!selectionModel())
        return;
    QList<int> rows;
    for (const QModelIndex &index : selectionModel()->selectedRows())
        rows += index.row();
    std::sort(rows.begin(), rows.end());
    QByteArrayList lines;
    for (const int row : std::as_const(rows))
        lines += model()->index(row, column).data(RawRole).toByteArray();
    if (lines.isEmpty())
        return;
    const QByteArray bytes = lines.join('\n');
    auto *mime = new QMimeData;
    mime->setText(fromUtf8(bytes));
    mime->setData(u"application/octet-stream"_s, bytes);
    QApplication::clipboard()->setMimeData(mime);
}

void TableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelected();
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::mousePressEvent(QMouseEvent *event)
{
    m_isPressedOnRow = indexAt(event->position().toPoint()).isValid();
    QTableView::mousePressEvent(event);
}

// A drag that begins beside the rows would select some and leave the current one, which the view
// beside it tells of, where it was.
void TableView::mouseMoveEvent(QMouseEvent *event)
{
    if (m_isPressedOnRow || event->buttons() == Qt::NoButton)
        QTableView::mouseMoveEvent(event);
}

// Qt would make the first row current, but not selected: it looks as if nothing were chosen, and
// the next Down would lead past it.
void TableView::focusInEvent(QFocusEvent *event)
{
    if (currentIndex().isValid()) {
        QTableView::focusInEvent(event);
        return;
    }
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void TableView::rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last)
{
    const int current = currentIndex().row();
    if (current >= first && current <= last)
        selectionModel()->clearCurrentIndex();
    QTableView::rowsAboutToBeRemoved(parent, first, last);
}

void TableView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitRowHeight();
        fitColumnWidths();
        fitLeastHeight();
    }
}

} // namespace lockscope::ui
