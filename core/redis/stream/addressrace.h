// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QHostAddress>
#include <QList>
#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <memory>
#include <vector>

namespace lockscope::redis {

// Connects to the first of several addresses of one host that answers: the next one is tried when
// the one before has failed or has kept quiet for a moment, while that goes on (RFC 8305 without
// its sorting of addresses; families take turns). Qt would wait 30 s for an address that swallows
// everything, such as an IPv6 address without a route, before it tries the next. Lives on one
// thread with an event loop; owns the attempts.
class AddressRace : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis usualPause{250};

    AddressRace(const QList<QHostAddress> &addresses, quint16 port, Millis pause = usualPause,
                QObject *parent = nullptr);

    void start();
    void stop(); // nothing is emitted any more

Q_SIGNALS:
    // A connected descriptor, which the receiver owns. Nothing is emitted after it.
    void won(qintptr descriptor);
    void lost(); // every address has refused

private:
    void tryNext();
    void onConnected(QTcpSocket *attempt);
    void onFailed(QTcpSocket *attempt);

    QList<QHostAddress> m_left;
    quint16 m_port;
    std::vector<std::unique_ptr<QTcpSocket>> m_attempts; // ended ones too, until this goes
    int m_running = 0;
    bool m_isOver = false;
    QTimer m_next;
};

} // namespace lockscope::redis
