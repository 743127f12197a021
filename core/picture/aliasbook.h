// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/aliasrules.h"
#include "core/base/wordnames.h"
#include "core/watch/record/records.h"

#include <array>
#include <map>
#include <memory>

namespace lockscope::picture {

// The names of owners, deployment by deployment, with their sources. With word-names switched on,
// owners that nobody has named are called by words (core/base/wordnames.h), in all deployments
// alike. A value; any thread.
class AliasBook
{
public:
    using Aliases = std::map<QByteArray, QString>; // a pattern -> name

    // Sets the names of this deployment's owners, of one origin, in place of the earlier ones; true
    // if they differ.
    bool set(watch::DeploymentId deployment, AliasOrigin origin, std::vector<AliasRule> rules);
    bool set(watch::DeploymentId deployment, const Aliases &operators);

    // Adds one of the operator, for this owner alone; later set() calls keep it. True if that
    // differs.
    bool add(watch::DeploymentId deployment, const OwnerId &owner, const QString &name);

    // All that counts in the deployment; never null, and the same object until something changes.
    std::shared_ptr<const AliasRules> rules(watch::DeploymentId deployment) const;
    std::vector<watch::DeploymentId> deployments() const; // whose owners have names, or had

    bool setWordNames(bool on); // off at first; whether that differs
    bool hasWordNames() const { return m_words.isOn(); }
    // The owners of a lock were seen. Whether others have another word-name because of them.
    bool note(const watch::LockRecord &lock);

    // Names that came with a record stay, as they were shown at the time, and no rule adds another.
    // Words follow their switch.
    void keepNames() { m_keepsNames = true; }

    Alias find(watch::DeploymentId deployment, const OwnerId &owner) const; // empty: it has none
    // The name in any deployment that has one; a word-name last.
    Alias findAnywhere(const OwnerId &owner) const;

    // Writes the names beside the owners of a lock, whose id tells the deployment.
    // It stays the same object if there is nothing to write.
    void apply(watch::LockPointer &lock) const;
    bool apply(watch::Event &event) const; // whether it changed

private:
    struct Names {
        std::vector<AliasRule> own; // added ones
        std::array<std::vector<AliasRule>, 3> byOrigin;
        std::shared_ptr<const AliasRules> rules;
    };

    static void gather(Names &book);
    bool isKept(const Alias &alias) const
    {
        return m_keepsNames && !alias.isEmpty()
            && (alias.origin != AliasOrigin::Derived || m_words.isOn());
    }
    // Null: no rules.
    const AliasRules *rulesOf(watch::DeploymentId deployment) const;
    Shared<Alias> nameOf(const AliasRules *rules, const OwnerId &owner) const;

    std::map<watch::DeploymentId, Names> m_deployments;
    WordNames m_words;
    bool m_keepsNames = false;
};

} // namespace lockscope::picture
