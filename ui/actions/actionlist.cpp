// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actionlist.h"

#include "ui/theme/tooltip.h"

#include <QStandardItemModel>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr int linesInSight = 7;

} // namespace

ActionList::ActionList(QWidget *parent)
    : TableView(u"actionList"_s, parent)
    , m_model(new QStandardItemModel(0, 4, this))
{
    m_model->setHorizontalHeaderLabels({tr("Lock"), tr("Server"), tr("Held by"), tr("Note")});
    setAccessibleName(tr("Locks to act on"));
    setModel(m_model);
    setColumnWidths({24, 21, 20, 20}); // a server's address has room beside a note
    setElastic({{0, 60}, {1, 30}, {2, 48}});
    setFrameShape(QFrame::StyledPanel);
    setMinimumHeight(linesInSight * fontMetrics().lineSpacing());
}

void ActionList::setLines(const std::vector<Line> &lines)
{
    m_model->setRowCount(static_cast<int>(lines.size()));
    for (std::size_t row = 0; row < lines.size(); ++row) {
        const Line &line = lines[row];
        for (int column = 0; column < line.texts.size(); ++column) {
            auto *cell = new QStandardItem(line.texts[column]);
            cell->setEditable(false);
            cell->setToolTip(toolTipOf(line.texts[column]));
            if (column == line.texts.size() - 1 && line.badge != Badge::None)
                cell->setData(static_cast<int>(line.badge), BadgeRole);
            cell->setData(line.isQuiet, QuietRole);
            m_model->setItem(static_cast<int>(row), column, cell);
        }
    }
}

} // namespace lockscope::ui
