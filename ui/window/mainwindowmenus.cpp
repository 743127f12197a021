// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The window's menus and keys.
#include "ui/aliases/aliasbindings.h"
#include "ui/estate/profilecontroller.h"
#include "ui/exception/exceptiondialog.h"
#include "ui/kit/focusring.h"
#include "ui/locks/lockspane.h"
#include "ui/table/columnchooser.h"
#include "ui/table/tableview.h"
#include "ui/timeline/historyfeed.h"
#include "ui/window/actionbindings.h"
#include "ui/window/commandpalette.h"
#include "ui/window/keyhelp.h"
#include "ui/window/languagemenu.h"
#include "ui/window/mainwindow.h"
#include "ui/window/spacekey.h"
#include "ui/window/viewdocks.h"

#include <QActionGroup>
#include <QApplication>
#include <QIcon>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QShortcut>

#include <initializer_list>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

void MainWindow::makeMenus()
{
    QMenu *connection = menuBar()->addMenu(tr("&Connection"));
    QAction *connectTo =
        connection->addAction(tr("&Connect…"), this, &MainWindow::askForConnection);
    connectTo->setObjectName("actionConnect"_L1);
    connectTo->setShortcut(QKeySequence::New);
    m_profiles->fillMenu(connection);
    connection->addSeparator();
    QAction *quit = connection->addAction(tr("&Quit"), this, &QWidget::close);
    quit->setObjectName("actionQuit"_L1);
    quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));

    makeLocksMenu();
    QMenu *act = menuBar()->addMenu(tr("&Act"));
    act->setObjectName("actMenu"_L1);
    m_bindings->fillMenu(act);
    act->addSeparator();
    m_names->fillMenu(act);
    makeViewMenu();

    makeHelpMenu();
}

void MainWindow::makeLocksMenu()
{
    QMenu *locks = menuBar()->addMenu(tr("&Locks"));
    QAction *find = locks->addAction(tr("&Filter"), m_locks, &LocksPane::focusFilter);
    find->setObjectName("actionFilter"_L1);
    find->setShortcuts({QKeySequence(QKeySequence::Find), QKeySequence(Qt::Key_Slash)});
    QAction *clear = locks->addAction(tr("&Clear filter"), m_locks, &LocksPane::clearFilter);
    clear->setObjectName("actionClearFilter"_L1);
    clear->setShortcut(QKeySequence(Qt::Key_Escape));
    locks->addSeparator();
    // Enter and Ctrl+C belong to the table that has the focus; here they are only named.
    QAction *open = locks->addAction(tr("&Open detail\tEnter"), this, &MainWindow::openDetail);
    open->setObjectName("actionOpenDetail"_L1);
    QAction *copy = locks->addAction(tr("Copy &names\tCtrl+C"), m_locks->table(),
                                     [this] { m_locks->table()->copySelected(); });
    copy->setObjectName("actionCopy"_L1);
    m_locks->copies().fill(locks, u"actionCopy"_s);
    locks->addSeparator();
    QAction *paste = locks->addAction(tr("Paste an e&xception…"), this, [this] {
        ExceptionDialog::open(m_context.shared<HistoryFeed>().history(), m_context.client,
                              m_context.clock, m_context.navigator, this);
    });
    paste->setObjectName("actionPasteException"_L1);
    paste->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V));
}

void MainWindow::makeViewMenu()
{
    QMenu *view = menuBar()->addMenu(tr("&View"));
    m_themes = new QActionGroup(this);
    const std::initializer_list<std::pair<Theme, QString>> themes{
        {Theme::System, tr("&System")},
        {Theme::Light, tr("&Light")},
        {Theme::Dark, tr("&Dark")},
        {Theme::HighContrast, tr("&High contrast")}};
    QMenu *themeMenu = view->addMenu(tr("&Theme"));
    for (const auto &[theme, text] : themes) {
        QAction *action =
            themeMenu->addAction(text, this, [this, theme = theme] { setTheme(theme); });
        action->setObjectName("theme-"_L1 + themeName(theme));
        action->setCheckable(true);
        action->setChecked(theme == m_theme);
        m_themes->addAction(action);
    }
    m_languages = new LanguageMenu(view);
    view->addMenu(m_languages);
    connect(m_languages, &LanguageMenu::changed, this,
            [this] { showNotice(tr("The language changes at the next start.")); });
    view->addSeparator();
    QAction *guesses = view->addAction(tr("Show &guesses"));
    guesses->setObjectName("actionGuesses"_L1);
    guesses->setCheckable(true);
    guesses->setToolTip(tr("Also shows keys that look like locks by their value only."));
    connect(guesses, &QAction::toggled, this, &MainWindow::guessesWanted);
    view->addSeparator();
    makePause(view);
    view->addSeparator();
    QMenu *columns = view->addMenu(tr("&Columns"));
    columns->setObjectName("columnsMenu"_L1);
    m_locks->columns()->fill(columns);
    m_docks->fillMenu(view);
    view->addSeparator();
    QAction *next = view->addAction(tr("&Next pane"), this, [this] { moveToPart(true); });
    next->setObjectName("actionNextPart"_L1);
    next->setShortcut(QKeySequence(Qt::Key_F6));
    QAction *previous = view->addAction(tr("Pre&vious pane"), this, [this] { moveToPart(false); });
    previous->setObjectName("actionPreviousPart"_L1);
    previous->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F6));
    QAction *reset = view->addAction(tr("&Reset layout"), this, &MainWindow::resetLayout);
    reset->setObjectName("actionResetLayout"_L1);
    reset->setToolTip(tr("Restores the default layout of views, columns and splitters."));
}

void MainWindow::makePause(QMenu *menu)
{
    QAction *palette = menu->addAction(tr("Co&mmand palette…"), m_palette, &CommandPalette::open);
    palette->setObjectName("actionPalette"_L1);
    palette->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_K));
    QAction *pause = menu->addAction(tr("&Pause"));
    pause->setObjectName("actionPause"_L1);
    pause->setCheckable(true);
    pause->setShortcut(QKeySequence(Qt::Key_Space));
    pause->setToolTip(tr("Freezes the display so that you can read it. Lockscope keeps watching."));
    new SpaceKey(this);
    connect(pause, &QAction::toggled, &m_client, &WatchClient::setPaused);
    connect(&m_client, &WatchClient::pausedChanged, pause, &QAction::setChecked);
}

// Escape in the filter's own field must reach the same action.
void MainWindow::makeShortcuts()
{
    auto *toTable = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_L), this);
    toTable->setObjectName("toLocks"_L1);
    toTable->setWhatsThis(tr("Go to the table of locks"));
    connect(toTable, &QShortcut::activated, m_locks->table(), [this] { focusPart(m_locks); });
}

void MainWindow::makeHelpMenu()
{
    QMenu *help = menuBar()->addMenu(tr("&Help"));
    QAction *keys = help->addAction(tr("&Keys"), this, [this] { KeyHelp::open(this); });
    keys->setObjectName("actionKeys"_L1);
    keys->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    QAction *about = help->addAction(tr("&About Lockscope"), this, &MainWindow::showAbout);
    about->setObjectName("actionAbout"_L1);
}

void MainWindow::showAbout()
{
    if (auto *shown = findChild<QMessageBox *>(u"aboutBox"_s)) {
        shown->raise();
        shown->activateWindow();
        return;
    }
    auto *box = new QMessageBox(this);
    box->setObjectName("aboutBox"_L1);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Lockscope"));
    box->setIconPixmap(windowIcon().pixmap(4 * fontMetrics().height()));
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("Lockscope %1\nA live console for distributed locks in Redis.\n"
                    "GPL-3.0-or-later")
                     .arg(QApplication::applicationVersion()));
    box->setModal(false); // a message box is at first
    box->show();
}

} // namespace lockscope::ui
