// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/aliases/aliasbindings.h"

#include "ui/aliases/aliasdialog.h"
#include "ui/client/watchclient.h"
#include "ui/detail/detailpane.h"
#include "ui/events/eventspane.h"
#include "ui/locks/lockspane.h"
#include "ui/queue/queuepane.h"
#include "ui/table/roles.h"
#include "ui/table/tableview.h"

#include <QAction>
#include <QApplication>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

AliasBindings::AliasBindings(WatchClient &client, const Views &views, QWidget *window)
    : QObject(window)
    , m_client(client)
    , m_views(views)
    , m_window(window)
    , m_name(new QAction(tr("Name th&is owner…"), this))
    , m_list(new QAction(tr("Names o&f owners…"), this))
{
    m_name->setObjectName("actionNameOwner"_L1);
    m_name->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    m_name->setToolTip(tr("Gives the selected holder or waiter a name."));
    m_list->setObjectName("actionOwnerNames"_L1);
    connect(m_name, &QAction::triggered, this, &AliasBindings::nameCurrent);
    connect(m_list, &QAction::triggered, this, &AliasBindings::openList);
    connect(views.detail, &DetailPane::ownerChosen, this, [this](const OwnerId &owner) {
        if (const auto &id = m_views.detail->shownLock())
            nameOwner({id->deployment, owner});
    });
    const auto nameIt = [this](watch::DeploymentId deployment, const OwnerId &owner) {
        nameOwner({deployment, owner});
    };
    connect(views.queue, &QueuePane::ownerChosen, this, nameIt);
    connect(views.events, &EventsPane::ownerChosen, this, nameIt);
}

void AliasBindings::fillMenu(QMenu *menu)
{
    menu->addAction(m_name);
    menu->addAction(m_list);
}

std::optional<AliasBindings::ShownOwner> AliasBindings::currentOwner() const
{
    const QWidget *const focus = QApplication::focusWidget();
    if (focus && m_views.events->isAncestorOf(focus))
        return m_views.events->currentOwner();
    if (const auto &queue = m_views.queue->shownLock();
        queue && focus && m_views.queue->isAncestorOf(focus)) {
        if (const auto owner = m_views.queue->currentOwner())
            return ShownOwner(queue->deployment, *owner);
    }
    const auto &shown = m_views.detail->shownLock();
    if (shown && focus && m_views.detail->isAncestorOf(focus)) {
        if (const auto owner = m_views.detail->currentOwner(focus))
            return ShownOwner(shown->deployment, *owner);
    }
    const auto current = m_views.locks->selection().current();
    const auto id = current ? current : m_views.detail->isVisible() ? shown : std::nullopt;
    const LockPointer lock = id ? m_client.locks().find(*id) : LockPointer();
    if (!lock)
        return std::nullopt;
    if (!lock->holds.empty())
        return ShownOwner(id->deployment, lock->holds.front().owner);
    if (lock->waiters && !lock->waiters->empty())
        return ShownOwner(id->deployment, lock->waiters->front().owner);
    return std::nullopt;
}

void AliasBindings::nameCurrent()
{
    if (const auto owner = currentOwner())
        nameOwner(*owner);
    else
        Q_EMIT noticed(
            tr("No owner is selected: select a held lock, a hold, a waiter or an event."));
}

void AliasBindings::nameOwner(const ShownOwner &owner)
{
    open();
    dialog().nameOwner(owner.first, owner.second);
}

void AliasBindings::openList()
{
    open();
}

AliasDialog &AliasBindings::dialog()
{
    if (!m_dialog) {
        m_dialog = new AliasDialog(m_client, m_window);
        connect(m_dialog, &AliasDialog::nameWanted, this, &AliasBindings::nameWanted);
    }
    return *m_dialog;
}

void AliasBindings::open()
{
    dialog().show();
    dialog().raise();
    dialog().activateWindow();
}

void AliasBindings::tell(const QString &text)
{
    if (m_dialog && m_dialog->isVisible())
        m_dialog->tell(text);
    else
        Q_EMIT noticed(text);
}

} // namespace lockscope::ui
