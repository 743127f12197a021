// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/record/records.h"

#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace lockscope::picture {

using LockChanges = std::vector<std::pair<watch::LockId, watch::LockPointer>>; // empty: gone
using LockVisitor = std::function<void(const watch::LockPointer &)>;

// Keeps the locks of a Picture, and hears of all else after the sinks. On the picture's thread.
// An interface, because the console's table model has a pointer and an index entry for each of
// maybe 100,000 locks anyway: it is the console's store, so that nothing is kept or looked up
// twice.
class Store
{
public:
    virtual watch::LockPointer find(const watch::LockId &id) const = 0; // empty: there is none
    virtual void visit(const LockVisitor &visitor) const = 0; // all of them, in any order
    // The sinks have heard each of them.
    virtual void merge(LockChanges changes) = 0;

    // The other things that a program shows. A server comes before the locks that were merged with
    // it.
    virtual void setServer(const watch::ServerRecord & /*server*/) {}
    // It has left its deployment; its locks are on other servers. The sinks have heard of it.
    virtual void removeServer(const watch::ServerRecord & /*server*/) {}
    virtual void append(std::vector<watch::Event> /*events*/) {}
    // The deployment is not watched any more. Its locks are gone by now; the sinks hear of it next.
    virtual void removeDeployment(watch::DeploymentId /*deployment*/) {}
    // Owners in the deployment have other names. The sinks know; its locks wait for
    // Picture::rename().
    virtual void noteNames(watch::DeploymentId /*deployment*/) {}
    // Another time begins: nothing that is kept is of it. All is removed by now, but for events.
    virtual void startAnew() {}

protected:
    ~Store() = default;
};

// The store of a program without a table: a map, sorted by id.
class MapStore final : public Store
{
public:
    const std::map<watch::LockId, watch::LockPointer> &locks() const { return m_locks; }

    watch::LockPointer find(const watch::LockId &id) const override;
    void visit(const LockVisitor &visitor) const override;
    void merge(LockChanges changes) override;

private:
    std::map<watch::LockId, watch::LockPointer> m_locks;
};

} // namespace lockscope::picture
