// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/profilestore.h"

#include "core/base/text.h"
#include "core/profile/jsontext.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFileInfo>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::profile {

namespace {

constexpr auto cannotRead = Sentence::marked("cannot read %1: %2");
constexpr auto cannotWrite = Sentence::marked("cannot write %1: %2");
constexpr qint64 largestFile = qint64(1024) * 1024;
constexpr QFileDevice::Permissions ownersFile = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
constexpr QFileDevice::Permissions ownersFolder = ownersFile | QFileDevice::ExeOwner;

QString usualFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
        + u"/lockscope"_s;
}

// The target of a link in the file's place: the link itself is to stay.
QString resolved(const QString &file)
{
    const QString target = QFileInfo(file).symLinkTarget();
    return target.isEmpty() ? file : target;
}

// Each missing folder for its owner alone, from the top, with any umask.
bool makePrivateFolder(const QString &path)
{
    if (QFileInfo(path).isDir())
        return true;
    const QString parent = QFileInfo(path).absolutePath();
    return parent != path && makePrivateFolder(parent)
        && (QDir().mkdir(path, ownersFolder) || QFileInfo(path).isDir());
}

} // namespace

struct ProfileStore::Contents {
    QByteArray text; // null: there is no file
    QJsonObject file;
    Profiles profiles;
};

QString ProfileStore::usualFile()
{
    const QString file = qEnvironmentVariable("LOCKSCOPE_PROFILES");
    return file.isEmpty() ? usualFolder() + u"/profiles.json"_s : file;
}

ProfileStore::ProfileStore(QString file)
    : m_file(std::move(file))
    , m_ownFolder(QFileInfo(m_file).absolutePath() == usualFolder())
{}

Result<Profiles> ProfileStore::load() const
{
    return read().map([](const Contents &contents) { return contents.profiles; });
}

Result<void> ProfileStore::update(const std::function<Result<void>(Profiles &)> &change,
                                  Millis patience) const
{
    if (const auto made = makeFolder(); !made)
        return made;
    QLockFile lock(resolved(m_file) + u".lock"_s);
    // QLockFile itself waits ever longer from try to try, up to seconds: among many the last gets
    // it late.
    const QDeadlineTimer end(patience);
    while (!lock.tryLock(0)) {
        if (lock.error() != QLockFile::LockFailedError)
            return cannot(Sentence::marked("cannot change %1: %2"),
                          Sentence::say("its folder is not writable"));
        if (!end.hasExpired())
            continue;
        return fail(withFile({ErrorKind::Busy,
                              {},
                              Sentence::say("another program is changing it now; try again"),
                              {}}));
    }
    auto contents = read();
    if (!contents)
        return fail(contents.error());
    Profiles profiles = contents->profiles;
    if (const auto changed = change(profiles); !changed)
        return changed;
    if (profiles == contents->profiles && !contents->text.isNull())
        return {};
    const QJsonObject file = toJson(profiles, contents->file);
    // A text that could not be read again must not be written.
    if (const auto readable = profilesFromJson(file); !readable)
        return fail(readable.error());
    return replace(contents->text, readableJson(file, memberOrder()));
}

Result<ProfileStore::Contents> ProfileStore::read() const
{
    const QFileInfo info(m_file);
    if (!info.exists() && !info.isSymLink())
        return Contents{};
    if (!info.isFile())
        return cannot(cannotRead, Sentence::say("it is not a file, or it is a broken link"));
    QFile file(m_file);
    if (!file.open(QIODevice::ReadOnly))
        return cannot(cannotRead, file.errorString());
    Contents contents;
    contents.text = file.read(largestFile + 1);
    if (file.error() != QFileDevice::NoError)
        return cannot(cannotRead, file.errorString());
    if (contents.text.size() > largestFile)
        return fail(
            withFile({ErrorKind::InvalidInput, {}, Sentence::say("it is larger than 1 MiB"), {}}));
    auto object = objectFromJson(contents.text);
    if (!object)
        return fail(withFile(object.error()));
    auto profiles = profilesFromJson(*object);
    if (!profiles)
        return fail(withFile(profiles.error()));
    contents.file = *std::move(object);
    contents.profiles = *std::move(profiles);
    return contents;
}

Result<void> ProfileStore::replace(const QByteArray &before, const QByteArray &after) const
{
    if (after.size() > largestFile)
        return fail(withFile(
            {ErrorKind::InvalidInput, {}, Sentence::say("it would be larger than 1 MiB"), {}}));
    QSaveFile file(m_file);
    // Nobody else may read it at any moment, so this comes before the first byte.
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(ownersFile)
        || file.write(after) != after.size())
        return cannot(cannotWrite, file.errorString());
    // Editors know nothing of the lock: a file that one of them saved meanwhile is not overwritten.
    const auto now = read();
    if (!now || now->text != before)
        return fail(
            withFile({ErrorKind::Busy,
                      {},
                      Sentence::say("another program has changed it in the meantime; try again"),
                      {}}));
    if (!file.commit())
        return cannot(cannotWrite, file.errorString());
    return {};
}

Result<void> ProfileStore::makeFolder() const
{
    const QFileInfo folder(QFileInfo(m_file).absolutePath());
    if (!folder.exists()) {
        if (!makePrivateFolder(folder.absoluteFilePath()))
            return cannot(Sentence::marked("cannot create the folder for %1: %2"),
                          Sentence::say("permission denied, or no such folder"));
    } else if (m_ownFolder) {
        QFile::setPermissions(folder.absoluteFilePath(), ownersFolder);
    }
    return {};
}

Error ProfileStore::withFile(Error error) const
{
    error.text = Sentence::say("%1: %2").arg(visibleElided(m_file.toUtf8(), 200), error.text);
    return error;
}

tl::unexpected<Error> ProfileStore::cannot(const char *form, const Sentence &reason) const
{
    return fail(Error{ErrorKind::Permission,
                      "PROFILEFILE"_ba,
                      Sentence::say(form).arg(visibleElided(m_file.toUtf8(), 200), reason),
                      {}});
}

} // namespace lockscope::profile
