// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/record/recordmenu.h"

#include "core/base/childenvironment.h"
#include "core/base/text.h"
#include "core/recorder/recordfolder.h"
#include "ui/window/mainwindow.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMenu>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace lockscope::console {

namespace {

struct RecordWords {
    Q_DECLARE_TR_FUNCTIONS(RecordMenu)
};

void lookBack(const QStringList &arguments, ui::MainWindow &window)
{
    QProcess process;
    process.setProgram(QCoreApplication::applicationFilePath());
    process.setArguments(arguments);
    process.setProcessEnvironment(childEnvironment()); // that window connects to nothing
    if (!process.startDetached())
        window.showNotice(RecordWords::tr("The window for the record could not be started."));
}

} // namespace

void fillRecordMenu(QMenu &menu, ui::MainWindow &window)
{
    menu.clear();
    const std::vector<QString> names = recorder::recordNames();
    for (const QString &name : names) {
        QString text = visibleElided(name.toUtf8(), 60);
        menu.addAction(text.replace(u'&', u"&&"_s), &window, [name, &window] {
            lookBack({u"--record"_s, name}, window);
        });
    }
    if (names.empty())
        menu.addAction(RecordWords::tr("Nothing was recorded on this machine yet"))
            ->setEnabled(false);
    menu.addSeparator();
    menu.addAction(RecordWords::tr("&Incident file…"), &window, [&window] {
        const QString file = QFileDialog::getOpenFileName(
            &window, RecordWords::tr("Open an incident file"), {},
            RecordWords::tr("Incidents of Lockscope (*.lockscope);;All files (*)"));
        if (!file.isEmpty())
            lookBack({file}, window);
    });
}

void lookBackAt(const QString &record, WallInstant at, ui::MainWindow &window)
{
    lookBack({u"--record"_s, record, u"--at"_s, isoTime(at)}, window);
}

} // namespace lockscope::console
