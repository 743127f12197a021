// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/insight/quorum/quorumgroups.h"
#include "core/picture/aliasbook.h"
#include "core/picture/changesink.h"
#include "core/watch/server/watcher.h"
#include "ui/client/backlog.h"
#include "ui/client/eventmodel.h"
#include "ui/client/locktablemodel.h"
#include "ui/client/servermodel.h"
#include "ui/kit/framepace.h"
#include "ui/kit/shownclock.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>
#include <set>

namespace lockscope::ui {

// Takes what the watchers put into their mailboxes and merges it into the models. GUI thread; owns
// the mailboxes, which must outlive the watchers, and the models. Woken when it is idle it merges
// at once; while news pour in, at the pace of frames; much news over several turns of the event
// loop. While it is paused the models stay as they are; what
// comes is put together and merged when it goes on.
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

    // How a deployment is reached, where that is by a profile: before it is watched.
    void setPlace(watch::DeploymentId deployment, const admin::Place &place);

    // The watcher has gone: nobody puts anything into its mailbox any more, which goes with this.
    void removeSource(const watch::WatchMailbox &mailbox);

    // The deployment is not watched any more: its locks and the rows of its servers go, and what is
    // still on its way is left out. What happened there stays, and its id must not be used again.
    // `why`: in English, as core says it; empty: the operator wanted it.
    void removeDeployment(watch::DeploymentId deployment, const QString &why = {});

    // The names of owners in one of the deployments, of one origin. What is shown is named anew,
    // many locks over several turns of the event loop; so it is, by itself, when a server tells
    // what it has learned.
    void setAliases(watch::DeploymentId deployment, AliasOrigin origin,
                    std::vector<AliasRule> rules);
    void setAliases(watch::DeploymentId deployment, const picture::AliasBook::Aliases &operators);
    const picture::AliasBook &aliases() const { return m_aliases; }
    bool isNaming() const { return !m_unnamed.empty(); } // more locks are still to be named

    // One more name, at any time; locks that are shown already get it.
    void nameOwner(watch::DeploymentId deployment, const OwnerId &owner, const QString &name);

    // What servers the operator's quorum groups are made of, watched or not: all of them, each of
    // which is taken once.
    void setQuorumGroups(const std::vector<watch::GroupMembers> &groups);
    const std::vector<watch::GroupMembers> &quorumGroups() const { return m_quorumGroups; }

    // A sink must be removed before it goes. What is there already it finds in the models.
    void addSink(picture::ChangeSink *sink);
    void removeSink(picture::ChangeSink *sink);

    void setPaused(bool paused);
    bool isPaused() const { return m_pausedAt.has_value(); }
    // Since when the picture is frozen.
    std::optional<Instant> pausedAt() const { return m_pausedAt; }

    // Of locks and servers, in a pause.
    std::size_t heldBack() const;
    // Stands still in a pause; for everything that shows times of what is watched.
    const Clock &shownClock() const { return m_shownClock; }

    LockTableModel &locks() { return m_locks; }
    ServerModel &servers() { return m_servers; }
    EventModel &events() { return m_events; }

Q_SIGNALS:
    void eventsArrived(const std::vector<lockscope::watch::Event> &events);
    void serversChanged();
    void pausedChanged(bool paused);
    void quorumGroupsChanged();
    void aliasesChanged(lockscope::watch::DeploymentId deployment);

private:
    struct Source {
        watch::WatchMailbox mailbox;
        watch::WatchMailbox::Delivery rest; // taken, but not merged yet
        std::size_t done = 0;
        Backlog backlog{eventCapacity}; // of a pause

        explicit Source(std::function<void()> wakeUp)
            : mailbox(eventCapacity, std::move(wakeUp))
        {}
    };

    void onWoken();
    void drain();
    void gather();
    bool drainOne(Source &source);
    void mergeChanges(Source &source, std::size_t end);
    void appendEvents(Source &source);
    void nameAnew(watch::DeploymentId deployment);
    void nameSome();

    const Clock &m_clock;
    ShownClock m_shownClock;
    picture::AliasBook m_aliases;
    std::set<watch::DeploymentId> m_removed;
    std::vector<watch::LockId> m_unnamed; // to be named anew
    std::map<watch::ServerId, std::shared_ptr<const std::vector<AliasRule>>> m_learned;
    QTimer m_naming;
    std::vector<watch::GroupMembers> m_quorumGroups;
    FramePace m_pace;
    LockTableModel m_locks;
    ServerModel m_servers;
    EventModel m_events;
    std::vector<std::unique_ptr<Source>> m_sources;
    std::vector<picture::ChangeSink *> m_sinks;
    std::optional<Instant> m_pausedAt;
    QTimer m_tick; // to the next turn of much news, or to the next look in a pause
    bool m_isDue = false; // a merge waits for its frame
};

} // namespace lockscope::ui
