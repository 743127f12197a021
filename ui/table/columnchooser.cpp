// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/columnchooser.h"

#include <QHeaderView>
#include <QMenu>
#include <QTableView>

#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

ColumnChooser::ColumnChooser(QTableView *table, int always, QList<int> hiddenAtFirst)
    : QObject(table)
    , m_table(table)
    , m_always(always)
    , m_hiddenAtFirst(std::move(hiddenAtFirst))
{
    QHeaderView *header = table->horizontalHeader();
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &ColumnChooser::openAt);
    showUsual();
}

void ColumnChooser::showUsual()
{
    for (int column = 0; column < m_table->horizontalHeader()->count(); ++column)
        m_table->setColumnHidden(column, m_hiddenAtFirst.contains(column));
}

void ColumnChooser::fill(QMenu *menu)
{
    makeItems(menu); // a menu without items may not open at all
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { makeItems(menu); });
}

void ColumnChooser::makeItems(QMenu *menu)
{
    menu->clear();
    const QHeaderView *header = m_table->horizontalHeader();
    for (int place = 0; place < header->count(); ++place) {
        const int column = header->logicalIndex(place); // as they stand
        QAction *action =
            menu->addAction(m_table->model()->headerData(column, Qt::Horizontal).toString());
        action->setObjectName(u"column-%1"_s.arg(column));
        action->setCheckable(true);
        action->setChecked(!m_table->isColumnHidden(column));
        action->setEnabled(column != m_always);
        connect(action, &QAction::toggled, m_table,
                [this, column](bool shown) { m_table->setColumnHidden(column, !shown); });
    }
    menu->addSeparator();
    QAction *usual = menu->addAction(tr("&Default columns"), this, &ColumnChooser::showUsual);
    usual->setObjectName("columnsUsual"_L1);
}

void ColumnChooser::openAt(const QPoint &at)
{
    auto *menu = new QMenu(m_table);
    menu->setObjectName("columnMenu"_L1);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    makeItems(menu);
    menu->popup(m_table->horizontalHeader()->mapToGlobal(at));
}

} // namespace lockscope::ui
