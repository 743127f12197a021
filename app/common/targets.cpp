// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/targets.h"

#include "app/common/sameserver.h"
#include "app/common/serverguard.h"
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/platform/coredumps.h"
#include "core/profile/aliasfile.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::app {

namespace {

// Those of the environment, but where `secrets` says otherwise.
void addPassword(redis::Target &target, const secret::Sources &secrets = {})
{
    if (target.password.isEmpty() && !secrets.password.isSet())
        target.password = qgetenv("LOCKSCOPE_PASSWORD");
    if (target.form == redis::Target::Form::Sentinel && target.sentinelPassword.isEmpty()
        && !secrets.sentinelPassword.isSet())
        target.sentinelPassword = qgetenv("LOCKSCOPE_SENTINEL_PASSWORD");
    if (!target.password.isEmpty() || !target.sentinelPassword.isEmpty())
        platform::forbidCoreDumps();
}

Result<std::vector<format::Pin>> pinsOf(const profile::Profile &profile)
{
    std::vector<format::Pin> pins;
    for (const auto &[prefix, kind] : profile.pins) {
        const auto pin = format::pinFrom(prefix, kind);
        if (!pin)
            return fail(
                ErrorKind::InvalidInput,
                Sentence::say(
                    "the profile \"%1\" pins \"%2\" to the kind \"%3\", which this version does "
                    "not support; to change it, use lockctl profile save --change --pin")
                    .arg(profile.name, visibleElided(prefix, 60), visibleElided(kind, 60)));
        pins.push_back(*pin);
    }
    return pins;
}

// A password of the environment, or of the profile's source, is for all of them.
Result<void> add(std::vector<ChosenTarget> &chosen, std::vector<redis::Target> targets,
                 const profile::Profile &profile)
{
    const auto pins = pinsOf(profile);
    if (!pins)
        return fail(pins.error());
    const auto thresholds = health::thresholdsFrom(profile.thresholds);
    if (!thresholds)
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("profile %1: %2").arg(profile.name, thresholds.error().text));
    for (redis::Target &target : targets) {
        const secret::Sources secrets = secret::sourcesOf(profile);
        addPassword(target, secrets);
        takeRelay(target, profile.relay);
        chosen.push_back({std::move(target), profile.name, profile.tag, profile.prefixes,
                          profile.aliases, *pins, profile.aliasesFile, profile.learnNames});
        if (!profile.thresholds.empty())
            chosen.back().thresholds = *thresholds;
        chosen.back().secrets = secrets;
        chosen.back().operatorUser = profile.operatorUser.toUtf8();
        chosen.back().notifying = profile.notifying;
    }
    return {};
}

// Each server once, however often it is a member.
Result<void> addMembers(std::vector<redis::Target> &targets, const profile::Profile &profile)
{
    for (const profile::GroupSpec &group : profile.groups) {
        profile::Profile members = profile; // read-only, if it is
        members.urls = group.urls;
        auto more = profile::targetsOf(members);
        if (!more)
            return fail(more.error());
        for (redis::Target &target : *more) {
            const auto isSame = [&](const redis::Target &known) {
                return known.label() == target.label();
            };
            if (std::none_of(targets.begin(), targets.end(), isSame))
                targets.push_back(std::move(target));
        }
    }
    return {};
}

Result<void> addProfile(std::vector<ChosenTarget> &chosen, const profile::Profile &profile,
                        Take take)
{
    auto targets = profile::targetsOf(profile);
    if (!targets)
        return fail(targets.error());
    if (take == Take::WithGroups) {
        if (const auto added = addMembers(*targets, profile); !added)
            return fail(added.error());
    }
    if (targets->empty())
        return fail(
            ErrorKind::InvalidInput,
            Sentence::say("the profile \"%1\" has only quorum groups and no servers of its own")
                .arg(profile.name));
    return add(chosen, *std::move(targets), profile);
}

// The target with the profile's limits on actions, and nothing else from the profile. Empty: the
// profile does not name it.
std::optional<ChosenTarget> guarded(const ChosenTarget &target, const profile::Profile &profile)
{
    const auto members = allTargetsOf(profile);
    if (std::ranges::none_of(
            members, [&](const redis::Target &member) { return sharesMember(member, target); }))
        return std::nullopt;
    ChosenTarget made = target;
    made.profile = profile.name;
    made.tag = profile.tag;
    made.readOnly = made.readOnly || profile.readOnly;
    if (profile.readOnly)
        made.guardedBy = profile.name;
    return made;
}

// A server that is given by its URL alone is that of the strictest profile that names its address,
// unless a profile beside it on the command line does. Then all are guarded by every profile.
void guard(std::vector<ChosenTarget> &chosen, const profile::Profiles &saved,
           const profile::ProfileStore &store)
{
    std::vector<redis::Target> given;
    for (const ChosenTarget &target : chosen) {
        if (!target.profile.isEmpty())
            given.push_back(target);
    }
    for (ChosenTarget &target : chosen) {
        const bool isGiven = std::any_of(given.begin(), given.end(), [&](const auto &other) {
            return isSameAddress(other, target);
        });
        ChosenTarget best = target;
        for (const profile::Profile &profile :
             isGiven ? std::vector<profile::Profile>() : saved.all) {
            const auto made = guarded(target, profile);
            if (made && strictnessOf(*made) > strictnessOf(best))
                best = *made;
        }
        // Joined with that profile's (sameserver.h), which is guarded itself.
        const bool isJoined = isGiven && target.profile.isEmpty();
        target = std::move(best);
        const QString name = target.profile;
        guardBySaved(target, store, saved, marksOf(target));
        if (isJoined)
            target.profile = name;
    }
}

Result<profile::Profile> profileOrDefault(const QString &name, const profile::ProfileStore &store)
{
    const auto saved = store.load();
    if (!saved)
        return fail(saved.error());
    if (!name.isEmpty())
        return saved->named(name);
    const profile::Profile *const usual = saved->find(saved->defaultName);
    if (!usual)
        return fail(
            ErrorKind::InvalidInput,
            saved->all.empty()
                ? Sentence::say("quorum groups are defined in profiles, and there are no profiles "
                                "yet; use --url for each server instead")
                : Sentence::say("there is no default profile; add --profile P (available: %1)")
                      .arg(saved->names().join(u", "_s)));
    return *usual;
}

} // namespace

std::vector<redis::Target> allTargetsOf(const profile::Profile &profile)
{
    std::vector<redis::Target> targets;
    if (auto own = profile::targetsOf(profile))
        targets = *std::move(own);
    (void)addMembers(targets, profile);
    return targets;
}

redis::Target actingTarget(const ChosenTarget &target,
                           std::shared_ptr<redis::Credentials> credentials,
                           const QByteArray &password)
{
    redis::Target acting = target;
    if (target.operatorUser.isEmpty())
        return acting;
    acting.user = target.operatorUser;
    acting.password = credentials ? QByteArray() : password;
    acting.credentials = std::move(credentials);
    if (!acting.password.isEmpty())
        platform::forbidCoreDumps();
    return acting;
}

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
                                              const profile::ProfileStore &store, Take take)
{
    auto targets = targetsFrom(urls);
    if (!targets)
        return fail(targets.error());
    std::vector<ChosenTarget> chosen;
    for (redis::Target &target : *targets)
        chosen.push_back({std::move(target), {}, {}, {}, {}, {}, {}, false});
    const auto saved = store.load();
    if (profiles.isEmpty()) {
        if (saved) // a file that cannot be read guards nothing
            guard(chosen, *saved, store);
        return chosen;
    }
    if (!saved)
        return fail(saved.error());
    QStringList names = profiles;
    names.removeDuplicates();
    for (const QString &name : names) {
        const auto profile = saved->named(name);
        if (!profile)
            return fail(profile.error());
        if (const auto added = addProfile(chosen, *profile, take); !added)
            return fail(added.error());
    }
    guard(chosen, *saved, store);
    return chosen;
}

Result<ChosenGroup> groupFrom(const QString &group, const QString &profile,
                              const profile::ProfileStore &store)
{
    auto saved = profileOrDefault(profile, store);
    if (!saved)
        return fail(saved.error());
    const auto &groups = saved->groups;
    QStringList names;
    for (const profile::GroupSpec &known : groups)
        names.append(known.name);
    if (groups.empty())
        return fail(ErrorKind::InvalidInput,
                    Sentence::say("the profile \"%1\" has no quorum groups; add one with lockctl "
                                  "profile save %1 --change --group NAME=URL,URL,URL")
                        .arg(saved->name));
    const auto wanted = group.isEmpty() && groups.size() == 1
        ? groups.begin()
        : std::ranges::find(groups, group, &profile::GroupSpec::name);
    if (wanted == groups.end())
        return fail(
            ErrorKind::InvalidInput,
            group.isEmpty()
                ? Sentence::say("the profile \"%1\" has several quorum groups; choose one with "
                                "--group (available: %2)")
                      .arg(saved->name, names.join(u", "_s))
                : Sentence::say("the profile \"%1\" has no quorum group \"%2\" (available: %3)")
                      .arg(saved->name, visibleElided(group.toUtf8(), 60), names.join(u", "_s)));
    profile::Profile members = *saved; // read-only, if it is
    members.urls = wanted->urls;
    auto targets = profile::targetsOf(members);
    if (!targets)
        return fail(targets.error());
    ChosenGroup chosen{wanted->name, {}, wanted->isDurable};
    if (const auto added = add(chosen.targets, *std::move(targets), *saved); !added)
        return fail(added.error());
    if (const auto all = store.load())
        guard(chosen.targets, *all, store);
    return chosen;
}

std::vector<insight::GroupMembers> groupsOf(const QStringList &profiles,
                                            const profile::ProfileStore &store)
{
    std::vector<insight::GroupMembers> groups;
    const auto saved = store.load();
    for (const QString &name : saved ? profiles : QStringList()) {
        const profile::Profile *const profile = saved->find(name);
        for (const auto &group : profile ? profile->groups : std::vector<profile::GroupSpec>()) {
            insight::GroupMembers members{group.name, {}, group.isDurable};
            for (const QString &url : group.urls) {
                const auto target = redis::parseTarget(url);
                members.labels.push_back(target ? target->label() : url);
            }
            groups.push_back(std::move(members));
        }
    }
    return groups;
}

std::vector<insight::GroupMembers> defaultGroups(const profile::ProfileStore &store)
{
    const auto saved = store.load();
    return saved ? groupsOf({saved->defaultName}, store) : std::vector<insight::GroupMembers>();
}

Result<std::vector<ChosenTarget>> defaultTargets(const profile::ProfileStore &store, Take take)
{
    const auto saved = store.load();
    if (!saved)
        return fail(saved.error());
    std::vector<ChosenTarget> chosen;
    if (const profile::Profile *profile = saved->find(saved->defaultName)) {
        if (const auto added = addProfile(chosen, *profile, take); !added)
            return fail(added.error());
    }
    guard(chosen, *saved, store);
    return chosen;
}

void takeRelay(redis::Target &target, const redis::Relay &relay)
{
    target.relay = relay;
    if (!relay.user.isEmpty() && relay.kind != redis::Relay::Kind::Ssh)
        target.relay.password = qgetenv("LOCKSCOPE_PROXY_PASSWORD");
}

void giveCaFile(ChosenTarget &target, const QString &caFile)
{
    if (caFile.isEmpty())
        return;
    target.givenCaFile = caFile;
    target.tlsRules.caFile = caFile;
}

Result<void> addNames(std::vector<ChosenTarget> &targets, const QString &aliasesFile,
                      bool learnNames)
{
    if (!aliasesFile.isEmpty()) {
        if (const auto read = profile::readAliasFile(aliasesFile); !read)
            return fail(read.error());
    }
    for (ChosenTarget &target : targets) {
        if (!aliasesFile.isEmpty())
            target.aliasesFile = aliasesFile;
        target.learnNames = target.learnNames || learnNames;
    }
    return {};
}

Sentence howToName(const profile::ProfileStore &store)
{
    const auto saved = store.load();
    if (!saved || saved->all.empty())
        return Sentence::say("for example, add --url redis://127.0.0.1:6379");
    return Sentence::say("add --url URL or --profile P (available: %1)")
        .arg(saved->names().join(u", "_s));
}

} // namespace lockscope::app
