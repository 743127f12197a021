// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/interrupts.h"
#include "app/lockctl/command.h"
#include "app/lockctl/printing.h"

#include <QCoreApplication>

int main(int argc, char **argv)
{
    using namespace lockscope;
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("lockctl"));
    const auto parsed = lockctl::parseCommandLine(QCoreApplication::arguments());
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
        [](int status) { QCoreApplication::exit(status); }, Qt::QueuedConnection);
    command.start();
    return QCoreApplication::exec();
}
