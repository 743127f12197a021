// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/recordfolder.h"

#include "core/base/text.h"
#include "core/platform/file.h"
#include "core/recorder/database.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTimeZone>
#include <QUrl>

#include <algorithm>
#include <array>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

using platform::File;
using platform::systemText;

const QString lockName = u"writer.lock"_s;

tl::unexpected<Error> failAt(const QString &folder, const Sentence &what)
{
    return fail(ErrorKind::InvalidInput,
                Sentence::say("the folder %1 of the record %2").arg(shownPath(folder), what));
}

// In the line of the lock.
QString processWords()
{
    return u", process %1, since "_s.arg(QCoreApplication::applicationPid());
}

QString lineOf(const File &file)
{
    return visibleElided(file.readAt(0, 300).trimmed(), 200);
}

QString stemOf(int number, QDate day)
{
    return u"%1-%2"_s.arg(number, 6, 10, '0'_L1).arg(day.toString(Qt::ISODate));
}

std::array<QString, 3> allOf(const QString &path)
{
    return {path, path + u"-wal"_s, path + u"-shm"_s};
}

} // namespace

QString recordsFolder()
{
    const QString named = qEnvironmentVariable("LOCKSCOPE_RECORDS");
    if (!named.isEmpty())
        return QFileInfo(named).absoluteFilePath();
    // The base directory specification: a path that is not absolute is to be ignored.
    QString data = qEnvironmentVariable("XDG_DATA_HOME");
    if (!QDir::isAbsolutePath(data))
        data = QDir::homePath() + u"/.local/share"_s;
    return data + u"/lockscope/records"_s;
}

// A name may have any characters, and a path may not.
QString recordFolder(const QString &name)
{
    QByteArray encoded = QUrl::toPercentEncoding(name);
    if (encoded.startsWith('.'))
        encoded.replace(0, 1, "%2E");
    return recordsFolder() + u'/' + QString::fromLatin1(encoded);
}

std::vector<QString> recordNames()
{
    std::vector<QString> names;
    const QDir folder(recordsFolder());
    for (const QString &entry : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (!recordFiles(folder.filePath(entry)).empty())
            names.push_back(QUrl::fromPercentEncoding(entry.toLatin1()));
    }
    std::ranges::sort(names);
    return names;
}

std::vector<RecordFile> recordFiles(const QString &folder)
{
    static const QRegularExpression form(
        u"^(\\d{6,9})-(\\d{4}-\\d{2}-\\d{2})(\\.open)?\\.sqlite$"_s);
    std::map<int, RecordFile> files;
    for (const QFileInfo &entry : QDir(folder).entryInfoList(QDir::Files)) {
        const auto match = form.match(entry.fileName());
        if (!match.hasMatch())
            continue;
        RecordFile file{match.captured(1).toInt(),
                        QDate::fromString(match.captured(2), Qt::ISODate),
                        match.captured(3).isEmpty(), entry.filePath(), 0};
        for (const QString &part : allOf(file.path))
            file.bytes += QFileInfo(part).size();
        RecordFile &known = files[file.number];
        if (known.path.isEmpty() || file.isClosed)
            known = std::move(file);
    }
    std::vector<RecordFile> list;
    for (auto &[number, file] : files)
        list.push_back(std::move(file));
    return list;
}

// The folder's name may look like a placeholder.
std::vector<RecordFile> filesPutAside(const QString &folder)
{
    static const QRegularExpression form(
        u"^(\\d{6,9})-(\\d{4}-\\d{2}-\\d{2})(\\.open)?\\.sqlite\\.damaged-\\d+$"_s);
    std::vector<RecordFile> files;
    for (const QFileInfo &entry : QDir(folder).entryInfoList(QDir::Files, QDir::Name)) {
        const auto match = form.match(entry.fileName());
        if (match.hasMatch())
            files.push_back({match.captured(1).toInt(),
                             QDate::fromString(match.captured(2), Qt::ISODate),
                             match.captured(3).isEmpty(), entry.filePath(), entry.size()});
    }
    return files;
}

Sentence damageAdvice()
{
    return Sentence::say(
        "the other files of the record are read; restore this one from a backup, or delete it");
}

Sentence putAsideText(const RecordFile &file)
{
    return Sentence::say("the file of %1 (UTC) was damaged and is kept as %2; %3")
        .arg(file.day.toString(Qt::ISODate), shownPath(file.path), damageAdvice());
}

QString openPath(const QString &folder, int number, QDate day)
{
    return folder + u'/' + stemOf(number, day) + u".open.sqlite"_s;
}

QString closedPath(const RecordFile &file)
{
    return QFileInfo(file.path).path() + u'/' + stemOf(file.number, file.day) + u".sqlite"_s;
}

bool removeFile(const RecordFile &file)
{
    bool isGone = true;
    for (const QString &part : allOf(file.path))
        isGone = (!QFile::exists(part) || QFile::remove(part)) && isGone;
    return isGone;
}

QString putAside(const RecordFile &file)
{
    for (int attempt = 1; attempt < 1000; ++attempt) {
        const QString aside = file.path + u".damaged-"_s + QString::number(attempt);
        if (QFile::exists(aside))
            continue;
        if (!QFile::rename(file.path, aside))
            return {};
        for (const QString &end : {u"-wal"_s, u"-shm"_s})
            QFile::rename(file.path + end, aside + end);
        return aside;
    }
    return {};
}

std::optional<std::pair<quint64, quint64>> fileIdOf(const QString &path)
{
    const auto there = platform::factsAt(path);
    return there ? std::optional(there->id) : std::nullopt;
}

QDate dayOf(WallInstant at)
{
    return QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count(), QTimeZone::utc()).date();
}

Result<void> makeRecordFolder(const QString &folder)
{
    auto there = platform::factsAt(folder);
    if (!there) {
        const QString parent = QFileInfo(folder).path();
        if (parent != folder && !QFileInfo::exists(parent)) {
            if (auto made = makeRecordFolder(parent); !made)
                return made;
        }
        if (const auto made = platform::makeFolder(folder); !made)
            return failAt(folder,
                          Sentence::say("cannot be created: %1").arg(systemText(made.error())));
        there = platform::factsAt(folder);
    }
    if (!there)
        return failAt(folder, Sentence::say("cannot be read: %1").arg(systemText(there.error())));
    if (there->sort != platform::FileFacts::Sort::Folder)
        return failAt(folder, Sentence::say("is not a folder"));
    return {};
}

Result<std::unique_ptr<FolderLock>> FolderLock::take(const QString &folder, const QString &program,
                                                     WallInstant now)
{
    if (const auto made = makeRecordFolder(folder); !made)
        return fail(made.error());
    if (const auto there = platform::factsAt(folder)) {
        if (!there->isOurs)
            return failAt(folder, Sentence::say("belongs to another user"));
        if (there->isOpenToOthers)
            return failAt(folder,
                          Sentence::say("is accessible to other users; run chmod 700 on it"));
    }
    auto file = File::open(folder + u'/' + lockName, File::Purpose::Rewrite);
    if (!file)
        return failAt(folder, Sentence::say("cannot be written: %1").arg(systemText(file.error())));
    if (!file->tryLock(File::Sharing::Alone)) {
        return fail(ErrorKind::Busy,
                    Sentence::say("the record in %1 has a writer already: %2")
                        .arg(shownPath(folder), lineOf(*file)));
    }
    // The line is for people only: a full disk must not keep anybody from trying.
    file->rewrite(QString(program + processWords() + isoTime(now) + u'\n').toUtf8());
    return std::unique_ptr<FolderLock>(new FolderLock(*std::move(file)));
}

Result<void> FolderLock::renew(const QString &folder, const QString &program, WallInstant now)
{
    if (m_file.isAt(folder + u'/' + lockName))
        return {};
    auto anew = take(folder, program, now);
    if (!anew)
        return fail(anew.error());
    std::swap(m_file, (*anew)->m_file);
    return {};
}

QString FolderLock::holderOf(const QString &folder)
{
    const auto file = File::open(folder + u'/' + lockName, File::Purpose::Read);
    return file && !file->tryLock(File::Sharing::WithOthers) ? lineOf(*file) : QString();
}

bool FolderLock::isReadable(const QString &folder)
{
    const QFileInfo lock(folder + u'/' + lockName);
    return !lock.exists() || lock.isReadable();
}

bool FolderLock::isHeldElsewhere(const QString &folder)
{
    const QString holder = holderOf(folder);
    return !holder.isEmpty() && !holder.contains(processWords());
}

} // namespace lockscope::recorder
