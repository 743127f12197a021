// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <algorithm>

namespace lockscope {

// The one list of error texts with which servers, managed servers and proxies say that they do not
// offer a command: nothing was done, and the same command will not be answered later either. Plain
// functions, any thread.

// Redis and most others; Envoy before 2025 ("unsupported command 'info'"); Redis Software ("ERR
// command 'client|tracking' is not allowed"); RedisLabs' cluster proxy.
inline bool isUnsupported(const QByteArray &text)
{
    const QByteArray said = text.left(200).toLower();
    return said.startsWith("err unknown command") || said.startsWith("err unknown subcommand")
        || said.startsWith("unsupported command") || said.startsWith("err unsupported command")
        || (said.startsWith("err command '") && said.contains("' is not allowed"));
}

// The command that such a text names, as it was written there; empty: none.
inline QByteArray unsupportedCommand(const QByteArray &text)
{
    constexpr qsizetype longest = 60;
    const auto isQuote = [](char c) { return c == '\'' || c == '`'; };
    const auto begin = std::find_if(text.begin(), text.end(), isQuote);
    if (begin == text.end())
        return {};
    const auto end = std::find_if(begin + 1, text.end(), isQuote);
    if (end == text.end() || end - begin - 1 > longest)
        return {};
    return QByteArray(&*begin + 1, end - begin - 1);
}

} // namespace lockscope
