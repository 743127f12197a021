// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/health/incident.h"

#include <QString>
#include <QStringList>

#include <array>
#include <vector>

namespace lockscope::ui {

// The scopes in which a problem can be muted, and how mutes are remembered. Plain functions, any
// thread.

enum class MuteScope : quint8 {
    Subject, // its rule, of its lock, server or locks
    Prefix, // its rule, on the deployment, of locks whose names begin alike
    Rule, // its rule, everywhere
    Deployment, // all of its deployment
};
inline constexpr std::array muteScopes{MuteScope::Subject, MuteScope::Prefix, MuteScope::Rule,
                                       MuteScope::Deployment};

// Up to the last part of the name: "billing:ledger:" of "billing:ledger:7"; empty: it has one part.
QByteArray prefixOf(const QByteArray &name);

// Empty: there is no such scope, as a prefix of a server. Of a deadlock one for each lock.
std::vector<health::Mute> mutesOf(const health::Problem &problem, MuteScope scope,
                                  std::optional<WallInstant> until);

// One line each. Malformed lines are left out.
QStringList muteLines(const std::vector<health::Mute> &mutes);
std::vector<health::Mute> mutesFrom(const QStringList &lines);

} // namespace lockscope::ui
