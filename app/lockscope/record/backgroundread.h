// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

namespace lockscope::console {

// Reads on a thread of its own, such as a long record, one reading at a time. GUI thread.
class BackgroundRead : public QObject
{
    Q_OBJECT

public:
    using Stop = std::atomic_bool; // nobody waits for the rest any more
    // Has the GUI thread do something, in the order of the calls.
    using Tell = std::function<void(std::function<void()>)>;
    using Work = std::function<void(const Stop &stop, const Tell &tell)>; // on the other thread

    using QObject::QObject;
    ~BackgroundRead() override { cancel(); }

    // The reading before ends first, as by cancel().
    void start(Work work);
    // Waits until the thread has ended. What it has told, and was not done yet, is not done.
    void cancel();

private:
    std::thread m_thread;
    std::shared_ptr<Stop> m_stop;
};

} // namespace lockscope::console
