// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPersistentModelIndex>
#include <QRect>

#include <functional>
#include <optional>
#include <vector>

class QAbstractItemModel;
class QAbstractItemView;
class QTreeView;

namespace lockscope::ui {

// Around changes of a view's model: the current row, if it is selected and in sight, stays where it
// is on the screen, to the pixel, while rows come and go; else most of those in sight do. At the
// top, with no such row, the view stays at the top. GUI thread; a child of the view, which it makes
// scroll by pixels.
class SteadyRows : public QObject
{
    Q_OBJECT

public:
    // Access to the view: the place of a row in the viewport, invalid if it is not laid out; the
    // rows in sight, from above; and a function that updates the range of its scroll bar.
    struct Places {
        std::function<QRect(const QModelIndex &)> place;
        std::function<std::vector<QModelIndex>()> inSight;
        std::function<void()> layOut;
    };

    SteadyRows(QAbstractItemView *view, Places places);
    // For a tree, before it gets its model: it forgets its rows as soon as that changes.
    SteadyRows(QTreeView *tree, QAbstractItemModel *model);

    // Handles each change of the model from now on automatically: changes in one turn of the event
    // loop count as one. To be called before the view gets the model.
    void watch(QAbstractItemModel *model);
    // True between the first of such changes and the last.
    bool isChanging() const { return m_isChanging; }

    // While following, rows appended to the list are scrolled into sight.
    void setFollowing(bool follows) { m_follows = follows; }

    // By hand, for a model that tells itself which changes belong together. If the user has chosen
    // another row in between, the view stays there.
    void hold();
    void restore();
    bool isCurrentInSight() const;

private:
    struct Held {
        QPersistentModelIndex index;
        int y; // in the viewport
    };

    void onChange();
    std::optional<int> offset() const;

    QAbstractItemView *m_view;
    Places m_places;
    QAbstractItemModel *m_model = nullptr;
    std::vector<Held> m_held;
    QPersistentModelIndex m_current; // when they were held
    bool m_hadCurrent = false;
    bool m_isChosenHeld = false; // it is the first of them
    bool m_isChanging = false;
    bool m_follows = false;
};

} // namespace lockscope::ui
