// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/windowstart.h"

#include "app/lockscope/guide.h"
#include "ui/table/filterfield.h"
#include "ui/window/screenfit.h"

#include <QMenuBar>
#include <QScreen>

using namespace Qt::StringLiterals;

namespace lockscope::console {

void prepareWindow(ui::MainWindow &window, const ui::WindowState &state, const Options &options)
{
    window.restoreWindowState(state);
    if (state.geometry.isEmpty())
        window.resize(ui::firstSize(window.screen()->availableSize()));
    if (options.theme)
        window.setTheme(*options.theme);
    if (options.size)
        window.resize(*options.size);
}

void addGuide(ui::MainWindow &window)
{
    auto *guide = new Guide(&window);
    guide->addToHelp(*window.menuBar());
    QObject::connect(&window, &ui::MainWindow::guideWanted, guide, &Guide::show);
    QObject::connect(guide, &Guide::missing, &window, &ui::MainWindow::showNotice);
}

void openWanted(ui::MainWindow &window, const Options &options)
{
    if (auto *filter = window.findChild<ui::FilterField *>(u"filter"_s);
        filter && !options.filter.isEmpty())
        filter->setText(options.filter);
    if (!options.lock.isEmpty())
        window.openLock(options.lock);
    const QString &view = options.view;
    if (!view.isEmpty() && view != "overview"_L1 && view != "locks"_L1)
        window.showPage(view + "Dock"_L1);
}

} // namespace lockscope::console
