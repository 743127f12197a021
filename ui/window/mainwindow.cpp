// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "ui/theme/appicon.h"
#include "ui/views/detailpane.h"
#include "ui/views/estatepane.h"
#include "ui/views/eventspane.h"
#include "ui/views/lockspane.h"
#include "ui/views/noticestrip.h"
#include "ui/views/pausebanner.h"
#include "ui/views/serverbar.h"
#include "ui/views/tableview.h"
#include "ui/views/workbenchpane.h"
#include "ui/window/actioncentre.h"
#include "ui/window/actiondesk.h"
#include "ui/window/commandpalette.h"
#include "ui/window/exceptiondialog.h"
#include "ui/window/quitguard.h"
#include "ui/window/spacekey.h"
#include "ui/window/viewdocks.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QShortcut>
#include <QStatusBar>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

MainWindow::MainWindow(WatchClient &client, const Clock &clock, UrlCheck check, QWidget *parent)
    : QMainWindow(parent)
    , m_client(client)
    , m_check(std::move(check))
    , m_locks(new LocksPane(client, client.shownClock()))
    , m_actions(new ActionCentre(client, clock, this))
    , m_context{client, client.shownClock(), clock, *m_actions, *this, *this}
    , m_docks(new ViewDocks(allViews(), m_context, this))
    , m_detail(m_docks->view<DetailPane>())
    , m_desk(new ActionDesk(client, *m_actions, {m_locks, m_detail, &workbench()}, this))
    , m_quitGuard(new QuitGuard(this))
    , m_notice(new NoticeStrip(clock))
    , m_palette(new CommandPalette(client, *this, this))
{
    setObjectName("mainWindow"_L1);
    setWindowTitle(tr("Lockscope"));
    setWindowIcon(appIcon());
    makeCentre();
    connectViews();
    makeMenus();
    makeShortcuts();
    statusBar()->setObjectName("statusBar"_L1);
    statusBar()->addPermanentWidget(
        new ServerBar(client.servers(), client.shownClock(),
                      [&client](int server) { return client.locks().hasLocksOf(server); }),
        0);

    resize(1280, 800);
    m_locks->setFocus();
    m_firstParts = partStates(*this);
}

// What is about the whole window lies around the table of locks.
void MainWindow::makeCentre()
{
    auto *centre = new QWidget;
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new PauseBanner(m_client, m_context.realClock));
    layout->addWidget(m_locks, 1);
    layout->addWidget(m_notice);
    setCentralWidget(centre);
}

WorkbenchPane &MainWindow::workbench()
{
    return *m_docks->view<WorkbenchPane>();
}

void MainWindow::connectViews()
{
    connect(m_locks, &LocksPane::currentChanged, this,
            [this] { m_detail->showLock(m_locks->currentLock()); });
    connect(m_locks, &LocksPane::activated, this, &MainWindow::openDetail);
    connect(m_locks, &LocksPane::connectRequested, this, &MainWindow::askForConnection);
    connect(m_docks->view<EstatePane>(), &EstatePane::stopScanRequested, this,
            &MainWindow::stopScanRequested);
    connect(m_docks->view<EventsPane>(), &EventsPane::lockChosen, this,
            [this](const watch::LockId &id) { openLock(id); });
    connect(&m_client.locks(), &LockTableModel::merged, this, &MainWindow::openWanted);
    connect(m_actions, &ActionCentre::noticed, this, &MainWindow::showNotice);
    connect(&workbench(), &WorkbenchPane::openCountChanged, m_quitGuard, &QuitGuard::setOpenCount);
    connect(m_quitGuard, &QuitGuard::releaseAllRequested, this, [this] {
        showNotice(tr("Releasing what the workbench holds; the window closes then."));
    });
    connect(m_desk, &ActionDesk::workbenchWanted, this, &MainWindow::showWorkbench);
}

void MainWindow::makeMenus()
{
    QMenu *connection = menuBar()->addMenu(tr("&Connection"));
    QAction *connectTo =
        connection->addAction(tr("&Connect…"), this, &MainWindow::askForConnection);
    connectTo->setObjectName("actionConnect"_L1);
    connectTo->setShortcut(QKeySequence::New);
    connection->addSeparator();
    QAction *quit = connection->addAction(tr("&Quit"), this, &QWidget::close);
    quit->setObjectName("actionQuit"_L1);
    quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));

    makeLocksMenu();
    QMenu *act = menuBar()->addMenu(tr("&Act"));
    act->setObjectName("actMenu"_L1);
    m_desk->fillMenu(act);
    makeViewMenu();

    QMenu *help = menuBar()->addMenu(tr("&Help"));
    help->addAction(tr("&About Lockscope"), this, [this] {
        QMessageBox::about(this, tr("About Lockscope"),
                           tr("Lockscope %1\nA live console for distributed locks in Redis.\n"
                              "GPL-3.0-or-later")
                               .arg(QApplication::applicationVersion()));
    });
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
    locks->addSeparator();
    QAction *paste = locks->addAction(tr("Paste an e&xception…"), this,
                                      [this] { ExceptionDialog::open(m_context, this); });
    paste->setObjectName("actionPasteException"_L1);
    paste->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V));
}

void MainWindow::showWorkbench()
{
    m_docks->bring(u"workbenchDock"_s);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    event->setAccepted(m_quitGuard->mayClose());
}

void MainWindow::makeViewMenu()
{
    QMenu *view = menuBar()->addMenu(tr("&View"));
    m_themes = new QActionGroup(this);
    const std::initializer_list<std::pair<Theme, QString>> themes{
        {Theme::System, tr("&System")}, {Theme::Light, tr("&Light")}, {Theme::Dark, tr("&Dark")}};
    QMenu *themeMenu = view->addMenu(tr("&Theme"));
    for (const auto &[theme, text] : themes) {
        QAction *action =
            themeMenu->addAction(text, this, [this, theme = theme] { setTheme(theme); });
        action->setObjectName("theme-"_L1 + themeName(theme));
        action->setCheckable(true);
        action->setChecked(theme == m_theme);
        m_themes->addAction(action);
    }
    view->addSeparator();
    QAction *guesses = view->addAction(tr("Show &guesses"));
    guesses->setObjectName("actionGuesses"_L1);
    guesses->setCheckable(true);
    guesses->setToolTip(tr("Shows keys, too, that only their value makes look like locks."));
    connect(guesses, &QAction::toggled, this, &MainWindow::guessesWanted);
    view->addSeparator();
    makePause(view);
    view->addSeparator();
    m_docks->fillMenu(view);
    view->addSeparator();
    QAction *reset = view->addAction(tr("&Reset layout"), this, &MainWindow::resetLayout);
    reset->setObjectName("actionResetLayout"_L1);
    reset->setToolTip(tr("Puts views, columns and splitters where they were at first."));
}

void MainWindow::makePause(QMenu *menu)
{
    QAction *palette = menu->addAction(tr("&Find anything…"), m_palette, &CommandPalette::open);
    palette->setObjectName("actionPalette"_L1);
    palette->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_K));
    QAction *pause = menu->addAction(tr("&Pause"));
    pause->setObjectName("actionPause"_L1);
    pause->setCheckable(true);
    pause->setShortcut(QKeySequence(Qt::Key_Space));
    pause->setToolTip(tr("Freezes what is shown, so that it can be read; the watch goes on."));
    new SpaceKey(this);
    connect(pause, &QAction::toggled, &m_client, &WatchClient::setPaused);
    connect(&m_client, &WatchClient::pausedChanged, pause, [this, pause](bool paused) {
        pause->setChecked(paused);
        setWindowTitle(paused ? tr("Lockscope (paused)") : tr("Lockscope"));
    });
}

// Escape in the filter's own field must reach the same action.
void MainWindow::makeShortcuts()
{
    auto *toTable = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_L), this);
    connect(toTable, &QShortcut::activated, m_locks->table(), [this] { m_locks->setFocus(); });
}

void MainWindow::setTheme(Theme theme)
{
    m_theme = theme;
    applyTheme(theme);
    if (auto *action = findChild<QAction *>("theme-"_L1 + themeName(theme)))
        action->setChecked(true);
}

void MainWindow::openDetail()
{
    m_detail->showLock(m_locks->currentLock());
    m_docks->bring(u"detailDock"_s);
}

void MainWindow::openLock(const watch::LockId &id)
{
    m_locks->select(id);
    m_detail->showLock(id);
    m_docks->bring(u"detailDock"_s);
}

void MainWindow::openLockOf(const watch::Event &event)
{
    if (event.name)
        openLock({event.serverIndex, *event.name});
}

void MainWindow::openServer(int server)
{
    m_docks->show(u"estateDock"_s);
    m_docks->view<EstatePane>()->choose(server);
}

void MainWindow::showView(const QString &name)
{
    m_docks->show(name);
}

void MainWindow::openLock(const QByteArray &name)
{
    m_wantedLock = name;
    openWanted();
}

void MainWindow::openWanted()
{
    if (m_wantedLock.isEmpty())
        return;
    for (const ServerRow &row : m_client.servers().rows()) {
        const watch::LockId id{row.server.server, LockName(m_wantedLock)};
        if (!m_client.locks().find(id))
            continue;
        m_wantedLock.clear();
        openLock(id);
        return;
    }
}

void MainWindow::showNotice(const QString &text)
{
    m_notice->tell(text);
}

void MainWindow::askForConnection()
{
    auto *dialog = new ConnectDialog(m_check, m_recentUrls, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_recentUrls.removeAll(dialog->label());
        m_recentUrls.prepend(dialog->label());
        m_recentUrls = m_recentUrls.mid(0, maxRecentUrls);
        m_client.setPaused(false); // who connects wants to see it
        Q_EMIT connectRequested(dialog->request());
    });
    dialog->open();
}

WindowState MainWindow::windowState() const
{
    PartStates parts = m_parts; // also of those that are not there today
    parts.insert(partStates(*this));
    return {saveGeometry(), m_docks->state(), parts, m_theme, m_recentUrls};
}

void MainWindow::restoreWindowState(const WindowState &state)
{
    // Each refuses bytes that it did not write and then leaves all as it is.
    if (!state.geometry.isEmpty())
        restoreGeometry(state.geometry);
    if (!state.docks.isEmpty())
        m_docks->restore(state.docks);
    m_parts = state.parts;
    restorePartStates(*this, m_parts);
    m_recentUrls = state.recentUrls.mid(0, maxRecentUrls);
    setTheme(state.theme);
}

void MainWindow::resetLayout()
{
    m_docks->arrange();
    m_parts.clear();
    restorePartStates(*this, m_firstParts);
}

} // namespace lockscope::ui
