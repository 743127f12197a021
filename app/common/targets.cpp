// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/targets.h"

using namespace Qt::StringLiterals;

namespace lockscope::app {

namespace {

void addPassword(redis::Target &target)
{
    if (target.password.isEmpty())
        target.password = qgetenv("LOCKSCOPE_PASSWORD");
}

Result<void> addProfile(std::vector<ChosenTarget> &chosen, const profile::Profile &profile)
{
    auto targets = profile::targetsOf(profile);
    if (!targets)
        return fail(targets.error());
    if (targets->empty())
        return fail(ErrorKind::InvalidInput,
                    u"the profile \"%1\" has quorum groups only, and no server of its own"_s.arg(
                        profile.name));
    for (redis::Target &target : *targets) {
        addPassword(target);
        chosen.push_back(
            {std::move(target), profile.name, profile.tag, profile.prefixes, profile.aliases});
    }
    return {};
}

} // namespace

Result<std::vector<redis::Target>> targetsFrom(const QStringList &urls)
{
    std::vector<redis::Target> targets;
    for (const QString &url : urls) {
        auto target = redis::parseTarget(url);
        if (!target)
            return fail(target.error());
        addPassword(*target);
        targets.push_back(std::move(*target));
    }
    return targets;
}

Result<std::vector<ChosenTarget>> targetsFrom(const QStringList &urls, const QStringList &profiles,
                                              const profile::ProfileStore &store)
{
    auto targets = targetsFrom(urls);
    if (!targets)
        return fail(targets.error());
    std::vector<ChosenTarget> chosen;
    for (redis::Target &target : *targets)
        chosen.push_back({std::move(target), {}, {}, {}, {}});
    if (profiles.isEmpty())
        return chosen;
    const auto saved = store.load();
    if (!saved)
        return fail(saved.error());
    QStringList names = profiles;
    names.removeDuplicates();
    for (const QString &name : names) {
        const auto profile = saved->named(name);
        if (!profile)
            return fail(profile.error());
        if (const auto added = addProfile(chosen, *profile); !added)
            return fail(added.error());
    }
    return chosen;
}

Result<std::vector<ChosenTarget>> defaultTargets(const profile::ProfileStore &store)
{
    const auto saved = store.load();
    if (!saved)
        return fail(saved.error());
    std::vector<ChosenTarget> chosen;
    if (const profile::Profile *profile = saved->find(saved->defaultName)) {
        if (const auto added = addProfile(chosen, *profile); !added)
            return fail(added.error());
    }
    return chosen;
}

QString howToName(const profile::ProfileStore &store)
{
    const auto saved = store.load();
    if (!saved || saved->all.empty())
        return u"add for example --url redis://127.0.0.1:6379"_s;
    return u"add --url URL or --profile P (there are: %1)"_s.arg(saved->names().join(u", "_s));
}

} // namespace lockscope::app
