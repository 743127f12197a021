// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"

#include <QCommandLineParser>

namespace lockscope::lockctl {

void addProfilePasswordOptions(QCommandLineParser &parser);
// The options of it that are given; the other commands take none of them.
QStringList givenPasswordOptions(const QCommandLineParser &parser);

// lockctl profile password P: puts a secret of the profile into the keychain, from the terminal or
// standard input, or takes it out.
Result<std::unique_ptr<Running>> profilePassword(const QCommandLineParser &parser,
                                                 const QString &name);

} // namespace lockscope::lockctl
