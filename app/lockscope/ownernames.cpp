// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/ownernames.h"

#include "core/base/aliasrules.h"
#include "core/base/text.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QTimer>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::console {

OwnerNames::OwnerNames(ui::WatchClient &client, profile::ProfileStore store, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_store(std::move(store))
{}

void OwnerNames::addDeployment(watch::DeploymentId deployment, const app::ChosenTarget &target)
{
    m_deployments[deployment] = {target.profile, target.aliases, target.aliasesFile, {}};
    m_client.picture().setAliases(deployment, target.aliases);
    if (target.aliasesFile.isEmpty())
        return;
    std::unique_ptr<app::AliasFile> &file = m_files[target.aliasesFile];
    if (!file) {
        file = std::make_unique<app::AliasFile>(target.aliasesFile);
        const auto tell = [this, each = file.get()] {
            if (!each->problem().isEmpty())
                Q_EMIT problem(wording::saidAlone(each->problem()));
            else
                Q_EMIT done(tr("The owner names in %1 were read again.")
                                .arg(visibleElided(each->file().toUtf8(), 200)));
        };
        connect(file.get(), &app::AliasFile::problemChanged, this, tell);
        // Queued: the creator of this object connects to its signals only afterwards.
        if (!file->problem().isEmpty())
            QTimer::singleShot(0, file.get(), tell);
    }
    const auto take = [this, deployment, each = file.get()] {
        m_client.picture().setAliases(deployment, AliasOrigin::File, each->rules());
    };
    take();
    m_deployments[deployment].reading =
        connect(file.get(), &app::AliasFile::rulesChanged, this, take);
}

void OwnerNames::removeDeployment(watch::DeploymentId deployment)
{
    const auto known = m_deployments.find(deployment);
    if (known == m_deployments.end())
        return;
    disconnect(known->second.reading);
    const QString file = known->second.file;
    m_deployments.erase(known);
    const bool isRead = std::ranges::any_of(
        m_deployments, [&](const auto &each) { return each.second.file == file; });
    if (!isRead)
        m_files.erase(file);
}

Result<void> OwnerNames::save(const QString &profile, const QByteArray &pattern,
                              const QString &name) const
{
    return m_store.update([&](profile::Profiles &profiles) -> Result<void> {
        for (profile::Profile &each : profiles.all) {
            if (each.name != profile)
                continue;
            if (name.isEmpty())
                each.aliases.erase(pattern);
            else
                each.aliases.insert_or_assign(pattern, name);
            return profile::check(each);
        }
        return fail(profiles.named(profile).error());
    });
}

void OwnerNames::set(watch::DeploymentId deployment, const QByteArray &pattern, const QString &name)
{
    const auto known = m_deployments.find(deployment);
    if (known == m_deployments.end()) {
        Q_EMIT problem(
            tr("The name was not set: the server is no longer connected. Connect it again, "
               "then name the owner."));
        return;
    }
    auto checked = checkAliasPattern(pattern);
    if (checked && !name.isEmpty())
        checked = checkAliasName(name);
    if (!checked) {
        Q_EMIT problem(wording::saidAlone(checked.error().text));
        return;
    }
    const QString profile = known->second.profile;
    if (!profile.isEmpty()) {
        if (const auto saved = save(profile, pattern, name); !saved) {
            Q_EMIT problem(
                tr("The name was not saved: %1.").arg(wording::said(saved.error().text)));
            return;
        }
    }
    for (auto &[each, own] : m_deployments) {
        if (each != deployment && (profile.isEmpty() || own.profile != profile))
            continue;
        if (name.isEmpty())
            own.own.erase(pattern);
        else
            own.own.insert_or_assign(pattern, name);
        m_client.picture().setAliases(each, own.own);
    }
    Q_EMIT done(profile.isEmpty() ? tr("Set until this console closes: the server has no profile.")
                                  : tr("Saved in the profile %1.").arg(profile));
}

} // namespace lockscope::console
