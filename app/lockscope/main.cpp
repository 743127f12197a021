// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/interrupts.h"
#include "app/lockscope/application.h"
#include "app/lockscope/commandline.h"

#include <QApplication>

#include <cstdio>

namespace {

// Before QApplication, which ends the program where there is neither display nor --screenshot.
lockscope::console::CommandLine parse(int argc, char **argv)
{
    const QCoreApplication core(argc, argv);
    return lockscope::console::parseCommandLine(QCoreApplication::arguments());
}

} // namespace

int main(int argc, char **argv)
{
    using namespace lockscope;
    const auto commandLine = parse(argc, argv);
    if (!commandLine.options) {
        std::fputs(qPrintable(commandLine.text), commandLine.status == 0 ? stdout : stderr);
        return commandLine.status;
    }
    const bool takesScreenshot = !commandLine.options->screenshot.isEmpty();
    const bool hasDisplay =
        qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (takesScreenshot || (!hasDisplay && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")))
        qputenv("QT_QPA_PLATFORM", "offscreen");

    QApplication qt(argc, argv);
    QApplication::setApplicationName(QStringLiteral("lockscope"));
    QApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("lockscope"));
    // A picture is of what was asked for, not of how somebody left his window.
    const QString settings = takesScreenshot ? QString() : console::Settings::usualFile();
    console::Application application(*commandLine.options, settings);
    const app::Interrupts interrupts;
    QObject::connect(&interrupts, &app::Interrupts::interrupted, &application,
                     &console::Application::stop);
    QObject::connect(&application, &console::Application::finished, &qt,
                     [](int status) { QCoreApplication::exit(status); });
    application.start();
    return QApplication::exec();
}
