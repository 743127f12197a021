// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/watchclient.h"
#include "ui/theme/glyph.h"

#include <QKeySequence>
#include <QString>

#include <vector>

namespace lockscope::ui {

class ActionController;
class Navigator;

// The objects that the views are made from. GUI thread; all of them outlive the views.
struct ViewContext {
    WatchClient &client;
    const Clock &clock; // of the picture: stands still in a pause
    const Clock &realClock; // for times that go on in a pause, such as those of our own holds
    ActionController &actions;
    Navigator &navigator;
    QObject &owner; // of the objects that several views share

    // An object that several views share, a history say: made for the first that asks, once a
    // window, as T(client, realClock, owner).
    template <typename T>
    T &shared()
    {
        if (auto *made = owner.findChild<T *>(QString(), Qt::FindDirectChildrenOnly))
            return *made;
        return *new T(client, realClock, &owner);
    }
};

// A view around the table of locks.
struct ViewSpec {
    QString name; // of its dock; never changes, since layouts are remembered by it
    QString title;
    Qt::DockWidgetArea area;
    QKeySequence key;
    bool isOpenAtFirst;
    QWidget *(*make)(ViewContext &context);
    Glyph glyph = Glyph::None;
    int page = 0; // its place on the rail, where 0 is the overview and 1 the locks; 0: not there
};

// The dynamic property of a view's widget with the name of its dock, wherever the widget is.
inline constexpr const char *viewProperty = "view";
// The title of the view that contains this object; empty: none does.
QString viewTitleOf(const QObject *object);

// All views in the order of the tabs. A new one is its line there and its include.
std::vector<ViewSpec> allViews();

// Those of the rail, in its order.
std::vector<ViewSpec> railViews();

} // namespace lockscope::ui
