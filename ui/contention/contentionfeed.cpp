// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/contentionfeed.h"

namespace lockscope::ui {

ContentionFeed::ContentionFeed(WatchClient &client, const Clock &, QObject *owner)
    : QObject(owner)
    , m_client(client)
{
    client.picture().addSink(this);
    for (const auto &[id, server] : client.picture().servers())
        note(server);
    client.locks().forEachLock([this](const watch::LockPointer &lock) { note(lock->id, lock); });
}

ContentionFeed::~ContentionFeed()
{
    m_client.picture().removeSink(this);
}

void ContentionFeed::note(const watch::LockId &id, const watch::LockPointer &lock)
{
    m_book.note(id, lock.get(), now());
}

void ContentionFeed::note(const watch::ServerRecord &server)
{
    m_book.note(server, now());
}

void ContentionFeed::noteRemoved(watch::DeploymentId deployment)
{
    m_book.noteRemoved(deployment, now());
}

void ContentionFeed::note(const std::vector<watch::Event> &events)
{
    const Instant at = now();
    for (const watch::Event &event : events)
        m_book.note(event, at);
}

} // namespace lockscope::ui
