// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/file.h"

#include <QFile>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace lockscope::platform {

namespace {

constexpr mode_t others = S_IRWXG | S_IRWXO;

FileFacts factsFrom(const struct stat &there)
{
    FileFacts facts;
    if (S_ISREG(there.st_mode))
        facts.sort = FileFacts::Sort::File;
    else if (S_ISDIR(there.st_mode))
        facts.sort = FileFacts::Sort::Folder;
    facts.isOurs = there.st_uid == ::geteuid();
    facts.isOpenToOthers = (there.st_mode & others) != 0;
    facts.isWritableByOthers = (there.st_mode & (S_IWGRP | S_IWOTH)) != 0;
    facts.isSticky = (there.st_mode & S_ISVTX) != 0;
    facts.size = there.st_size;
    facts.id = {quint64(there.st_dev), quint64(there.st_ino)};
    return facts;
}

int flagsFor(File::Purpose purpose)
{
    switch (purpose) {
    case File::Purpose::Read:
        return O_RDONLY | O_NONBLOCK | O_NOCTTY;
    case File::Purpose::Append:
        // Without O_NONBLOCK a FIFO would hang here.
        return O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
    case File::Purpose::Rewrite:
        return O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
    case File::Purpose::Make:
        break;
    }
    return O_RDWR | O_CREAT | O_EXCL;
}

SystemResult<void> done(int status)
{
    if (status != 0)
        return tl::unexpected(errno);
    return {};
}

} // namespace

QString systemText(int error)
{
    return QString::fromLocal8Bit(std::strerror(error));
}

SystemResult<FileFacts> factsAt(const QString &path)
{
    struct stat there = {};
    if (::stat(QFile::encodeName(path).constData(), &there) != 0)
        return tl::unexpected(errno);
    return factsFrom(there);
}

SystemResult<File> File::open(const QString &path, Purpose purpose)
{
    Descriptor descriptor(::open(QFile::encodeName(path).constData(), flagsFor(purpose) | O_CLOEXEC,
                                 S_IRUSR | S_IWUSR));
    if (!descriptor.isOpen())
        return tl::unexpected(errno);
    return File(std::move(descriptor));
}

SystemResult<FileFacts> File::facts() const
{
    struct stat there = {};
    if (::fstat(m_descriptor.number(), &there) != 0)
        return tl::unexpected(errno);
    return factsFrom(there);
}

bool File::isAt(const QString &path) const
{
    struct stat there = {};
    const auto open = facts();
    return open && ::lstat(QFile::encodeName(path).constData(), &there) == 0
        && factsFrom(there).id == open->id;
}

void File::waitForLock() const
{
    while (::flock(m_descriptor.number(), LOCK_EX) != 0 && errno == EINTR) {}
}

bool File::tryLock(Sharing sharing) const
{
    return ::flock(m_descriptor.number(), (sharing == Sharing::Alone ? LOCK_EX : LOCK_SH) | LOCK_NB)
        == 0;
}

void File::unlock() const
{
    ::flock(m_descriptor.number(), LOCK_UN);
}

QByteArray File::readAt(qint64 from, qsizetype most) const
{
    QByteArray bytes(most, Qt::Uninitialized);
    const auto size =
        ::pread(m_descriptor.number(), bytes.data(), static_cast<std::size_t>(most), from);
    bytes.truncate(std::max<qsizetype>(size, 0));
    return bytes;
}

SystemResult<qsizetype> File::read(char *bytes, qsizetype most) const
{
    while (true) {
        const auto size = ::read(m_descriptor.number(), bytes, static_cast<std::size_t>(most));
        if (size >= 0)
            return size;
        if (errno != EINTR)
            return tl::unexpected(errno);
    }
}

SystemResult<qsizetype> File::write(const QByteArray &bytes) const
{
    while (true) {
        const auto size = ::write(m_descriptor.number(), bytes.constData(),
                                  static_cast<std::size_t>(bytes.size()));
        if (size >= 0)
            return size;
        if (errno != EINTR)
            return tl::unexpected(errno);
    }
}

void File::rewrite(const QByteArray &bytes) const
{
    if (::ftruncate(m_descriptor.number(), 0) == 0)
        (void)!::pwrite(m_descriptor.number(), bytes.constData(),
                        static_cast<std::size_t>(bytes.size()), 0);
}

SystemResult<void> File::sync() const
{
    return done(::fsync(m_descriptor.number()));
}

SystemResult<void> makeFolder(const QString &path)
{
    auto made = done(::mkdir(QFile::encodeName(path).constData(), S_IRWXU));
    if (!made && made.error() == EEXIST)
        return {};
    return made;
}

SystemResult<void> syncFolder(const QString &path)
{
    const Descriptor names(
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!names.isOpen())
        return tl::unexpected(errno);
    return done(::fsync(names.number()));
}

SystemResult<void> moveFile(const QString &from, const QString &to)
{
    return done(
        std::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()));
}

bool isWritable(const QString &path)
{
    return ::access(QFile::encodeName(path).constData(), W_OK) == 0;
}

} // namespace lockscope::platform
