// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/imports/configtree.h"
#include "core/imports/readers.h"

#include <algorithm>
#include <array>
#include <optional>

using namespace Qt::StringLiterals;

namespace lockscope::imports {

namespace {

using Form = redis::Target::Form;

// Spring Boot 3 and later, and those before.
constexpr std::array<QStringView, 2> places{u"spring.data.redis", u"spring.redis"};

QStringList activeIn(const QJsonObject &document)
{
    const QStringList newer = textsAt(document, u"spring.config.activate.on-profile");
    return newer.isEmpty() ? textsAt(document, u"spring.profiles") : newer;
}

Draft draftFromUrl(const QString &url, const QString &name)
{
    Draft draft(name);
    draft.takeUrl(draft.resolved(url));
    return draft;
}

Draft draftFromMembers(const QJsonObject &redis, const QString &name)
{
    Draft draft(name);
    redis::Target &target = draft.target;
    target.tls = truthAt(redis, u"ssl") || truthAt(redis, u"ssl.enabled")
        || !textAt(redis, u"ssl.bundle").isEmpty();
    if (!textAt(redis, u"ssl.bundle").isEmpty())
        draft.remark(Sentence::say("the bundle of certificates cannot be read: name the CA file, "
                                   "certificate and key"));
    if (const QJsonObject sentinel = objectAt(redis, u"sentinel"); !sentinel.isEmpty()) {
        target.form = Form::Sentinel;
        target.masterName = draft.resolved(textAt(sentinel, u"master"));
        draft.addHosts(textsAt(sentinel, u"nodes"), 26379);
        draft.setSentinelUser(textAt(sentinel, u"username"), textAt(sentinel, u"password"));
        target.sentinelTls = target.tls;
    } else if (const QStringList nodes = textsAt(redis, u"cluster.nodes"); !nodes.isEmpty()) {
        target.form = Form::Cluster;
        draft.addHosts(nodes);
    } else if (const QStringList all = textsAt(redis, u"masterreplica.nodes"); all.size() > 1) {
        target.form = Form::Replicated;
        draft.addHosts(all);
    } else {
        const QString host = textAt(redis, u"host");
        const QString port = textAt(redis, u"port");
        draft.setHost(host.isEmpty() ? u"localhost"_s : host, port.isEmpty() ? u"6379"_s : port);
    }
    if (target.form != Form::Cluster)
        draft.setDatabase(textAt(redis, u"database"));
    draft.setUser(textAt(redis, u"username"), textAt(redis, u"password"));
    return draft;
}

// The text or the file of Redisson's starter for Spring, which come over Spring's own settings.
std::optional<Drafts> fromStarter(const QJsonObject &redis, const QString &name)
{
    const QString text = textAt(redis, u"redisson.config");
    if (!text.isEmpty()) {
        Drafts drafts;
        const auto documents = documentsFromYaml(text.toUtf8());
        for (const QJsonValue &document : documents.value_or(std::vector<QJsonValue>())) {
            for (Draft &draft : fromRedisson(document.toObject(), name))
                drafts.push_back(std::move(draft));
        }
        if (!drafts.empty())
            return drafts;
        Draft draft(name);
        draft.refuse(Sentence::say("the text of redisson.config is no configuration of Redisson"));
        return Drafts{draft};
    }
    if (textAt(redis, u"redisson.file").isEmpty())
        return std::nullopt;
    Draft draft(name);
    draft.refuse(Sentence::say("the connection is in a file of its own, which redisson.file names; "
                               "import that file"));
    return Drafts{draft};
}

Drafts fromTree(const QJsonObject &tree, const QString &name)
{
    for (const QStringView place : places) {
        const QJsonObject redis = objectAt(tree, place);
        if (redis.isEmpty())
            continue;
        if (auto drafts = fromStarter(redis, name))
            return *std::move(drafts);
        const QString url = textAt(redis, u"url");
        return {url.isEmpty() ? draftFromMembers(redis, name) : draftFromUrl(url, name)};
    }
    return {};
}

bool hasRedis(const QJsonObject &tree)
{
    return std::ranges::any_of(places,
                               [&](QStringView place) { return !objectAt(tree, place).isEmpty(); });
}

} // namespace

Drafts fromSpring(const std::vector<QJsonObject> &documents, const QString &name)
{
    QJsonObject base;
    for (const QJsonObject &document : documents) {
        if (activeIn(document).isEmpty())
            base = merged(base, document);
    }
    const QString application = textAt(base, u"spring.application.name");
    const QString usual = application.isEmpty() || application.contains(u'$') ? name : application;
    Drafts drafts = fromTree(base, usual);
    for (const QJsonObject &document : documents) {
        const QStringList active = activeIn(document);
        if (active.isEmpty() || !hasRedis(document))
            continue;
        const QString own = usual + u'-' + active.join(u'-');
        for (Draft &draft : fromTree(merged(base, document), own))
            drafts.push_back(std::move(draft));
    }
    return drafts;
}

} // namespace lockscope::imports
