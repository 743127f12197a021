// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <QObject>

#include <functional>
#include <optional>

class QAbstractItemView;
class QModelIndex;
class QWidget;

namespace lockscope::ui {

// The highlighted row of a view outside the table of locks, and the lock that it stands for. Every
// view with such rows makes one, and the window ties all that it finds to the lock that the actions
// apply to: a row that the user selects makes its lock that one, and a row that stands for another
// lock is not highlighted any more. GUI thread; a child of the view.
class LockChoice : public QObject
{
    Q_OBJECT

public:
    using MaybeLock = std::optional<watch::LockId>;
    // The lock of a row; empty: it is about none.
    using LockOf = std::function<MaybeLock(const QModelIndex &row)>;
    // Whether the row stands for this lock, too, where it does for several.
    using IsOf = std::function<bool(const QModelIndex &row, const watch::LockId &lock)>;

    // Once the view has its model.
    LockChoice(QAbstractItemView *view, LockOf lockOf, IsOf isOf = {});

    // The same for a view that paints its rows itself; it calls noteChanged().
    struct Painted {
        std::function<bool()> isAny; // something is highlighted
        std::function<MaybeLock()> lock;
        std::function<void()> clear;
    };
    LockChoice(QWidget *view, Painted painted);

    // Several rows of different locks stand for none.
    MaybeLock lock() const;
    // A row that stands for this lock is highlighted and in sight.
    bool isSeenOn(const watch::LockId &lock) const;
    // Only this lock is acted on; empty: none, or several.
    void follow(const MaybeLock &lock);
    // The window has led to a row: it counts as selected by hand.
    void tell();
    // Another choice; by hand only while the view has the focus.
    void noteChanged();

Q_SIGNALS:
    void chosen(const std::optional<lockscope::watch::LockId> &lock); // by the user
    void changed(); // not by the user, or it came into sight or went

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool isAny() const;
    bool isOf(const watch::LockId &lock) const;

    QWidget *m_widget;
    QAbstractItemView *m_view = nullptr; // none: it is painted
    LockOf m_lockOf;
    IsOf m_isOf;
    Painted m_painted;
};

} // namespace lockscope::ui
