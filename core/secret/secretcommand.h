// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <functional>

namespace lockscope::secret {

// Runs a program once for the secret that it writes as its first line. No shell is asked. It gets
// nothing to read, and what it writes to standard error is thrown away: it may be the secret. One
// thread with an event loop; the program is killed after the limit, and when this object goes away.
class SecretCommand : public QObject
{
    Q_OBJECT

public:
    using Told = std::function<void(Result<QByteArray> &&)>;

    // `told` is called once, from the event loop, and may destroy this object later, not in the
    // call.
    SecretCommand(const QStringList &words, Millis limit, Told told, QObject *parent = nullptr);
    ~SecretCommand() override;

private:
    void read();
    void end(int status, QProcess::ExitStatus how);
    void tell(Result<QByteArray> &&result);

    const QString m_shown; // the program's name, for errors: arguments may be secrets, too
    Millis m_limit;
    Told m_told;
    QByteArray m_written;
    QTimer m_timer;
    QProcess m_process;
};

} // namespace lockscope::secret
