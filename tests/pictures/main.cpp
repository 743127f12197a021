// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The console with somebody at it who takes pictures or measures its start. It takes the options of
// lockscope, and one of these:
//
//   --picture FILE     saves a PNG of the window and exits
//   --tour FOLDER      saves a PNG of each view and dialog and exits
//   --names            prints the names of the pictures of a tour and exits
//   --trace            reports when the window and the first lock are painted
//   --after D          how long to watch before the first picture; 3s by default
//
// Needs no display; neither reads nor changes the remembered state of the window. The exit status
// is 0, 1 if a picture cannot be written, or 2 for a wrong command line.
#include "app/common/interrupts.h"
#include "app/lockscope/application.h"
#include "app/lockscope/commandline.h"
#include "app/lockscope/languages.h"
#include "core/base/text.h"
#include "tests/pictures/picturetour.h"
#include "tests/pictures/starttrace.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLocale>
#include <QPixmap>
#include <QSaveFile>
#include <QTimer>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace lockscope;

namespace {

struct Wanted {
    QString picture;
    QString tour;
    bool names = false;
    bool trace = false;
    Millis after = std::chrono::seconds(3);
};

struct Started {
    Wanted wanted;
    console::CommandLine commandLine;
    QString language;
};

// Removes the option and its value from the arguments. Empty: it is not there.
QString takeValue(QStringList &arguments, const QString &option)
{
    const qsizetype at = arguments.indexOf(option);
    if (at < 0 || at + 1 >= arguments.size())
        return {};
    arguments.removeAt(at);
    return arguments.takeAt(at);
}

// Before QApplication, since the language comes before its first text.
Started begin(int argc, char **argv)
{
    const QCoreApplication core(argc, argv);
    QCoreApplication::setApplicationName(u"lockscope"_s);
    QStringList arguments = QCoreApplication::arguments();
    Started started;
    started.wanted.picture = takeValue(arguments, u"--picture"_s);
    started.wanted.tour = takeValue(arguments, u"--tour"_s);
    started.wanted.names = arguments.removeAll(u"--names"_s) > 0;
    started.wanted.trace = arguments.removeAll(u"--trace"_s) > 0;
    const QString after = takeValue(arguments, u"--after"_s);
    started.language =
        console::languageFor(console::languageIn(arguments), {}, QLocale::system().uiLanguages());
    console::Translations translations;
    translations.install(started.language);
    started.commandLine = console::parseCommandLine(arguments);
    if (after.isEmpty())
        return started;
    if (const Result<Millis> duration = parseDuration(after))
        started.wanted.after = *duration;
    else
        started.commandLine = {std::nullopt,
                               u"--after: "_s + duration.error().text.english() + u'\n', 2};
    return started;
}

int savePicture(ui::MainWindow &window, const QString &path)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && window.grab().save(&file, "PNG") && file.commit())
        return 0;
    std::fputs(qPrintable(u"lockscope_pictures: %1: %2\n"_s.arg(path, file.errorString())), stderr);
    return 1;
}

void startTour(console::Application &application, const QString &folder, const QByteArray &lock)
{
    auto *tour =
        new pictures::PictureTour(application.window(), application.client(), folder, lock);
    tour->setParent(&application);
    QObject::connect(
        tour, &pictures::PictureTour::finished, tour, [folder](const QString &problem) {
            if (!problem.isEmpty())
                std::fputs(qPrintable(u"lockscope_pictures: %1: %2\n"_s.arg(folder, problem)),
                           stderr);
            QCoreApplication::exit(problem.isEmpty() ? 0 : 1);
        });
    tour->start();
}

} // namespace

int main(int argc, char **argv)
{
    auto [wanted, commandLine, language] = begin(argc, argv);
    if (wanted.names) {
        std::fputs(qPrintable(pictures::PictureTour::pictureNames().join(u'\n') + u'\n'), stdout);
        return 0;
    }
    if (!commandLine.options) {
        std::fputs(qPrintable(commandLine.text), commandLine.status == 0 ? stdout : stderr);
        return commandLine.status;
    }
    console::Options &options = *commandLine.options;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    console::setFontsFor(language);
    QApplication qt(argc, argv);
    QApplication::setApplicationName(u"lockscope"_s);
    console::Translations translations;
    translations.install(language);
    const QByteArray lock = options.lock;
    if (!wanted.tour.isEmpty())
        options.lock.clear(); // the tour opens it in its turn
    if (wanted.trace && options.view.isEmpty())
        options.view = u"locks"_s; // the view whose first line is reported
    console::Application application(std::move(options), QString());
    const app::Interrupts interrupts;
    QObject::connect(&interrupts, &app::Interrupts::interrupted, &application,
                     &console::Application::stop);
    QObject::connect(&application, &console::Application::finished, &qt,
                     [](int status) { QCoreApplication::exit(status); });
    if (wanted.trace)
        new pictures::StartTrace(application.window(),
                                 *application.window().findChild<QAbstractItemView *>(u"locks"_s));
    application.start();
    if (!wanted.picture.isEmpty())
        QTimer::singleShot(wanted.after, &application, [&application, file = wanted.picture] {
            QCoreApplication::exit(savePicture(application.window(), file));
        });
    if (!wanted.tour.isEmpty())
        QTimer::singleShot(wanted.after, &application, [&application, folder = wanted.tour, lock] {
            startTour(application, folder, lock);
        });
    return QApplication::exec();
}
