// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/healthfeed.h"
#include "app/lockctl/common/session.h"
#include "core/recorder/recorder.h"

#include <QCommandLineParser>

#include <memory>
#include <vector>

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
    ~Recording() override;

    // Says on standard error what it records where, or why not. False: at least one record cannot
    // be written.
    bool start();
    void stop(); // once all is written

private:
    struct Part {
        QString name;
        QString folder;
        std::set<watch::DeploymentId> deployments;
        std::unique_ptr<recorder::Recorder> recorder;
    };

    void note(const health::ProblemChange &change);
    bool concerns(const Part &part, const health::Problem &problem) const;

    Session &m_session;
    const RecordingOptions m_options;
    const SystemClock m_clock;
    std::vector<Part> m_parts;
};

} // namespace lockscope::lockctl
