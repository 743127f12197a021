// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/steadyrows.h"

#include <QScrollBar>
#include <QTreeView>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace lockscope::ui {

namespace {

SteadyRows::Places placesOf(QTreeView *tree)
{
    const auto inSight = [tree] {
        std::vector<QModelIndex> rows;
        const int bottom = tree->viewport()->height();
        QModelIndex row = tree->indexAt({0, 0});
        while (row.isValid() && tree->visualRect(row).y() < bottom) {
            rows.push_back(row);
            row = tree->indexBelow(row);
        }
        return rows;
    };
    // Asked for a place it lays itself out.
    return {[tree](const QModelIndex &row) { return tree->visualRect(row); }, inSight, [] {}};
}

} // namespace

SteadyRows::SteadyRows(QAbstractItemView *view, Places places)
    : QObject(view)
    , m_view(view)
    , m_places(std::move(places))
{
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    QScrollBar *bar = view->verticalScrollBar();
    connect(bar, &QScrollBar::rangeChanged, this, [this, bar](int, int end) {
        if (m_follows)
            bar->setValue(end);
    });
}

SteadyRows::SteadyRows(QTreeView *tree, QAbstractItemModel *model)
    : SteadyRows(tree, placesOf(tree))
{
    watch(model);
}

void SteadyRows::watch(QAbstractItemModel *model)
{
    if (m_model)
        disconnect(m_model, nullptr, this, nullptr);
    m_model = model;
    m_held.clear();
    if (!model)
        return;
    connect(model, &QAbstractItemModel::rowsAboutToBeInserted, this, &SteadyRows::onChange);
    connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this, &SteadyRows::onChange);
    connect(model, &QAbstractItemModel::rowsAboutToBeMoved, this, &SteadyRows::onChange);
    connect(model, &QAbstractItemModel::layoutAboutToBeChanged, this, &SteadyRows::onChange);
    connect(model, &QObject::destroyed, this, [this] {
        m_model = nullptr;
        m_held.clear();
    });
}

// Before the view is painted: that is asked for with less priority.
void SteadyRows::onChange()
{
    if (m_isChanging || !m_view->isVisible())
        return;
    m_isChanging = true;
    hold();
    const auto end = [this] {
        m_isChanging = false;
        restore();
    };
    QMetaObject::invokeMethod(this, end, Qt::QueuedConnection);
}

bool SteadyRows::isCurrentInSight() const
{
    const QModelIndex current = m_view->currentIndex();
    const QRect place = current.isValid() ? m_places.place(current) : QRect();
    return place.isValid() && place.bottom() >= 0 && place.y() < m_view->viewport()->height();
}

void SteadyRows::hold()
{
    m_held.clear();
    m_current = m_view->currentIndex();
    m_hadCurrent = m_current.isValid();
    m_isChosenHeld = false;
    if (m_follows || !m_view->model() || m_view->model()->rowCount() == 0)
        return;
    const auto hold = [&](const QModelIndex &row) {
        m_held.push_back({QPersistentModelIndex(row), m_places.place(row).y()});
    };
    const QModelIndex current = m_view->currentIndex();
    m_isChosenHeld = isCurrentInSight()
        && m_view->selectionModel()->isRowSelected(current.row(), current.parent());
    if (m_isChosenHeld)
        hold(current);
    if (!m_isChosenHeld && m_view->verticalScrollBar()->value() == 0)
        return;
    for (const QModelIndex &row : m_places.inSight())
        hold(row);
}

// By how much the rows have moved. One row that moves, by a new time to live say, does not take the
// others with it: the middle of all is that of most.
std::optional<int> SteadyRows::offset() const
{
    std::vector<int> offsets;
    for (std::size_t i = 0; i < m_held.size(); ++i) {
        const Held &row = m_held[i];
        const QRect now = row.index.isValid() ? m_places.place(row.index) : QRect();
        if (!now.isValid())
            continue;
        if (i == 0 && m_isChosenHeld)
            return now.y() - row.y;
        offsets.push_back(now.y() - row.y);
    }
    if (offsets.empty())
        return std::nullopt;
    const auto middle = offsets.begin() + static_cast<std::ptrdiff_t>(offsets.size() / 2);
    std::ranges::nth_element(offsets, middle);
    return *middle;
}

void SteadyRows::restore()
{
    // When the current row is removed, Qt makes another one current: that is no choice of the user.
    const QModelIndex current = m_view->currentIndex();
    const bool isChoice =
        current.isValid() && m_current != current && (!m_hadCurrent || m_current.isValid());
    if (!m_held.empty() && !isChoice) {
        m_places.layOut();
        QScrollBar *bar = m_view->verticalScrollBar();
        if (const auto moved = offset())
            bar->setValue(bar->value() + *moved);
    }
    m_held.clear();
}

} // namespace lockscope::ui
