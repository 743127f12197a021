// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockscope::console {

// A file that is there while this process runs: it has the process id in its name, and what a
// report of a crash begins with in it. The process holds a lock on it, which the system takes away
// when the process ends, however it does: a file without a lock is of a run that has died, whoever
// has its process id today. GUI thread.
class RunMarker
{
public:
    // In the user's folder of states, beside the audit log.
    static QString usualFolder();

    // Where the folder cannot be used, there is no marker, and nothing is said of it.
    explicit RunMarker(const QString &folder);
    // Removes the file: the end was expected.
    ~RunMarker();
    RunMarker(const RunMarker &) = delete;
    RunMarker &operator=(const RunMarker &) = delete;

    int descriptor() const { return m_descriptor; } // to append to; -1: none
    const QString &file() const { return m_file; }

private:
    QString m_file;
    int m_descriptor = -1;
};

// Makes reports of the markers of runs that have died, and returns the newest; empty: all ended as
// they should. Of two processes one gets each. A few reports are kept, older ones are removed.
QString takeCrashReport(const QString &folder);

} // namespace lockscope::console
