// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/recordings.h"
#include "ui/client/watchclient.h"
#include "ui/health/healthfeed.h"
#include "ui/window/recordingmark.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>

namespace lockscope::console {

// The name of the record that has what is seen of the server: its profile, or its label.
QString recordOf(const ui::ServerRow &row);

// Records the servers of the console while that is wanted, each from its first news on, and tells
// the window what is written. A record that another program writes, or that cannot be written, is
// tried again. GUI thread; client, health and clock must outlive it.
class RecordKeeper : public QObject
{
    Q_OBJECT

public:
    static constexpr Millis retry{30'000};

    RecordKeeper(ui::WatchClient &client, ui::HealthFeed &health, const Clock &clock,
                 QObject *parent = nullptr);
    ~RecordKeeper() override;

    void setWanted(bool wanted);
    void stop(); // once all is written

Q_SIGNALS:
    void changed(const lockscope::ui::RecordingState &state);
    // Something is wrong with a record, or is well again.
    void notice(const QString &text);

private:
    // A deployment that is in no record, and why.
    struct Missing {
        QString record;
        Error error;
    };

    void follow();
    void add(const ui::ServerRow &row);
    void tell();

    ui::WatchClient &m_client;
    ui::HealthFeed &m_health;
    const Clock &m_clock;
    std::unique_ptr<app::Recordings> m_recordings; // empty: not wanted
    WallInstant m_since;
    std::map<watch::DeploymentId, QString> m_added; // with their records
    std::map<watch::DeploymentId, Missing> m_missing;
    QTimer m_retry;
    ui::RecordingState m_told;
};

} // namespace lockscope::console
