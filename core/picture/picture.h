// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/picture/aliasbook.h"
#include "core/picture/changesink.h"
#include "core/picture/store.h"
#include "core/watch/record/watchmailbox.h"

#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <vector>

namespace lockscope::picture {

// The newest state of all that is watched: locks, servers, gaps and names of owners. Takes what a
// mailbox delivers, or the same from a recording, and tells its sinks of each change. Plain data of
// one thread, that of its reader: no timer and no clock, the time is passed in.
//
// Each lock is one shared pointer, kept by the store that is passed in and by nothing else: in the
// console by the table model, in lockctl by a MapStore. Servers are few; the picture keeps them
// itself. It keeps no events, and of the gaps the last ones.
class Picture
{
public:
    static constexpr std::size_t mostGaps = 10'000;

    // The store must outlive the picture.
    explicit Picture(Store &store);

    // A whole delivery at once.
    void take(watch::WatchMailbox::Delivery &&delivery, WallInstant now);
    // The same in parts, for a reader that spreads a large batch over several turns: the changes in
    // slices, then the events, even if there are none. Changes and events of a removed deployment
    // are left out. Moves from the changes.
    void merge(std::span<watch::KeyedChange> changes);
    // An event of type Gap, which names no deployment, reports dropped events.
    void append(std::vector<watch::Event> events, std::size_t dropped, WallInstant now);

    // The deployment is not watched any more: its locks and the records of its servers are removed,
    // and changes that are still on their way are left out. `last`: events that follow once its
    // locks are gone. Returns whether there was such a deployment.
    bool removeDeployment(watch::DeploymentId deployment, std::vector<watch::Event> last = {});

    // For a reader of a record that goes to another time: nothing is there any more, neither
    // servers nor gaps, the sinks forget what they had, and the ids of all deployments may be used
    // again.
    void startAnew();
    // The same of removed deployments alone: no change of them is on its way any more.
    void readmitRemoved() { m_removed.clear(); }
    // Names of owners that came with a record stay, whatever the rules and words say.
    void keepNames() { m_aliases.keepNames(); }

    // Sets the names of owners in one of the deployments, of one origin; names that a server's
    // record has learned are set by merge(). True if they differ: then the sinks are told, and
    // rename() has something to do.
    bool setAliases(watch::DeploymentId deployment, AliasOrigin origin,
                    std::vector<AliasRule> rules);
    bool setAliases(watch::DeploymentId deployment, const AliasBook::Aliases &operators);
    // Whether owners without a name are called by words; not at first. Whether that differs.
    bool setWordNames(bool on);
    // One more name, at any time.
    bool nameOwner(watch::DeploymentId deployment, const OwnerId &owner, const QString &name);
    // Writes the new names to locks that are there already, each of which is a change. At most
    // `most` are looked at; returns whether there are more.
    bool rename(std::size_t most = std::numeric_limits<std::size_t>::max());
    bool isRenaming() const { return !m_unnamed.empty(); }

    watch::LockPointer find(const watch::LockId &id) const { return m_store.find(id); }
    void forEachLock(const LockVisitor &visitor) const { m_store.visit(visitor); }
    void forEachLockOf(watch::DeploymentId deployment, const LockVisitor &visitor) const;
    const std::map<watch::ServerId, watch::ServerRecord> &servers() const { return m_servers; }
    const watch::ServerRecord *findServer(watch::ServerId server) const; // null: not known
    std::vector<watch::ServerRecord> serversOf(watch::DeploymentId deployment) const;
    const std::vector<watch::Gap> &gaps() const { return m_gaps; } // oldest first
    const AliasBook &aliases() const { return m_aliases; }

    // Sinks are called in the order in which they were added. A sink must be removed before its
    // destruction. It finds the earlier state in the picture.
    void addSink(ChangeSink *sink);
    void removeSink(ChangeSink *sink);

private:
    bool setServer(const watch::ServerRecord &server);
    void removeServer(const watch::ServerRecord &server);
    void noteGaps(const std::vector<watch::Event> &events);
    void tell(std::vector<watch::Event> events);
    void tellGone(LockChanges gone);
    bool nameAnew(watch::DeploymentId deployment);
    void nameAllAnew();

    Store &m_store;
    std::map<watch::ServerId, watch::ServerRecord> m_servers;
    std::set<watch::DeploymentId> m_removed;
    std::vector<watch::Gap> m_gaps;
    AliasBook m_aliases;
    std::deque<watch::LockId> m_unnamed; // their owners may have other names by now
    bool m_areNamesOther = false; // two clients would have one word-name; until append()
    std::vector<ChangeSink *> m_sinks;
};

} // namespace lockscope::picture
