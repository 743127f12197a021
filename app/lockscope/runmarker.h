// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockscope::console {

// A file that exists while this process runs: its name has the process id, its content is the
// beginning of a crash report. The process holds a lock on it, which the system releases when the
// process ends in any way: a file without a lock is of a run that has died, even if another process
// has its id today. GUI thread.
class RunMarker
{
public:
    // In the user's folder of states, beside the audit log.
    static QString usualFolder();

    // If the folder cannot be used, there is no marker, and no error is reported.
    explicit RunMarker(const QString &folder);
    // Removes the file: the end was expected.
    ~RunMarker();
    RunMarker(const RunMarker &) = delete;
    RunMarker &operator=(const RunMarker &) = delete;

    // From now on any end but a crash is an expected one: a second signal does not wait for the
    // first one's orderly end.
    void noteAskedToEnd() const;

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
