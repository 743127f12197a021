// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QObject>
#include <QThread>

#include <memory>

namespace lockscope::faults {

// The treatment of the bytes in one direction.
struct Weather {
    Millis delay{0};
    Millis jitter{0}; // at most so much more
    qint64 bytesPerSecond = 0; // 0: as fast as it goes
    bool isHeld = false; // kept back until it no longer is
    bool isSwallowed = false; // they vanish, and nobody is told
    int dribble = 0; // in pieces of so many bytes, a millisecond apart
    double stallChance = 0; // of a read: a stall, as a lost packet makes
    Millis stall{0};
    double cutChance = 0; // of a read: half of it arrives, and then the connection ends
    bool cutsByReset = true; // else in good order
};

// Stands between clients and one server on loopback and makes bad weather. It works on a thread of
// its own; any thread may call.
class FaultProxy
{
public:
    FaultProxy(quint16 serverPort, quint32 seed);
    ~FaultProxy();
    FaultProxy(const FaultProxy &) = delete;
    FaultProxy &operator=(const FaultProxy &) = delete;

    quint16 port() const { return m_port; }

    // From now on; bytes that are under way keep their time, but bytes held back are sent.
    void setWeather(const Weather &toServer, const Weather &toClient);
    void setFair() { setWeather({}, {}); }
    void setRefusing(bool refusing); // new connections are reset at once
    void cut(bool byReset); // all connections
    void halfClose(); // the client is told that nothing more comes, and is still listened to
    int accepted() const;

private:
    class Relay;

    template <typename Function>
    auto onThread(Function function) const;

    QThread m_thread;
    Relay *m_relay = nullptr; // lives on the thread
    quint16 m_port = 0;
};

} // namespace lockscope::faults
