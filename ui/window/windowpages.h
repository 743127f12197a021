// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/client/servers/servermodel.h"

#include <QObject>

class QAction;
class QStackedWidget;

namespace lockscope::ui {

class ViewDocks;

// The pages in the centre of the window: the overview, which has the window to itself, the table of
// locks with the views in docks around it, and a view of the rail that has the place of the table
// and of the views below it. GUI thread; a child of the window, as are the pages.
class WindowPages : public QObject
{
    Q_OBJECT

public:
    enum class Page : quint8 { Overview, Locks, View };

    // The first two, which are there all the time. Locks are in front at first.
    WindowPages(ViewDocks &docks, QWidget *overview, QWidget *locks, QObject *parent);

    QStackedWidget *stack() const { return m_stack; }
    QAction *action(Page page) const { return page == Page::Overview ? m_toOverview : m_toLocks; }

    Page current() const;
    QWidget *currentWidget() const;
    QWidget *widget(Page page) const { return page == Page::Overview ? m_overview : m_locks; }
    // The name of a view that fills the page; else empty.
    QString view() const;
    // The focus goes there, if the page was not in front.
    void show(Page page);
    // The same for a view, which fills the page; the focus goes there in any case.
    void showView(const QString &name);
    // Back to the locks from a view that fills the page; false: none does.
    bool closeView();
    void toggle();

    // The overview comes to the front with the first server, unless somebody has chosen a page
    // until then; after the last one the first page of the console, which tells how to connect.
    void openWithOverview(const ServerModel &servers);

Q_SIGNALS:
    void changed(lockscope::ui::WindowPages::Page page);

private:
    QAction *makeAction(const QString &name, const QString &text, Qt::Key key, Page page);
    void bring(Page page, const QString &view = {});
    void leave();
    void followServers(const ServerModel &servers);

    ViewDocks &m_docks;
    QWidget *m_overview;
    QWidget *m_locks;
    QStackedWidget *m_stack;
    QAction *m_toOverview;
    QAction *m_toLocks;
    bool m_isChosen = false; // by somebody, since there are servers
};

} // namespace lockscope::ui
