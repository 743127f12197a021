// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/servers/serverspane.h"

#include "ui/client/actionrules.h"
#include "ui/client/sentinelrules.h"
#include "ui/client/servers/emptystate.h"
#include "ui/kit/buttonroom.h"
#include "ui/table/exportrows.h"
#include "ui/table/tableview.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/wording.h"

#include <QAction>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

ServersPane::ServersPane(ServerModel &servers, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_servers(servers)
    , m_clock(clock)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyPage(u"serversEmpty"_s))
    , m_splitter(new QSplitter(Qt::Horizontal))
    , m_list(new TableView(u"serverList"_s))
    , m_facts(new TableView(u"serverFacts"_s))
    , m_full(new QLabel)
    , m_scan(new QPushButton(tr("&Scan again")))
    , m_sentinels(new QPushButton(tr("Se&ntinels")))
{
    setObjectName("serversPane"_L1);
    m_list->setAccessibleName(tr("Servers"));
    m_list->setModel(&servers);
    setExportRows(m_list, {.fields = {u"server"_s, u"state"_s, u"watched_by"_s, u"latency"_s}});
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setColumnWidths({24, 20, 22, 10});
    m_list->setElastic({{ServerModel::Server, 40}, {ServerModel::State, 40}});
    m_splitter->setObjectName("serversSplitter"_L1);
    m_splitter->addWidget(m_list);
    m_splitter->addWidget(makeFacts());
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    m_splitter->setChildrenCollapsible(false);
    m_empty->show({tr("No server"),
                   tr("This view shows facts about each server after you connect one."), false});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ServersPane::refresh);
    connect(m_facts->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ServersPane::showFact);
    connect(&servers, &QAbstractItemModel::dataChanged, this, &ServersPane::refresh);
    connect(&servers, &QAbstractItemModel::rowsInserted, this, &ServersPane::refresh);
    connect(&servers, &QAbstractItemModel::rowsRemoved, this, &ServersPane::refresh);
    connect(m_scan, &QPushButton::clicked, this, &ServersPane::askForScan);
    m_second.setInterval(1s);
    connect(&m_second, &QTimer::timeout, this, &ServersPane::refresh);
}

QWidget *ServersPane::makeFacts()
{
    m_facts->setAccessibleName(tr("Facts about the selected server"));
    m_facts->setModel(&m_model);
    setExportRows(m_facts, {.fields = {u"fact"_s, u"value"_s}});
    m_facts->setCopyColumn(ServerDetailModel::Value);
    m_facts->setColumnWidths({24, 60});
    m_full->setObjectName("serverFact"_L1);
    m_full->setAccessibleName(tr("Full text of the selected fact"));
    m_full->setTextFormat(Qt::PlainText);
    m_full->setWordWrap(true);
    m_full->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_scan->setObjectName("serverScan"_L1);
    keepRoomFor(m_scan, {tr("&Scan again"), tr("&Stop scanning")});
    makeSentinels();
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(6, 4, 6, 4);
    bar->setSpacing(6);
    bar->addWidget(m_full, 1);
    bar->addWidget(m_sentinels, 0, Qt::AlignBottom);
    bar->addWidget(m_scan, 0, Qt::AlignBottom); // it stays where it is beside a longer fact
    auto *facts = new QWidget;
    auto *layout = new QVBoxLayout(facts);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_facts, 1);
    layout->addLayout(bar);
    return facts;
}

void ServersPane::makeSentinels()
{
    m_sentinels->setObjectName("serverSentinels"_L1);
    auto *menu = new QMenu(m_sentinels);
    for (const admin::SentinelActionType type : allSentinelActions) {
        QAction *const action = menu->addAction(tr("%1…").arg(sentinelActionTitle(type)));
        action->setObjectName(QString::fromLatin1(admin::name(type)));
        connect(action, &QAction::triggered, this, [this, type] {
            if (const ServerRow *row = current())
                Q_EMIT sentinelActionWanted(type, row->server.server);
        });
    }
    m_sentinels->setMenu(menu);
}

void ServersPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
    m_second.start();
}

void ServersPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_second.stop();
}

const ServerRow *ServersPane::current() const
{
    const QModelIndex index = m_list->currentIndex();
    return index.isValid() ? &m_servers.rowAt(index.row()) : nullptr;
}

void ServersPane::choose(watch::ServerId server)
{
    const int row = m_servers.rowOf(server);
    if (row >= 0)
        m_list->setCurrentIndex(m_servers.index(row, 0));
}

void ServersPane::refresh()
{
    if (!isVisible())
        return;
    m_stack->setCurrentWidget(m_servers.rowCount() == 0 ? static_cast<QWidget *>(m_empty)
                                                        : m_splitter);
    // Nothing is done to a server by looking at it: the first is as good as any.
    if (!m_list->currentIndex().isValid() && m_servers.rowCount() > 0) {
        m_list->setCurrentIndex(m_servers.index(0, 0)); // comes back here
        return;
    }
    const ServerRow *row = current();
    m_model.show(row, m_clock.now());
    const bool isRunning = row && row->server.scan.running;
    m_scan->setText(isRunning ? tr("&Stop scanning") : tr("&Scan again"));
    // A scan only reads: a read-only server allows it, a record has no server.
    const QString noScan =
        row && row->place.isRecorded ? reasonAgainstWriting(row->place) : QString();
    if (!noScan.isEmpty())
        m_scan->setToolTip(toolTipOf(wording::capitalised(noScan)));
    else
        m_scan->setToolTip(isRunning
                               ? tr("Stops the scan for locks. Locks already found stay listed.")
                               : tr("Starts a new scan for locks."));
    m_scan->setAccessibleDescription(noScan);
    m_scan->setEnabled(row && row->server.state == watch::ServerState::Up && noScan.isEmpty());
    const QString reason = reasonAgainstSentinels(row);
    m_sentinels->setEnabled(reason.isEmpty());
    m_sentinels->setToolTip(
        toolTipOf(reason.isEmpty() ? tr("Starts a failover, or changes what the Sentinels watch.")
                                   : wording::capitalised(reason)));
    showFact();
}

void ServersPane::showFact()
{
    const QModelIndex index = m_facts->currentIndex();
    QString text;
    if (index.isValid() && index.row() < m_model.rowCount()) {
        const FactRow &row = m_model.rowAt(index.row());
        text = u"%1: %2"_s.arg(row.label, row.text);
    }
    if (m_full->text() != text)
        m_full->setText(text);
}

void ServersPane::askForScan()
{
    const ServerRow *row = current();
    if (!row)
        return;
    const watch::ServerId server = row->server.server;
    if (row->server.scan.running)
        Q_EMIT stopScanRequested(server);
    else
        Q_EMIT startScanRequested(server);
}

} // namespace lockscope::ui
