// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/windowmenus.h"

#include "ui/aliases/aliasbindings.h"
#include "ui/client/actinglock.h"
#include "ui/estate/profilecontroller.h"
#include "ui/exception/exceptiondialog.h"
#include "ui/export/exporter.h"
#include "ui/incidents/incidenttray.h"
#include "ui/kit/focusring.h"
#include "ui/locks/lockspane.h"
#include "ui/session/sessionkeeper.h"
#include "ui/table/columnchooser.h"
#include "ui/table/filterfield.h"
#include "ui/table/ownfilter.h"
#include "ui/table/tableview.h"
#include "ui/timeline/historyfeed.h"
#include "ui/window/actionbindings.h"
#include "ui/window/commandpalette.h"
#include "ui/window/fullscreen.h"
#include "ui/window/keyhelp.h"
#include "ui/window/languagemenu.h"
#include "ui/window/spacekey.h"
#include "ui/window/viewdocks.h"
#include "ui/window/windowpages.h"
#include "ui/window/windowsettings.h"

#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QIcon>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QShortcut>
#include <QStandardPaths>
#include <QSysInfo>

#include <initializer_list>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

WindowMenus::WindowMenus(QMainWindow &window, ViewContext &context, const Parts &parts)
    : QObject(&window)
    , m_window(window)
    , m_context(context)
    , m_parts(parts)
{
    addConnectionMenu();
    addLocksMenu();
    addActMenu();
    addViewMenu();
    addHelpMenu();
    addShortcuts();
}

void WindowMenus::addConnectionMenu()
{
    QMenu *connection = m_window.menuBar()->addMenu(tr("&Connection"));
    m_connection = connection;
    QAction *connectTo = connection->addAction(tr("&Connect…"), this, &WindowMenus::connectWanted);
    connectTo->setObjectName("actionConnect"_L1);
    connectTo->setShortcut(QKeySequence::New);
    m_parts.profiles->fillMenu(connection);
    connection->addSeparator();
    connection->addAction(m_parts.session->action());
    m_record = connection->addAction(tr("Record &what is seen"));
    m_record->setObjectName("actionRecord"_L1);
    m_record->setCheckable(true);
    m_record->setToolTip(tr("Keeps every event and state of the connected servers on this machine, "
                            "to look back at with lockctl history."));
    connect(m_record, &QAction::toggled, this, &WindowMenus::recordWanted);
    QMenu *past = connection->addMenu(tr("Look &back"));
    past->setObjectName("lookBackMenu"_L1);
    connect(past, &QMenu::aboutToShow, this, [this, past] { Q_EMIT recordMenuWanted(past); });
    connection->addSeparator();
    QAction *quit = connection->addAction(tr("&Quit"), &m_window, &QWidget::close);
    quit->setObjectName("actionQuit"_L1);
    quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
}

void WindowMenus::addLocksMenu()
{
    QMenu *locks = m_window.menuBar()->addMenu(tr("&Locks"));
    QAction *find = locks->addAction(tr("&Filter"), this, &WindowMenus::goToFilter);
    find->setObjectName("actionFilter"_L1);
    find->setShortcut(QKeySequence::Find);
    QAction *clear = locks->addAction(tr("&Clear filter"), m_parts.locks, &LocksPane::clearFilter);
    clear->setObjectName("actionClearFilter"_L1);
    clear->setShortcut(QKeySequence(Qt::Key_Escape));
    // On another page nobody sees the filter: Esc must not change it there.
    const auto fitClear = [this, clear] {
        clear->setEnabled(m_parts.pages->current() == WindowPages::Page::Locks);
    };
    connect(m_parts.pages, &WindowPages::changed, clear, fitClear);
    fitClear();
    QMenu *ready = locks->addMenu(tr("Filter &by"));
    ready->addActions(m_parts.locks->readyFilters().actions());
    locks->addSeparator();
    // Enter and Ctrl+C belong to the table that has the focus; here they are only named.
    QAction *open = locks->addAction(tr("&Open detail\tEnter"), this, &WindowMenus::detailWanted);
    open->setObjectName("actionOpenDetail"_L1);
    QAction *copy = locks->addAction(tr("Copy &names\tCtrl+C"), m_parts.locks->table(),
                                     [this] { m_parts.locks->table()->copySelected(); });
    copy->setObjectName("actionCopy"_L1);
    m_parts.locks->copies().fill(locks);
    locks->addSeparator();
    QAction *paste = locks->addAction(tr("Paste an e&xception…"), this, [this] {
        auto *dialog = ExceptionDialog::open({.history = m_context.shared<HistoryFeed>().history(),
                                              .client = m_context.client,
                                              .clock = m_context.clock,
                                              .records = m_pastSearch},
                                             m_context.navigator, &m_window);
        connect(dialog, &ExceptionDialog::lookBackWanted, this, &WindowMenus::lookBackWanted,
                Qt::UniqueConnection);
    });
    paste->setObjectName("actionPasteException"_L1);
    paste->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V));
}

void WindowMenus::addActMenu()
{
    QMenu *act = m_window.menuBar()->addMenu(tr("&Act"));
    act->setObjectName("actMenu"_L1);
    m_parts.actions->fillMenu(act);
    act->addSeparator();
    m_parts.names->fillMenu(act);
    act->addSeparator();
    addUnlock(act);
}

// As the button of the state bar, for the keyboard and the palette.
void WindowMenus::addUnlock(QMenu *menu)
{
    ActingLock *const acting = m_parts.acting;
    QAction *unlock = menu->addAction(QString(), acting, [acting] {
        if (acting->isUnlocked())
            acting->lock();
        else
            acting->unlock();
    });
    unlock->setObjectName("actionUnlockActing"_L1);
    const auto fit = [unlock, acting] {
        unlock->setEnabled(acting->isNeeded());
        unlock->setText(acting->isUnlocked() ? tr("Lock actin&g") : tr("Unlock actin&g"));
        unlock->setToolTip(
            !acting->isNeeded()
                ? tr("No connected server asks for it: only production, and servers where other "
                     "users act, do.")
                : acting->isUnlocked()
                ? tr("Closes the connections for acting.")
                : tr("Lets you act on locks until you have not acted for ten minutes."));
    };
    const ServerModel &servers = m_context.client.servers();
    for (const auto signal : {&ServerModel::rowsInserted, &ServerModel::rowsRemoved})
        connect(&servers, signal, unlock, fit);
    connect(&servers, &ServerModel::dataChanged, unlock, fit);
    connect(acting, &ActingLock::changed, unlock, fit);
    fit();
}

void WindowMenus::addViewMenu()
{
    QMenu *view = m_window.menuBar()->addMenu(tr("&View"));
    addThemes(view);
    m_languages = new LanguageMenu(view);
    view->addMenu(m_languages);
    m_parts.settings->fillMenu(view);
    view->addSeparator();
    QAction *guesses = view->addAction(tr("Show &guesses"));
    guesses->setObjectName("actionGuesses"_L1);
    guesses->setCheckable(true);
    guesses->setToolTip(tr("Also shows keys that look like locks by their value only."));
    connect(guesses, &QAction::toggled, this, &WindowMenus::guessesWanted);
    addWordNames(view);
    addNotices(view);
    view->addSeparator();
    addPages(view);
    view->addSeparator();
    addPause(view);
    view->addSeparator();
    QMenu *columns = view->addMenu(tr("&Columns"));
    columns->setObjectName("columnsMenu"_L1);
    m_parts.locks->columns()->fill(columns);
    view->addAction(m_parts.exporter->action());
    m_parts.docks->fillMenu(view);
    QAction *close = view->addAction(tr("Close v&iew"), this, [this] {
        if (m_parts.docks->closeCurrent())
            focusPart(m_parts.pages->currentWidget());
        else
            m_parts.pages->closeView();
    });
    close->setObjectName("actionCloseView"_L1);
    close->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_W));
    close->setToolTip(tr("Closes the view with the focus. Its key opens it again."));
    view->addSeparator();
    addParts(view);
}

void WindowMenus::addThemes(QMenu *menu)
{
    m_themes = new QActionGroup(this);
    const std::initializer_list<std::pair<Theme, QString>> themes{
        {Theme::System, tr("&System")},
        {Theme::Light, tr("&Light")},
        {Theme::Dark, tr("&Dark")},
        {Theme::HighContrast, tr("&High contrast")}};
    QMenu *themeMenu = menu->addMenu(tr("&Theme"));
    for (const auto &[theme, text] : themes) {
        QAction *action =
            themeMenu->addAction(text, this, [this, theme = theme] { Q_EMIT themeChosen(theme); });
        action->setObjectName("theme-"_L1 + themeName(theme));
        action->setCheckable(true);
        action->setChecked(theme == Theme::System);
        m_themes->addAction(action);
    }
}

void WindowMenus::showTheme(Theme theme)
{
    for (QAction *action : m_themes->actions()) {
        if (action->objectName() == "theme-"_L1 + themeName(theme))
            action->setChecked(true);
    }
}

void WindowMenus::addNotices(QMenu *menu)
{
    m_notices = menu->addAction(tr("Notific&ations"));
    m_notices->setObjectName("actionNotices"_L1);
    m_notices->setCheckable(true);
    const bool isPossible = IncidentTray::isPossible();
    m_notices->setEnabled(isPossible);
    m_notices->setToolTip(isPossible
                              ? tr("Tells new problems on the desktop and shows their number "
                                   "on an icon in the tray.")
                              : tr("This desktop has no tray for icons."));
    connect(m_notices, &QAction::triggered, this, &WindowMenus::showNotices);
}

void WindowMenus::addWordNames(QMenu *menu)
{
    m_wordNames = menu->addAction(tr("&Words for owners"));
    m_wordNames->setObjectName("actionWordNames"_L1);
    m_wordNames->setCheckable(true);
    m_wordNames->setToolTip(tr("Shows two words made from the uuid of a client in place of the "
                               "uuid, for owners without an alias."));
    connect(m_wordNames, &QAction::toggled, this,
            [this](bool wanted) { m_context.client.picture().setWordNames(wanted); });
}

void WindowMenus::showWordNames(bool wanted)
{
    m_wordNames->setChecked(wanted);
}

void WindowMenus::showRecord(bool wanted)
{
    m_record->setChecked(wanted);
}

bool WindowMenus::wantsRecord() const
{
    return m_record->isChecked();
}

void WindowMenus::leaveOutLive(QAction &play)
{
    for (QAction *each : m_connection->actions()) {
        const bool isOfPast = each->menu() && each->menu()->objectName() == "lookBackMenu"_L1;
        if (isOfPast || each->objectName() == "actionQuit"_L1)
            continue;
        each->setVisible(false);
        each->setEnabled(false);
    }
    for (const char *name : {"actionGuesses", "actionNotices"}) {
        auto *each = m_window.findChild<QAction *>(QLatin1StringView(name));
        each->setVisible(false);
        each->setEnabled(false);
    }
    disconnect(m_pause, nullptr, &m_context.client, nullptr);
    m_pause->setText(tr("&Play"));
    m_pause->setToolTip(tr("Plays the record on from the time that is shown."));
    connect(m_pause, &QAction::toggled, &play, &QAction::setChecked);
    connect(&play, &QAction::toggled, m_pause, &QAction::setChecked);
}

void WindowMenus::showNotices(bool wanted)
{
    m_wantsNotices = wanted;
    m_notices->setChecked(wanted && m_notices->isEnabled());
    Q_EMIT noticesWanted(wanted);
}

void WindowMenus::addPause(QMenu *menu)
{
    QAction *palette =
        menu->addAction(tr("Co&mmand palette…"), m_parts.palette, &CommandPalette::open);
    palette->setObjectName("actionPalette"_L1);
    palette->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_K));
    QAction *pause = menu->addAction(tr("&Pause"));
    m_pause = pause;
    pause->setObjectName("actionPause"_L1);
    pause->setCheckable(true);
    pause->setShortcut(QKeySequence(Qt::Key_Space));
    pause->setToolTip(tr("Freezes the display so that you can read it. Lockscope keeps watching."));
    new SpaceKey(&m_window);
    connect(pause, &QAction::toggled, &m_context.client, &WatchClient::setPaused);
    connect(&m_context.client, &WatchClient::pausedChanged, pause, &QAction::setChecked);
}

void WindowMenus::addPages(QMenu *menu)
{
    menu->addAction(m_parts.pages->action(WindowPages::Page::Overview));
    menu->addAction(m_parts.pages->action(WindowPages::Page::Locks));
    QAction *page = menu->addAction(tr("&Overview or locks"), m_parts.pages, &WindowPages::toggle);
    page->setObjectName("actionSwitchPage"_L1);
    page->setShortcut(QKeySequence(Qt::Key_F2));
    page->setToolTip(tr("Changes between the overview and the table of locks with its views."));
    menu->addAction(m_parts.fullScreen->action());
}

void WindowMenus::goToFilter()
{
    m_parts.pages->show(WindowPages::Page::Locks);
    m_parts.locks->focusFilter();
}

void WindowMenus::goToNextFilter()
{
    QLineEdit *own = OwnFilter::near(QApplication::focusWidget());
    if (!own)
        return goToFilter();
    OwnFilter::reach(own);
}

void WindowMenus::addParts(QMenu *menu)
{
    QAction *next = menu->addAction(tr("&Next pane"), this, [this] { Q_EMIT partWanted(true); });
    next->setObjectName("actionNextPart"_L1);
    next->setShortcut(QKeySequence(Qt::Key_F6));
    QAction *previous =
        menu->addAction(tr("Pre&vious pane"), this, [this] { Q_EMIT partWanted(false); });
    previous->setObjectName("actionPreviousPart"_L1);
    previous->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F6));
    QAction *reset = menu->addAction(tr("&Reset layout"), this, &WindowMenus::layoutResetWanted);
    reset->setObjectName("actionResetLayout"_L1);
    reset->setToolTip(tr("Restores the default layout of views, columns and splitters."));
}

// Escape in the filter's own field must reach the same action.
void WindowMenus::addShortcuts()
{
    auto *toTable = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_L), &m_window);
    toTable->setObjectName("toLocks"_L1);
    toTable->setWhatsThis(tr("Go to the table of locks"));
    connect(toTable, &QShortcut::activated, m_parts.locks->table(), [this] {
        m_parts.pages->show(WindowPages::Page::Locks);
        focusPart(m_parts.locks);
    });
    auto *toFilter = new QShortcut(QKeySequence(FilterField::way), &m_window);
    toFilter->setObjectName("toFilter"_L1);
    toFilter->setWhatsThis(tr("Go to the filter of the view; where it has none, to that of locks"));
    connect(toFilter, &QShortcut::activated, this, &WindowMenus::goToNextFilter);
}

void WindowMenus::addHelpMenu()
{
    QMenu *help = m_window.menuBar()->addMenu(tr("&Help"));
    QAction *here = help->addAction(tr("Help on this &view"), this, &WindowMenus::helpWanted);
    here->setObjectName("actionHelp"_L1);
    here->setShortcut(QKeySequence(Qt::Key_F1));
    here->setShortcutContext(Qt::ApplicationShortcut); // in dialogs, too
    QAction *keys = help->addAction(tr("&Keys"), this, [this] { KeyHelp::open(&m_window); });
    keys->setObjectName("actionKeys"_L1);
    keys->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    QAction *about = help->addAction(tr("&About Lockscope"), this, &WindowMenus::showAbout);
    about->setObjectName("actionAbout"_L1);
}

void WindowMenus::showAbout()
{
    if (auto *shown = m_window.findChild<QMessageBox *>(u"aboutBox"_s)) {
        shown->raise();
        shown->activateWindow();
        return;
    }
    auto *box = new QMessageBox(&m_window);
    box->setObjectName("aboutBox"_L1);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Lockscope"));
    box->setIconPixmap(m_window.windowIcon().pixmap(4 * m_window.fontMetrics().height()));
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("Lockscope %1\nA live console for distributed locks in Redis.\n"
                    "GPL-3.0-or-later")
                     .arg(QApplication::applicationVersion()));
    // For a report of a fault.
    box->setInformativeText(tr("Qt %1, %2\nSettings: %3")
                                .arg(QString::fromLatin1(qVersion()), QSysInfo::prettyProductName(),
                                     QDir::toNativeSeparators(QStandardPaths::writableLocation(
                                         QStandardPaths::AppConfigLocation))));
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->setModal(false); // a message box is at first
    box->show();
}

} // namespace lockscope::ui
