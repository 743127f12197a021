// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quorum/quorumcolumn.h"

#include "ui/quorum/quorumfeed.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

#include <chrono>

using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr int column = static_cast<int>(LockColumn::Quorum);

} // namespace

QuorumColumn::QuorumColumn(QuorumFeed &keeper, LockTableModel &locks, QTableView *table)
    : QObject(table)
    , m_keeper(&keeper)
    , m_locks(locks)
    , m_table(table)
    , m_isVisible(table->isVisible())
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(0ms);
    connect(&m_soon, &QTimer::timeout, this, &QuorumColumn::fit);
    connect(&keeper, &QuorumFeed::judged, &locks, &LockTableModel::updateVerdicts);
    connect(&keeper, &QuorumFeed::judgedAnew, &locks, &LockTableModel::updateAllVerdicts);
    connect(&keeper, &QObject::destroyed, this, [this] {
        m_keeper = nullptr;
        m_locks.setVerdictSource(nullptr);
    });
    connect(&locks, &LockTableModel::needsVerdictsChanged, this, &QuorumColumn::fit);
    // When a layout is restored, too, it tells of its sorting.
    connect(table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, &m_soon,
            qOverload<>(&QTimer::start));
    connect(table->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section) {
        if (section == column)
            m_soon.start();
    });
    table->installEventFilter(this);
    fit();
}

QuorumColumn::~QuorumColumn()
{
    if (m_isFed && m_keeper)
        m_locks.setVerdictSource(nullptr);
}

bool QuorumColumn::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide) {
        m_isVisible = event->type() == QEvent::Show;
        fit();
    }
    return QObject::eventFilter(watched, event);
}

void QuorumColumn::fit()
{
    const bool isSeen = m_isVisible && !m_table->isColumnHidden(column);
    const bool isWanted = isSeen || m_locks.needsVerdicts();
    if (!m_keeper || isWanted == m_isFed)
        return;
    m_isFed = isWanted;
    m_keeper->setWanted(this, isWanted);
    m_locks.setVerdictSource(isWanted ? m_keeper : nullptr);
}

} // namespace lockscope::ui
