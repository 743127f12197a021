// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/detailpane.h"

#include "core/base/text.h"
#include "ui/delegates/ttldelegate.h"
#include "ui/theme/tooltip.h"
#include "ui/views/actionbar.h"
#include "ui/views/columnticker.h"
#include "ui/views/tableview.h"
#include "ui/wording/wording.h"

#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr std::size_t eventCapacity = 500;

QLabel *plainLabel(const QString &name)
{
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setWordWrap(true);
    // A long word must not widen the dock.
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

} // namespace

DetailPane::DetailPane(WatchClient &client, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_client(client)
    , m_clock(clock)
    , m_holds(clock)
    , m_waiters(clock)
    , m_keys(clock)
    , m_events(clock, eventCapacity)
    , m_actions(new ActionBar)
    , m_stack(new QStackedWidget)
    , m_name(plainLabel(u"detailName"_s))
    , m_state(plainLabel(u"detailState"_s))
    , m_kind(plainLabel(u"detailKind"_s))
    , m_reason(plainLabel(u"detailReason"_s))
    , m_server(plainLabel(u"detailServer"_s))
    , m_fencing(plainLabel(u"detailFencing"_s))
    , m_form(new QFormLayout)
{
    setObjectName("detailPane"_L1);
    auto *nothing = new QLabel(tr("No lock is selected.\nChoose one in the table."));
    nothing->setObjectName("detailEmpty"_L1);
    nothing->setAlignment(Qt::AlignCenter);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeSummary());
    layout->addWidget(m_actions);
    makeTables(layout);
    makeChoices();
    m_stack->addWidget(nothing);
    m_stack->addWidget(page);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);

    connect(&client.locks(), &LockTableModel::merged, this, [this] { refresh(); });
    connect(&client, &WatchClient::serversChanged, this, [this] { refresh(); });
    connect(&client, &WatchClient::eventsArrived, this,
            [this](const std::vector<watch::Event> &events) { appendEvents(events); });
    m_ages.setInterval(1s);
    connect(&m_ages, &QTimer::timeout, this, [this] {
        if (m_id && m_client.locks().lostAt(m_id->server))
            refresh();
    });
    m_ages.start();
}

void DetailPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

QWidget *DetailPane::makeSummary()
{
    auto *summary = new QWidget;
    summary->setObjectName("detailSummary"_L1);
    QFont bold = m_name->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    m_name->setFont(bold);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setVerticalSpacing(3);
    m_form->setHorizontalSpacing(12);
    m_form->setLabelAlignment(Qt::AlignLeft);
    m_form->addRow(tr("State"), m_state);
    m_form->addRow(tr("Kind"), m_kind);
    m_form->addRow(tr("Recognised by"), m_reason);
    m_form->addRow(tr("Server"), m_server);
    m_form->addRow(tr("Fencing token"), m_fencing);
    auto *layout = new QVBoxLayout(summary);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->setSpacing(6);
    layout->addWidget(m_name);
    layout->addLayout(m_form);
    return summary;
}

DetailPane::Section DetailPane::makeSection(QVBoxLayout *layout, const QString &name,
                                            QAbstractItemModel *model, int stretch)
{
    Section section{new QLabel, new TableView(name)};
    section.heading->setObjectName(name + "Heading"_L1);
    section.heading->setTextFormat(Qt::PlainText);
    section.heading->setContentsMargins(10, 7, 10, 4);
    QFont bold = section.heading->font();
    bold.setBold(true);
    section.heading->setFont(bold);
    section.table->setModel(model);
    section.table->setMinimumHeight(72);
    layout->addWidget(section.heading);
    layout->addWidget(section.table, stretch);
    return section;
}

void DetailPane::makeTables(QVBoxLayout *layout)
{
    m_holdsSection = makeSection(layout, u"holds"_s, &m_holds, 3);
    m_queueSection = makeSection(layout, u"queue"_s, &m_waiters, 3);
    m_keysSection = makeSection(layout, u"keys"_s, &m_keys, 2);
    m_eventsSection = makeSection(layout, u"lockEvents"_s, &m_events, 4);
    m_holdsSection.table->setAccessibleName(tr("Holds"));
    m_queueSection.table->setAccessibleName(tr("Queue"));
    m_keysSection.table->setAccessibleName(tr("Keys"));
    m_eventsSection.table->setAccessibleName(tr("Events of this lock"));

    m_holdsSection.table->setColumnWidths({16, 11, 8, 12, 13, 10, 16});
    m_queueSection.table->setColumnWidths({9, 30, 14});
    m_queueSection.table->setCopyColumn(WaitersModel::Owner);
    m_keysSection.table->setColumnWidths({34, 7, 10});
    TableView *events = m_eventsSection.table;
    events->setColumnWidths({14, 22, 10, 16, 28, 10});
    events->setColumnHidden(EventModel::Lock, true);
    events->setColumnHidden(EventModel::Server, true);
    events->setCopyColumn(EventModel::Owner);
    m_holdsSection.table->setItemDelegateForColumn(HoldsModel::Ttl, new TtlDelegate(m_clock, this));
    m_keysSection.table->setItemDelegateForColumn(KeysModel::Ttl, new TtlDelegate(m_clock, this));
    new ColumnTicker(m_holdsSection.table, HoldsModel::Ttl, 100ms);
    new ColumnTicker(m_queueSection.table, WaitersModel::Deadline, 100ms);
    new ColumnTicker(m_keysSection.table, KeysModel::Ttl, 100ms);
    connect(&m_events, &EventModel::rowsInserted, events, &QTableView::scrollToBottom);
}

void DetailPane::makeChoices()
{
    for (TableView *table : {m_holdsSection.table, m_queueSection.table}) {
        table->setSelectionMode(QAbstractItemView::SingleSelection);
        table->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
                &DetailPane::choiceChanged);
    }
    connect(
        m_holdsSection.table, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
            openMenu(m_holdsSection.table, at, tr("&Release hold…"), &DetailPane::releaseChosen);
        });
    connect(
        m_queueSection.table, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
            openMenu(m_queueSection.table, at, tr("Remove &waiter…"), &DetailPane::removalChosen);
        });
}

void DetailPane::openMenu(TableView *table, const QPoint &at, const QString &action,
                          void (DetailPane::*signal)())
{
    if (!table->currentIndex().isValid())
        return;
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(action, this, signal);
    menu->addSeparator();
    menu->addAction(tr("&Copy owner\tCtrl+C"), table, [table] { table->copySelected(); });
    menu->popup(table->viewport()->mapToGlobal(at));
}

ActionChoice DetailPane::choice() const
{
    ActionChoice choice;
    const QModelIndex hold = m_holdsSection.table->currentIndex();
    if (hold.isValid()) {
        const watch::HoldRecord &record = m_holds.rowAt(hold.row()).hold;
        choice.hold = std::pair(record.owner, record.mode);
    }
    const QModelIndex waiter = m_queueSection.table->currentIndex();
    if (waiter.isValid())
        choice.waiter = m_waiters.rowAt(waiter.row()).waiter.owner;
    return choice;
}

void DetailPane::showLock(const std::optional<watch::LockId> &id)
{
    if (m_id == id)
        return;
    m_id = id;
    m_lock.reset();
    m_isOther = true;
    for (const Section &section : {m_holdsSection, m_queueSection})
        section.table->selectionModel()->clear();
    m_stack->setCurrentIndex(id ? 1 : 0);
    if (!id)
        return;
    m_events.replace(m_client.events().eventsOf(*id));
    refresh();
}

void DetailPane::refresh()
{
    if (!m_id || !isVisible())
        return;
    const LockPointer lock = m_client.locks().find(*m_id);
    if (lock)
        m_lock = lock;
    const std::optional<Instant> lostAt = m_client.locks().lostAt(m_id->server);
    m_name->setText(wording::shown(m_id->name.bytes, 300));
    m_name->setToolTip(toolTipOf(wording::shown(m_id->name.bytes, 400)));
    if (m_lock)
        fillSummary(*m_lock, lostAt);
    if (!lock)
        m_state->setText(tr("gone: nobody holds it and its keys are not there any more"));
    m_holds.show(lock.get(), lostAt);
    m_waiters.show(lock.get(), lostAt);
    m_keys.show(lock.get(), lostAt);
    fillHeadings(lock.get());
    if (lock != std::exchange(m_told, lock) || std::exchange(m_isOther, false))
        Q_EMIT shown();
}

void DetailPane::fillSummary(const watch::LockRecord &lock, const std::optional<Instant> &lostAt)
{
    QString state = wording::state(lock.state);
    if (lock.truncated)
        state += tr(", more holds or waiters than are shown");
    if (lostAt)
        state = tr("%1 when it was last seen; the server was lost %2 ago")
                    .arg(state, wording::age(std::chrono::floor<Millis>(m_clock.now() - *lostAt)));
    m_state->setText(state);
    m_kind->setText(tr("%1 (%2)").arg(wording::kind(lock.kind), wording::library(lock.library)));
    QStringList reasons;
    for (const watch::Candidate &candidate : *lock.candidates) {
        const QString reason = visibleElided(candidate.reason.toUtf8(), 200);
        reasons += reasons.isEmpty()
            ? reason
            : tr("or %1 (%2): %3")
                  .arg(wording::kind(candidate.kind), wording::library(candidate.library), reason);
    }
    m_reason->setText(reasons.join(u'\n'));
    m_form->setRowVisible(m_reason, !reasons.isEmpty());
    m_server->setText(visibleElided(lock.server->toUtf8(), 200));
    m_fencing->setText(lock.fencingToken ? QString::number(*lock.fencingToken) : QString());
    m_form->setRowVisible(m_fencing, lock.fencingToken.has_value());
}

void DetailPane::fillHeadings(const watch::LockRecord *lock)
{
    m_holdsSection.heading->setText(tr("Holds: %1").arg(m_holds.rowCount()));
    m_keysSection.heading->setText(tr("Keys: %1").arg(m_keys.rowCount()));
    m_eventsSection.heading->setText(tr("Events of this lock"));
    const bool hasQueue = lock && lock->waiters;
    if (hasQueue)
        m_queueSection.heading->setText(tr("Queue: %1").arg(m_waiters.rowCount()));
    else if (lock && lock->waitingConnections)
        m_queueSection.heading->setText(
            tr("Waiting connections: %1").arg(*lock->waitingConnections));
    else
        m_queueSection.heading->setText(tr("Waiters: unknown"));
    m_queueSection.table->setVisible(hasQueue);
}

void DetailPane::appendEvents(const std::vector<watch::Event> &events)
{
    if (!m_id)
        return;
    std::vector<watch::Event> own;
    std::copy_if(events.begin(), events.end(), std::back_inserter(own),
                 [this](const watch::Event &event) {
                     return event.name == m_id->name && event.serverIndex == m_id->server;
                 });
    m_events.append(std::move(own));
}

} // namespace lockscope::ui
