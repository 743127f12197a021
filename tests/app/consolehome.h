// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/program.h"

#include <QFile>
#include <QTemporaryDir>

#include <memory>

namespace lockscope::test {

// Part of a test: consoles run with profiles, runs and settings of its own, in a folder that goes
// with it.
class ConsoleHome
{
protected:
    ConsoleHome() = default;
    ~ConsoleHome() = default;

    void makeHome() { m_home = std::make_unique<QTemporaryDir>(); } // an empty one
    QString inHome(const QString &path) const { return m_home->filePath(path); }

    // Each with settings of its own: a console that has written them is up and can end properly.
    void prepare(Program &console, const QString &settings) const
    {
        console.setVariable(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        console.setVariable(QStringLiteral("XDG_CONFIG_HOME"), inHome(settings));
        console.setVariable(QStringLiteral("XDG_STATE_HOME"), m_home->path());
        console.setVariable(QStringLiteral("LOCKSCOPE_PROFILES"),
                            inHome(QStringLiteral("profiles.json")));
        console.setVariable(QStringLiteral("LOCKSCOPE_AUDIT"), QString());
    }
    bool hasStarted(const QString &settings) const
    {
        const QString file = inHome(settings + QStringLiteral("/lockscope/lockscope.ini"));
        return eventually([&] { return QFile::exists(file); });
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

} // namespace lockscope::test
