// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/aliasfiles.h"
#include "app/common/sameserver.h"
#include "app/common/serverguard.h"
#include "app/lockctl/common/targetoptions.h"
#include "core/picture/picture.h"
#include "core/watch/server/watcher.h"

#include <QObject>

#include <map>
#include <memory>
#include <set>

namespace lockscope::lockctl {

// Nobody answers, whichever way that shows: which of them it is changes with each attempt.
bool isOfConnection(ErrorKind kind);
// Why the server cannot be read; names the server once. Only where it has an error.
QString whyNotRead(const watch::ServerRecord &server);

// On standard error, with the server named once.
void tellGap(const QString &server, const Sentence &reason);
void tellGaps(const std::vector<watch::Gap> &gaps);
// A line for each server that takes no writes at the moment, and why.
void tellRefusedWrites(const std::map<watch::ServerId, watch::ServerRecord> &servers);

// The gaps, and after them the servers that were out of reach by then and what these could not see.
std::vector<watch::Gap> allGaps(std::vector<watch::Gap> gaps,
                                const std::map<watch::ServerId, watch::ServerRecord> &servers,
                                WallInstant now);

// The watch of one run of lockctl and its picture, on the main thread. Owns the watcher. A
// deployment that is reached twice is in the picture once.
class Session : public QObject, private picture::ChangeSink
{
    Q_OBJECT

public:
    // How long a session observes the servers.
    enum class Look {
        Once,
        Waiters, // once, and then for a moment which waiters are alive
        Follow, // changes, until it is stopped
    };

    // `names`: these locks alone; empty: all.
    // `guesses`: also keys that only their value makes look like a lock.
    Session(const TargetChoice &where, std::vector<LockName> names, Look look, bool guesses = false,
            QObject *parent = nullptr);
    Session(const TargetChoice &where, std::vector<LockName> names, bool events,
            bool guesses = false, QObject *parent = nullptr)
        : Session(where, std::move(names), events ? Look::Follow : Look::Once, guesses, parent)
    {}
    ~Session() override;

    // Each server counts that is named, also twice: where every one has a seat in a quorum. Before
    // start().
    void keepDoubles() { m_keepsDoubles = true; }
    void start();
    void stop();

    // For objects that record it.
    picture::Picture &picture() { return m_picture; }

    // Ends the scans for locks; the locks they have found stay.
    void stopScans();
    bool isScanning() const;

    // Every server of the watch has been read completely, or was found out of reach, and its
    // reports have arrived.
    bool isSettled() const;
    const std::map<watch::LockId, watch::LockPointer> &locks() const { return m_locks.locks(); }
    const std::map<watch::ServerId, watch::ServerRecord> &servers() const
    {
        return m_picture.servers();
    }
    // The watch's ids of the targets of the command line, in their order.
    watch::DeploymentId deployment(std::size_t target) const { return m_ids.at(target).deployment; }
    std::size_t targetOf(watch::DeploymentId deployment) const;
    std::map<watch::DeploymentId, QString> labels() const;
    const watch::ServerRecord *serverOf(watch::DeploymentId deployment) const; // null: none yet
    const std::vector<watch::Gap> &gaps() const { return m_picture.gaps(); }
    // The same, and the servers that are out of reach.
    std::vector<watch::Gap> allGaps() const;
    // The same on standard error, for people.
    void tellAllGaps() const;
    // Keys that are no locks, with an explanation.
    const std::map<watch::LockId, QString> &explanations() const { return m_explanations; }
    const picture::AliasBook &aliases() const { return m_picture.aliases(); }
    // The deployment in whose place this one is listed: itself, unless it is reached twice.
    watch::DeploymentId listedAs(watch::DeploymentId deployment) const;
    const insight::FilterPlace &placeOf(watch::DeploymentId deployment) const;
    // The first reason for which a server could not be read; empty if all could.
    std::optional<Error> failure() const;
    std::optional<Error> failureOf(watch::DeploymentId deployment) const;

Q_SIGNALS:
    void changed();
    void happened(const lockscope::watch::Event &event);
    void lockChanged(const lockscope::watch::LockId &id, const lockscope::watch::LockPointer &lock);

private:
    void note(const watch::LockId &id, const watch::LockPointer &lock) override;
    void note(const watch::ServerRecord &server) override;
    void note(const std::vector<watch::Event> &events) override;
    void noteStart() override {} // there is none in what is watched
    void take();
    void takeServer(watch::KeyedChange &change);
    void rememberMembers(const watch::ServerRecord &server);
    void leaveOutDoubles();
    void leaveOut(watch::DeploymentId deployment, watch::DeploymentId kept);
    bool borrow(watch::KeyedChange &change);
    bool borrow(watch::Event &event) const;
    bool isBeyond(watch::DeploymentId kept, const LockName &name) const;
    void openAliasFiles();

    struct Ids {
        watch::DeploymentId deployment;
        watch::ServerId server;
    };

    const TargetChoice m_where;
    std::vector<Ids> m_ids; // of the targets
    const bool m_allNames; // else those that were asked for, wherever they are
    picture::MapStore m_locks;
    picture::Picture m_picture{m_locks};
    std::map<QString, std::unique_ptr<app::AliasFile>> m_aliasFiles;
    bool m_isRefusalTold = false;
    std::map<watch::LockId, QString> m_explanations;
    std::map<watch::DeploymentId, Error> m_failures; // the first of each
    std::vector<insight::FilterPlace> m_places; // of the targets
    std::map<watch::ServerId, profile::Marks> m_marks; // that are remembered
    // A deployment that is reached twice, and the one that is listed. Its watch goes on, since it
    // may look for locks under other prefixes: those come as locks of the listed one.
    std::map<watch::DeploymentId, watch::DeploymentId> m_doubles;
    std::map<watch::ServerId, watch::ServerRecord> m_doubleRecords;
    std::set<watch::LockId> m_borrowed;
    bool m_keepsDoubles = false;
    const SystemClock m_clock;
    watch::WatchMailbox m_mailbox;
    watch::IdentityAllocator m_allocator;
    watch::Watcher m_watcher;
};

} // namespace lockscope::lockctl
