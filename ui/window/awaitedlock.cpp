// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/awaitedlock.h"

#include "ui/client/watchedlock.h"

namespace lockscope::ui {

AwaitedLock::AwaitedLock(WatchClient &client, Navigator &navigator, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_navigator(navigator)
{
    connect(&client.servers(), &QAbstractItemModel::rowsAboutToBeRemoved, this,
            &AwaitedLock::leaveServers);
    connect(&client.locks(), &LockTableModel::merged, this, &AwaitedLock::look);
}

void AwaitedLock::open(const QByteArray &name)
{
    m_wanted = name;
    look();
}

void AwaitedLock::noteShown(const std::optional<watch::LockId> &lock)
{
    m_shown = lock;
}

// A lock that is not watched any more must not look as if it had gone.
void AwaitedLock::leaveServers(const QModelIndex &, int first, int last)
{
    if (!m_shown)
        return;
    std::optional<Left> left;
    const auto &rows = m_client.servers().rows();
    for (int row = 0; row < static_cast<int>(rows.size()); ++row) {
        const watch::ServerRecord &server = rows[static_cast<std::size_t>(row)].server;
        if (server.deployment != m_shown->deployment)
            continue;
        if (row < first || row > last)
            return; // another of its servers stays
        left = Left{server.label, m_shown->name};
    }
    if (left) {
        m_left = left;
        m_navigator.chooseLock({});
    }
}

void AwaitedLock::look()
{
    if (const auto back =
            m_left ? watchedLock(m_client, m_left->label, m_left->name) : std::nullopt) {
        m_left.reset();
        if (!m_shown) // nothing else was chosen
            m_navigator.chooseLock(back);
    }
    if (m_wanted.isEmpty())
        return;
    for (const ServerRow &row : m_client.servers().rows()) {
        const watch::LockId id{row.server.deployment, LockName(m_wanted)};
        if (!m_client.locks().find(id))
            continue;
        m_wanted.clear();
        m_navigator.openLock(id);
        return;
    }
}

} // namespace lockscope::ui
