// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowpages.h"

#include "ui/kit/focusring.h"
#include "ui/theme/tooltip.h"
#include "ui/window/viewdocks.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

WindowPages::WindowPages(ViewDocks &docks, QWidget *overview, QWidget *locks, QObject *parent)
    : QObject(parent)
    , m_docks(docks)
    , m_overview(overview)
    , m_locks(locks)
    , m_stack(new QStackedWidget)
    , m_switcher(new QWidget)
    , m_toOverview(new QToolButton)
    , m_toLocks(new QToolButton)
{
    m_stack->setObjectName("pages"_L1);
    m_stack->addWidget(locks);
    m_stack->addWidget(overview);
    makeSwitcher();
    // A view that is wanted is beside the locks.
    connect(&docks, &ViewDocks::needed, this, [this] {
        m_isChosen = true;
        bring(Page::Locks);
    });
}

void WindowPages::makeSwitcher()
{
    m_switcher->setObjectName("pageSwitch"_L1);
    auto *layout = new QHBoxLayout(m_switcher);
    layout->setContentsMargins(0, 0, 4, 0);
    layout->setSpacing(2);
    m_toOverview->setObjectName("toOverview"_L1);
    m_toOverview->setText(tr("Overview"));
    m_toOverview->setToolTip(toolTipOf(tr("Shows how everything is (F2)")));
    m_toLocks->setObjectName("toLocksPage"_L1);
    m_toLocks->setText(tr("Locks"));
    m_toLocks->setToolTip(toolTipOf(tr("Shows the table of locks and the views (F2)")));
    m_toLocks->setChecked(true);
    for (const auto &[button, page] :
         {std::pair(m_toOverview, Page::Overview), std::pair(m_toLocks, Page::Locks)}) {
        button->setCheckable(true);
        button->setAutoExclusive(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setChecked(page == Page::Locks);
        layout->addWidget(button);
        connect(button, &QToolButton::clicked, this, [this, page = page] { show(page); });
    }
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
    (isOverview ? m_toOverview : m_toLocks)->setChecked(true);
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
