// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/sessionkeeper.h"

#include "ui/client/watchclient.h"
#include "ui/locks/lockspane.h"
#include "ui/table/filterfield.h"
#include "ui/table/tableview.h"

#include <QAction>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

SessionKeeper::SessionKeeper(WatchClient &client, LocksPane &locks, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_locks(locks)
    , m_filter(locks.findChild<FilterField *>())
    , m_action(new QAction(tr("Resume the last session at the start"), this))
{
    m_action->setObjectName("actionResumeSession"_L1);
    m_action->setCheckable(true);
    m_action->setChecked(true);
    m_action->setToolTip(tr("Remembers servers, page, filter, selected lock and scroll position."));
    m_soon.setSingleShot(true);
    m_soon.setInterval(3s);
    connect(&m_soon, &QTimer::timeout, this, &SessionKeeper::changed);
    m_late.setSingleShot(true);
    m_late.setInterval(2s);
    connect(&m_late, &QTimer::timeout, this, [this] { m_top.reset(); });
    connect(m_action, &QAction::toggled, this, &SessionKeeper::changed);

    QScrollBar *const bar = locks.table()->verticalScrollBar();
    connect(bar, &QScrollBar::actionTriggered, this, [this] { m_top.reset(); });
    connect(bar, &QScrollBar::valueChanged, this, &SessionKeeper::note);
    connect(m_filter, &QLineEdit::textChanged, this, &SessionKeeper::onUserMoved);
    connect(&locks.selection(), &LockSelection::currentChanged, this, &SessionKeeper::onUserMoved);

    LockTableModel *const model = &client.locks();
    connect(model, &LockTableModel::merged, this, &SessionKeeper::follow);
    connect(model, &LockTableModel::rowsInserted, this, &SessionKeeper::follow);
    connect(model, &LockTableModel::filtered, this, &SessionKeeper::follow);
    connect(&client, &WatchClient::serversChanged, this, &SessionKeeper::follow);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(&client.servers(), signal, this, &SessionKeeper::note);
}

bool SessionKeeper::isOn() const
{
    return m_action->isChecked();
}

void SessionKeeper::setOn(bool on)
{
    m_action->setChecked(on);
}

// Many changes are one: the timer is not started anew.
void SessionKeeper::note()
{
    if (!m_soon.isActive())
        m_soon.start();
}

// Nobody must find a lock selected that was selected days ago, in place of the one just chosen.
void SessionKeeper::onUserMoved()
{
    note();
    if (m_isOwnMove)
        return;
    m_selected.reset();
    m_top.reset();
}

SessionLock SessionKeeper::lasting(const watch::LockId &lock) const
{
    const admin::Place place = m_client.servers().placeOf(lock.deployment);
    const watch::ServerRecord *const server = m_client.servers().find(lock.deployment);
    const bool isNamed = !place.deployment.isEmpty() || !server;
    return {place.profile, isNamed ? place.deployment : server->label, lock.name.bytes};
}

SessionState SessionKeeper::state() const
{
    SessionState state;
    state.isOn = isOn();
    if (!state.isOn)
        return state;
    state.filter = m_filter->text();
    state.selected = m_selected;
    if (const auto current = m_locks.selection().current())
        state.selected = lasting(*current);
    state.top = m_top;
    state.topOffset = m_topOffset;
    if (!m_top)
        state.top = topRow(&state.topOffset);
    return state;
}

// A row of a lock, since heads of groups are not told apart.
std::optional<SessionLock> SessionKeeper::topRow(int *offset) const
{
    const LockTableModel &model = m_client.locks();
    const TableView &table = *m_locks.table();
    const int scrolled = table.verticalScrollBar()->value();
    const int height = std::max(1, table.verticalHeader()->defaultSectionSize());
    *offset = 0;
    if (scrolled == 0)
        return std::nullopt;
    for (int row = scrolled / height; row < model.rowCount(); ++row) {
        if (model.isHead(row))
            continue;
        *offset = scrolled - row * height;
        return lasting(model.lockAt(row).id);
    }
    return std::nullopt;
}

void SessionKeeper::restore(const SessionState &state)
{
    setOn(state.isOn);
    const QScopedValueRollback own(m_isOwnMove, true);
    if (!state.filter.isEmpty())
        m_filter->setText(state.filter);
    m_selected = state.selected;
    m_top = state.top;
    m_topOffset = state.topOffset;
    follow();
}

void SessionKeeper::follow()
{
    select();
    scroll();
}

// The deployment of that label, rather by the same profile.
std::optional<watch::LockId> SessionKeeper::find(const SessionLock &lock) const
{
    std::optional<watch::LockId> found;
    for (const ServerRow &row : m_client.servers().rows()) {
        const watch::LockId id{row.server.deployment, LockName(lock.name)};
        const SessionLock here = lasting(id);
        if (here.label != lock.label || !m_client.locks().find(id))
            continue;
        if (here == lock)
            return id;
        found = id;
    }
    return found;
}

void SessionKeeper::select()
{
    if (!m_selected)
        return;
    const auto id = find(*m_selected);
    if (!id)
        return;
    const QScopedValueRollback own(m_isOwnMove, true);
    m_client.locks().reveal(*id);
    if (m_client.locks().rowOf(*id) < 0)
        return; // the order of a long table is still computed, or the filter holds it back
    m_selected.reset();
    m_locks.selection().select(*id);
}

bool SessionKeeper::isSettled() const
{
    const auto &rows = m_client.servers().rows();
    return !rows.empty() && !m_client.locks().isOrdering() && m_client.locks().isFiltered()
        && std::all_of(rows.begin(), rows.end(),
                       [](const ServerRow &row) { return watch::isSettled(row.server); });
}

// Not before all rows are there: those that come would move it.
void SessionKeeper::scroll()
{
    if (!m_top || !isSettled())
        return;
    const auto id = find(*m_top);
    const int row = id ? m_client.locks().rowOf(*id) : -1;
    if (row < 0) {
        if (!m_late.isActive())
            m_late.start();
        return;
    }
    m_top.reset();
    TableView &table = *m_locks.table();
    table.scrollToOffset(row * table.verticalHeader()->defaultSectionSize() + m_topOffset);
}

} // namespace lockscope::ui
