// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profilejson.h"

#include "core/base/text.h"
#include "core/base/tlsfault.h"
#include "core/profile/profiletext.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::profile {

namespace {

constexpr int fileVersion = 1;

// Takes members out of one object; the first that is wrong is remembered, and the rest is void.
class Reader
{
public:
    explicit Reader(const QJsonObject &object)
        : m_object(object)
    {}

    QString text(const QString &member)
    {
        const QJsonValue value = m_object[member];
        require(member, value.isString() || value.isUndefined(), Sentence::say("a string"));
        return value.toString();
    }
    SecretSource secretSource(const QString &member)
    {
        const auto source = secretSourceFrom(text(member));
        if (!source)
            refuse(member, source.error().text);
        return source.value_or(SecretSource());
    }
    bool truth(const QString &member)
    {
        const QJsonValue value = m_object[member];
        require(member, value.isBool() || value.isUndefined(), Sentence::say("true or false"));
        return value.toBool();
    }
    QStringList texts(const QString &member)
    {
        QStringList list;
        const QJsonArray values = array(member);
        for (qsizetype i = 0; i < values.size(); ++i) {
            require(u"%1[%2]"_s.arg(member).arg(i), values[i].isString(),
                    Sentence::say("a string"));
            list += values[i].toString();
        }
        return list;
    }
    std::vector<QJsonObject> objects(const QString &member)
    {
        std::vector<QJsonObject> list;
        const QJsonArray values = array(member);
        for (qsizetype i = 0; i < values.size(); ++i) {
            require(u"%1[%2]"_s.arg(member).arg(i), values[i].isObject(),
                    Sentence::say("an object"));
            list.push_back(values[i].toObject());
        }
        return list;
    }
    QJsonObject object(const QString &member)
    {
        const QJsonValue value = m_object[member];
        require(member, value.isObject() || value.isUndefined(), Sentence::say("an object"));
        return value.toObject();
    }
    // Bytes as visible() wrote them.
    QByteArray bytes(const QString &member, const QString &text)
    {
        const auto bytes = fromVisible(text);
        if (!bytes || !text.isValidUtf16())
            refuse(member, bytes ? Sentence::say("this is not valid Unicode") : bytes.error().text);
        return bytes.value_or(QByteArray());
    }
    // Members of newer versions are left alone; but a misspelt known one ("readonly") would be
    // ignored, though its writer relies on it.
    void refuseMisspelt(const QStringList &known)
    {
        const QStringList members = m_object.keys();
        for (const QString &member : members) {
            for (const QString &right : known) {
                if (member != right && essence(member) == essence(right))
                    refuse(member,
                           Sentence::say("the name of this member must be \"%1\"").arg(right));
            }
        }
    }
    void refuse(const QString &member, const Sentence &problem)
    {
        if (m_problem.isEmpty())
            m_problem = Sentence::say("%1: %2").arg(member, problem);
    }
    const Sentence &problem() const { return m_problem; }

private:
    static QString essence(const QString &member)
    {
        QString letters;
        for (const QChar c : member) {
            if (c.isLetterOrNumber())
                letters += c.toLower();
        }
        return letters.endsWith(u's') ? letters.chopped(1) : letters;
    }
    QJsonArray array(const QString &member)
    {
        const QJsonValue value = m_object[member];
        require(member, value.isArray() || value.isUndefined(), Sentence::say("a list"));
        return value.toArray();
    }
    void require(const QString &member, bool condition, const Sentence &what)
    {
        if (!condition)
            refuse(member, Sentence::say("this is not %1").arg(what));
    }

    const QJsonObject m_object;
    Sentence m_problem;
};

redis::TlsRules tlsFromJson(Reader &reader)
{
    Reader inner(reader.object(u"tls"_s));
    inner.refuseMisspelt(
        {u"ca_file"_s, u"certificate_file"_s, u"key_file"_s, u"server_name"_s, u"fingerprints"_s});
    redis::TlsRules rules{.caFile = inner.text(u"ca_file"_s),
                          .certificateFile = inner.text(u"certificate_file"_s),
                          .keyFile = inner.text(u"key_file"_s),
                          .keyPassphrase = {},
                          .serverName = inner.text(u"server_name"_s),
                          .fingerprints = {}};
    const QStringList fingerprints = inner.texts(u"fingerprints"_s);
    for (qsizetype i = 0; i < fingerprints.size(); ++i) {
        const auto fingerprint = fingerprintFrom(fingerprints[i]);
        if (fingerprint)
            rules.fingerprints.push_back(*fingerprint);
        else
            inner.refuse(u"fingerprints[%1]"_s.arg(i), fingerprint.error().text);
    }
    if (!inner.problem().isEmpty())
        reader.refuse(u"tls"_s, inner.problem());
    return rules;
}

QJsonObject tlsToJson(const redis::TlsRules &rules)
{
    QJsonObject object;
    const auto set = [&](const QString &member, const QString &value) {
        if (!value.isEmpty())
            object[member] = value;
    };
    set(u"ca_file"_s, rules.caFile);
    set(u"certificate_file"_s, rules.certificateFile);
    set(u"key_file"_s, rules.keyFile);
    set(u"server_name"_s, rules.serverName);
    QJsonArray fingerprints;
    for (const QByteArray &fingerprint : rules.fingerprints)
        fingerprints.append(fingerprintText(fingerprint));
    if (!fingerprints.isEmpty())
        object["fingerprints"_L1] = fingerprints;
    return object;
}

Notifying notifyingFromJson(Reader &reader, const QJsonObject &object)
{
    Notifying notifying;
    notifying.command = reader.texts(u"notify_command"_s);
    const QString severity = reader.text(u"notify_severity"_s);
    notifying.warnings = severity == "warning"_L1;
    if (object.contains("notify_severity"_L1) && !notifying.warnings && severity != "critical"_L1)
        reader.refuse(u"notify_severity"_s, Sentence::say("this is neither warning nor critical"));
    if (object.contains("notify_ends"_L1))
        notifying.ends = reader.truth(u"notify_ends"_s);
    return notifying;
}

Result<Profile> profileFromJson(const QJsonObject &object)
{
    Reader reader(object);
    reader.refuseMisspelt({u"name"_s,
                           u"tag"_s,
                           u"read_only"_s,
                           u"urls"_s,
                           u"prefixes"_s,
                           u"groups"_s,
                           u"aliases"_s,
                           u"pins"_s,
                           u"aliases_file"_s,
                           u"learn_names"_s,
                           u"thresholds"_s,
                           u"tls"_s,
                           u"through"_s,
                           u"password_from"_s,
                           u"sentinel_password_from"_s,
                           u"key_passphrase_from"_s,
                           u"reauthenticate"_s,
                           u"operator_user"_s,
                           u"operator_password_from"_s,
                           u"notify_command"_s,
                           u"notify_webhook_from"_s,
                           u"notify_severity"_s,
                           u"notify_ends"_s});
    Profile profile;
    profile.name = reader.text(u"name"_s);
    profile.urls = reader.texts(u"urls"_s);
    profile.readOnly = reader.truth(u"read_only"_s);
    profile.aliasesFile = reader.text(u"aliases_file"_s);
    profile.learnNames = reader.truth(u"learn_names"_s);
    profile.tls = tlsFromJson(reader);
    if (const auto relay = redis::relayFrom(reader.text(u"through"_s)))
        profile.relay = *relay;
    else
        reader.refuse(u"through"_s, relay.error().text);
    if (object.contains("tag"_L1)) {
        const auto tag = tagFromName(reader.text(u"tag"_s));
        if (tag)
            profile.tag = *tag;
        else
            reader.refuse(u"tag"_s, tag.error().text);
    }
    profile.password = reader.secretSource(u"password_from"_s);
    profile.operatorUser = reader.text(u"operator_user"_s);
    profile.operatorPassword = reader.secretSource(u"operator_password_from"_s);
    profile.sentinelPassword = reader.secretSource(u"sentinel_password_from"_s);
    profile.keyPassphrase = reader.secretSource(u"key_passphrase_from"_s);
    if (object.contains("reauthenticate"_L1)) {
        const auto age = parseDuration(reader.text(u"reauthenticate"_s));
        if (age)
            profile.reauthenticate = *age;
        else
            reader.refuse(u"reauthenticate"_s, age.error().text);
    }
    profile.notifying = notifyingFromJson(reader, object);
    profile.notifyWebhook = reader.secretSource(u"notify_webhook_from"_s);
    for (const QString &prefix : reader.texts(u"prefixes"_s))
        profile.prefixes.push_back(reader.bytes(u"prefixes"_s, prefix));
    for (const QJsonObject &group : reader.objects(u"groups"_s)) {
        Reader inner(group);
        inner.refuseMisspelt({u"name"_s, u"urls"_s, u"durable"_s});
        profile.groups.push_back(
            {inner.text(u"name"_s), inner.texts(u"urls"_s), inner.truth(u"durable"_s)});
        if (!inner.problem().isEmpty())
            reader.refuse(u"groups[%1]"_s.arg(profile.groups.size() - 1), inner.problem());
    }
    const QJsonObject aliases = reader.object(u"aliases"_s);
    for (auto alias = aliases.begin(); alias != aliases.end(); ++alias) {
        if (!alias->isString())
            reader.refuse(u"aliases"_s, Sentence::say("the name of an owner is not a string"));
        const QByteArray owner = reader.bytes(u"aliases"_s, alias.key());
        if (!profile.aliases.emplace(owner, alias->toString()).second)
            reader.refuse(u"aliases"_s, Sentence::say("two entries have the same owner"));
    }
    const QJsonObject thresholds = reader.object(u"thresholds"_s);
    for (auto each = thresholds.begin(); each != thresholds.end(); ++each) {
        const auto value = parseDuration(each->toString());
        if (!value)
            reader.refuse(u"thresholds.%1"_s.arg(visibleElided(each.key().toUtf8(), 60)),
                          value.error().text);
        else
            profile.thresholds.emplace(each.key().toUtf8(), *value);
    }
    const QJsonObject pins = reader.object(u"pins"_s);
    for (auto pin = pins.begin(); pin != pins.end(); ++pin) {
        if (!pin->isString())
            reader.refuse(u"pins"_s, Sentence::say("the kind of a pin is not a string"));
        if (!profile.pins.emplace(reader.bytes(u"pins"_s, pin.key()), pin->toString().toUtf8())
                 .second)
            reader.refuse(u"pins"_s, Sentence::say("two entries have the same name"));
    }
    if (!reader.problem().isEmpty())
        return fail(ErrorKind::InvalidInput, reader.problem());
    if (const auto checked = check(profile); !checked)
        return fail(checked.error());
    return profile;
}

Result<void> checkVersion(const QJsonObject &file)
{
    const QJsonValue version = file["version"_L1];
    if (version.toInt() == fileVersion)
        return {};
    if (!version.isDouble())
        return invalidMember(u"version"_s, Sentence::say("it is missing or not a number"));
    return invalidMember(
        u"version"_s,
        Sentence::say("the file has version %1, but this program supports only version %2")
            .arg(u"%1"_s.arg(version.toDouble()), fileVersion));
}

// The object of this name in an earlier list.
QJsonObject namedObject(const QJsonValue &list, const QString &name)
{
    for (const QJsonValue value : list.toArray()) {
        if (value["name"_L1].toString() == name)
            return value.toObject();
    }
    return {};
}

// `object` with those members of `before` that this version does not know.
QJsonObject withUnknown(QJsonObject object, const QJsonObject &before)
{
    for (auto member = before.begin(); member != before.end(); ++member) {
        if (!memberOrder().contains(member.key()))
            object.insert(member.key(), *member);
    }
    return object;
}

QJsonObject withUnknownOfProfile(QJsonObject profile, const QJsonObject &before)
{
    QJsonArray groups;
    for (const QJsonValue value : profile["groups"_L1].toArray())
        groups.append(withUnknown(value.toObject(),
                                  namedObject(before["groups"_L1], value["name"_L1].toString())));
    profile["groups"_L1] = groups;
    const QJsonObject tls =
        withUnknown(profile.value("tls"_L1).toObject(), before["tls"_L1].toObject());
    if (!tls.isEmpty())
        profile["tls"_L1] = tls;
    return withUnknown(std::move(profile), before);
}

} // namespace

const Profile *Profiles::find(const QString &name) const
{
    const auto found = std::ranges::find(all, name, &Profile::name);
    return found == all.end() ? nullptr : &*found;
}

Result<Profile> Profiles::named(const QString &name) const
{
    if (const Profile *profile = find(name))
        return *profile;
    const QString wanted = visibleElided(name.toUtf8(), 60);
    return fail(ErrorKind::InvalidInput,
                all.empty() ? Sentence::say(
                                  "there are no profiles; create \"%1\" with lockctl profile save")
                                  .arg(wanted)
                            : Sentence::say("there is no profile \"%1\"; available profiles: %2")
                                  .arg(wanted, names().join(u", "_s)));
}

QStringList Profiles::names() const
{
    QStringList names;
    for (const Profile &profile : all)
        names += profile.name;
    names.sort();
    return names;
}

QJsonObject toJson(const Profile &profile)
{
    QJsonArray prefixes;
    for (const QByteArray &prefix : profile.prefixes)
        prefixes.append(visible(prefix));
    QJsonArray groups;
    for (const GroupSpec &group : profile.groups)
        groups.append(QJsonObject{{"name"_L1, group.name},
                                  {"urls"_L1, QJsonArray::fromStringList(group.urls)},
                                  {"durable"_L1, group.isDurable}});
    QJsonObject aliases;
    for (const auto &[owner, alias] : profile.aliases)
        aliases[visible(owner)] = alias;
    QJsonObject pins;
    for (const auto &[prefix, kind] : profile.pins)
        pins[visible(prefix)] = fromUtf8(kind);
    QJsonObject object{{"name"_L1, profile.name},
                       {"tag"_L1, QString::fromLatin1(name(profile.tag))},
                       {"read_only"_L1, profile.readOnly},
                       {"urls"_L1, QJsonArray::fromStringList(profile.urls)},
                       {"prefixes"_L1, prefixes},
                       {"groups"_L1, groups},
                       {"aliases"_L1, aliases},
                       {"pins"_L1, pins}};
    // Only if they are set: most files are without them.
    if (!profile.aliasesFile.isEmpty())
        object["aliases_file"_L1] = profile.aliasesFile;
    if (profile.learnNames)
        object["learn_names"_L1] = true;
    if (const QJsonObject tls = tlsToJson(profile.tls); !tls.isEmpty())
        object["tls"_L1] = tls;
    if (const QString relay = profile.relay.text(); !relay.isEmpty())
        object["through"_L1] = relay;
    QJsonObject thresholds;
    for (const auto &[name, value] : profile.thresholds)
        thresholds[fromUtf8(name)] = durationText(value);
    if (!thresholds.isEmpty())
        object["thresholds"_L1] = thresholds;
    const auto addSource = [&object](QLatin1StringView member, const SecretSource &source) {
        if (source.isSet())
            object[member] = toText(source);
    };
    addSource("password_from"_L1, profile.password);
    if (!profile.operatorUser.isEmpty())
        object["operator_user"_L1] = profile.operatorUser;
    addSource("operator_password_from"_L1, profile.operatorPassword);
    addSource("sentinel_password_from"_L1, profile.sentinelPassword);
    addSource("key_passphrase_from"_L1, profile.keyPassphrase);
    if (profile.reauthenticate)
        object["reauthenticate"_L1] = durationText(*profile.reauthenticate);
    if (!profile.notifying.command.isEmpty())
        object["notify_command"_L1] = QJsonArray::fromStringList(profile.notifying.command);
    addSource("notify_webhook_from"_L1, profile.notifyWebhook);
    if (profile.notifying.warnings)
        object["notify_severity"_L1] = "warning"_L1;
    if (!profile.notifying.ends)
        object["notify_ends"_L1] = false;
    return object;
}

Result<Profiles> profilesFromJson(const QJsonObject &file)
{
    if (const auto known = checkVersion(file); !known)
        return fail(known.error());
    Reader reader(file);
    reader.refuseMisspelt({u"version"_s, u"default"_s, u"profiles"_s});
    Profiles profiles;
    const QJsonValue defaultName = file["default"_L1];
    if (!defaultName.isNull())
        profiles.defaultName = reader.text(u"default"_s);
    const auto objects = reader.objects(u"profiles"_s);
    if (!reader.problem().isEmpty())
        return fail(ErrorKind::InvalidInput, reader.problem());
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const QString place = u"profiles[%1]"_s.arg(i);
        auto profile = profileFromJson(objects[i]);
        if (!profile)
            return fail(ErrorKind::InvalidInput,
                        Sentence::say("%1.%2").arg(place, profile.error().text));
        if (profiles.find(profile->name))
            return invalidMember(place + u".name"_s,
                                 Sentence::say("there are two profiles \"%1\"").arg(profile->name));
        profiles.all.push_back(*std::move(profile));
    }
    if (!profiles.defaultName.isEmpty() && !profiles.find(profiles.defaultName))
        return invalidMember(u"default"_s,
                             Sentence::say("there is no profile \"%1\"")
                                 .arg(visibleElided(profiles.defaultName.toUtf8(), 60)));
    return profiles;
}

QJsonObject toJson(const Profiles &profiles, const QJsonObject &before)
{
    QJsonArray list;
    for (const Profile &profile : profiles.all)
        list.append(withUnknownOfProfile(toJson(profile),
                                         namedObject(before["profiles"_L1], profile.name)));
    const QJsonObject file{
        {"version"_L1, fileVersion},
        {"default"_L1,
         profiles.defaultName.isEmpty() ? QJsonValue() : QJsonValue(profiles.defaultName)},
        {"profiles"_L1, list}};
    return withUnknown(file, before);
}

const QStringList &memberOrder()
{
    static const QStringList order{u"version"_s,
                                   u"default"_s,
                                   u"name"_s,
                                   u"tag"_s,
                                   u"read_only"_s,
                                   u"urls"_s,
                                   u"prefixes"_s,
                                   u"groups"_s,
                                   u"aliases"_s,
                                   u"aliases_file"_s,
                                   u"learn_names"_s,
                                   u"thresholds"_s,
                                   u"password_from"_s,
                                   u"operator_user"_s,
                                   u"operator_password_from"_s,
                                   u"sentinel_password_from"_s,
                                   u"key_passphrase_from"_s,
                                   u"reauthenticate"_s,
                                   u"notify_command"_s,
                                   u"notify_webhook_from"_s,
                                   u"notify_severity"_s,
                                   u"notify_ends"_s,
                                   u"pins"_s,
                                   u"tls"_s,
                                   u"through"_s,
                                   u"ca_file"_s,
                                   u"certificate_file"_s,
                                   u"key_file"_s,
                                   u"server_name"_s,
                                   u"fingerprints"_s,
                                   u"durable"_s,
                                   u"profiles"_s};
    return order;
}

} // namespace lockscope::profile
