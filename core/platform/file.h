// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/platform/descriptor.h"

#include <QByteArray>
#include <QString>

#include <tl/expected.hpp>

// Files that only their owner may use, without the buffers of QFile and stdio, which would keep
// copies of secrets. Plain functions and a value, any thread.
namespace lockscope::platform {

// The error: a number of <cerrno>.
template <typename T>
using SystemResult = tl::expected<T, int>;
// The system's own words, in the language of the user.
QString systemText(int error);

struct FileFacts {
    enum class Sort { File, Folder, Other };

    Sort sort = Sort::Other;
    bool isOurs = false; // of the user that this process acts as
    bool isOpenToOthers = false; // others may read, write or run it
    bool isWritableByOthers = false;
    bool isSticky = false; // a folder in which nobody can take another's file away, as /tmp
    qint64 size = 0; // bytes
    std::pair<quint64, quint64> id; // the same for two names of one file
};

// A link is followed.
SystemResult<FileFacts> factsAt(const QString &path);

class File
{
public:
    enum class Purpose {
        Read, // also if it is a pipe: without waiting for its other end
        Append, // at its end; made if there is none; ELOOP: it is a link
        Rewrite, // made if there is none; ELOOP: it is a link
        Make, // EEXIST: there is one
    };
    enum class Sharing { Alone, WithOthers };

    static SystemResult<File> open(const QString &path, Purpose purpose);

    SystemResult<FileFacts> facts() const;
    // Else somebody has moved it, or put another in its place.
    bool isAt(const QString &path) const;

    // Against other processes that ask for the lock of the file (flock), until it is closed.
    void waitForLock() const;
    bool tryLock(Sharing sharing) const;
    void unlock() const;

    // At most so many bytes from there on; fewer at its end; none if they cannot be read.
    QByteArray readAt(qint64 from, qsizetype most) const;
    // The next bytes; 0 at its end.
    SystemResult<qsizetype> read(char *bytes, qsizetype most) const;
    // In one piece; how many were written is less if the disk is full.
    SystemResult<qsizetype> write(const QByteArray &bytes) const;
    // In place of all that it has. A full disk is not reported.
    void rewrite(const QByteArray &bytes) const;
    // Once it is on the disk.
    SystemResult<void> sync() const;

private:
    explicit File(Descriptor descriptor)
        : m_descriptor(std::move(descriptor))
    {}

    Descriptor m_descriptor;
};

// For its owner alone. One that is there already is left as it is.
SystemResult<void> makeFolder(const QString &path);
// Once the names in it are on the disk.
SystemResult<void> syncFolder(const QString &path);
// Gives the file another name, in place of a file that has it.
SystemResult<void> moveFile(const QString &from, const QString &to);
bool isWritable(const QString &path);

} // namespace lockscope::platform
