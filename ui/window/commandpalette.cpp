// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/commandpalette.h"

#include "ui/client/navigator.h"
#include "ui/theme/textwidth.h"
#include "ui/wording/wording.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <variant>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int shownLines = 12;
constexpr int widthInCharacters = 90;
constexpr qsizetype textLimit = 120;

// "&&" is an ampersand, another one marks a key; what follows a tab is a key, too.
QString plainText(const QAction &action)
{
    QString text = action.text().section(u'\t', 0, 0);
    text.replace("&&"_L1, "\u0001"_L1).remove(u'&').replace(u'\u0001', u'&');
    return text;
}

} // namespace

CommandPalette::CommandPalette(WatchClient &client, Navigator &navigator, QMainWindow *window)
    : QFrame(window)
    , m_client(client)
    , m_navigator(navigator)
    , m_window(window)
    , m_field(new QLineEdit)
    , m_list(new QTreeWidget)
{
    setObjectName("commandPalette"_L1);
    setAccessibleName(tr("Command palette"));
    setFrameShape(StyledPanel);
    setAutoFillBackground(true);
    m_field->setObjectName("paletteField"_L1);
    m_field->setAccessibleName(tr("Find an action, a view, a server or a lock"));
    m_field->setPlaceholderText(m_field->accessibleName());
    m_field->installEventFilter(this);
    m_list->setObjectName("paletteList"_L1);
    m_list->setAccessibleName(tr("Matches"));
    m_list->setColumnCount(2);
    m_list->setHeaderHidden(true);
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFocusPolicy(Qt::NoFocus); // the field keeps it, its keys move the choice
    m_list->setFrameShape(NoFrame);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::refresh);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandPalette::choose);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        if (isVisible() && now && now != this && !isAncestorOf(now))
            close(false);
    });
    hide();
}

void CommandPalette::open()
{
    m_fixed.clear();
    addViews();
    addActions();
    addServers();
    if (!isVisible())
        m_focusBefore = QApplication::focusWidget();
    const QFontMetrics metrics = fontMetrics();
    const int wide =
        std::min(m_window->width() * 9 / 10, widthInCharacters * characterWidth(metrics));
    const int high = std::min(m_window->height() * 9 / 10, (shownLines + 3) * rowHeight());
    setGeometry((m_window->width() - wide) / 2, m_window->menuBar()->height() * 2, wide, high);
    m_field->clear();
    refresh();
    show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

int CommandPalette::rowHeight() const
{
    return fontMetrics().height() * 3 / 2;
}

void CommandPalette::addViews()
{
    for (const ViewSpec &spec : allViews())
        m_fixed.push_back(
            {spec.title, tr("View"), [this, name = spec.name] { m_navigator.showView(name); }});
}

void CommandPalette::addActions()
{
    // Of submenus, too; the views' own actions would hide what is in front.
    const auto addMenu = [this](const auto &self, const QMenu &menu, const QString &place) -> void {
        for (QAction *action : menu.actions()) {
            if (const QMenu *inner = action->menu()) {
                self(self, *inner, u"%1, %2"_s.arg(place, plainText(*action)));
                continue;
            }
            if (action->isSeparator() || action->objectName().startsWith("view-"_L1)
                || action->objectName() == "actionPalette"_L1)
                continue;
            std::function<void()> act;
            if (action->isEnabled())
                act = [guarded = QPointer<QAction>(action)] {
                    if (guarded)
                        guarded->trigger();
                };
            m_fixed.push_back({plainText(*action), place, std::move(act)});
        }
    };
    for (const QAction *action : m_window->menuBar()->actions()) {
        if (const QMenu *menu = action->menu())
            addMenu(addMenu, *menu, plainText(*action));
    }
}

void CommandPalette::addServers()
{
    for (const ServerRow &row : m_client.servers().rows())
        m_fixed.push_back({shortLabel(row.server), tr("Server"),
                           [this, server = row.server.server] { m_navigator.openServer(server); }});
}

CommandPalette::Entry CommandPalette::entryOf(const watch::LockRecord &lock) const
{
    const watch::ServerRecord *server = m_client.servers().find(lock.id.deployment);
    const QString place = server ? tr("Lock on %1").arg(shortLabel(*server)) : tr("Lock");
    return {wording::shown(lock.id.name.bytes, textLimit), place,
            [this, id = lock.id] { m_navigator.openLock(id); }};
}

// Locks only when something is typed: there may be very many.
std::vector<CommandPalette::Entry> CommandPalette::matches(const PaletteQuery &query) const
{
    BestMatches<std::variant<const Entry *, LockPointer>> best(mostShown);
    for (const Entry &entry : m_fixed) {
        if (const auto score = query.score(entry.text.toUtf8()))
            best.offer(query.isEmpty() ? 0 : *score, &entry);
    }
    if (!query.isEmpty()) {
        m_client.locks().forEachLock([&](const LockPointer &lock) {
            if (const auto score = query.score(lock->id.name.bytes))
                best.offer(*score, lock);
        });
    }
    std::vector<Entry> entries;
    for (const auto &found : best.take()) {
        const auto *const fixed = std::get_if<const Entry *>(&found);
        entries.push_back(fixed ? **fixed : entryOf(*std::get<LockPointer>(found)));
    }
    return entries;
}

void CommandPalette::refresh()
{
    m_shown = matches(PaletteQuery(m_field->text()));
    m_list->clear();
    for (const Entry &entry : m_shown) {
        auto *item = new QTreeWidgetItem({entry.text, entry.place});
        item->setDisabled(!entry.act);
        item->setSizeHint(0, {0, rowHeight()});
        m_list->addTopLevelItem(item);
    }
    if (m_shown.empty()) {
        auto *nothing = new QTreeWidgetItem({tr("No matches."), QString()});
        nothing->setDisabled(true);
        m_list->addTopLevelItem(nothing);
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
}

void CommandPalette::close(bool restoresFocus)
{
    hide();
    if (restoresFocus && m_focusBefore)
        m_focusBefore->setFocus();
}

// What is chosen acts on what had the focus before.
void CommandPalette::choose()
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    if (row < 0 || static_cast<std::size_t>(row) >= m_shown.size())
        return;
    const auto act = m_shown[static_cast<std::size_t>(row)].act;
    if (!act)
        return;
    close(true);
    act();
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    const bool isOverride = event->type() == QEvent::ShortcutOverride;
    if (!isOverride && event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    switch (key->key()) {
    case Qt::Key_Escape:
        if (isOverride)
            event->accept(); // not the window's
        else
            close(true);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!isOverride)
            choose();
        return !isOverride;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (!isOverride)
            QApplication::sendEvent(m_list, event);
        return !isOverride;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

} // namespace lockscope::ui
