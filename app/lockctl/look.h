// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/command.h"
#include "app/lockctl/session.h"
#include "core/watch/filter.h"

#include <QTimer>

namespace lockscope::lockctl {

enum class LookKind { List, Show, Watch };

// What list, show and watch are asked for.
struct LookOptions {
    LookKind kind = LookKind::List;
    TargetChoice where;
    std::vector<LockName> names;
    watch::LockFilter filter;
    std::optional<Millis> observe;
    bool json = false;
};

// list, show and watch: looks once, for a while, or until interrupted.
class Look : public Running
{
    Q_OBJECT

public:
    explicit Look(const LookOptions &options, QObject *parent = nullptr);
    ~Look() override;

    void start() override;
    void interrupt(int signal) override;

private:
    void onChanged();
    void onEvent(const watch::Event &event);
    void onSettled();
    void reportServers();
    void printLocks();
    bool printJson(const std::vector<watch::LockPointer> &shown, Instant now);
    ExitStatus printMissing();
    void finish(int status);

    LookOptions m_options;
    Session m_session;
    QTimer m_observation;
    std::map<int, watch::ServerState> m_reported;
    bool m_settled = false;
    bool m_finished = false;
};

} // namespace lockscope::lockctl
