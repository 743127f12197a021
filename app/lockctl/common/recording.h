// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/recordings.h"
#include "app/lockctl/common/healthfeed.h"
#include "app/lockctl/common/session.h"

#include <QCommandLineParser>

#include <set>

namespace lockscope::lockctl {

struct RecordingOptions {
    QString program; // as the lock of the record names it: "lockctl record"
    recorder::Retention retention = {};
};

// --keep-days and --keep-size.
void addKeepOptions(QCommandLineParser &parser);
Result<recorder::Retention> retentionFrom(const QCommandLineParser &parser);

// The name of the record that a target belongs into: its profile, else its URL.
QString recordNameOf(const app::ChosenTarget &target);

// Records what a session watches and what is wrong with it, one record a profile or URL. On the
// main thread; session and health must outlive it.
class Recording : public QObject
{
    Q_OBJECT

public:
    Recording(Session &session, HealthFeed &health, const TargetChoice &where,
              const RecordingOptions &options);

    enum class Extent { All, Some, None };

    // Says on standard error what it records where, or why not. A record that cannot be written
    // does not end the others: what they would have is not to be had later.
    Extent start();
    // The records that another program writes, which tells of their problems, too.
    const std::set<QString> &writtenElsewhere() const { return m_writtenElsewhere; }
    void stop() { m_recordings.stop(); } // once all is written

private:
    Session &m_session;
    const TargetChoice m_where;
    const RecordingOptions m_options;
    const SystemClock m_clock;
    app::Recordings m_recordings;
    std::set<QString> m_writtenElsewhere;
};

} // namespace lockscope::lockctl
