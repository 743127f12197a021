// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/exporter.h"

#include "ui/export/picture.h"
#include "ui/kit/pictured.h"
#include "ui/table/tableview.h"

#include <QAction>
#include <QApplication>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

Exporter::Exporter(QWidget &window, const Clock &clock)
    : QObject(&window)
    , m_window(window)
    , m_clock(clock)
    , m_action(new QAction(tr("E&xport…"), this))
{
    m_action->setObjectName("actionExport"_L1);
    m_action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
    m_action->setToolTip(tr("Writes a table that is in sight to a CSV or JSON file, or a chart to "
                            "a picture."));
    connect(m_action, &QAction::triggered, this, &Exporter::open);
    addToMenus();
}

// Adds the action to existing views. Tables with a menu of their own take the actions of the widget
// into it, or have this one in it.
void Exporter::addToMenus()
{
    for (QAbstractItemView *view : m_window.findChildren<QAbstractItemView *>()) {
        if (!qobject_cast<TableView *>(view) && !qobject_cast<QTreeView *>(view))
            continue;
        view->addAction(m_action);
        if (view->contextMenuPolicy() == Qt::DefaultContextMenu)
            view->setContextMenuPolicy(Qt::ActionsContextMenu);
    }
    for (QWidget *chart : m_window.findChildren<QWidget *>()) {
        if (pictureTitleOf(*chart).isEmpty() || qobject_cast<QAbstractItemView *>(chart))
            continue;
        chart->addAction(m_action);
        chart->setContextMenuPolicy(Qt::ActionsContextMenu);
    }
}

void Exporter::open()
{
    if (auto *shown = m_window.findChild<ExportDialog *>()) {
        shown->raise();
        shown->activateWindow();
        return;
    }
    // A view in a window of its own has the focus, too; a menu does not count.
    const QWidget *focus = QApplication::focusWidget();
    if (!focus || !m_window.isAncestorOf(focus))
        focus = m_window.focusWidget();
    std::vector<ExportTarget> targets = exportTargets(m_window, focus);
    if (targets.empty()) {
        Q_EMIT noticed(tr("No table or chart is in sight that could be exported."));
        return;
    }
    auto *dialog = new ExportDialog(std::move(targets), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::wanted, this, &Exporter::write);
    dialog->show();
}

void Exporter::write(const ExportRequest &request)
{
    ExportOutcome outcome;
    outcome.path = request.path;
    if (!request.target.widget) {
        outcome.problem = tr("it is not there any more");
        tell(outcome);
        return;
    }
    if (QAbstractItemView *table = request.target.table()) {
        auto *job = new ExportJob(*table, TableRows(*table, request.selectedOnly, m_clock),
                                  request.format, request.path, this);
        connect(job, &ExportJob::finished, this, &Exporter::tell);
        connect(job, &ExportJob::finished, job, &QObject::deleteLater);
        job->start();
        return;
    }
    QWidget &chart = *request.target.widget;
    outcome.problem =
        saveBytes(request.path, request.format == ExportFormat::Svg ? svgOf(chart) : pngOf(chart));
    tell(outcome);
}

void Exporter::tell(const ExportOutcome &outcome)
{
    Q_EMIT noticed(exportSentence(outcome));
    Q_EMIT finished(outcome);
}

} // namespace lockscope::ui
