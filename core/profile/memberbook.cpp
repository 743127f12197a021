// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/memberbook.h"

#include "core/base/text.h"
#include "core/profile/jsontext.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::profile {

namespace {

constexpr int membersVersion = 1;
constexpr qint64 largestMembers = qint64(1024) * 1024;
// Of one database of a profile. A failover or restart adds two or three.
constexpr qsizetype mostMarks = 96;
// For which another program may write.
constexpr int writePatience = 2000;

QJsonObject readMembers(const QString &name)
{
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = file.read(largestMembers + 1);
    const auto object =
        text.size() > largestMembers ? Result<QJsonObject>(QJsonObject()) : objectFromJson(text);
    return object && (*object)["version"_L1].toInt() == membersVersion ? *object : QJsonObject();
}

// Each database of the profile is an object {"urls", "database", "marks"} in the list of its name.
QJsonArray entriesOf(const QJsonObject &file, const QString &profile)
{
    return file["profiles"_L1][profile].toArray();
}

QJsonArray urlsOf(const Profile &profile)
{
    QStringList urls = profile.urls;
    for (const GroupSpec &group : profile.groups)
        urls += group.urls;
    return QJsonArray::fromStringList(urls);
}

bool isOf(const QJsonValue &entry, const Profile &profile)
{
    return entry["urls"_L1].toArray() == urlsOf(profile);
}

Error unwritable(const QString &file, const Sentence &why)
{
    return {ErrorKind::Permission,
            "MEMBERFILE",
            Sentence::say("cannot write %1: %2").arg(visibleElided(file.toUtf8(), 200), why),
            {}};
}

} // namespace

MemberBook::MemberBook(const ProfileStore &store)
{
    const QFileInfo profiles(store.file());
    m_file = profiles.absoluteDir().filePath(profiles.completeBaseName() + u".members.json"_s);
}

Result<void> MemberBook::remember(const Profile &profile, int database, const Marks &marks) const
{
    const auto isKnown = [&](const QJsonObject &file) {
        for (const QJsonValue entry : entriesOf(file, profile.name)) {
            if (!isOf(entry, profile) || entry["database"_L1].toInt() != database)
                continue;
            const QJsonArray known = entry["marks"_L1].toArray();
            return std::ranges::all_of(
                marks, [&](const QByteArray &mark) { return known.contains(fromUtf8(mark)); });
        }
        return marks.empty();
    };
    if (isKnown(readMembers(m_file)))
        return {};
    QLockFile lock(m_file + u".lock"_s);
    if (!lock.tryLock(writePatience))
        return fail(unwritable(
            m_file, Sentence::say("its folder is not writable, or another program is writing it")));
    QJsonObject file = readMembers(m_file);
    if (isKnown(file))
        return {};
    QJsonObject own{{"urls"_L1, urlsOf(profile)}, {"database"_L1, database}};
    QJsonArray others;
    for (const QJsonValue entry : entriesOf(file, profile.name)) {
        if (isOf(entry, profile) && entry["database"_L1].toInt() == database)
            own = entry.toObject();
        else if (isOf(entry, profile))
            others.append(entry);
    }
    QJsonArray kept = own["marks"_L1].toArray();
    for (const QByteArray &mark : marks) {
        if (!kept.contains(fromUtf8(mark)))
            kept.prepend(fromUtf8(mark));
    }
    while (kept.size() > mostMarks)
        kept.removeLast();
    own["marks"_L1] = kept;
    others.append(own);
    QJsonObject profiles = file["profiles"_L1].toObject();
    profiles[profile.name] = others;
    file = {{"version"_L1, membersVersion}, {"profiles"_L1, profiles}};
    QSaveFile written(m_file);
    const QByteArray text = readableJson(file, {u"version"_s, u"profiles"_s});
    if (!written.open(QIODevice::WriteOnly)
        || !written.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)
        || written.write(text) != text.size() || !written.commit())
        return fail(unwritable(m_file, written.errorString()));
    return {};
}

std::vector<const Profile *> MemberBook::profilesOf(const Profiles &saved, int database,
                                                    const Marks &marks) const
{
    std::vector<const Profile *> found;
    if (marks.empty() || saved.all.empty())
        return found;
    const QJsonObject file = readMembers(m_file);
    for (const Profile &profile : saved.all) {
        for (const QJsonValue entry : entriesOf(file, profile.name)) {
            if (!isOf(entry, profile) || entry["database"_L1].toInt() != database)
                continue;
            const QJsonArray known = entry["marks"_L1].toArray();
            if (std::ranges::any_of(known, [&](const QJsonValue &mark) {
                    return marks.contains(mark.toString().toUtf8());
                }))
                found.push_back(&profile);
        }
    }
    return found;
}

} // namespace lockscope::profile
