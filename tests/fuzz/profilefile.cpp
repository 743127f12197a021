// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/imports/importer.h"
#include "core/profile/jsontext.h"
#include "core/profile/profilejson.h"
#include "tests/fuzz/fuzz.h"

// The file of profiles: what is read stays the same when it is written, and holds no password. And
// the files of other programs, of which profiles are made.
namespace lockscope::fuzz {

using namespace Qt::StringLiterals;
using namespace profile;

namespace {

void importText(const QByteArray &text)
{
    const auto imported = imports::importFrom(text, u"application.yml"_s);
    if (!imported) {
        require(!imported.error().text.isEmpty(), "a refusal has a reason");
        return;
    }
    require(!imported->all.empty(), "what is imported is something");
    std::vector<Profile> all;
    for (const imports::Found &found : imported->all) {
        all.push_back(found.profile);
        require(check(found.profile).has_value(), "what is imported may be saved");
        using From = SecretSource::From;
        for (const auto member : secretMembers) {
            const From from = (found.profile.*member).from;
            require(from == From::Unset || from == From::Ask || from == From::None,
                    "no foreign source of a password is followed");
        }
    }
    const auto again = imports::importFrom(imports::exported(all), {});
    require(again.has_value() && again->all.size() == all.size(), "an export is imported");
}

} // namespace

void run(QByteArrayView input)
{
    importText(input.toByteArray());
    const auto file = objectFromJson(input.toByteArray());
    if (!file)
        return;
    const QByteArray text = readableJson(*file, memberOrder());
    const auto same = objectFromJson(text);
    require(same.has_value() && readableJson(*same, memberOrder()) == text,
            "a written file is read, and written the same");
    const auto profiles = profilesFromJson(*file);
    if (!profiles)
        return;
    const QJsonObject written = toJson(*profiles, *file);
    const auto again = objectFromJson(readableJson(written, memberOrder()));
    require(again.has_value(), "a written file is JSON");
    const auto read = profilesFromJson(*again);
    require(read.has_value(), "a written file is taken");
    require(*read == *profiles, "a written file has the same profiles");
    require(toJson(*read, *again) == *again, "writing changes nothing any more");
    for (const Profile &profile : profiles->all) {
        require(check(profile).has_value(), "what is read may be saved");
        require(profiles->find(profile.name) == &profile, "each profile has its name");
        const auto targets = targetsOf(profile);
        require(targets.has_value(), "a profile leads to servers");
        for (const redis::Target &target : *targets) {
            require(target.password.isEmpty() && target.sentinelPassword.isEmpty(),
                    "no password is in a profile");
            require(target.readOnly == profile.readOnly, "a read-only profile says so everywhere");
        }
    }
}

} // namespace lockscope::fuzz
