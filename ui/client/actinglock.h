// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QObject>
#include <QTimer>

namespace lockscope::ui {

class WatchClient;

// Whether acting is unlocked where it has to be (Place::isUnlockNeeded): locked at the start,
// unlocked by the operator, and locked again once nobody has acted for a while. It tells the
// client, whose places give the reason against every action meanwhile. GUI thread; client and clock
// must outlive it.
class ActingLock : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis idleLimit = std::chrono::minutes(10);

    ActingLock(WatchClient &client, const Clock &clock, QObject *parent = nullptr);

    bool isNeeded() const; // some server has to be unlocked
    bool isUnlocked() const { return m_isUnlocked; }
    // How long it stays so if nobody acts; only while unlocked.
    Millis left() const;

public Q_SLOTS:
    void unlock();
    void lock();
    void touch(); // somebody acts: the time begins anew
    void look(); // at the clock; called each second

Q_SIGNALS:
    void changed(bool isUnlocked);
    void lockedByTime();

private:
    void set(bool isUnlocked);

    WatchClient &m_client;
    const Clock &m_clock;
    bool m_isUnlocked = false;
    Instant m_touchedAt{};
    QTimer m_second; // while unlocked
};

} // namespace lockscope::ui
