// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QDBusConnection>
#include <QObject>

#include <optional>

namespace lockscope::console {

// Links to locks go to a console that already runs, over the user's message bus and by the method
// Open of org.freedesktop.Application (Desktop Entry Specification, D-Bus Activation). Only
// programs of the same user reach that bus.

// The bus of this session; none without one, and none is started.
std::optional<QDBusConnection> sessionBus();

// Has a running console open the link. False if none runs, or none answers in time. Blocks, GUI
// thread.
bool handOver(const QDBusConnection &bus, const QString &link, Millis patience);

// Takes links for this console. Of several consoles the one that runs longest takes them; the next
// one follows it. GUI thread.
class LinkInbox : public QObject
{
    Q_OBJECT

public:
    explicit LinkInbox(const QDBusConnection &bus, QObject *parent = nullptr);
    ~LinkInbox() override;

Q_SIGNALS:
    // Anything that its sender took for a link. Empty: the window alone is wanted.
    void opened(const QString &link);

private:
    QDBusConnection m_bus;
};

} // namespace lockscope::console
