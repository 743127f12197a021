// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <memory>

namespace lockscope::test {

// The results of a program that has ended.
struct Ran {
    int status = -1;
    QByteArray out;
    QByteArray err;

    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
    bool says(const QByteArray &text) const { return err.contains(text); }
};

// Part of a test: programs run with saved profiles of its own, in a folder that goes with it.
class ProfileHome
{
protected:
    ProfileHome() = default;
    ~ProfileHome() = default;

    void makeHome() { m_home = std::make_unique<QTemporaryDir>(); } // an empty one

    Ran run(const QStringList &arguments, const char *path = LOCKCTL_PATH) const
    {
        Program program(path);
        program.setVariable(QStringLiteral("XDG_CONFIG_HOME"), m_home->path());
        program.setVariable(QStringLiteral("XDG_STATE_HOME"), m_home->path());
        program.setVariable(QStringLiteral("LOCKSCOPE_PROFILES"), QString());
        const int status = program.run(arguments);
        return {status, program.out, program.err};
    }
    Ran profile(const QStringList &arguments) const
    {
        return run(QStringList{QStringLiteral("profile")} + arguments);
    }
    Ran save(const QStringList &arguments) const
    {
        return profile(QStringList{QStringLiteral("save")} + arguments);
    }
    QJsonObject shown(const QString &name) const
    {
        return profile({QStringLiteral("show"), name, QStringLiteral("--json")})
            .json()[QLatin1StringView("profiles")][0]
            .toObject();
    }
    static QStringList names(const Ran &listed)
    {
        QStringList names;
        for (const QJsonValue lock : listed.json()[QLatin1StringView("locks")].toArray())
            names += lock[QLatin1StringView("name")].toString();
        return names;
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

} // namespace lockscope::test
