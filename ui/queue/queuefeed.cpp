// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/queuefeed.h"

namespace lockscope::ui {

QueueFeed::QueueFeed(WatchClient &client, const Clock &, QObject *owner)
    : QObject(owner)
    , m_client(client)
{
    client.picture().addSink(this);
    client.locks().forEachLock([this](const watch::LockPointer &lock) { note(lock->id, lock); });
}

QueueFeed::~QueueFeed()
{
    m_client.picture().removeSink(this);
}

void QueueFeed::note(const watch::LockId &id, const watch::LockPointer &lock)
{
    m_waits.note(id, lock, m_client.shownClock().now());
}

void QueueFeed::note(const watch::ServerRecord &) {}

void QueueFeed::note(const std::vector<watch::Event> &) {}

} // namespace lockscope::ui
