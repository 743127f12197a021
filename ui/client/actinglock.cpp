// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/client/actinglock.h"

#include "ui/client/watchclient.h"

#include <algorithm>

namespace lockscope::ui {

ActingLock::ActingLock(WatchClient &client, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_clock(clock)
{
    m_second.setInterval(std::chrono::seconds(1));
    connect(&m_second, &QTimer::timeout, this, &ActingLock::look);
    m_client.setActingLocked(true);
}

bool ActingLock::isNeeded() const
{
    return std::ranges::any_of(m_client.servers().rows(),
                               [](const ServerRow &row) { return row.place.isUnlockNeeded; });
}

Millis ActingLock::left() const
{
    return std::max(Millis(0), std::chrono::ceil<Millis>(m_touchedAt + idleLimit - m_clock.now()));
}

void ActingLock::unlock()
{
    touch();
    set(true);
}

void ActingLock::lock()
{
    set(false);
}

void ActingLock::touch()
{
    m_touchedAt = m_clock.now();
}

void ActingLock::look()
{
    if (!m_isUnlocked || left() > Millis(0))
        return;
    set(false);
    Q_EMIT lockedByTime();
}

void ActingLock::set(bool isUnlocked)
{
    if (m_isUnlocked == isUnlocked)
        return;
    m_isUnlocked = isUnlocked;
    if (isUnlocked)
        m_second.start();
    else
        m_second.stop();
    m_client.setActingLocked(!isUnlocked);
    Q_EMIT changed(isUnlocked);
}

} // namespace lockscope::ui
