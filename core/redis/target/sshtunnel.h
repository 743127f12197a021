// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/redis/target/relay.h"
#include "core/redis/target/target.h"

#include <QObject>
#include <QProcess>

#include <functional>

namespace lockscope::redis {

// One connection through the system's ssh (ssh -W), which carries the bytes between its standard
// input and output, here a pair of sockets, and the server. No port is opened that another user of
// this computer could reach. ssh ends with the connection, with this object, and with this process,
// however that ends. Lives on one thread with an event loop.
class SshTunnel : public QObject
{
    Q_OBJECT

public:
    explicit SshTunnel(Relay relay, QObject *parent = nullptr);
    ~SshTunnel() override;

    // The descriptor of our end, which the caller owns. Unreachable, with the code SSH, if there is
    // no ssh.
    Result<qintptr> start(const HostPort &to);

    // Calls once ssh has ended, or after the time, with what it said; empty: nothing. `isFinal`:
    // another attempt could end no better, since ssh was not let in.
    void whenEnded(Millis patience, std::function<void(const QString &said, bool isFinal)> handler);

private:
    void keepWords();
    QString said() const;
    bool wasRefused() const;

    Relay m_relay;
    QProcess m_process;
    QByteArray m_words; // of its standard error, the last ones
};

} // namespace lockscope::redis
