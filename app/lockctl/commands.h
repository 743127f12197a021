// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/session.h"

#include <QTimer>

namespace lockscope::lockctl {

// One command from start to exit status, on the main thread. `finished` comes once.
class Runner : public QObject
{
    Q_OBJECT

public:
    explicit Runner(const Options &options, QObject *parent = nullptr);
    ~Runner() override;

    void start();
    void interrupt(); // the user wants it to end

Q_SIGNALS:
    void finished(int status);

private:
    void onChanged();
    void onEvent(const watch::Event &event);
    void onSettled();
    void reportServers();
    void printLocks();
    bool printJson(const std::vector<watch::LockRecord> &shown, Instant now);
    ExitStatus printMissing();
    void finish(int status);

    Options m_options;
    Session m_session;
    QTimer m_observation;
    std::map<int, watch::ServerState> m_reported;
    bool m_settled = false;
    bool m_finished = false;
};

} // namespace lockscope::lockctl
