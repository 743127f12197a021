// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/keyhelp.h"

#include "ui/kit/actiontext.h"
#include "ui/kit/ownkeys.h"
#include "ui/theme/textwidth.h"
#include "ui/window/viewlist.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QShortcut>
#include <QTreeWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

enum Column { What, Keys };

// In characters and lines.
constexpr int wide = 64;
constexpr int high = 30;

} // namespace

KeyHelp::KeyHelp(QMainWindow *window)
    : Dialog(window)
    , m_list(new QTreeWidget)
{
    setObjectName("keyHelp"_L1);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keys"));
    m_list->setObjectName("keyList"_L1);
    m_list->setAccessibleName(tr("Keyboard shortcuts and their actions"));
    m_list->setHeaderLabels({tr("Action"), tr("Keys")});
    m_list->setRootIsDecorated(false);
    m_list->setItemsExpandable(false);
    m_list->setAlternatingRowColors(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(What, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(Keys, QHeaderView::ResizeToContents);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_list, 1);
    layout->addWidget(buttons);
    fill(window);
    const QSize wanted(wide * characterWidth(fontMetrics()), high * fontMetrics().lineSpacing());
    resize(wanted.boundedTo(window->size()));
}

void KeyHelp::open(QMainWindow *window)
{
    auto *help = window->findChild<KeyHelp *>(QString(), Qt::FindDirectChildrenOnly);
    if (!help)
        help = new KeyHelp(window);
    help->show();
    help->raise();
    help->activateWindow();
}

void KeyHelp::fill(QMainWindow *window)
{
    for (const QAction *action : window->menuBar()->actions()) {
        if (const auto *menu = action->menu<QMenu *>())
            addMenu(menu, plainText(*action));
    }
    addShortcuts(window);
    addOwnKeys(window);
    m_list->expandAll();
    if (m_list->topLevelItemCount() > 0)
        m_list->setCurrentItem(m_list->topLevelItem(0));
}

void KeyHelp::addMenu(const QMenu *menu, const QString &title)
{
    for (const QAction *action : menu->actions()) {
        if (const auto *inner = action->menu<QMenu *>())
            addMenu(inner, title);
        else if (const QString keys = keysOf(*action);
                 !keys.isEmpty() && !m_listed.contains(action)) // the export is in two menus
            addLine(title, keys, plainText(*action));
        m_listed += action;
    }
}

// The shortcuts that are in no menu: those of the window and of single views.
void KeyHelp::addShortcuts(QMainWindow *window)
{
    for (const QShortcut *shortcut : window->findChildren<QShortcut *>()) {
        if (shortcut->whatsThis().isEmpty())
            continue;
        const QString view = viewTitleOf(shortcut);
        addLine(view.isEmpty() ? tr("Window") : view,
                shortcut->key().toString(QKeySequence::NativeText), shortcut->whatsThis());
    }
    for (const QAction *action : window->findChildren<QAction *>()) {
        const QString view = viewTitleOf(action);
        if (!view.isEmpty() && !m_listed.contains(action) && !action->shortcuts().isEmpty())
            addLine(view, keysOf(*action), plainText(*action));
    }
}

// Not those of dialogs, which say theirs on their buttons.
void KeyHelp::addOwnKeys(QMainWindow *window)
{
    for (const QWidget *widget : window->findChildren<QWidget *>()) {
        const QString view = viewTitleOf(widget);
        if (view.isEmpty() && widget->window() != window)
            continue;
        for (const OwnKeys &own : ownKeysOf(*widget))
            addLine(view.isEmpty() ? tr("Window") : view, keysText(own.keys), own.what);
    }
}

// Once, though several tables of a view have it.
void KeyHelp::addLine(const QString &group, const QString &keys, const QString &what)
{
    QTreeWidgetItem *head = nullptr;
    for (int i = 0; i < m_list->topLevelItemCount() && !head; ++i) {
        if (m_list->topLevelItem(i)->text(What) == group)
            head = m_list->topLevelItem(i);
    }
    if (!head) {
        head = new QTreeWidgetItem(m_list, {group});
        QFont bold = m_list->font();
        bold.setBold(true);
        head->setFont(What, bold);
        head->setFirstColumnSpanned(true);
    }
    for (int i = 0; i < head->childCount(); ++i) {
        if (head->child(i)->text(What) == what && head->child(i)->text(Keys) == keys)
            return;
    }
    auto *line = new QTreeWidgetItem(head);
    line->setText(What, what);
    line->setText(Keys, keys);
}

} // namespace lockscope::ui
