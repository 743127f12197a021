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
    connect(&docks, &ViewDocks::pageWanted, this, &WindowPages::showView);
    // A view of the rail that is wanted in its dock is beside the locks, the others beside any page
    // but the overview.
    connect(&docks, &ViewDocks::needed, this, [this](bool isOfRail) {
        m_isChosen = true;
        if (isOfRail || current() == Page::Overview)
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
    if (!m_docks.lent().isEmpty())
        return Page::View;
    return m_stack->currentWidget() == m_overview ? Page::Overview : Page::Locks;
}

QString WindowPages::view() const
{
    return m_docks.lent();
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

void WindowPages::showView(const QString &name)
{
    m_isChosen = true;
    if (m_docks.isFloating(name)) {
        m_docks.show(name);
        return;
    }
    if (view() != name)
        bring(Page::View, name);
    focusPart(currentWidget());
}

bool WindowPages::closeView()
{
    if (current() != Page::View)
        return false;
    show(Page::Locks);
    return true;
}

void WindowPages::toggle()
{
    show(current() == Page::Overview ? Page::Locks : Page::Overview);
}

void WindowPages::bring(Page page, const QString &view)
{
    if (page == current() && view == this->view())
        return;
    leave();
    switch (page) {
    case Page::Overview:
        m_docks.putAway();
        m_stack->setCurrentWidget(m_overview);
        break;
    case Page::Locks:
        break;
    case Page::View:
        if (QWidget *widget = m_docks.lend(view)) {
            m_stack->addWidget(widget);
            m_stack->setCurrentWidget(widget);
        }
    }
    Q_EMIT changed(page);
}

// To the locks, as they were.
void WindowPages::leave()
{
    QWidget *const left = m_stack->currentWidget();
    m_stack->setCurrentWidget(m_locks);
    if (left == m_overview) {
        m_docks.takeBack();
    } else if (left != m_locks) {
        m_stack->removeWidget(left);
        m_docks.endLoan();
    }
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
