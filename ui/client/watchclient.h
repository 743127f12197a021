// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/insight/quorum/quorumgroups.h"
#include "core/picture/picture.h"
#include "ui/client/backlog.h"
#include "ui/client/eventmodel.h"
#include "ui/client/locks/locktablemodel.h"
#include "ui/client/servers/servermodel.h"
#include "ui/kit/framepace.h"
#include "ui/kit/shownclock.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>
#include <unordered_map>

namespace lockscope::ui {

// Takes the changes from the watchers' mailboxes and merges them into the picture, which is stored
// in the models. GUI thread; owns the mailboxes, which must outlive the watchers, the picture and
// the models. Woken when it is idle it merges at once; while news pour in, at the pace of frames;
// much news over several turns of the event loop. While it is paused the picture stays as it is;
// changes are collected and merged when it goes on.
class WatchClient : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t eventCapacity = 10'000; // of a mailbox
    static constexpr std::size_t changesPerTurn = 4096;

    explicit WatchClient(const Clock &clock, QObject *parent = nullptr);
    ~WatchClient() override;

    // A mailbox for one more watcher. No two watchers may use the same ids.
    watch::WatchMailbox &addSource();

    // The profile by which a deployment is reached, if there is one: to be set before the
    // deployment is watched.
    void setPlace(watch::DeploymentId deployment, const admin::Place &place);
    // Whether acting is locked on the servers where it has to be unlocked (ActingLock).
    void setActingLocked(bool isLocked);

    // The watcher has gone: nobody puts anything into its mailbox any more, which goes with this.
    void removeSource(const watch::WatchMailbox &mailbox);

    // The deployment is not watched any more: its locks and the rows of its servers are removed,
    // and deliveries in flight are ignored. Its events stay, and its id must not be used again.
    // `why`: in English, as core says it; empty: the operator wanted it.
    void removeDeployment(watch::DeploymentId deployment, const Sentence &why = {});

    // Everything that the models show, for objects that judge or record it: its sinks get each
    // merged change, whether views are hidden or not, but not during a pause. Names of owners are
    // set here; shown owners are renamed, during a pause, too, and many locks over several turns of
    // the event loop.
    picture::Picture &picture() { return m_picture; }

    // The name of the record that is shown in place of servers; empty: none is. Before anything is
    // shown.
    void setRecord(const QString &name);
    const QString &record() const { return m_record; }
    // For a reader of a record, in place of mailboxes. Everything is forgotten, also events and
    // ids: another time begins.
    void startAnew();
    // All at once; `now` is the time of it.
    void take(watch::WatchMailbox::Delivery &&delivery, WallInstant now);
    // Between these the models stay as they are, and get all that was taken at once: views need not
    // follow each step of a replay. The picture and its sinks have each step.
    void beginReplay();
    void endReplay();
    // Nothing was recorded between the two times.
    void noteNotRecorded(WallInstant from, WallInstant to) { Q_EMIT notRecorded(from, to); }
    // The record that is shown begins here: nothing was recorded before.
    void noteRecordBegin(WallInstant at) { Q_EMIT recordBegan(at); }
    // The reader has set the clock: views that show times show them anew.
    void noteTimeSet() { Q_EMIT timeSet(); }

    // The servers of all the operator's quorum groups, watched or not; duplicate groups are taken
    // once.
    void setQuorumGroups(const std::vector<insight::GroupMembers> &groups);
    const std::vector<insight::GroupMembers> &quorumGroups() const { return m_quorumGroups; }

    void setPaused(bool paused);
    bool isPaused() const { return m_pausedAt.has_value(); }
    // Since when the picture is frozen.
    std::optional<Instant> pausedAt() const { return m_pausedAt; }

    // The number of changes of locks and servers held back in a pause.
    std::size_t heldBack() const;
    // Stands still in a pause; for all displays of times in the picture.
    const Clock &shownClock() const { return m_shownClock; }

    LockTableModel &locks() { return m_locks; }
    ServerModel &servers() { return m_servers; }
    EventModel &events() { return m_events; }

Q_SIGNALS:
    void eventsArrived(const std::vector<lockscope::watch::Event> &events);
    void serversChanged();
    void timeSet();
    void notRecorded(lockscope::WallInstant from, lockscope::WallInstant to);
    void recordBegan(lockscope::WallInstant at);
    void pausedChanged(bool paused);
    void quorumGroupsChanged();
    void aliasesChanged(lockscope::watch::DeploymentId deployment);

private:
    // The models, as the store of the picture.
    class Models final : public picture::Store
    {
    public:
        explicit Models(WatchClient &client)
            : m_client(client)
        {}

        LockPointer find(const watch::LockId &id) const override;
        void visit(const picture::LockVisitor &visitor) const override;
        void merge(picture::LockChanges changes) override;
        void setServer(const watch::ServerRecord &server) override;
        void removeServer(const watch::ServerRecord &server) override;
        void append(std::vector<watch::Event> events) override;
        void removeDeployment(watch::DeploymentId deployment) override;
        void noteNames(watch::DeploymentId deployment) override;
        void startAnew() override;

        void hold() { m_held.emplace(); }
        void release();

    private:
        // The changes that the models do not have yet.
        struct Held {
            std::unordered_map<watch::LockId, LockPointer> locks; // empty: gone
            std::map<watch::ServerId, watch::ServerRecord> servers;
            std::vector<watch::Event> events;
        };

        WatchClient &m_client;
        std::optional<Held> m_held;
    };

    struct Source {
        watch::WatchMailbox mailbox;
        watch::WatchMailbox::Delivery rest; // taken, but not merged yet
        std::size_t done = 0;
        Backlog backlog{eventCapacity}; // of a pause

        explicit Source(std::function<void()> wakeUp)
            : mailbox(eventCapacity, std::move(wakeUp))
        {}
    };

    // Events of several sources.
    struct News {
        std::vector<watch::Event> events;
        std::size_t dropped = 0;
    };

    void onWoken();
    void drain();
    void gather();
    bool drainOne(Source &source, News &news);
    void nameSome();

    const Clock &m_clock;
    ShownClock m_shownClock;
    QTimer m_naming;
    std::vector<insight::GroupMembers> m_quorumGroups;
    FramePace m_pace;
    LockTableModel m_locks;
    ServerModel m_servers;
    EventModel m_events;
    Models m_models{*this};
    picture::Picture m_picture{m_models};
    std::vector<std::unique_ptr<Source>> m_sources;
    std::optional<Instant> m_pausedAt;
    QString m_record;
    QTimer m_tick; // to the next turn of much news, or to the next look in a pause
    bool m_isDue = false; // a merge waits for its frame
    bool m_hasServerNews = false; // for serversChanged(), after the merge
};

} // namespace lockscope::ui
