// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/interrupts.h"
#include "app/lockscope/application.h"
#include "app/lockscope/commandline.h"
#include "app/lockscope/crashhandler.h"
#include "app/lockscope/languages.h"
#include "app/lockscope/runmarker.h"
#include "app/lockscope/settings.h"
#include "ui/window/mainwindow.h"
#include "ui/window/screenfit.h"

#include <QApplication>
#include <QLocale>

#include <cstdio>

namespace {

using namespace lockscope;

struct Started {
    console::CommandLine commandLine;
    QString language;
};

// Before QApplication, so that --help needs no display.
Started begin(int argc, char **argv)
{
    const QCoreApplication core(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("lockscope"));
    const QStringList arguments = QCoreApplication::arguments();
    const QString remembered = console::Settings(console::Settings::usualFile()).load().language;
    const QString language = console::languageFor(console::languageIn(arguments), remembered,
                                                  QLocale::system().uiLanguages());
    console::Translations translations;
    translations.install(language);
    return {console::parseCommandLine(arguments), language};
}

} // namespace

int main(int argc, char **argv)
{
    const auto [commandLine, language] = begin(argc, argv);
    if (!commandLine.options) {
        std::fputs(qPrintable(commandLine.text), commandLine.status == 0 ? stdout : stderr);
        return commandLine.status;
    }
    const bool hasDisplay =
        qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (!hasDisplay && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    console::setFontsFor(language);
    QApplication qt(argc, argv);
    QApplication::setApplicationName(QStringLiteral("lockscope"));
    QApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral(LOCKSCOPE_ID));
    // Before the first text and before the thread that watches.
    console::Translations translations;
    translations.install(language);
    const QString runs = console::RunMarker::usualFolder();
    const QString crash = console::takeCrashReport(runs);
    const console::RunMarker marker(runs);
    const console::CrashHandler crashes(marker.descriptor());
    console::Application application(*commandLine.options, console::Settings::usualFile());
    const app::Interrupts interrupts;
    QObject::connect(&interrupts, &app::Interrupts::interrupted, &application,
                     &console::Application::stop);
    QObject::connect(&application, &console::Application::finished, &qt,
                     [](int status) { QCoreApplication::exit(status); });
    ui::fitToScreen(application.window());
    application.start();
    if (!crash.isEmpty())
        application.showCrash(crash);
    return QApplication::exec();
}
