// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lockctl/common/command.h"
#include "app/lockctl/common/healthfeed.h"
#include "app/lockctl/common/notifying.h"
#include "app/lockctl/common/recording.h"
#include "app/lockctl/common/session.h"
#include "core/insight/filter/filter.h"

#include <QTimer>

#include <deque>
#include <map>
#include <set>

namespace lockscope::lockctl {

// Record: as a service, without lines of events.
enum class LookKind { List, Show, Watch, Record };

// The options of list, show, watch and record.
struct LookOptions {
    LookKind kind = LookKind::List;
    TargetChoice where;
    std::vector<LockName> names;
    QByteArray kindOfNames; // as the user says; empty: as the keys tell
    insight::LockFilter filter;
    std::optional<Millis> observe;
    std::optional<RecordingOptions> record = {}; // keep a record beside
    bool json = false;
    bool guesses = false; // also keys that only their value makes look like a lock
};

// list, show, watch and record: looks once, for a while, or until interrupted.
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
    void onProblem(const health::ProblemChange &change);
    bool isShown(const health::Problem &problem) const;
    bool passes(const watch::Event &event) const;
    watch::LockPointer lastOf(const watch::LockId &id) const;
    void keepGone(const watch::LockId &id, const watch::LockPointer &lock);
    void forgetGone();
    void onSettled();
    void reportServers();
    void reportGuesses();
    void reportQuorums(Instant now) const;
    void printLocks();
    std::vector<watch::LockPointer> allLocks() const;
    QString membersOf(const std::vector<watch::LockPointer> &shown) const;
    void printJson(const std::vector<watch::LockPointer> &shown, Instant now);
    ExitStatus printMissing();
    void finish(int status);

    LookOptions m_options;
    Session m_session;
    HealthFeed m_health;
    std::optional<Recording> m_recording;
    std::optional<Notifying> m_notifying; // with a record
    QTimer m_observation;
    struct Told {
        watch::ServerState state = watch::ServerState::Connecting;
        watch::WatchMode mode = watch::WatchMode::None;
        QString fault = {}; // why it is down, as far as that is another thing to do

        friend bool operator==(const Told &, const Told &) = default;
    };
    struct Reported {
        Told told;
        std::optional<Instant> modeSince; // another than told
    };

    static QString faultOf(const watch::ServerRecord &server);
    bool isPassing(Reported &reported, const Told &now);
    void reportProgress();
    void clearProgress();

    std::map<watch::ServerId, Reported> m_reported;
    // With a filter: locks that are gone as they were, for as long as a verdict on a loss may take;
    // those that were lost until the end.
    std::map<watch::LockId, std::pair<Instant, watch::LockPointer>> m_gone;
    std::deque<std::pair<Instant, watch::LockId>> m_goneSince; // the oldest first
    std::set<watch::LockId> m_lost;
    std::optional<Instant> m_started;
    bool m_showsProgress = false;
    bool m_interrupted = false;
    bool m_settled = false;
    bool m_isRecordMissing = false; // at least one that was asked for is not written
    bool m_finished = false;
};

} // namespace lockscope::lockctl
