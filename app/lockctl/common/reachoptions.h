// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/targets.h"

#include <QCommandLineParser>

#include <optional>
#include <vector>

namespace lockscope::lockctl {

// How servers are reached: --ca-file, --cert, --key, --tls-name, --tls-pin and --through, of the
// commands that connect, in place of what a profile says, and of profile save. Plain functions.

struct ReachChange {
    std::optional<QString> caFile; // whole paths; empty: none any more
    std::optional<QString> certificateFile;
    std::optional<QString> keyFile;
    std::optional<QString> serverName;
    std::optional<std::vector<QByteArray>> fingerprints;
    std::optional<redis::Relay> relay;

    bool saysTls() const
    {
        return caFile || certificateFile || keyFile || serverName || fingerprints;
    }
    bool isEmpty() const { return !saysTls() && !relay; }
    void apply(redis::TlsRules &rules, redis::Relay &relay) const;
};

QList<QCommandLineOption> reachOptions();
// InvalidInput names the option.
Result<ReachChange> reachChangeFrom(const QCommandLineParser &parser);

// Takes the options for the targets. InvalidInput also for TLS where no target uses it, since a
// pin that is not looked at protects nobody, and for a relay to a Unix socket.
Result<void> takeReach(const QCommandLineParser &parser, std::vector<app::ChosenTarget> &targets);

} // namespace lockscope::lockctl
