// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/tableheader.h"

#include "ui/table/celldelegate.h"

#include <QBitArray>
#include <QDataStream>
#include <QEvent>
#include <QGuiApplication>
#include <QHash>
#include <QPainter>
#include <QScopedValueRollback>
#include <QStandardItemModel>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope::ui {

namespace {

void paintArrow(QPainter *painter, const QPointF &at, double half, Qt::SortOrder order,
                const QColor &color)
{
    const double down = (order == Qt::DescendingOrder ? 0.6 : -0.6) * half;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    painter->drawPolygon(
        QPolygonF({at + QPointF(-half, -down), at + QPointF(half, -down), at + QPointF(0, down)}));
}

// The number of columns in a state that Qt has read. Some versions of Qt accept a state with any
// number of columns and fit it to the model, so that the header does not tell the number.
int columnsIn(const QByteArray &state)
{
    QDataStream in(state);
    in.setVersion(QDataStream::Qt_5_0); // as QHeaderView::saveState(), whose order this is
    qint32 marker = 0;
    qint32 version = 0;
    qint32 orientation = 0;
    qint32 sortOrder = 0;
    qint32 sortColumn = 0;
    bool isSortShown = false;
    QList<int> places;
    QList<int> columns;
    QBitArray hidden;
    QHash<int, int> hiddenWidths;
    qint32 length = 0;
    qint32 count = 0;
    in >> marker >> version >> orientation >> sortOrder >> sortColumn >> isSortShown;
    in >> places >> columns >> hidden >> hiddenWidths >> length >> count;
    return in.status() == QDataStream::Ok ? count : -1;
}

} // namespace

TableHeader::TableHeader(QWidget *parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
    setHighlightSections(false);
    connect(this, &QHeaderView::sectionResized, this, &TableHeader::onResized);
}

void TableHeader::setElastic(std::map<int, int> most)
{
    m_most = std::move(most);
    share();
}

QByteArray TableHeader::ownState()
{
    QByteArray state;
    {
        const QScopedValueRollback sharing(m_isSharing, true);
        for (const auto &[column, most] : m_most)
            give(column, 0);
        state = saveState();
    }
    share();
    return state;
}

bool TableHeader::restoreOwnState(const QByteArray &state)
{
    {
        const QScopedValueRollback sharing(m_isSharing, true);
        if (!restoreState(state))
            return false;
        m_given.clear();
    }
    share();
    return true;
}

// Only the usual widths are known of a hidden column, and of the last one, which has what is left.
void TableHeader::scaleWidths(double factor)
{
    const auto scaled = [factor](int width) {
        return static_cast<int>(std::lround(width * factor));
    };
    {
        const QScopedValueRollback sharing(m_isSharing, true);
        for (const auto &[column, most] : m_most)
            give(column, 0);
        m_given.clear();
        for (int &usual : m_usual)
            usual = scaled(usual);
        for (auto &[column, most] : m_most)
            most = scaled(most);
        int last = -1;
        for (int place = 0; stretchLastSection() && place < count(); ++place) {
            if (!isSectionHidden(logicalIndex(place)))
                last = logicalIndex(place);
        }
        for (int column = 0; column < count(); ++column) {
            const bool isUsual = isSectionHidden(column) || column == last;
            const int width = isUsual ? m_usual.value(column) : scaled(sectionSize(column));
            if (width > 0)
                resizeSection(column, width);
        }
    }
    share();
}

void TableHeader::setNewColumns(int count, int usualOrder)
{
    m_newColumns = count;
    m_formerOrder = usualOrder;
}

// Read by a header with that number of columns: the result for a state with fewer differs between
// Qt versions.
bool TableHeader::restoreFormerState(const QByteArray &state, int columns)
{
    QStandardItemModel model(0, columns);
    QHeaderView former(Qt::Horizontal);
    former.setModel(&model);
    if (columns > count() || !former.restoreState(state) || columnsIn(state) != columns)
        return false;
    {
        const QScopedValueRollback sharing(m_isSharing, true);
        for (const auto &[column, most] : m_most)
            give(column, 0);
        m_given.clear();
        int from = 0; // the place in the former header
        for (int place = 0; place < count(); ++place) {
            if (logicalIndex(place) >= columns)
                continue; // a later one has this place
            const int column = former.logicalIndex(from++);
            moveSection(visualIndex(column), place);
            const bool isHidden = former.isSectionHidden(column);
            setSectionHidden(column, isHidden);
            if (!isHidden && from < columns) // the last one takes what is left
                resizeSection(column, former.sectionSize(column));
        }
    }
    const bool isUsual = former.sortIndicatorSection() == m_formerOrder
        && former.sortIndicatorOrder() == Qt::AscendingOrder;
    if (!isUsual)
        setSortIndicator(former.sortIndicatorSection(), former.sortIndicatorOrder());
    share();
    return true;
}

bool TableHeader::viewportEvent(QEvent *event)
{
    const bool result = QHeaderView::viewportEvent(event);
    if (event->type() == QEvent::Resize)
        share();
    return result;
}

// A user's change to a column is kept; a change to others alters what is left for it, but
// not under its hand.
void TableHeader::onResized(int column, int before, int now)
{
    if (m_isSharing)
        return;
    if (before > 0 && now > 0)
        m_given.erase(column);
    if (QGuiApplication::mouseButtons() == Qt::NoButton)
        share();
}

int TableHeader::worth(int column) const
{
    const auto most = m_most.find(column);
    return most == m_most.end() ? 0 : most->second;
}

int TableHeader::ownWidth(int column) const
{
    const auto given = m_given.find(column);
    return sectionSize(column) - (given == m_given.end() ? 0 : given->second);
}

// The last column takes the remaining width: only its usual width, or, if it is elastic, its
// minimum share, is reserved before the other columns get any.
int TableHeader::spareWidth() const
{
    int spare = viewport()->width();
    int last = -1;
    for (int place = 0; place < count(); ++place) {
        const int column = logicalIndex(place);
        if (isSectionHidden(column))
            continue;
        spare -= ownWidth(column);
        last = column;
    }
    if (stretchLastSection() && last >= 0)
        spare += ownWidth(last) - std::max(m_usual.value(last), worth(last));
    return std::max(0, spare);
}

void TableHeader::share()
{
    if (m_isSharing || m_most.empty())
        return;
    // To ask for a size may be what makes it: a header puts that off.
    const QScopedValueRollback sharing(m_isSharing, true);
    const int spare = spareWidth();
    std::map<int, int> wanted;
    int all = 0;
    for (const auto &[column, most] : m_most) {
        const bool isUsual = !isSectionHidden(column) && ownWidth(column) == m_usual.value(column);
        wanted[column] = isUsual ? std::max(0, most - ownWidth(column)) : 0;
        all += wanted[column];
    }
    for (const auto &[column, width] : wanted)
        give(column, all <= spare ? width : static_cast<int>(qint64(width) * spare / all));
}

void TableHeader::give(int column, int width)
{
    if (sectionSize(column) == 0) { // hidden, or about to be: Qt restores its width
        const auto given = m_given.find(column);
        if (isSectionHidden(column) && given != m_given.end() && given->second > 0) {
            m_given.erase(given);
            resizeSection(column, m_usual.value(column));
        }
        return;
    }
    const int own = ownWidth(column);
    m_given[column] = width;
    resizeSection(column, own + width);
}

QSize TableHeader::sizeHint() const
{
    return {QHeaderView::sizeHint().width(), fontMetrics().height() + 9};
}

void TableHeader::paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const
{
    if (!rect.isValid() || !model())
        return;
    painter->save();
    const QColor line = palette().color(QPalette::Mid);
    painter->fillRect(rect, palette().color(QPalette::Window));
    painter->fillRect(rect.left(), rect.bottom(), rect.width(), 1, line);
    painter->fillRect(rect.right(), rect.top() + 5, 1, rect.height() - 10, line);

    const auto alignment = static_cast<Qt::Alignment>(
        model()->headerData(logicalIndex, Qt::Horizontal, Qt::TextAlignmentRole).toInt());
    QRect text = rect.adjusted(CellDelegate::margin, 0, -CellDelegate::margin, 0);
    const bool isSorted = isSortIndicatorShown() && sortIndicatorSection() == logicalIndex;
    if (isSorted) {
        const bool right = alignment.testFlag(Qt::AlignRight);
        const int half = fontMetrics().height() / 4;
        const int room = fontMetrics().height() - 1;
        const double x = right ? text.left() + half : text.right() - half;
        text.adjust(right ? room : 0, 0, right ? 0 : -room, 0);
        paintArrow(painter, {x, rect.center().y() + 0.5}, half, sortIndicatorOrder(),
                   palette().color(QPalette::WindowText));
    }
    painter->setPen(isSorted ? palette().color(QPalette::WindowText)
                             : palette().color(QPalette::PlaceholderText));
    const QString title = model()->headerData(logicalIndex, Qt::Horizontal).toString();
    painter->drawText(text, static_cast<int>(alignment | Qt::AlignVCenter | Qt::TextSingleLine),
                      fontMetrics().elidedText(title, Qt::ElideRight, text.width()));
    painter->restore();
}

} // namespace lockscope::ui
