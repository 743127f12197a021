// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/lockspane.h"

#include "core/health/rulelist.h"
#include "ui/client/locklink.h"
#include "ui/kit/ownkeys.h"
#include "ui/kit/text/steadylabel.h"
#include "ui/table/columnchooser.h"
#include "ui/table/columnticker.h"
#include "ui/table/exportrows.h"
#include "ui/table/filterbar.h"
#include "ui/table/tableview.h"
#include "ui/table/ttldelegate.h"
#include "ui/wording/lockjson.h"
#include "ui/wording/quorumwording.h"
#include "ui/wording/wording.h"

#include <QComboBox>
#include <QEvent>
#include <QFocusEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

// The headline speaks of the servers in sight, and names the others.
void nameUnseen(EmptyState &state, const std::vector<ServerRow> &servers, Instant now)
{
    constexpr qsizetype mostNamed = 3;
    std::vector<ServerRow> seen;
    QStringList unseen;
    for (const ServerRow &row : servers) {
        if (row.server.state == watch::ServerState::Up)
            seen.push_back(row);
        else
            unseen += shortLabel(row.server);
    }
    if (seen.empty() || unseen.isEmpty())
        return;
    const EmptyState ofSeen = emptyState(seen, 0, now);
    state.kind = ofSeen.kind;
    state.title =
        LocksPane::tr("%1; out of sight: %2")
            .arg(ofSeen.title,
                 unseen.size() > mostNamed ? LocksPane::tr("%1 servers").arg(unseen.size())
                                           : wording::listed(unseen));
}

} // namespace

LocksPane::LocksPane(WatchClient &client, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_client(client)
    , m_clock(clock)
    , m_filter(new FilterBar(u"filter"_s))
    , m_ready(new ReadyFilters(m_filter))
    , m_grouping(new QComboBox)
    , m_count(new SteadyLabel)
    , m_stack(new QStackedWidget)
    , m_table(new TableView(u"locks"_s))
    , m_empty(new EmptyPage)
    , m_vocabulary(client.locks(), client.servers())
{
    setObjectName("locksPane"_L1);
    makeTable();
    makeFilterBar();
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_filter);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_filter->problemLine());
    setFocusProxy(m_table);
    setKeys(this,
            {{{Qt::Key_Down, Qt::Key_Enter}, tr("Go from the filter to the table of locks")},
             {{Qt::Key_Left, Qt::Key_Right}, tr("Collapse or expand a group of locks")},
             {{Qt::Key_Enter}, tr("Collapse or expand the selected group")}});

    connect(m_empty, &EmptyPage::connectRequested, this, &LocksPane::connectRequested);
    connect(m_empty, &EmptyPage::sandboxRequested, this, &LocksPane::sandboxRequested);
    connect(m_empty, &EmptyPage::recentChosen, this, &LocksPane::recentChosen);
    connect(&client, &WatchClient::serversChanged, this, [this] { updatePage(); });
    connect(&client.locks(), &LockTableModel::merged, this, [this] { updatePage(); });
    connect(&client.locks(), &LockTableModel::rowsInserted, this, [this] { updatePage(); });
    connect(&client.locks(), &LockTableModel::rowsRemoved, this, [this] { updatePage(); });
    m_ages.setInterval(1s);
    connect(&m_ages, &QTimer::timeout, this, [this] { updatePage(); });
    connect(&m_client, &WatchClient::timeSet, this, [this] {
        updatePage();
        m_table->viewport()->update();
    });
    m_ages.start();
    updatePage();
}

void LocksPane::makeTable()
{
    m_table->setAccessibleName(tr("Locks"));
    m_table->setModel(&m_client.locks());
    m_table->holdByHand();
    setExportRows(m_table,
                  {.record = [this](int row) { return recordOf(row); },
                   .isHead = [this](int row) { return m_client.locks().isHead(row); }});
    connect(&m_client.locks(), &LockTableModel::aboutToPlace, m_table, &TableView::holdRows);
    connect(&m_client.locks(), &LockTableModel::placed, m_table, &TableView::restoreRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setCopyColumn(static_cast<int>(LockColumn::Name));
    m_table->setItemDelegateForColumn(static_cast<int>(LockColumn::Ttl),
                                      new TtlDelegate(m_clock, m_table));
    m_table->setSortingEnabled(true);
    // The worst first: an operator on call must not have to search for them.
    constexpr int problem = static_cast<int>(LockColumn::Problem);
    m_table->sortByColumn(problem, Qt::AscendingOrder);
    m_table->horizontalHeader()->setSectionsMovable(true);
    m_table->horizontalHeader()->moveSection(problem, 0);
    m_table->setNewColumns(1, static_cast<int>(LockColumn::Name));
    // Names and owners first: where there is no room for all, the last columns are out of sight.
    m_table->setColumnWidths({11, 34, 8, 18, 8, 10, 12, 10, 12, 10, 12, 13, 8, 12, 24});
    fitWords();
    m_table->setElastic({{static_cast<int>(LockColumn::Name), 60},
                         {static_cast<int>(LockColumn::Kind), 30},
                         {static_cast<int>(LockColumn::Holder), 48},
                         {problem, 34},
                         {static_cast<int>(LockColumn::Deployment), 30},
                         {static_cast<int>(LockColumn::Profile), 20}});
    // Columns that most users do not need at first are hidden, so that the rest fits a window of
    // 1280.
    m_columns = new ColumnChooser(
        m_table, static_cast<int>(LockColumn::Name),
        {static_cast<int>(LockColumn::Count), static_cast<int>(LockColumn::Mode),
         static_cast<int>(LockColumn::ObservedSince), static_cast<int>(LockColumn::Profile)});
    m_table->installEventFilter(this);
    new ColumnTicker(m_table, static_cast<int>(LockColumn::Ttl), 100ms);
    new ColumnTicker(m_table, static_cast<int>(LockColumn::State), 1s,
                     [this] { return m_client.locks().hasStaleLocks(); });
    m_selection = new LockSelection(*m_table, m_client.locks(), this);
    m_copies =
        new LockCopyMenu(m_client, *m_selection, *m_table->horizontalHeader(), m_clock, this);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint &at) {
        Q_EMIT menuRequested(m_table->viewport()->mapToGlobal(at));
    });
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        LockTableModel &locks = m_client.locks();
        if (!locks.isHead(index.row())) {
            if (!m_table->selectionModel()->isRowSelected(index.row()))
                m_selection->chooseRow(index.row());
            Q_EMIT activated();
        } else
            locks.setOpen(index.row(), !locks.isOpen(index.row()));
    });
}

// The words for a lock's state are not cut in any language. The longest of its problems are, where
// there is little room: most locks have none, and every lock has a name.
void LocksPane::fitWords()
{
    QStringList states;
    for (const auto state : {watch::LockState::Free, watch::LockState::Held,
                             watch::LockState::Contended, watch::LockState::Uncertain})
        states += wording::state(state);
    m_table->fitWords(static_cast<int>(LockColumn::State), states);
    QStringList watchdogs;
    for (const auto watchdog : {watch::Watchdog::Unknown, watch::Watchdog::None,
                                watch::Watchdog::Renewing, watch::Watchdog::Overdue})
        watchdogs += wording::watchdog(watchdog);
    m_table->fitWords(static_cast<int>(LockColumn::Watchdog), watchdogs);
    QStringList verdicts;
    for (const auto verdict : {insight::QuorumVerdict::Held, insight::QuorumVerdict::AtRisk,
                               insight::QuorumVerdict::Split, insight::QuorumVerdict::Residue})
        verdicts += wording::verdict(verdict) + u" 2/3"_s;
    m_table->fitWords(static_cast<int>(LockColumn::Quorum), verdicts);
}

// None for a lock whose server is lost: the form cannot express outdated values.
std::optional<QJsonObject> LocksPane::recordOf(int row) const
{
    const LockTableModel &locks = m_client.locks();
    const LockPointer lock = locks.lockPointerAt(row);
    if (!lock || locks.lostAt(*lock))
        return std::nullopt;
    return wording::toJson(*lock, m_clock.now(), true,
                           filterPlaceOf(m_client.servers().placeOf(lock->id.deployment)),
                           locks.problemsOf(lock->id));
}

void LocksPane::makeFilterBar()
{
    FilterField *field = m_filter->field();
    field->setPlaceholderText(
        tr("Filter, for example: orders kind:fair holder:billing waiters:>3 ttl:none (Ctrl+F)"));
    field->installEventFilter(this);
    field->setVocabulary([this] { return m_vocabulary.words(); });
    connect(field, &FilterField::entered, this, [this] {
        if (m_client.locks().rowCount() > 0)
            goToTable();
    });
    m_grouping->setObjectName("grouping"_L1);
    m_grouping->setAccessibleName(tr("Groups of locks"));
    m_grouping->addItem(tr("No groups"), static_cast<int>(LockGrouping::None));
    m_grouping->addItem(tr("By deployment"), static_cast<int>(LockGrouping::Deployment));
    m_grouping->addItem(tr("By kind"), static_cast<int>(LockGrouping::Kind));
    m_grouping->addItem(tr("By holder"), static_cast<int>(LockGrouping::Holder));
    m_grouping->addItem(tr("By multi-lock"), static_cast<int>(LockGrouping::Multi));
    m_count->setObjectName("lockCount"_L1);
    m_filter->addWidget(m_grouping);
    m_filter->addLabel(m_count);
    connect(m_filter, &FilterBar::edited, this, &LocksPane::onFilterEdited);
    connect(m_grouping, &QComboBox::currentIndexChanged, this, [this] {
        m_client.locks().setGrouping(static_cast<LockGrouping>(m_grouping->currentData().toInt()));
        updatePage();
    });
}

void LocksPane::setSavedFilters(const SavedFilters &saved)
{
    m_filter->setSaved(saved);
}

const SavedFilters &LocksPane::savedFilters() const
{
    return m_filter->saved();
}

void LocksPane::setGrouping(LockGrouping grouping)
{
    m_grouping->setCurrentIndex(m_grouping->findData(static_cast<int>(grouping)));
}

void LocksPane::showSandbox(const SandboxState &state)
{
    m_sandbox = state;
    updatePage();
}

void LocksPane::setRecent(const QStringList &urls)
{
    m_recent = urls;
    updatePage();
}

// Also from a view in a window of its own.
void LocksPane::focusFilter()
{
    m_isFilterWanted = true;
    if (!isActiveWindow())
        window()->activateWindow();
    m_filter->field()->setFocus(Qt::ShortcutFocusReason);
    m_filter->field()->selectAll();
}

void LocksPane::setFilter(const QString &text)
{
    m_filter->field()->setText(text);
    goToTable();
}

void LocksPane::clearFilter()
{
    m_filter->field()->clear();
    m_table->setFocus();
}

// After a change of the filter the first lock found is chosen; without one the focus returns to the
// previous place.
void LocksPane::goToTable()
{
    m_filter->settle();
    m_table->setFocus();
    if (std::exchange(m_isEdited, false) || !m_selection->current())
        m_selection->chooseFirst();
}

// A link that comes in one piece is no filter; text typed letter by letter is.
void LocksPane::onFilterEdited(const QString &text)
{
    const QString before = std::exchange(m_filterText, text);
    if (isLockLink(text) && std::abs(text.size() - before.size()) > 1) {
        m_filter->field()->setText(before);
        Q_EMIT linkPasted(text);
        return;
    }
    const auto filter =
        insight::LockFilter::read(text, wording::filterSynonyms(), health::ruleNames());
    m_filter->showProblem(filter ? std::nullopt : std::optional(filter.error()));
    if (!filter) {
        // After the name of a field was typed, the words before it filter the table.
        const FilterField *field = m_filter->field();
        const bool isUnfinished =
            field->hasFocus() && field->cursorPosition() == text.size() && text.endsWith(u':');
        if (isUnfinished && filter.error().at < text.size())
            onFilterRead(text.first(filter.error().at));
        return;
    }
    onFilterRead(text);
}

void LocksPane::onFilterRead(const QString &text)
{
    const auto filter =
        insight::LockFilter::read(text, wording::filterSynonyms(), health::ruleNames());
    if (!filter)
        return;
    m_noFields = filter->noFields();
    m_isEdited = true;
    m_selection->forgetFirst();
    m_client.locks().setFilter(*filter);
    updatePage();
}

void LocksPane::updatePage()
{
    const auto shown = static_cast<int>(m_client.locks().shownCount());
    const auto all = static_cast<int>(m_client.locks().lockCount());
    QString count =
        shown == all ? tr("Locks: %1").arg(all) : tr("Locks: %1 of %2").arg(shown).arg(all);
    const auto &servers = m_client.servers().rows();
    // Rows are there before a scan has ended: the text must tell that the number may grow. A server
    // that is down is not scanned.
    if (std::any_of(servers.begin(), servers.end(), [](const ServerRow &row) {
            return row.server.discovering && row.server.state == watch::ServerState::Up;
        }))
        count = tr("%1, still scanning").arg(count);
    m_count->say(count);
    if (shown == 0) {
        EmptyState state =
            emptyState(servers, m_client.locks().lockCount(), m_clock.now(), m_sandbox, m_noFields);
        if (servers.empty() && !m_client.record().isEmpty()) {
            state = {};
            state.title = tr("Nothing was watched at this time");
            state.text = tr("The record has no servers here. Go to another time.");
        } else if (all == 0) {
            nameUnseen(state, servers, m_clock.now());
        }
        if (state.offersConnect)
            state.recent = m_recent;
        m_empty->show(state);
    }
    QLineEdit *field = m_filter->field();
    const bool isInFilter = field->hasFocus();
    m_stack->setCurrentWidget(shown == 0 ? static_cast<QWidget *>(m_empty) : m_table);
    if (isInFilter && !field->hasFocus()) // a page that comes may take it
        field->setFocus(Qt::OtherFocusReason);
    // While there is no table the filter gets its keys; a focus that only waits there moves to the
    // table when it comes. If the user went to the filter, the focus stays there, whatever it
    // finds.
    const bool waits = focusProxy() == field && field->hasFocus() && field->text().isEmpty()
        && !m_isEdited && !m_isFilterWanted;
    setFocusProxy(shown == 0 ? static_cast<QWidget *>(field) : m_table);
    if (waits && shown > 0)
        m_table->setFocus();
}

// Down and Enter lead from the filter into the table, as people expect of a search.
bool LocksPane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn && watched == m_table) {
        m_isFilterWanted = false;
    } else if (event->type() == QEvent::FocusIn && watched == m_filter->field()) {
        const Qt::FocusReason reason = static_cast<QFocusEvent *>(event)->reason();
        m_isFilterWanted |= reason == Qt::MouseFocusReason || reason == Qt::TabFocusReason
            || reason == Qt::BacktabFocusReason;
    }
    if (event->type() == QEvent::KeyPress) {
        const auto *pressed = static_cast<QKeyEvent *>(event);
        const int key = pressed->key();
        if (watched == m_filter->field()
            && (key == Qt::Key_Down || key == Qt::Key_Return || key == Qt::Key_Enter)) {
            m_filter->settle();
            if (m_client.locks().rowCount() > 0) {
                goToTable();
                return true;
            }
        }
        if (watched == m_table && pressed->modifiers() == Qt::NoModifier
            && m_selection->moveInGroups(key))
            return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lockscope::ui
