// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/auditfile.h"

#include "core/base/jsonbytes.h"
#include "core/base/text.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

// A file descriptor that closes itself.
class Descriptor
{
public:
    explicit Descriptor(int fd)
        : m_fd(fd)
    {}
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }

    int get() const { return m_fd; }
    bool isOpen() const { return m_fd >= 0; }

private:
    int m_fd;
};

QString shown(const QString &path)
{
    return visibleElided(path.toUtf8(), 200);
}

tl::unexpected<Error> failAt(const QString &path, const Sentence &what)
{
    return fail(ErrorKind::InvalidInput, Sentence::say("the log %1 %2").arg(shown(path), what));
}

tl::unexpected<Error> failAtFolder(const QString &path, const Sentence &what)
{
    return fail(ErrorKind::InvalidInput,
                Sentence::say("the folder %1 of the log %2").arg(shown(path), what));
}

QString systemError(int number)
{
    return QString::fromLocal8Bit(std::strerror(number));
}

// Each missing folder for its owner alone, from the top.
Result<void> makeFolder(const QString &path)
{
    const QByteArray name = QFile::encodeName(path);
    struct stat there = {};
    if (::stat(name.constData(), &there) == 0) {
        if (!S_ISDIR(there.st_mode))
            return failAtFolder(path, Sentence::say("is not a folder"));
        // In a folder such as /tmp nobody can take another's file away.
        const bool open = (there.st_mode & (S_IWGRP | S_IWOTH)) != 0;
        if (open && (there.st_mode & S_ISVTX) == 0)
            return failAtFolder(path,
                                Sentence::say("is writable by other users; run chmod go-w on it"));
        return {};
    }
    const QString parent = QFileInfo(path).path();
    if (parent != path) {
        if (auto made = makeFolder(parent); !made)
            return made;
    }
    if (::mkdir(name.constData(), S_IRWXU) != 0 && errno != EEXIST)
        return failAtFolder(path, Sentence::say("cannot be created: %1").arg(systemError(errno)));
    return {};
}

Result<void> checkFile(const QString &path, int fd)
{
    struct stat file = {};
    if (::fstat(fd, &file) != 0)
        return failAt(path, Sentence::say("cannot be read: %1").arg(systemError(errno)));
    if (!S_ISREG(file.st_mode))
        return failAt(path, Sentence::say("is not a plain file"));
    if (file.st_uid != ::geteuid())
        return failAt(path, Sentence::say("belongs to another user"));
    if ((file.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return failAt(path, Sentence::say("is accessible to other users; run chmod 600 on it"));
    return {};
}

Sentence openError(int number)
{
    switch (number) {
    case ELOOP:
        return Sentence::say("is a symbolic link; give the path of the file itself");
    case EISDIR:
        return Sentence::say("is a folder; give the path of a file");
    case ENXIO:
        return Sentence::say("is not a plain file");
    default:
        return Sentence::say("cannot be opened: %1").arg(systemError(number));
    }
}

// One writer of the log at a time, for as long as it takes to look at its end and write a line.
class Turn
{
public:
    explicit Turn(int fd)
        : m_fd(fd)
    {
        while (::flock(fd, LOCK_EX) != 0 && errno == EINTR) {}
    }
    Turn(const Turn &) = delete;
    Turn &operator=(const Turn &) = delete;
    ~Turn() { ::flock(m_fd, LOCK_UN); }

private:
    int m_fd;
};

// A line that was cut short, by a full disk say, stays alone.
bool endsInsideALine(int fd)
{
    const off_t size = ::lseek(fd, 0, SEEK_END);
    char last = '\n';
    return size > 0 && ::pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

// By whoever has the lock of the file.
Result<void> writeLine(const QString &path, int fd, const QByteArray &line)
{
    const QByteArray bytes = endsInsideALine(fd) ? '\n' + line : line;
    ssize_t written = 0;
    do {
        written = ::write(fd, bytes.constData(), static_cast<std::size_t>(bytes.size()));
    } while (written < 0 && errno == EINTR);
    if (written < 0)
        return failAt(path, Sentence::say("cannot be written: %1").arg(systemError(errno)));
    if (written != bytes.size())
        return failAt(path, Sentence::say("was only partly written; is the disk full?"));
    return {};
}

Result<void> sync(const QString &path, int fd)
{
    if (::fsync(fd) != 0)
        return failAt(path,
                      Sentence::say("may not have reached the disk: %1").arg(systemError(errno)));
    return {};
}

// Else another writer has put the file aside, or somebody has moved it, while this one waited.
bool isAt(const QString &path, int fd)
{
    struct stat there = {};
    struct stat open = {};
    return ::lstat(QFile::encodeName(path).constData(), &there) == 0 && ::fstat(fd, &open) == 0
        && there.st_dev == open.st_dev && there.st_ino == open.st_ino;
}

bool isAsLargeAs(int fd, qint64 size)
{
    struct stat file = {};
    return ::fstat(fd, &file) == 0 && file.st_size >= size;
}

// JSON leaves characters as they are that turn a line around or steer a terminal: within its
// strings they can as well stand as \uXXXX.
QByteArray harmless(const QByteArray &json)
{
    QString out;
    for (const char32_t code : QString::fromUtf8(json).toUcs4()) {
        const QString character = QString::fromUcs4(&code, 1);
        if (code < 0x7f || !visible(character.toUtf8()).startsWith(u'\\')) {
            out += character;
            continue;
        }
        for (const QChar unit : character)
            out += u"\\u%1"_s.arg(static_cast<uint>(unit.unicode()), 4, 16, '0'_L1);
    }
    return out.toUtf8();
}

QByteArray lineOf(const AuditRecord &record)
{
    QJsonArray commands;
    for (const QByteArray &command : record.commands)
        commands.append(isUtf8(command) ? QString::fromUtf8(command) : visible(command));
    QJsonObject object{
        {u"schema"_s, 1},
        {u"at"_s, isoTime(record.at)},
        {u"id"_s, record.id},
        {u"phase"_s, record.phase},
        {u"user"_s, record.user},
        {u"host"_s, record.host},
        {u"program"_s, record.program},
        {u"profile"_s, record.profile},
        {u"deployment"_s, record.deployment},
        {u"action"_s, QString::fromLatin1(record.action)},
        {u"kind"_s, visible(record.kind)},
        {u"seen"_s, record.seen},
        {u"commands"_s, commands},
        {u"reason"_s, record.reason},
        {u"outcome"_s, record.outcome},
        {u"detail"_s, record.detail},
    };
    putBytes(object, u"lock"_s, record.lock);
    return harmless(QJsonDocument(object).toJson(QJsonDocument::Compact)) + '\n';
}

} // namespace

QString auditFileAt(const QString &path, int age)
{
    return age == 0 ? path : u"%1.%2"_s.arg(path).arg(age);
}

AuditFile::AuditFile(QString path, const AuditLimits &limits)
    : m_path(std::move(path))
    , m_limits(limits)
{}

QString AuditFile::shownPath() const
{
    return shown(m_path);
}

// From the oldest on: at every moment each line is in one of the files. The names are on the disk
// before a line of the new file is.
bool AuditFile::putAside() const
{
    for (int age = m_limits.older; age > 0; --age) {
        const QByteArray to = QFile::encodeName(auditFileAt(m_path, age));
        const QByteArray from = QFile::encodeName(auditFileAt(m_path, age - 1));
        if (::rename(from.constData(), to.constData()) != 0 && errno != ENOENT)
            return false;
    }
    const QByteArray folder = QFile::encodeName(QFileInfo(m_path).path());
    const Descriptor names(::open(folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return names.isOpen() && ::fsync(names.get()) == 0;
}

Result<void> AuditFile::append(const AuditRecord &record) const
{
    if (auto folder = makeFolder(QFileInfo(m_path).path()); !folder)
        return folder;
    const QByteArray line = lineOf(record);
    // Each turn that does not write has found a file that was put aside, or has put one aside.
    constexpr int turns = 100;
    for (int turn = 0; turn < turns; ++turn) {
        // Without O_NONBLOCK a FIFO would hang here.
        const Descriptor file(::open(
            QFile::encodeName(m_path).constData(),
            O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, S_IRUSR | S_IWUSR));
        if (!file.isOpen())
            return failAt(m_path, openError(errno));
        if (auto fit = checkFile(m_path, file.get()); !fit)
            return fit;
        {
            const Turn mine(file.get());
            if (!isAt(m_path, file.get()))
                continue;
            if (isAsLargeAs(file.get(), m_limits.fileSize) && m_limits.older > 0 && putAside())
                continue;
            if (auto written = writeLine(m_path, file.get(), line); !written)
                return written;
        }
        return sync(m_path, file.get());
    }
    return failAt(m_path, Sentence::say("is replaced all the time by another program"));
}

} // namespace lockscope::admin
