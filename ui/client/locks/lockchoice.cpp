// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/locks/lockchoice.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QItemSelectionModel>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

LockChoice::LockChoice(QAbstractItemView *view, LockOf lockOf, IsOf isOf)
    : QObject(view)
    , m_widget(view)
    , m_view(view)
    , m_lockOf(std::move(lockOf))
    , m_isOf(std::move(isOf))
{
    view->installEventFilter(this);
    // Or Qt makes the first row current as soon as the view has the focus: to show a page would
    // choose a lock.
    view->setCurrentIndex({});
    const auto *selection = view->selectionModel();
    connect(selection, &QItemSelectionModel::selectionChanged, this, &LockChoice::noteChanged);
    connect(selection, &QItemSelectionModel::currentRowChanged, this, &LockChoice::changed);
    // A row that stays may be about another lock now.
    connect(view->model(), &QAbstractItemModel::dataChanged, this, [this] {
        if (isAny())
            Q_EMIT changed();
    });
}

LockChoice::LockChoice(QWidget *view, Painted painted)
    : QObject(view)
    , m_widget(view)
    , m_painted(std::move(painted))
{
    view->installEventFilter(this);
}

// If several rows can be selected, the current one alone is only the place of the keyboard.
bool LockChoice::isAny() const
{
    if (!m_view)
        return m_painted.isAny();
    return m_view->selectionModel()->hasSelection()
        || (m_view->selectionMode() == QAbstractItemView::SingleSelection
            && m_view->currentIndex().isValid());
}

LockChoice::MaybeLock LockChoice::lock() const
{
    if (!m_view)
        return m_painted.isAny() ? m_painted.lock() : std::nullopt;
    std::optional<MaybeLock> common;
    for (const QItemSelectionRange &range : m_view->selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            const MaybeLock own = m_lockOf(range.model()->index(row, 0, range.parent()));
            if (common && own != *common)
                return std::nullopt;
            common = own;
        }
    }
    return common.value_or(std::nullopt);
}

bool LockChoice::isOf(const watch::LockId &lock) const
{
    const MaybeLock own = this->lock();
    if (own == lock)
        return true;
    if (!own || !m_isOf)
        return false;
    const QItemSelection selected = m_view->selectionModel()->selection();
    return std::ranges::all_of(selected, [&](const QItemSelectionRange &range) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            if (!m_isOf(range.model()->index(row, 0, range.parent()), lock))
                return false;
        }
        return true;
    });
}

bool LockChoice::isSeenOn(const watch::LockId &lock) const
{
    return m_widget->isVisible() && isAny() && isOf(lock);
}

void LockChoice::follow(const MaybeLock &lock)
{
    if (!isAny() || (lock ? isOf(*lock) : !this->lock()))
        return;
    if (m_view)
        m_view->selectionModel()->clear();
    else
        m_painted.clear();
}

void LockChoice::tell()
{
    if (isAny())
        Q_EMIT chosen(lock());
}

void LockChoice::noteChanged()
{
    const bool isChosen = m_view ? m_view->selectionModel()->hasSelection() : m_painted.isAny();
    if (isChosen && m_widget->hasFocus())
        Q_EMIT chosen(lock());
    else
        Q_EMIT changed();
}

bool LockChoice::eventFilter(QObject *, QEvent *event)
{
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide)
        Q_EMIT changed();
    return false;
}

} // namespace lockscope::ui
