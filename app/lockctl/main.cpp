// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/interrupts.h"
#include "app/lockctl/commands.h"
#include "app/lockctl/printing.h"

#include <QCoreApplication>

int main(int argc, char **argv)
{
    using namespace lockscope;
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("lockctl"));
    const auto parsed = lockctl::parseCommandLine(QCoreApplication::arguments());
    if (!parsed.options) {
        if (parsed.status == lockctl::Done)
            return lockctl::writeOut(parsed.text) ? lockctl::Done : lockctl::Unreachable;
        lockctl::writeError(parsed.text);
        return parsed.status;
    }
    const app::Interrupts interrupts;
    lockctl::Runner runner(*parsed.options);
    QObject::connect(&interrupts, &app::Interrupts::interrupted, &runner,
                     &lockctl::Runner::interrupt);
    // Queued: it may finish from deep inside the start.
    QObject::connect(
        &runner, &lockctl::Runner::finished, &application,
        [](int status) { QCoreApplication::exit(status); }, Qt::QueuedConnection);
    runner.start();
    return QCoreApplication::exec();
}
