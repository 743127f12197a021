// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/aliasfiles.h"
#include "app/common/sameserver.h"
#include "app/lockctl/common/targetoptions.h"
#include "core/watch/server/watcher.h"
#include "ui/wording/aliasbook.h"

#include <QObject>

#include <map>
#include <memory>
#include <set>

namespace lockscope::lockctl {

// Why the server cannot be read; names the server once. Only where it has an error.
QString whyNotRead(const watch::ServerRecord &server);

// The watch of one run of lockctl and the newest state of what it shows, on the main thread. Owns
// the watcher.
class Session : public QObject
{
    Q_OBJECT

public:
    // How a session looks.
    enum class Look {
        Once,
        Waiters, // once, and then for a moment which waiters are alive
        Follow, // changes, until it is stopped
    };

    // `names`: these locks alone; empty: all.
    // `guesses`: also what only its value makes look like a lock.
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

    // Scans for locks end; what they have found stays.
    void stopScans();
    bool isScanning() const;

    // Every server has been read through, or has been found out of reach.
    bool isSettled() const;
    const std::map<watch::LockId, watch::LockPointer> &locks() const { return m_locks; }
    const std::map<int, watch::ServerRecord> &servers() const { return m_servers; }
    const std::vector<watch::Gap> &gaps() const { return m_gaps; }
    // The same, and the servers that are out of reach.
    std::vector<watch::Gap> allGaps() const;
    // Keys that are no locks, and what they turned out to be.
    const std::map<watch::LockId, QString> &explanations() const { return m_explanations; }
    const wording::AliasBook &aliases() const { return m_aliases; }
    // The server in whose place this one is listed: itself, unless it is reached twice.
    int listedAs(int server) const;
    const watch::FilterPlace &placeOf(int server) const;
    // The first reason for which a server could not be read; empty if all could.
    std::optional<Error> failure() const;
    std::optional<Error> failureOf(int server) const;

Q_SIGNALS:
    void changed();
    void happened(const lockscope::watch::Event &event);
    void lockChanged(const lockscope::watch::LockId &id, const lockscope::watch::LockPointer &lock);

private:
    void take();
    void noteServer(const watch::ServerRecord &server);
    void leaveOutDoubles();
    void leaveOut(int server, int kept);
    std::optional<watch::LockId> borrowed(const watch::LockId &id, watch::LockPointer &lock);
    bool isBeyond(int kept, const LockName &name) const;
    void noteGap(const watch::Event &event);
    void openAliasFiles();
    void setNames(int server, AliasOrigin origin, std::vector<AliasRule> rules);

    const TargetChoice m_where;
    const bool m_allNames; // else those that were asked for, wherever they are
    wording::AliasBook m_aliases;
    std::map<QString, std::unique_ptr<app::AliasFile>> m_aliasFiles;
    bool m_isRefusalTold = false;
    std::map<watch::LockId, watch::LockPointer> m_locks;
    std::map<int, watch::ServerRecord> m_servers;
    std::vector<watch::Gap> m_gaps;
    std::map<watch::LockId, QString> m_explanations;
    std::map<int, Error> m_failures; // the first of each server
    std::vector<watch::FilterPlace> m_places; // of the targets
    // A server that is reached twice, and the one that is listed. Its watch goes on, since it may
    // look for locks under other prefixes: those come as locks of the listed one.
    std::map<int, int> m_doubles;
    std::map<int, watch::ServerRecord> m_doubleRecords;
    std::set<watch::LockId> m_borrowed;
    bool m_keepsDoubles = false;
    watch::WatchMailbox m_mailbox;
    watch::Watcher m_watcher;
};

} // namespace lockscope::lockctl
