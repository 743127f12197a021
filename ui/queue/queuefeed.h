// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/blocking/waitmeter.h"
#include "core/picture/changesink.h"
#include "ui/client/watchclient.h"

#include <QObject>

namespace lockscope::ui {

// Since when each waiter of each queue is known, kept from the beginning, whether a view shows it
// or not. GUI thread; one for all views of a window.
class QueueFeed : public QObject, public picture::ChangeSink
{
    Q_OBJECT

public:
    QueueFeed(WatchClient &client, const Clock &clock, QObject *owner);
    ~QueueFeed() override;

    const insight::WaitMeter &waits() const { return m_waits; }

    void note(const watch::LockId &id, const watch::LockPointer &lock) override;
    void note(const watch::ServerRecord &server) override;
    void note(const std::vector<watch::Event> &events) override;
    void noteStart() override { m_waits = {}; }

private:
    WatchClient &m_client;
    insight::WaitMeter m_waits;
};

} // namespace lockscope::ui
