// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/auditfile.h"

#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "core/platform/file.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cerrno>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

using platform::File;
using platform::FileFacts;
using platform::systemText;

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

// Each missing folder for its owner alone, from the top.
Result<void> makeFolders(const QString &path)
{
    if (const auto there = platform::factsAt(path)) {
        if (there->sort != FileFacts::Sort::Folder)
            return failAtFolder(path, Sentence::say("is not a folder"));
        if (there->isWritableByOthers && !there->isSticky)
            return failAtFolder(path,
                                Sentence::say("is writable by other users; run chmod go-w on it"));
        return {};
    }
    const QString parent = QFileInfo(path).path();
    if (parent != path) {
        if (auto made = makeFolders(parent); !made)
            return made;
    }
    if (const auto made = platform::makeFolder(path); !made)
        return failAtFolder(path,
                            Sentence::say("cannot be created: %1").arg(systemText(made.error())));
    return {};
}

Result<void> checkFile(const QString &path, const File &open)
{
    const auto facts = open.facts();
    if (!facts)
        return failAt(path, Sentence::say("cannot be read: %1").arg(systemText(facts.error())));
    const FileFacts &file = *facts;
    if (file.sort != FileFacts::Sort::File)
        return failAt(path, Sentence::say("is not a plain file"));
    if (!file.isOurs)
        return failAt(path, Sentence::say("belongs to another user"));
    if (file.isOpenToOthers)
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
        return Sentence::say("cannot be opened: %1").arg(systemText(number));
    }
}

// One writer of the log at a time, for as long as it takes to look at its end and write a line.
class Turn
{
public:
    explicit Turn(const File &file)
        : m_file(file)
    {
        m_file.waitForLock();
    }
    Turn(const Turn &) = delete;
    Turn &operator=(const Turn &) = delete;
    ~Turn() { m_file.unlock(); }

private:
    const File &m_file;
};

// By whoever has the lock of the file.
Result<void> writeLine(const QString &path, const File &file, qint64 size, const QByteArray &line)
{
    // A line that was cut short, by a full disk say, stays alone.
    const QByteArray last = size > 0 ? file.readAt(size - 1, 1) : QByteArray();
    const QByteArray bytes = last.isEmpty() || last == "\n" ? line : '\n' + line;
    const auto written = file.write(bytes);
    if (!written)
        return failAt(path,
                      Sentence::say("cannot be written: %1").arg(systemText(written.error())));
    if (*written != bytes.size())
        return failAt(path, Sentence::say("was only partly written; is the disk full?"));
    return {};
}

// JSON leaves characters as they are that turn a line around or steer a terminal: within its
// strings they can as well stand as \uXXXX.
QByteArray harmless(const QByteArray &json)
{
    QString out;
    for (const char32_t code : fromUtf8(json).toUcs4()) {
        const auto character = QChar::fromUcs4(code);
        const QStringView units(character);
        if (code < 0x7f || !visible(units.toUtf8()).startsWith(u'\\')) {
            out += units;
            continue;
        }
        for (const QChar unit : units)
            out += u"\\u%1"_s.arg(static_cast<uint>(unit.unicode()), 4, 16, '0'_L1);
    }
    return out.toUtf8();
}

QByteArray lineOf(const AuditRecord &record)
{
    QJsonArray commands;
    for (const QByteArray &command : record.commands)
        commands.append(isUtf8(command) ? fromUtf8(command) : visible(command));
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
        const auto moved =
            platform::moveFile(auditFileAt(m_path, age - 1), auditFileAt(m_path, age));
        if (!moved && moved.error() != ENOENT)
            return false;
    }
    return platform::syncFolder(QFileInfo(m_path).path()).has_value();
}

Result<void> AuditFile::append(const AuditRecord &record) const
{
    if (auto folder = makeFolders(QFileInfo(m_path).path()); !folder)
        return folder;
    const QByteArray line = lineOf(record);
    // Each turn that does not write has found a file that was put aside, or has put one aside.
    constexpr int turns = 100;
    for (int turn = 0; turn < turns; ++turn) {
        const auto file = File::open(m_path, File::Purpose::Append);
        if (!file)
            return failAt(m_path, openError(file.error()));
        if (auto fit = checkFile(m_path, *file); !fit)
            return fit;
        {
            const Turn mine(*file);
            // Another writer has put the file aside, or somebody has moved it.
            if (!file->isAt(m_path))
                continue;
            const auto facts = file->facts();
            const qint64 size = facts ? facts->size : 0;
            if (size >= m_limits.fileSize && m_limits.older > 0 && putAside())
                continue;
            if (auto written = writeLine(m_path, *file, size, line); !written)
                return written;
        }
        if (const auto synced = file->sync(); !synced)
            return failAt(
                m_path,
                Sentence::say("may not have reached the disk: %1").arg(systemText(synced.error())));
        return {};
    }
    return failAt(m_path, Sentence::say("is replaced all the time by another program"));
}

} // namespace lockscope::admin
