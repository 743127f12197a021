// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/interrupts.h"
#include "app/lockctl/common/command.h"
#include "app/lockctl/common/printing.h"
#include "core/base/argumenttext.h"

#include <QCoreApplication>

#include <fcntl.h>

#include <array>

namespace {

// Started with a standard stream closed, the first file or pipe opened would take its place, and
// output would end up there. Writing to a closed output fails as before: its substitute is open for
// reading only.
void reserveStandardStreams()
{
    constexpr std::array modes{O_RDWR, O_RDONLY, O_RDWR};
    for (int stream = 0; stream < 3; ++stream) {
        if (::fcntl(stream, F_GETFD) == -1)
            ::open("/dev/null", modes.at(static_cast<std::size_t>(stream)));
    }
}

// Not QCoreApplication::arguments(): it makes one character of all bytes that are no UTF-8, and
// another lock would be meant.
QStringList argumentsOf(int argc, char **argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(lockscope::textOfArgument(argv[i]));
    return arguments;
}

} // namespace

int main(int argc, char **argv)
{
    using namespace lockscope;
    reserveStandardStreams();
    const QStringList arguments = argumentsOf(argc, argv); // before Qt takes some of them
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("lockctl"));
    auto parsed = lockctl::parseCommandLine(arguments);
    if (!parsed.command) {
        if (parsed.status == lockctl::Done)
            return lockctl::writeOut(parsed.text) ? lockctl::Done : lockctl::Unreachable;
        lockctl::writeError(parsed.text);
        return parsed.status;
    }
    lockctl::Running &command = *parsed.command;
    const app::Interrupts interrupts;
    QObject::connect(&interrupts, &app::Interrupts::interrupted, &command,
                     &lockctl::Running::interrupt);
    // Queued: it may finish from deep inside the start.
    QObject::connect(
        &command, &lockctl::Running::finished, &application,
        [](int status) { QCoreApplication::exit(lockctl::statusOfOutput(status)); },
        Qt::QueuedConnection);
    command.start();
    const int status = QCoreApplication::exec();
    // It may have a record to close, and a signal is not to kill it in the middle of that.
    parsed.command.reset();
    return status;
}
