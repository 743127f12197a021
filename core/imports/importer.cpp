// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/imports/importer.h"

#include "core/base/text.h"
#include "core/imports/configtree.h"
#include "core/imports/readers.h"
#include "core/profile/jsontext.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::imports {

namespace {

using profile::Profile;
using profile::SecretSource;

tl::unexpected<Error> refused(const Sentence &why)
{
    return fail(ErrorKind::InvalidInput, why);
}

// Each name once; a number behind those that come again.
void makeNamesDiffer(std::vector<Found> &all)
{
    QStringList taken;
    for (Found &found : all) {
        const QString wanted = found.profile.name;
        for (int i = 2; taken.contains(found.profile.name); ++i)
            found.profile.name = wanted + u'-' + QString::number(i);
        taken += found.profile.name;
    }
}

Result<Imported> imported(Format format, const Drafts &drafts)
{
    Imported result;
    result.format = format;
    Sentence firstProblem;
    for (std::size_t i = 0; i < drafts.size(); ++i) {
        auto found = drafts[i].finished();
        if (found) {
            result.all.push_back(*std::move(found));
            continue;
        }
        if (firstProblem.isEmpty())
            firstProblem = found.error().text;
        result.remarks.push_back(Sentence::say("connection %1 was left out: %2")
                                     .arg(static_cast<qint64>(i + 1), found.error().text));
    }
    if (result.all.empty())
        return refused(firstProblem);
    makeNamesDiffer(result.all);
    return result;
}

// A source that this machine's user has not written is not followed: it may name a program to run,
// or a file or variable whose contents the profile's servers would be sent.
void distrust(SecretSource &source, std::vector<Sentence> &remarks)
{
    using From = SecretSource::From;
    if (source.from == From::Unset || source.from == From::Ask || source.from == From::None)
        return;
    source = {From::Ask, {}};
    remarks.push_back(Sentence::say("where its password comes from was not taken over: Lockscope "
                                    "asks for it"));
}

// Programs to run and places to write to are a matter of one computer. True: there was one.
bool tellNobody(profile::Profile &profile)
{
    const bool hadOne = !profile.notifying.command.isEmpty() || profile.notifyWebhook.isSet();
    profile.notifying = {};
    profile.notifyWebhook = {};
    return hadOne;
}

Result<Imported> fromProfiles(const QJsonObject &file)
{
    auto profiles = profile::profilesFromJson(file);
    if (!profiles)
        return fail(profiles.error());
    if (profiles->all.empty())
        return refused(Sentence::say("there are no profiles in it"));
    Imported result;
    for (Profile &one : profiles->all) {
        Found found;
        const bool toldSomebody = tellNobody(one);
        for (const auto member : profile::secretMembers)
            distrust(one.*member, found.remarks);
        one.reauthenticate.reset();
        if (toldSomebody)
            found.remarks.push_back(Sentence::say(
                "who is told of problems was not taken over: it would run a program, or send what "
                "is seen to somebody"));
        found.profile = std::move(one);
        if (const auto checked = profile::check(found.profile); !checked)
            return fail(checked.error());
        result.all.push_back(std::move(found));
    }
    return result;
}

// One a line; lines that begin with # are comments. Null: not a list of URLs.
std::optional<Result<Imported>> fromUrls(const QString &text)
{
    Drafts drafts;
    const QStringList lines = text.split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QString url = lines[i].trimmed();
        if (url.isEmpty() || url.startsWith(u'#'))
            continue;
        const qsizetype mark = url.indexOf("://"_L1);
        const bool isUrl = mark > 0 && !QStringView(url).first(mark).contains(u' ')
            && (url.startsWith("redis"_L1, Qt::CaseInsensitive)
                || url.startsWith("valkey"_L1, Qt::CaseInsensitive));
        if (!isUrl && drafts.empty())
            return std::nullopt;
        if (!isUrl) // it is not shown: it may be a password
            return Result<Imported>(refused(
                Sentence::say("line %1 is no URL that begins with redis or valkey, as the lines "
                              "before it are; a comment begins with #")
                    .arg(i + 1)));
        Draft draft({});
        draft.takeUrl(url);
        drafts.push_back(std::move(draft));
    }
    if (drafts.empty())
        return std::nullopt;
    return imported(Format::Urls, drafts);
}

bool isExport(const QJsonObject &object)
{
    return object.contains("profiles"_L1) && object["profiles"_L1].isArray();
}

QJsonArray connectionsIn(const QJsonValue &value)
{
    if (value.isArray())
        return value.toArray();
    const QJsonObject object = value.toObject();
    const QJsonValue inner = object["databases"_L1];
    if (inner.isArray())
        return inner.toArray();
    return object.contains("connectionType"_L1) ? QJsonArray{object} : QJsonArray();
}

// The connections in trees, which come of YAML or JSON.
std::optional<Result<Imported>> fromTrees(const std::vector<QJsonValue> &trees, const QString &name)
{
    std::vector<QJsonObject> documents;
    for (const QJsonValue &tree : trees) {
        if (const Drafts drafts = fromRedisInsight(connectionsIn(tree)); !drafts.empty())
            return imported(Format::RedisInsight, drafts);
        if (const Drafts drafts = fromRedisson(tree.toObject(), name); !drafts.empty())
            return imported(Format::Redisson, drafts);
        documents.push_back(withoutDots(tree.toObject()));
    }
    if (const Drafts drafts = fromSpring(documents, name); !drafts.empty())
        return imported(Format::Spring, drafts);
    return std::nullopt;
}

tl::unexpected<Error> unknown()
{
    return refused(Sentence::say(
        "there is no connection in it; Lockscope reads its own exports, configurations of Redisson "
        "and Spring, exports of RedisInsight, redis.conf, sentinel.conf, and URLs"));
}

} // namespace

Result<Imported> importFrom(const QByteArray &text, const QString &fileName)
{
    if (text.size() > largestImport)
        return refused(Sentence::say("it is larger than 1 MB, which no file of connections is"));
    if (!isUtf8(text))
        return refused(Sentence::say("it is not a text in UTF-8"));
    QByteArray bytes = text;
    if (bytes.startsWith("\xEF\xBB\xBF"))
        bytes.remove(0, 3);
    const QString words = fromUtf8(bytes).remove(u'\r');
    if (words.trimmed().isEmpty())
        return refused(Sentence::say("it is empty"));
    if (auto found = fromUrls(words))
        return *std::move(found);
    const QString name = QFileInfo(fileName).completeBaseName();
    const QByteArray trimmed = bytes.trimmed();
    const bool isJson = trimmed.startsWith('{') || trimmed.startsWith('[');
    if (isJson) {
        // A list is no object: it is put into one.
        const bool isList = trimmed.startsWith('[');
        const auto object =
            profile::objectFromJson(isList ? QByteArray("{\"databases\":" + bytes + "}") : bytes);
        if (!object)
            return fail(object.error());
        if (isExport(*object))
            return fromProfiles(*object);
        if (auto found = fromTrees({*object}, name))
            return *std::move(found);
        return unknown();
    }
    // Comes first: many of its lines would pass for YAML.
    if (const Drafts drafts = fromRedisConf(words, name); !drafts.empty())
        return imported(Format::RedisConf, drafts);
    if (const Drafts drafts = fromSpring({treeFromProperties(words)}, name);
        !drafts.empty() && words.contains("spring."_L1)) {
        return imported(Format::Spring, drafts);
    }
    const auto documents = documentsFromYaml(bytes);
    if (!documents)
        return fail(documents.error());
    if (auto found = fromTrees(*documents, name))
        return *std::move(found);
    return unknown();
}

Result<Taken> take(profile::Profiles &profiles, const std::vector<Profile> &added, bool replace)
{
    Taken taken;
    for (const Profile &one : added) {
        const Profile *known = profiles.find(one.name);
        QStringList &list = !known ? taken.added : *known == one ? taken.unchanged : taken.replaced;
        list += one.name;
    }
    if (!taken.replaced.isEmpty() && !replace)
        return refused(Sentence::say("there are other profiles of these names already: %1")
                           .arg(taken.replaced.join(u", "_s)));
    for (const Profile &one : added) {
        const auto known = std::ranges::find(profiles.all, one.name, &Profile::name);
        if (known == profiles.all.end())
            profiles.all.push_back(one);
        else
            *known = one;
    }
    return taken;
}

QByteArray exported(const std::vector<Profile> &profiles)
{
    profile::Profiles shared;
    for (Profile one : profiles) {
        tellNobody(one);
        for (const auto member : profile::secretMembers) {
            SecretSource &source = one.*member;
            if (source.isSet() && source.from != SecretSource::From::None)
                source = {SecretSource::From::Ask, {}};
        }
        one.reauthenticate.reset();
        shared.all.push_back(std::move(one));
    }
    return profile::readableJson(profile::toJson(shared, {}), profile::memberOrder());
}

} // namespace lockscope::imports
