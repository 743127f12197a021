// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/ids.h"
#include "core/redis/connection.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::workbench {

struct AcquireRequest {
    redis::ConnectionConfig server;
    LockName name;
    QByteArray kind; // reentrant or string
    OwnerId owner; // empty: a fresh one is made
    Millis wait{0}; // 0: one attempt
    std::optional<Millis> lease; // empty: the watchdog renews
    Millis watchdogTimeout = std::chrono::seconds(30);
};

// One lock of the workbench as it is now. A value that crosses threads.
struct Entry {
    enum class State { Waiting, Held, Releasing, Released, Lost, Failed };
    enum class Watchdog { None, Running, Paused }; // None: a lease was given

    int id = 0;
    State state = State::Waiting;
    LockName name;
    QByteArray kind;
    QString deployment;
    OwnerId owner;
    qint64 count = 0;
    std::optional<Instant> validUntil; // Held: when it lapses unless it is renewed
    std::optional<Instant> waitsUntil; // Waiting: when it gives up
    Watchdog watchdog = Watchdog::None;
    QString text; // why it failed or was lost

    bool isOver() const
    {
        return state == State::Released || state == State::Lost || state == State::Failed;
    }
    friend bool operator==(const Entry &, const Entry &) = default;
};

// The locks that this process holds by hand, for debugging. Made, called and destroyed on the I/O
// thread; changed() carries values. Owns its deployments, one a server. What is still held when it
// is destroyed was left to its lease: call releaseAll() before.
class Workbench : public QObject
{
    Q_OBJECT

public:
    explicit Workbench(QObject *parent = nullptr);
    ~Workbench() override;

    // Returns the entry's id at once; what becomes of it is in changed(). A read-only target fails.
    int acquire(const AcquireRequest &request);
    void reenter(int id); // one count more, by the same owner; string locks refuse
    void release(int id); // one count; a waiting one is cancelled
    void setWatchdog(int id, bool running); // a pause imitates a dead client
    void forget(int id); // takes one that is over off the list
    void releaseAll(); // everything; allReleased() when the last is gone or out of reach

Q_SIGNALS:
    void changed(const std::vector<lockscope::workbench::Entry> &entries);
    void allReleased();

private:
    struct Private;
    std::unique_ptr<Private> m_d;
};

} // namespace lockscope::workbench
