// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/waiting.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace lockscope::test {

// A message bus of its own under dbus-run-session, with a real GNOME Keyring that is unlocked and
// empty. It ends with this object. Made on the main thread, before this process uses a bus itself.
class KeychainSession
{
public:
    static bool isAvailable()
    {
        for (const char *program : {"dbus-run-session", "dbus-send", "gnome-keyring-daemon"}) {
            if (QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty())
                return false;
        }
        return true;
    }

    ~KeychainSession()
    {
        m_process.closeWriteChannel(); // the session ends with its input
        if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(5000)) {
            m_process.kill();
            m_process.waitForFinished(5000);
        }
    }
    KeychainSession() = default;
    KeychainSession(const KeychainSession &) = delete;
    KeychainSession &operator=(const KeychainSession &) = delete;

    [[nodiscard]] bool start()
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        for (const char *variable : {"HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME"})
            environment.insert(QString::fromLatin1(variable), m_folder.path());
        environment.remove(QStringLiteral("DISPLAY"));
        environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
        m_process.setProcessEnvironment(environment);
        m_process.setStandardErrorFile(QProcess::nullDevice());
        // The service is there as soon as the bus knows its name.
        m_process.start(
            QStringLiteral("dbus-run-session"),
            {QStringLiteral("--"), QStringLiteral("sh"), QStringLiteral("-c"),
             QStringLiteral("printf testing | gnome-keyring-daemon --foreground --unlock "
                            "--components=secrets >/dev/null 2>&1 & keyring=$!\n"
                            "until dbus-send --print-reply --dest=org.freedesktop.DBus / "
                            "org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets "
                            "| grep -q 'boolean true'; do kill -0 $keyring || exit 1; done\n"
                            "echo \"$DBUS_SESSION_BUS_ADDRESS\"\n"
                            "cat >/dev/null; kill $keyring")});
        QByteArray line;
        const bool isUp = eventually([&] {
            line += m_process.readAllStandardOutput();
            return line.contains('\n') || m_process.state() == QProcess::NotRunning;
        });
        m_address = line.trimmed();
        return isUp && !m_address.isEmpty();
    }

    // DBUS_SESSION_BUS_ADDRESS of its programs.
    const QByteArray &address() const { return m_address; }
    // What the keyring has written.
    QString folder() const { return m_folder.path(); }

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    QByteArray m_address;
};

} // namespace lockscope::test
