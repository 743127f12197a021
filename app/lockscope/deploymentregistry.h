// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/common/targets.h"
#include "core/watch/server/watcher.h"

#include <map>
#include <optional>
#include <vector>

namespace lockscope::console {

// A deployment, and how it is watched.
struct WatchedDeployment {
    app::ChosenTarget target;
    watch::WatchOptions options;
    const watch::Watcher *watcher = nullptr; // none: it was left
};

// The deployments of the console: which are watched, by which watcher and how, and how those were
// reached that the operator has left and may want back. A value of the GUI thread; connects
// nothing.
class DeploymentRegistry
{
public:
    void add(watch::DeploymentId deployment, WatchedDeployment watched);
    // The entry as it was; empty: it was not watched.
    std::optional<WatchedDeployment> remove(watch::DeploymentId deployment);

    const WatchedDeployment *find(watch::DeploymentId deployment) const; // null: not watched
    // Those that are watched.
    const std::map<watch::DeploymentId, WatchedDeployment> &all() const { return m_watched; }
    // Any of the profile's, or the one of that label; with no name those without a profile.
    bool isConnected(const QString &profile, const QString &label = {}) const;
    // Whether it still watches anything.
    bool isWatcherNeeded(const watch::Watcher *watcher) const;

    // Keeps how a deployment without a profile was reached, since no file tells it.
    void keepLeft(watch::DeploymentId deployment);
    // All that were left under the label, which are then no longer kept.
    std::vector<WatchedDeployment> takeLeft(const QString &label);
    void forgetLeft(const QString &label) { m_left.erase(label); }

private:
    void replaceLeft(const WatchedDeployment &anew);

    std::map<watch::DeploymentId, WatchedDeployment> m_watched;
    std::map<QString, std::vector<WatchedDeployment>> m_left; // by label
};

} // namespace lockscope::console
