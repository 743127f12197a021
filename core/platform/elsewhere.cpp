// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// On systems other than Unix this room offers nothing yet, and each function says so. A port
// begins here (README.md of this folder).
#include "core/platform/bell.h"
#include "core/platform/childprocess.h"
#include "core/platform/coredumps.h"
#include "core/platform/file.h"

#include <QProcess>

#include <cerrno>
#include <system_error>

namespace lockscope::platform {

namespace {

const tl::unexpected<int> missing(ENOSYS);

} // namespace

Descriptor Descriptor::copyOf(qintptr /*number*/)
{
    return {};
}

void Descriptor::close() {}

std::optional<std::array<Descriptor, 2>> connectedPair()
{
    return std::nullopt;
}

Transferred sendAtOnce(int /*socket*/, const char * /*bytes*/, qsizetype /*size*/)
{
    return {-1, ENOSYS};
}

Transferred receiveAtOnce(int /*socket*/, char * /*bytes*/, qsizetype /*most*/)
{
    return {-1, ENOSYS};
}

struct Bell::Private {
};

Bell::Bell(std::function<void()> /*callback*/)
{
    throw std::system_error(ENOSYS, std::generic_category());
}

Bell::~Bell() = default;

void Bell::ring() const {}

void setChildRules(QProcess & /*process*/, const ChildRules & /*rules*/) {}

void killGroup(const QProcess & /*process*/) {}

QString userName()
{
    return qEnvironmentVariable("USERNAME");
}

void forbidCoreDumps() {}

void restoreCoreLimit() {}

QString systemText(int error)
{
    return QString::fromStdString(std::generic_category().message(error));
}

SystemResult<FileFacts> factsAt(const QString & /*path*/)
{
    return missing;
}

SystemResult<File> File::open(const QString & /*path*/, Purpose /*purpose*/)
{
    return missing;
}

SystemResult<FileFacts> File::facts() const
{
    return missing;
}

bool File::isAt(const QString & /*path*/) const
{
    return false;
}

void File::waitForLock() const {}

bool File::tryLock(Sharing /*sharing*/) const
{
    return false;
}

void File::unlock() const {}

QByteArray File::readAt(qint64 /*from*/, qsizetype /*most*/) const
{
    return {};
}

SystemResult<qsizetype> File::read(char * /*bytes*/, qsizetype /*most*/) const
{
    return missing;
}

SystemResult<qsizetype> File::write(const QByteArray & /*bytes*/) const
{
    return missing;
}

void File::rewrite(const QByteArray & /*bytes*/) const {}

SystemResult<void> File::sync() const
{
    return missing;
}

SystemResult<void> makeFolder(const QString & /*path*/)
{
    return missing;
}

SystemResult<void> syncFolder(const QString & /*path*/)
{
    return missing;
}

SystemResult<void> moveFile(const QString & /*from*/, const QString & /*to*/)
{
    return missing;
}

bool isWritable(const QString & /*path*/)
{
    return false;
}

} // namespace lockscope::platform
