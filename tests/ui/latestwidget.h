// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace lockscope::test {

// The latest of that name in the window: closed dialogs go a little later.
template <typename T>
T *latestWidget(const QWidget &window, const char *name)
{
    const auto all = window.findChildren<T *>(QString::fromLatin1(name));
    if (all.isEmpty())
        qFatal("no widget is named %s", name);
    return all.last();
}

} // namespace lockscope::test
