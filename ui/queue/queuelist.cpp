// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/queue/queuelist.h"

#include "ui/kit/pictured.h"
#include "ui/queue/queuedelegate.h"
#include "ui/table/columnticker.h"
#include "ui/table/exportrows.h"
#include "ui/table/roles.h"
#include "ui/wording/wording.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

using admin::ActionType;

QueueList::QueueList(const QString &name, const Clock &clock, QWidget *parent)
    : TableView(name, parent)
    , m_queue(clock)
{
    setAccessibleName(tr("Queue in wake-up order"));
    setPicture(this, tr("Queue in wake-up order"));
    setModel(&m_queue);
    setExportRows(this, {.fields = {u"place"_s, u"owner"_s, u"waited"_s, u"left"_s, u"state"_s}});
    setItemDelegate(new QueueDelegate(m_queue, clock, this));
    setColumnWidths({13, 22, 12, 14, 14});
    fitPlace();
    // If there is no room for all columns, whether a waiter is alive comes first, and since when
    // it waits is the last one that is in sight.
    horizontalHeader()->moveSection(horizontalHeader()->visualIndex(QueueModel::State),
                                    QueueModel::Waited);
    setElastic({{QueueModel::Owner, 100}, {QueueModel::Waited, 16}, {QueueModel::Left, 26}});
    setCopyColumn(QueueModel::Owner);
    setSelectionMode(SingleSelection);
    setContextMenuPolicy(Qt::CustomContextMenu);
    connect(this, &QWidget::customContextMenuRequested, this, &QueueList::openMenu);
    // A row becomes current before it is selected, and only a selected one is chosen.
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &QueueList::choiceChanged);
    new ColumnTicker(this, QueueModel::Left, 100ms, [this] { return !m_queue.isLost(); });
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        m_queue.tick();
        const int waited = QueueModel::Waited;
        viewport()->update(columnViewportPosition(waited), 0, columnWidth(waited),
                           viewport()->height());
    });
}

void QueueList::showLock(const watch::LockPointer &lock, const std::optional<Instant> &lostAt,
                         const insight::WaitMeter::Queue &queue)
{
    const bool isOther = std::exchange(m_lock, lock) != lock;
    const bool isOtherTime = std::exchange(m_lostAt, lostAt) != lostAt;
    if (!std::exchange(m_isAnew, false) && !isOther && !isOtherTime)
        return fitTick();
    m_queue.show(lock.get(), lostAt, queue);
    grow();
    fitTick();
}

void QueueList::startAnew()
{
    selectionModel()->clear();
    m_grownRows = 0;
    m_isAnew = true;
    scrollToTop();
}

void QueueList::setGrowing(int mostRows)
{
    m_mostRows = mostRows;
    // Beside other things.
    setColumnWidths({11, 22, 12, 14, 12});
    fitPlace();
    grow();
}

// The mark of the next waiter must be read in full: in some languages it is wider than in English.
void QueueList::fitPlace()
{
    fitWords(QueueModel::Place, {QueueModel::nextText(99)});
}

void QueueList::grow()
{
    if (m_mostRows == 0)
        return;
    constexpr int leastRows = 2;
    m_grownRows = std::max(m_grownRows, std::clamp(m_queue.rowCount(), leastRows, m_mostRows));
    setLeastRows(m_grownRows);
    setPreferredRows(m_grownRows);
}

void QueueList::fitTick()
{
    const bool isMoving = isVisible() && m_queue.rowCount() > 0 && !m_queue.isLost();
    if (isMoving == m_tick.isActive())
        return;
    if (isMoving)
        m_tick.start();
    else
        m_tick.stop();
}

void QueueList::showEvent(QShowEvent *event)
{
    TableView::showEvent(event);
    m_queue.tick();
    fitTick();
}

void QueueList::hideEvent(QHideEvent *event)
{
    m_tick.stop();
    TableView::hideEvent(event);
}

std::optional<int> QueueList::chosenRow() const
{
    const QModelIndex current = currentIndex();
    if (!current.isValid() || !selectionModel()->isRowSelected(current.row()))
        return std::nullopt;
    return current.row();
}

ActionChoice QueueList::choice() const
{
    ActionChoice choice;
    if (const auto row = chosenRow()) {
        const QueueRow &chosen = m_queue.rowAt(*row);
        if (chosen.hold)
            choice.hold = std::pair(chosen.hold->owner, chosen.hold->mode);
        else
            choice.waiter = chosen.waiter.owner;
    }
    return choice;
}

std::optional<OwnerId> QueueList::currentOwner() const
{
    const QModelIndex current = currentIndex();
    return current.isValid() ? std::optional(m_queue.rowAt(current.row()).owner()) : std::nullopt;
}

void QueueList::copyRow() const
{
    const QModelIndex current = currentIndex();
    if (!current.isValid())
        return;
    QStringList cells;
    for (int column = 0; column < QueueModel::ColumnCount; ++column)
        cells += current.siblingAtColumn(column).data().toString();
    QApplication::clipboard()->setText(cells.join(u'\t'));
}

void QueueList::addActionTo(QMenu *menu, const QString &name, const QString &text, ActionType type)
{
    const QString reason = m_reasonAgainst ? m_reasonAgainst(type) : QString();
    // An ampersand in it would become a shortcut.
    const QString shown =
        reason.isEmpty() ? text : tr("%1  (%2)").arg(text, QString(reason).replace(u'&', "&&"_L1));
    QAction *const action =
        menu->addAction(shown, this, [this, type] { Q_EMIT actionChosen(type); });
    action->setObjectName(name);
    action->setEnabled(reason.isEmpty());
    action->setStatusTip(wording::capitalised(reason));
}

void QueueList::openMenu(const QPoint &at)
{
    const auto row = chosenRow();
    if (!row)
        return;
    auto *menu = new QMenu(this);
    menu->setObjectName(objectName() + "Menu"_L1);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (m_queue.rowAt(*row).hold)
        addActionTo(menu, u"releaseChosen"_s, tr("&Release hold…"), ActionType::ReleaseHold);
    else
        addActionTo(menu, u"removalChosen"_s, tr("Remove &waiter…"), ActionType::RemoveWaiter);
    addActionTo(menu, u"nudgeChosen"_s, tr("&Nudge waiters…"), ActionType::Nudge);
    menu->addSeparator();
    if (!actions().isEmpty()) {
        menu->addActions(actions());
        menu->addSeparator();
    }
    const auto nameOwner = [this] {
        if (const auto owner = currentOwner())
            Q_EMIT ownerChosen(*owner);
    };
    menu->addAction(tr("Name th&is owner…"), this, nameOwner)
        ->setObjectName(objectName() + "NameOwner"_L1);
    menu->addAction(tr("&Copy owner\tCtrl+C"), this, [this] { copySelected(); })
        ->setObjectName(objectName() + "CopyOwner"_L1);
    menu->addAction(tr("Copy r&ow"), this, &QueueList::copyRow)
        ->setObjectName(objectName() + "CopyRow"_L1);
    menu->popup(viewport()->mapToGlobal(at));
}

} // namespace lockscope::ui
