// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/eventspane.h"

#include "ui/views/tableview.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

EventsPane::EventsPane(EventModel &events, QWidget *parent)
    : QWidget(parent)
    , m_events(events)
    , m_stack(new QStackedWidget)
    , m_table(new TableView(u"events"_s))
{
    setObjectName("eventsPane"_L1);
    m_table->setAccessibleName(tr("Events"));
    m_table->setModel(&events);
    m_table->setCopyColumn(EventModel::Lock);
    m_table->setColumnWidths({14, 22, 26, 28, 26, 20});
    // What is said at length comes last and takes the room that is left.
    m_table->horizontalHeader()->moveSection(EventModel::Detail, EventModel::Server);
    auto *nothing = new QLabel(tr("Nothing has happened yet."));
    nothing->setObjectName("eventsEmpty"_L1);
    nothing->setAlignment(Qt::AlignCenter);
    nothing->setAutoFillBackground(true);
    nothing->setBackgroundRole(QPalette::Base);
    m_stack->addWidget(nothing);
    m_stack->addWidget(m_table);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(&events, &EventModel::rowsAboutToBeInserted, this, [this] {
        const QScrollBar *bar = m_table->verticalScrollBar();
        m_follows = bar->value() == bar->maximum();
    });
    connect(&events, &EventModel::rowsInserted, this, [this] {
        m_stack->setCurrentWidget(m_table);
        if (m_follows)
            m_table->scrollToBottom();
    });
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        const watch::Event &event = m_events.eventAt(index.row());
        if (event.name)
            Q_EMIT lockChosen({event.serverIndex, *event.name});
    });
}

} // namespace lockscope::ui
