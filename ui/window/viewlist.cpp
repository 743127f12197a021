// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/viewlist.h"

#include "core/admin/audit.h"
#include "ui/historykeeper.h"
#include "ui/views/auditpane.h"
#include "ui/views/detailpane.h"
#include "ui/views/estatepane.h"
#include "ui/views/eventspane.h"
#include "ui/views/timelinepane.h"
#include "ui/views/workbenchpane.h"
#include "ui/window/actioncentre.h"
#include "ui/window/navigator.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ViewList)
};

constexpr auto left = Qt::LeftDockWidgetArea;
constexpr auto right = Qt::RightDockWidgetArea;
constexpr auto bottom = Qt::BottomDockWidgetArea;

QWidget *makeEstate(ViewContext &context)
{
    return new EstatePane(context.client.servers());
}

QWidget *makeDetail(ViewContext &context)
{
    return new DetailPane(context.client, context.clock);
}

QWidget *makeEvents(ViewContext &context)
{
    return new EventsPane(context.client.events());
}

QWidget *makeWorkbench(ViewContext &context)
{
    return new WorkbenchPane(context.client.servers(), context.realClock);
}

QWidget *makeTimeline(ViewContext &context)
{
    auto &keeper = context.shared<HistoryKeeper>();
    keeper.follow(context.actions);
    auto *pane = new TimelinePane(keeper.history(), context.client.servers(), context.clock);
    QObject::connect(
        pane, &TimelinePane::lockChosen, pane,
        [&navigator = context.navigator](const watch::LockId &lock) { navigator.openLock(lock); });
    return pane;
}

// The log names a server as it was reached then; another name of it is not known for the same.
QWidget *makeAudit(ViewContext &context)
{
    auto *pane = new AuditPane(admin::Audit::usualFile());
    QObject::connect(&context.actions, &ActionCentre::acted, pane, &AuditPane::reloadSoon);
    QObject::connect(pane, &AuditPane::lockChosen, pane,
                     [&client = context.client, &navigator = context.navigator](
                         const QByteArray &name, const QString &deployment) {
                         for (const ServerRow &row : client.servers().rows()) {
                             const watch::LockId id{row.server.server, LockName(name)};
                             if (row.server.label == deployment && client.locks().find(id))
                                 navigator.openLock(id);
                         }
                     });
    return pane;
}

} // namespace

std::vector<ViewSpec> allViews()
{
    // What is on the right opens with a lock: until then the table has the room.
    return {
        {u"estateDock"_s, Words::tr("Servers"), left, Qt::Key_1, true, makeEstate},
        {u"detailDock"_s, Words::tr("Detail"), right, Qt::Key_2, false, makeDetail},
        {u"eventsDock"_s, Words::tr("Events"), bottom, Qt::Key_3, true, makeEvents},
        {u"workbenchDock"_s, Words::tr("Workbench"), bottom, Qt::Key_4, true, makeWorkbench},
        {u"timelineDock"_s, Words::tr("Timeline"), bottom, Qt::Key_5, true, makeTimeline},
        {u"auditDock"_s, Words::tr("Audit"), bottom, Qt::Key_0, false, makeAudit},
    };
}

} // namespace lockscope::ui
