// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/viewlist.h"

#include <QList>
#include <QObject>

#include <map>
#include <optional>

class QAction;
class QDockWidget;
class QMainWindow;
class QMenu;

namespace lockscope::ui {

// The views in their docks around the table: makes them from the list, arranges them, shows and
// hides them, puts all of them away while something else has the window, and lends one of them to
// the page that it fills. A view in a tab behind another one is hidden like any other, so it does
// no work. GUI thread; a child of the window.
class ViewDocks : public QObject
{
    Q_OBJECT

public:
    ViewDocks(const std::vector<ViewSpec> &specs, ViewContext &context, QMainWindow *window);

    // The view of this class; it must be in the list.
    template <typename View>
    View *view() const
    {
        for (const Entry &entry : m_entries) {
            if (auto *view = qobject_cast<View *>(entry.content))
                return view;
        }
        return nullptr;
    }

    // Raises the view in front of others at its place; the focus stays where it is.
    void bring(const QString &name);
    // The same, and the focus goes there.
    void show(const QString &name);

    // The same as bring(), or away with it where it is in front already.
    void toggle(const QString &name);

    // The action that shows the view, for a view of the rail by pageWanted(); checked while the
    // view is visible.
    QAction *action(const QString &name) const;
    QWidget *content(const QString &name) const;

    // The views that can be seen, in the order of the list.
    QList<QWidget *> inFront() const;

    // Hides the view with the focus; false: no view has it.
    bool closeCurrent();

    // The action() of each view.
    void fillMenu(QMenu *menu);

    // As they are at first.
    void arrange();

    // All of them, until they are taken back as they were, or one of them is wanted: needed().
    void putAway();
    void takeBack();
    bool isAway() const { return m_away.has_value(); }

    // Takes the view out of its dock, for a page of its own; the views that share the bottom with
    // it are hidden until endLoan(). The caller places and shows the widget.
    QWidget *lend(const QString &name);
    // The widget has to be hidden and where it is no longer laid out.
    void endLoan();
    // The name of the view that is lent; empty: none.
    QString lent() const;
    // Floating, a view is a window of its own and is no page.
    bool isFloating(const QString &name) const;

    // The places and sizes of the docks. A state saved by another set of views is refused.
    QByteArray state() const;
    bool restore(const QByteArray &state);

Q_SIGNALS:
    // A view is about to come to the front: one of the rail, or one that may stand beside any page
    // but the overview.
    void needed(bool isOfRail);
    void pageWanted(const QString &name);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Entry {
        ViewSpec spec;
        QDockWidget *dock = nullptr;
        QWidget *content = nullptr;
        QAction *action = nullptr;
    };

    struct Loan {
        QString name;
        QByteArray state; // of all docks before it
        QList<QDockWidget *> hidden; // for as long as it lasts
        QDockWidget *front = nullptr; // of these, at the bottom
        int height = 0;
    };

    void add(const ViewSpec &spec, ViewContext &context);
    void setSizes();
    int version() const;
    const Entry *find(const QString &name) const;

    QMainWindow *m_window;
    std::vector<Entry> m_entries;
    std::optional<QByteArray> m_away; // the state that they are taken back to
    QList<QDockWidget *> m_front; // those that were in front then
    QList<QDockWidget *> m_raised; // which report it a moment later
    std::optional<Loan> m_loan;
    bool m_isSizeDue = false; // until the window is shown they have no size that lasts
};

} // namespace lockscope::ui
