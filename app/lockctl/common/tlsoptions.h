// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/targets.h"

#include <QCommandLineParser>

#include <optional>
#include <vector>

namespace lockscope::lockctl {

// --ca-file, --cert, --key, --tls-name and --tls-pin: of the commands that connect, in place of
// what a profile says, and of profile save. Plain functions.

struct TlsChange {
    std::optional<QString> caFile; // whole paths; empty: none any more
    std::optional<QString> certificateFile;
    std::optional<QString> keyFile;
    std::optional<QString> serverName;
    std::optional<std::vector<QByteArray>> fingerprints;

    bool isEmpty() const
    {
        return !caFile && !certificateFile && !keyFile && !serverName && !fingerprints;
    }
    void apply(redis::TlsRules &rules) const;
};

QList<QCommandLineOption> tlsOptions();
// InvalidInput names the option.
Result<TlsChange> tlsChangeFrom(const QCommandLineParser &parser);

// Takes the options for the targets. InvalidInput also where no target uses TLS, since a pin that
// is not looked at protects nobody.
Result<void> takeTlsRules(const QCommandLineParser &parser,
                          std::vector<app::ChosenTarget> &targets);

} // namespace lockscope::lockctl
