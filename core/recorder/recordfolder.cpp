// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/recordfolder.h"

#include "core/base/text.h"
#include "core/recorder/database.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTimeZone>
#include <QUrl>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

const QString lockName = u"writer.lock"_s;

tl::unexpected<Error> failAt(const QString &folder, const Sentence &what)
{
    return fail(ErrorKind::InvalidInput,
                Sentence::say("the folder %1 of the record %2").arg(shownPath(folder), what));
}

QString systemError(int number)
{
    return QString::fromLocal8Bit(std::strerror(number));
}

// In the line of the lock.
QString processWords()
{
    return u", process %1, since "_s.arg(::getpid());
}

QString lineOf(int fd)
{
    std::array<char, 300> bytes{};
    const ssize_t size = ::pread(fd, bytes.data(), bytes.size(), 0);
    return size <= 0 ? QString() : visibleElided(QByteArrayView(bytes.data(), size).trimmed(), 200);
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
    struct stat there = {};
    if (::stat(QFile::encodeName(path).constData(), &there) != 0)
        return std::nullopt;
    return std::pair(quint64(there.st_dev), quint64(there.st_ino));
}

QDate dayOf(WallInstant at)
{
    return QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count(), QTimeZone::utc()).date();
}

Result<void> makeRecordFolder(const QString &folder)
{
    const QByteArray name = QFile::encodeName(folder);
    struct stat there = {};
    if (::stat(name.constData(), &there) != 0) {
        const QString parent = QFileInfo(folder).path();
        if (parent != folder && !QFileInfo::exists(parent)) {
            if (auto made = makeRecordFolder(parent); !made)
                return made;
        }
        if (::mkdir(name.constData(), S_IRWXU) != 0 && errno != EEXIST)
            return failAt(folder, Sentence::say("cannot be created: %1").arg(systemError(errno)));
        if (::stat(name.constData(), &there) != 0)
            return failAt(folder, Sentence::say("cannot be read: %1").arg(systemError(errno)));
    }
    if (!S_ISDIR(there.st_mode))
        return failAt(folder, Sentence::say("is not a folder"));
    return {};
}

Result<std::unique_ptr<FolderLock>> FolderLock::take(const QString &folder, const QString &program,
                                                     WallInstant now)
{
    if (const auto made = makeRecordFolder(folder); !made)
        return fail(made.error());
    struct stat there = {};
    const QByteArray name = QFile::encodeName(folder);
    if (::stat(name.constData(), &there) == 0 && there.st_uid != ::geteuid())
        return failAt(folder, Sentence::say("belongs to another user"));
    if ((there.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return failAt(folder, Sentence::say("is accessible to other users; run chmod 700 on it"));
    const QString path = folder + u'/' + lockName;
    const int fd = ::open(QFile::encodeName(path).constData(),
                          O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0)
        return failAt(folder, Sentence::say("cannot be written: %1").arg(systemError(errno)));
    std::unique_ptr<FolderLock> lock(new FolderLock(fd));
    if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
        return fail(ErrorKind::Busy,
                    Sentence::say("the record in %1 has a writer already: %2")
                        .arg(shownPath(folder), lineOf(fd)));
    }
    const QByteArray line = QString(program + processWords() + isoTime(now) + u'\n').toUtf8();
    // The line is for people only: a full disk must not keep anybody from trying.
    if (::ftruncate(fd, 0) == 0)
        (void)!::pwrite(fd, line.constData(), static_cast<std::size_t>(line.size()), 0);
    return lock;
}

Result<void> FolderLock::renew(const QString &folder, const QString &program, WallInstant now)
{
    struct stat ours = {};
    const auto there = fileIdOf(folder + u'/' + lockName);
    if (there && ::fstat(m_fd, &ours) == 0
        && *there == std::pair(quint64(ours.st_dev), quint64(ours.st_ino)))
        return {};
    auto anew = take(folder, program, now);
    if (!anew)
        return fail(anew.error());
    std::swap(m_fd, (*anew)->m_fd);
    return {};
}

FolderLock::~FolderLock()
{
    ::close(m_fd);
}

QString FolderLock::holderOf(const QString &folder)
{
    const int fd =
        ::open(QFile::encodeName(folder + u'/' + lockName).constData(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return {};
    const FolderLock closing(fd);
    return ::flock(fd, LOCK_SH | LOCK_NB) != 0 ? lineOf(fd) : QString();
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
