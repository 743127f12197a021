// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QCommandLineParser;

namespace lockscope::app {

// The options that were given and take a value, each once, in the order of the help. Those that are
// hidden from the help are not among them. Any thread.
QStringList valuedOptions(const QCommandLineParser &parser);

} // namespace lockscope::app
