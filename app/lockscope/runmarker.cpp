// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/runmarker.h"

#include "core/admin/audit.h"
#include "core/base/text.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSysInfo>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

constexpr qsizetype reportsKept = 5;
constexpr auto markerNames = "run-*.txt"_L1;
constexpr auto reportNames = "crash-*.txt"_L1;
constexpr auto askedToEnd = "asked to end\n";

// A report says this in any case. In English, for its readers.
QByteArray headOfReport()
{
    return u"Lockscope ended unexpectedly. This file is on this computer only.\n\n"
           "version: %1\nQt: %2\nsystem: %3, %4\nprocess: %5\nstarted: %6\n"_s
               .arg(QStringLiteral(LOCKSCOPE_VERSION), QString::fromLatin1(qVersion()),
                    QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture())
               .arg(::getpid())
               .arg(isoTime(SystemClock().wallNow()))
               .toUtf8();
}

// With the one that it is in: nobody else's business, as the audit log is.
bool makeFolder(const QString &path)
{
    constexpr auto owners =
        QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    const QString above = QFileInfo(path).path();
    QDir().mkpath(QFileInfo(above).path());
    QDir().mkdir(above, owners);
    QDir().mkdir(path, owners);
    return QFileInfo(path).isDir();
}

void append(int descriptor, const QByteArray &text)
{
    // A full disk costs the report, nothing else.
    if (::write(descriptor, text.constData(), static_cast<std::size_t>(text.size())) < 0)
        return;
}

// The report of a marker whose process has died; empty: it lives, or another one has taken it.
QString reportOf(const QDir &folder, const QString &name)
{
    const QString path = folder.filePath(name);
    const int descriptor =
        ::open(QFile::encodeName(path).constData(), O_RDWR | O_APPEND | O_CLOEXEC);
    if (descriptor < 0)
        return {};
    QString report;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
        QFile file;
        const bool opened = file.open(descriptor, QIODevice::ReadOnly);
        const QByteArray text = opened ? file.readAll() : QByteArray();
        const bool isCrash = text.contains("\nsignal: ");
        if (opened && !isCrash)
            append(descriptor,
                   "\nThe end left no signal: the process was killed (kill -9, out of memory), or "
                   "the computer stopped.\n");
        QString wanted = folder.filePath(QString(name).replace("run-"_L1, "crash-"_L1));
        if (!isCrash && text.contains(askedToEnd))
            QFile::remove(path);
        else if (QFile::rename(path, wanted))
            report = std::move(wanted);
    }
    ::close(descriptor);
    return report;
}

} // namespace

QString RunMarker::usualFolder()
{
    return QFileInfo(admin::Audit::usualFile()).absolutePath() + u"/runs"_s;
}

RunMarker::RunMarker(const QString &folder)
{
    const QDir dir(folder);
    const QString name =
        u"run-%1-%2.txt"_s.arg(SystemClock().wallNow().time_since_epoch().count()).arg(::getpid());
    if (folder.isEmpty() || !makeFolder(folder))
        return;
    // Nobody may see it before it has its lock.
    const QString path = dir.filePath(name);
    const QString unlocked = path + u".new"_s;
    const int descriptor = ::open(QFile::encodeName(unlocked).constData(),
                                  O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 || !QFile::rename(unlocked, path)) {
        ::close(descriptor);
        QFile::remove(unlocked);
        return;
    }
    m_file = path;
    m_descriptor = descriptor;
    append(descriptor, headOfReport());
}

RunMarker::~RunMarker()
{
    if (m_descriptor < 0)
        return;
    QFile::remove(m_file); // first: without a lock it would be taken for a crash
    ::close(m_descriptor);
}

void RunMarker::noteAskedToEnd() const
{
    if (m_descriptor >= 0)
        append(m_descriptor, askedToEnd);
}

QString takeCrashReport(const QString &path)
{
    const QDir folder(path);
    QString newest;
    // Their names begin with the time.
    for (const QString &name : folder.entryList({markerNames}, QDir::Files, QDir::Name)) {
        if (QString report = reportOf(folder, name); !report.isEmpty())
            newest = std::move(report);
    }
    const QStringList kept = folder.entryList({reportNames}, QDir::Files, QDir::Name);
    for (qsizetype i = 0; i < kept.size() - reportsKept; ++i)
        QFile::remove(folder.filePath(kept[i]));
    return newest;
}

} // namespace lockscope::console
