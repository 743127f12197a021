// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/lockspane.h"

#include "ui/delegates/ttldelegate.h"
#include "ui/views/columnticker.h"
#include "ui/views/emptystate.h"
#include "ui/views/tableview.h"
#include "ui/wording/wording.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

LocksPane::LocksPane(WatchClient &client, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_client(client)
    , m_clock(clock)
    , m_filter(new QLineEdit)
    , m_count(new QLabel)
    , m_problem(new QLabel)
    , m_stack(new QStackedWidget)
    , m_table(new TableView(u"locks"_s))
    , m_empty(new EmptyPage)
{
    setObjectName("locksPane"_L1);
    makeTable();
    m_problem->setObjectName("filterProblem"_L1);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(8, 0, 8, 5);
    m_problem->hide();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeFilterRow());
    layout->addWidget(m_problem);
    layout->addWidget(m_stack, 1);
    setFocusProxy(m_table);

    connect(m_empty, &EmptyPage::connectRequested, this, &LocksPane::connectRequested);
    connect(&client, &WatchClient::serversChanged, this, [this] { updatePage(); });
    connect(&client.locks(), &LockTableModel::merged, this, [this] { updatePage(); });
    connect(&client.locks(), &LockTableModel::rowsInserted, this, [this] {
        restoreCurrent();
        updatePage();
    });
    connect(&client.locks(), &LockTableModel::rowsRemoved, this, [this] { updatePage(); });
    m_ages.setInterval(1s);
    connect(&m_ages, &QTimer::timeout, this, [this] { updatePage(); });
    m_ages.start();
    colourProblem();
    updatePage();
}

void LocksPane::makeTable()
{
    m_table->setAccessibleName(tr("Locks"));
    m_table->setModel(&m_client.locks());
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setCopyColumn(static_cast<int>(LockColumn::Name));
    m_table->setItemDelegateForColumn(static_cast<int>(LockColumn::Ttl),
                                      new TtlDelegate(m_clock, m_table));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(static_cast<int>(LockColumn::Name), Qt::AscendingOrder);
    m_table->horizontalHeader()->setSectionsMovable(true);
    m_table->setColumnWidths({14, 26, 12, 20, 8, 11, 14, 13, 16, 10, 16});
    new ColumnTicker(m_table, static_cast<int>(LockColumn::Ttl), 100ms);
    new ColumnTicker(m_table, static_cast<int>(LockColumn::State), 1s,
                     [this] { return m_client.locks().hasStaleLocks(); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { onCurrentChanged(); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &LocksPane::selectionChanged);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        Q_EMIT menuRequested(m_table->viewport()->mapToGlobal(at));
    });
    connect(m_table, &QAbstractItemView::activated, this, [this] { Q_EMIT activated(); });
}

QWidget *LocksPane::makeFilterRow()
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(6, 6, 8, 6);
    layout->setSpacing(10);
    m_filter->setObjectName("filter"_L1);
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setPlaceholderText(
        tr("Filter, for example: orders kind:fair holder:billing waiters:>3 ttl:none (Ctrl+F)"));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_count->setObjectName("lockCount"_L1);
    m_count->setTextFormat(Qt::PlainText);
    layout->addWidget(m_filter, 1);
    layout->addWidget(m_count);
    connect(m_filter, &QLineEdit::textChanged, this, [this] { onFilterEdited(); });
    return row;
}

void LocksPane::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void LocksPane::clearFilter()
{
    m_filter->clear();
    m_table->setFocus();
}

std::optional<watch::LockId> LocksPane::currentLock() const
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return std::nullopt;
    return m_client.locks().lockAt(current.row()).id;
}

std::vector<watch::LockId> LocksPane::selectedLocks(std::size_t most) const
{
    // By ranges: of a hundred thousand selected rows a list would take a while.
    std::vector<int> rows;
    for (const QItemSelectionRange &range : m_table->selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom() && rows.size() < most; ++row)
            rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    std::vector<watch::LockId> ids;
    for (const int row : rows)
        ids.push_back(m_client.locks().lockAt(row).id);
    return ids;
}

void LocksPane::select(const watch::LockId &id)
{
    const int row = m_client.locks().rowOf(id);
    if (row < 0)
        return;
    m_table->setCurrentIndex(m_client.locks().index(row, static_cast<int>(LockColumn::Name)));
    m_table->scrollTo(m_table->currentIndex());
}

void LocksPane::onCurrentChanged()
{
    const auto current = currentLock();
    if (!current || current == m_chosen)
        return;
    m_chosen = current;
    Q_EMIT currentChanged();
}

// Short locks come and go: the one that was chosen is chosen again when it comes back.
void LocksPane::restoreCurrent()
{
    if (m_table->currentIndex().isValid() || !m_chosen)
        return;
    const int row = m_client.locks().rowOf(*m_chosen);
    if (row >= 0)
        m_table->selectionModel()->setCurrentIndex(
            m_client.locks().index(row, static_cast<int>(LockColumn::Name)),
            QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void LocksPane::onFilterEdited()
{
    const auto filter = watch::LockFilter::parse(m_filter->text());
    m_problem->setVisible(!filter);
    if (!filter) {
        m_problem->setText(wording::capitalised(wording::errorSentence(filter.error())) + u'.');
        return;
    }
    m_client.locks().setFilter(*filter);
    updatePage();
}

void LocksPane::updatePage()
{
    const int shown = m_client.locks().rowCount();
    const auto all = static_cast<int>(m_client.locks().lockCount());
    m_count->setText(shown == all ? tr("Locks: %1").arg(all)
                                  : tr("Locks: %1 of %2").arg(shown).arg(all));
    if (shown == 0)
        m_empty->show(
            emptyState(m_client.servers().rows(), m_client.locks().lockCount(), m_clock.now()));
    m_stack->setCurrentWidget(shown == 0 ? static_cast<QWidget *>(m_empty) : m_table);
}

// Down and Enter lead from the filter into the table, as people expect of a search.
bool LocksPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if ((key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter)
            && m_client.locks().rowCount() > 0) {
            m_table->setFocus();
            if (!m_table->currentIndex().isValid())
                m_table->selectRow(0);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void LocksPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colourProblem();
}

void LocksPane::colourProblem()
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, toneColor(Tone::Alarm, palette()));
    m_problem->setPalette(colours);
}

} // namespace lockscope::ui
