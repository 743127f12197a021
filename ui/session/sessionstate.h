// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace lockscope::ui {

// A server of the last session, as it was reached. No user and no password.
struct SessionServer {
    QString profile; // that guards it; empty: none
    QString label; // its URL without credentials
    QStringList prefixes = {}; // that were typed for it; empty: as the profile says
    QString caFile = {};

    friend bool operator==(const SessionServer &, const SessionServer &) = default;
};

// A lock by values that outlast a process, unlike numbers of deployments.
struct SessionLock {
    QString profile;
    QString label; // of its deployment
    QByteArray name;

    friend bool operator==(const SessionLock &, const SessionLock &) = default;
};

// The console's page, filter, selection and servers: remembered from one start to the next. A
// value; it does not know its storage. It has no secrets.
struct SessionState {
    bool isOn = true; // the user wants it remembered; if not, the rest is empty
    std::vector<SessionServer> servers;
    QString page; // as --view names it; empty: none yet
    QString filter; // of the table
    std::optional<SessionLock> selected;
    std::optional<SessionLock> top; // the first row in sight; empty: that of the table
    int topOffset = 0; // pixels from its row to the top of the table

    friend bool operator==(const SessionState &, const SessionState &) = default;
};

// Any thread. Malformed parts are read as missing.
QByteArray sessionToJson(const SessionState &state);
SessionState sessionFromJson(const QByteArray &json);

} // namespace lockscope::ui
