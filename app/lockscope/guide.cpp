// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/guide.h"

#include "ui/guide/guidewindow.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::console {

Guide::Guide(QMainWindow *window)
    : QObject(window)
    , m_window(window)
{}

void Guide::addToHelp(QMenuBar &menus)
{
    const QList<QAction *> all = menus.actions();
    QMenu *help = all.isEmpty() ? nullptr : all.last()->menu();
    if (!help)
        return;
    auto *action = new QAction(tr("&Guide"), help);
    action->setObjectName("actionGuide"_L1);
    help->insertAction(help->actions().value(0), action);
    connect(action, &QAction::triggered, this, [this] { show({}); });
}

void Guide::show(const QString &page)
{
    if (!open(page))
        Q_EMIT missing(tr("The guide is not installed."));
}

bool Guide::open(const QString &page)
{
    const bool isNew = !m_shown;
    if (isNew) {
        ui::GuideBook book;
        if (book.isEmpty())
            return false;
        m_shown = new ui::GuideWindow(std::move(book), m_window);
    }
    m_shown->show(); // first, so that the pictures know their room
    m_shown->raise();
    m_shown->activateWindow();
    if (isNew || !page.isEmpty())
        m_shown->showPage(page);
    return true;
}

} // namespace lockscope::console
