// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/interrupts.h"
#include "app/lockscope/application.h"
#include "app/lockscope/commandline.h"
#include "app/lockscope/crashhandler.h"
#include "app/lockscope/languages.h"
#include "app/lockscope/linkbus.h"
#include "app/lockscope/lookback.h"
#include "app/lockscope/runmarker.h"
#include "app/lockscope/settings.h"
#include "ui/client/locklink.h"
#include "ui/window/mainwindow.h"
#include "ui/window/screenfit.h"
#include "ui/wording/wording.h"

#include <QApplication>
#include <QLocale>
#include <QMessageBox>

#include <unistd.h>

#include <cstdio>
#include <optional>

namespace {

using namespace lockscope;
using namespace Qt::StringLiterals;

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

int complain(const Error &error, const app::Interrupts &interrupts)
{
    const QString text = u"lockscope: "_s + wording::errorSentence(error) + u'\n';
    std::fputs(qPrintable(text), stderr);
    // After a double click nobody reads that.
    if (::isatty(STDERR_FILENO) == 0 && QGuiApplication::platformName() != "offscreen"_L1) {
        QMessageBox message(QMessageBox::Critical, u"Lockscope"_s,
                            wording::capitalised(wording::ended(wording::errorSentence(error))));
        QObject::connect(&interrupts, &app::Interrupts::interrupted, &message, &QDialog::reject);
        message.exec();
    }
    return 1;
}

// Of a link that the running console has got. It tells of a damaged one, but in another window.
int statusOf(const QString &link)
{
    const auto read = ui::readLockLink(link);
    if (read)
        return 0;
    std::fputs(qPrintable(u"lockscope: "_s + read.error() + u'\n'), stderr);
    return 1;
}

// The console in one of its two forms, from its start until it ends. Signals from before the start
// count, too: they wait for the event loop.
template <typename Console, typename Start>
int run(QApplication &qt, const app::Interrupts &interrupts, Console &console, Start start)
{
    std::optional<int> ended; // perhaps while the start shows a message
    QObject::connect(&interrupts, &app::Interrupts::interrupted, &console, &Console::stop);
    QObject::connect(&console, &Console::finished, &qt, [&ended](int status) {
        ended = status;
        QCoreApplication::exit(status);
    });
    ui::fitToScreen(console.window());
    if (const Result<void> started = start(); !started)
        return complain(started.error(), interrupts);
    return ended ? *ended : QApplication::exec();
}

int lookBack(QApplication &qt, const app::Interrupts &interrupts, const console::Options &options)
{
    auto source = console::LookBack::open(options);
    if (!source)
        return complain(source.error(), interrupts);
    console::LookBack past(std::move(*source), options, console::Settings::usualFile());
    return run(qt, interrupts, past, [&past] { return past.start(); });
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
    const bool takesLinks = !commandLine.options->isKiosk && !commandLine.options->looksBack();
    const auto bus = takesLinks ? console::sessionBus() : std::nullopt;
    // Before the first text and before the thread that watches.
    console::Translations translations;
    translations.install(language);
    if (bus && commandLine.options->isLinkAlone
        && console::handOver(*bus, commandLine.options->link, Millis(5'000)))
        return statusOf(commandLine.options->link);
    // Before the marker: a run that a signal ends leaves none.
    const app::Interrupts interrupts;
    const QString runs = console::RunMarker::usualFolder();
    const QString crash = console::takeCrashReport(runs);
    const console::RunMarker marker(runs);
    QObject::connect(&interrupts, &app::Interrupts::interrupted, &interrupts,
                     [&marker] { marker.noteAskedToEnd(); });
    const console::CrashHandler crashes(marker.descriptor());
    if (commandLine.options->looksBack())
        return lookBack(qt, interrupts, *commandLine.options);
    console::Application application(*commandLine.options, console::Settings::usualFile());
    std::optional<console::LinkInbox> inbox;
    if (bus) {
        inbox.emplace(*bus);
        QObject::connect(&*inbox, &console::LinkInbox::opened, &application,
                         &console::Application::openLink);
    }
    return run(qt, interrupts, application, [&] {
        application.start();
        if (!crash.isEmpty())
            application.showCrash(crash);
        return Result<void>();
    });
}
