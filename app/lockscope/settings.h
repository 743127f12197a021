// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/sessionstate.h"
#include "ui/window/mainwindow.h"

#include <QString>

namespace lockscope::console {

// Remembers the window in an INI file. GUI thread. A file that cannot be read is left as it is and
// nothing is written over it: its content may be worth saving by hand.
class Settings
{
public:
    explicit Settings(QString file);

    // In the user's configuration folder; empty if there is none.
    static QString usualFile();

    ui::WindowState load();
    void save(const ui::WindowState &state) const;

    // The last session of the window; after load().
    ui::SessionState loadSession() const;
    void saveSession(const ui::SessionState &state) const;

    // Why nothing is remembered, as a sentence; empty if all is well.
    const QString &problem() const { return m_problem; }

private:
    QString m_file;
    QString m_problem;
};

} // namespace lockscope::console
