// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowpages.h"

#include "ui/kit/focusring.h"
#include "ui/window/viewdocks.h"

#include <QAction>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

WindowPages::WindowPages(ViewDocks &docks, QWidget *overview, QWidget *locks, QObject *parent)
    : QObject(parent)
    , m_docks(docks)
    , m_overview(overview)
    , m_locks(locks)
    , m_stack(new QStackedWidget)
    , m_toOverview(makeAction(u"actionOverview"_s, tr("Overview"), Qt::Key_0, Page::Overview))
    , m_toLocks(makeAction(u"actionLocks"_s, tr("Locks"), Qt::Key_1, Page::Locks))
{
    m_stack->setObjectName("pages"_L1);
    m_stack->addWidget(locks);
    m_stack->addWidget(overview);
    // A view that is wanted is beside the locks.
    connect(&docks, &ViewDocks::needed, this, [this] {
        m_isChosen = true;
        bring(Page::Locks);
    });
}

// Leads to the page also where it is in front already: then the focus goes there.
QAction *WindowPages::makeAction(const QString &name, const QString &text, Qt::Key key, Page page)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(QKeySequence(Qt::ALT | key));
    connect(action, &QAction::triggered, this, [this, page] {
        show(page);
        focusPart(currentWidget());
    });
    return action;
}

WindowPages::Page WindowPages::current() const
{
    return m_stack->currentWidget() == m_overview ? Page::Overview : Page::Locks;
}

QWidget *WindowPages::currentWidget() const
{
    return m_stack->currentWidget();
}

void WindowPages::show(Page page)
{
    m_isChosen = true;
    if (page == current())
        return;
    bring(page);
    focusPart(currentWidget());
}

void WindowPages::toggle()
{
    show(current() == Page::Overview ? Page::Locks : Page::Overview);
}

void WindowPages::bring(Page page)
{
    if (page == current())
        return;
    const bool isOverview = page == Page::Overview;
    if (isOverview)
        m_docks.putAway();
    m_stack->setCurrentWidget(isOverview ? m_overview : m_locks);
    if (!isOverview)
        m_docks.takeBack();
    Q_EMIT changed(page);
}

void WindowPages::openWithOverview(const ServerModel &servers)
{
    for (const auto signal : {&ServerModel::rowsInserted, &ServerModel::rowsRemoved})
        connect(&servers, signal, this, [this, &servers] { followServers(servers); });
    followServers(servers);
}

void WindowPages::followServers(const ServerModel &servers)
{
    if (servers.rowCount() == 0) {
        m_isChosen = false;
        bring(Page::Locks);
    } else if (!m_isChosen && current() == Page::Locks) {
        m_isChosen = true;
        bring(Page::Overview);
        if (QWidget *window = m_stack->window(); !window->focusWidget()
            || !window->focusWidget()->isVisible() || m_locks->isAncestorOf(window->focusWidget()))
            focusPart(m_overview);
    }
}

} // namespace lockscope::ui
