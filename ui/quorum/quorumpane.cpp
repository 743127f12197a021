// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quorum/quorumpane.h"

#include "core/base/text.h"
#include "ui/client/locks/lockchoice.h"
#include "ui/client/servers/emptystate.h"
#include "ui/client/servers/serverbar.h"
#include "ui/kit/ownkeys.h"
#include "ui/kit/pagesplitter.h"
#include "ui/kit/remembered.h"
#include "ui/kit/text/elidedlabel.h"
#include "ui/quorum/seatdelegate.h"
#include "ui/table/columnticker.h"
#include "ui/table/exportrows.h"
#include "ui/table/tableview.h"
#include "ui/table/ttldelegate.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/lockname.h"
#include "ui/wording/quorumwording.h"
#include "ui/wording/wording.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr auto ticking = 200ms;
constexpr int seatWidth = 24; // characters: an answer and the time that is left

QString shown(const QString &text)
{
    return visibleElided(text.toUtf8(), 200);
}

QStringList shortLabels(const insight::GroupMembers &members)
{
    QStringList labels;
    for (const QString &label : members.labels)
        labels += shortLabel(label);
    return labels;
}

} // namespace

QuorumPane::QuorumPane(QuorumFeed &keeper, const ServerModel &servers, const Clock &clock,
                       QWidget *parent)
    : QWidget(parent)
    , m_keeper(keeper)
    , m_servers(servers)
    , m_clock(clock)
    , m_model(clock)
    , m_seats(clock)
    , m_groups(new QComboBox)
    , m_note(new BadgeLabel)
    , m_severalOnly(new QCheckBox(tr("Only locks on several servers")))
    , m_count(new ElidedLabel)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyPage(u"quorumEmpty"_s))
    , m_splitter(new PageSplitter(u"quorumSplitter"_s, 60))
    , m_table(new TableView(u"quorum"_s))
    , m_sentence(new QLabel)
    , m_unlock(new QAction(tr("Unlock on all servers…"), this))
    , m_unlockButton(new QPushButton(m_unlock->text()))
    , m_seatTable(new TableView(u"quorumSeats"_s))
{
    setObjectName("quorumPane"_L1);
    QWidget *const matrix = makeMatrix();
    m_splitter->setParts(matrix, makeDetail());
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(makeBar());
    layout->addWidget(m_stack, 1);
    connectParts();
    fitUnlock();
}

QLayout *QuorumPane::makeBar()
{
    m_groups->setObjectName("quorumGroup"_L1);
    m_groups->setAccessibleName(tr("Quorum group"));
    m_groups->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_note->setObjectName("quorumNote"_L1);
    // On a line of its own: beside the group's name there was room for two words of it.
    m_note->setWordWrap(true);
    m_note->setContentsMargins(6, 0, 6, 4);
    m_note->hide();
    m_severalOnly->setObjectName("severalOnly"_L1);
    const QString several =
        tr("Hides locks that only one server has: residues of an attempt, or locks of another "
           "kind");
    m_severalOnly->setToolTip(toolTipOf(several));
    setRemembered(m_severalOnly, several);
    m_count->setObjectName("quorumCount"_L1);
    m_note->setTextFormat(Qt::PlainText);
    auto *title = new QLabel(tr("&Group"));
    title->setBuddy(m_groups);
    auto *row = new QHBoxLayout;
    row->setSpacing(6);
    row->setContentsMargins(6, 4, 6, 4);
    row->addWidget(title);
    row->addWidget(m_groups);
    row->addStretch(1);
    row->addWidget(m_count);
    row->addWidget(m_severalOnly); // at the edge: no count moves it
    auto *bar = new QVBoxLayout;
    bar->setSpacing(0);
    bar->addLayout(row);
    bar->addWidget(m_note);
    return bar;
}

QWidget *QuorumPane::makeMatrix()
{
    m_sorted.setSourceModel(&m_model);
    m_sorted.setSortRole(QuorumModel::SortRole);
    m_sorted.setSortCaseSensitivity(Qt::CaseInsensitive);
    m_table->setAccessibleName(tr("Locks over several servers"));
    m_table->setModel(&m_sorted);
    setExportRows(m_table,
                  {.fields = {u"name"_s, u"verdict"_s, u"votes"_s, u"owner"_s, u"validity_ms"_s}});
    m_table->setItemDelegate(new SeatDelegate(m_clock, m_table));
    m_table->setItemDelegateForColumn(QuorumModel::Validity, new TtlDelegate(m_clock, m_table));
    m_table->setCopyColumn(QuorumModel::Name);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setColumnWidths({26, 11, 8, 22, 14});
    m_table->setSortingEnabled(true);
    sortByTrouble();
    new ColumnTicker(m_table, QuorumModel::Validity, ticking);
    m_unlock->setObjectName("actionQuorumUnlock"_L1);
    m_table->addAction(m_unlock);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    return m_table;
}

void QuorumPane::sortByTrouble()
{
    m_table->sortByColumn(QuorumModel::Verdict, Qt::DescendingOrder);
}

QWidget *QuorumPane::makeDetail()
{
    auto *detail = new QWidget;
    m_seatTable->setAccessibleName(tr("Answers of each server for the selected lock"));
    m_seatTable->setModel(&m_seats);
    setExportRows(m_seatTable,
                  {.fields = {u"server"_s, u"answer"_s, u"owner"_s, u"ttl_ms"_s, u"latency"_s,
                              u"clock_offset"_s, u"reason"_s}});
    m_seatTable->setItemDelegateForColumn(QuorumSeatsModel::TimeLeft,
                                          new TtlDelegate(m_clock, m_seatTable));
    m_seatTable->setCopyColumn(QuorumSeatsModel::Owner);
    m_seatTable->setColumnWidths({18, 12, 20, 13, 10, 10, 40});
    new ColumnTicker(m_seatTable, QuorumSeatsModel::TimeLeft, ticking);
    auto *layout = new QVBoxLayout(detail);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(makeHead());
    layout->addWidget(m_seatTable, 1);
    return detail;
}

// The sentence about the chosen lock, and its actions.
QLayout *QuorumPane::makeHead()
{
    m_sentence->setObjectName("quorumSentence"_L1);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_unlockButton->setObjectName("quorumUnlock"_L1);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(6, 4, 6, 4);
    head->addWidget(m_sentence, 1);
    head->addWidget(m_unlockButton, 0, Qt::AlignTop);
    return head;
}

void QuorumPane::connectParts()
{
    connect(&m_keeper, &QuorumFeed::groupsChanged, this, &QuorumPane::fillGroups);
    connect(&m_keeper, &QuorumFeed::changed, this, &QuorumPane::updateRows);
    connect(m_groups, &QComboBox::currentIndexChanged, this, &QuorumPane::showGroup);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &QuorumPane::showCurrent);
    connect(m_table, &QAbstractItemView::activated, this, &QuorumPane::openLock);
    // The row stands for the lock on each of its servers.
    new LockChoice(
        m_table, [this](const QModelIndex &row) { return placeAt(row); },
        [this](const QModelIndex &row, const watch::LockId &lock) {
            const QModelIndex source = m_sorted.mapToSource(row);
            const auto places = m_keeper.placesOf(m_model.lockAt(source.row()).record.id);
            return std::ranges::count(places, lock) > 0;
        });
    setFocusProxy(m_table);
    setKeys(this, {{{Qt::Key_Enter}, tr("Open the lock")}});
    connect(m_severalOnly, &QCheckBox::toggled, this, &QuorumPane::updateRows);
    connect(m_unlockButton, &QPushButton::clicked, m_unlock, &QAction::trigger);
    connect(m_unlock, &QAction::triggered, this, [this] {
        const JudgedPointer lock = current();
        if (lock && reasonAgainstUnlock().isEmpty())
            Q_EMIT unlockRequested(m_keeper.placesOf(lock->record.id));
    });
    // Updates latencies and, as long as there is no group, the progress of the search.
    connect(&m_servers, &QAbstractItemModel::dataChanged, this, &QuorumPane::updateRows);
    connect(&m_servers, &QAbstractItemModel::rowsInserted, this, &QuorumPane::updateRows);
    m_second.setInterval(500ms);
    connect(&m_second, &QTimer::timeout, this, &QuorumPane::tellSentence);
}

void QuorumPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_keeper.setWanted(this, true);
    fillGroups();
    m_second.start();
}

void QuorumPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_keeper.setWanted(this, false);
    m_second.stop();
}

QString QuorumPane::groupTitle(const QuorumGroupInfo &info) const
{
    const QString servers = wording::listed(shortLabels(info.group.members));
    return info.isProposed ? tr("Proposed: %1").arg(servers) : shown(info.group.members.name);
}

const QuorumGroupInfo *QuorumPane::group() const
{
    const int at = m_groups->currentIndex();
    const auto &groups = m_keeper.groups();
    return at < 0 || at >= static_cast<int>(groups.size()) ? nullptr
                                                           : &groups[static_cast<std::size_t>(at)];
}

void QuorumPane::fillGroups()
{
    if (!isVisible())
        return;
    QStringList titles;
    for (const QuorumGroupInfo &info : m_keeper.groups())
        titles += groupTitle(info);
    QStringList before;
    for (int i = 0; i < m_groups->count(); ++i)
        before += m_groups->itemText(i);
    if (titles != before) {
        const QSignalBlocker blocker(m_groups);
        const QString chosen = m_groups->currentText();
        m_groups->clear();
        m_groups->addItems(titles);
        m_groups->setCurrentIndex(std::max(0, m_groups->findText(chosen)));
    }
    // One may have other servers by the same name.
    for (int i = 0; i < m_groups->count(); ++i) {
        const auto &members = m_keeper.groups()[static_cast<std::size_t>(i)].group.members;
        m_groups->setItemData(i, toolTipOf(wording::listed(shortLabels(members))), Qt::ToolTipRole);
    }
    m_groups->setEnabled(m_groups->count() > 0);
    showGroup();
}

void QuorumPane::showGroup()
{
    const QuorumGroupInfo *info = group();
    if (m_model.setServers(info ? info->group.members.labels : std::vector<QString>())) {
        const int width = seatWidth * characterWidth(fontMetrics());
        for (int column = QuorumModel::FirstServer; column < m_model.columnCount(); ++column)
            m_table->setColumnWidth(column, width);
        // Qt's proxy forgets what it sorts by when columns come or go while there are no rows; the
        // header does when that very column goes.
        const QHeaderView *header = m_table->horizontalHeader();
        if (header->sortIndicatorSection() >= 0)
            m_table->sortByColumn(header->sortIndicatorSection(), header->sortIndicatorOrder());
        else
            sortByTrouble();
    }
    for (; m_shownColumns < m_model.columnCount() - QuorumModel::FirstServer; ++m_shownColumns) {
        const int column = QuorumModel::FirstServer + m_shownColumns;
        new ColumnTicker(m_table, column, ticking,
                         [this, column] { return column < m_model.columnCount(); });
    }
    const QString note = groupNote();
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    QString tip = note;
    if (info && info->isProposed)
        tip += u'\n'
            + tr("To save it as a group: %1")
                  .arg(u"lockctl profile save NAME --change --group GROUP=%1"_s.arg(
                      QStringList(info->group.members.labels.begin(),
                                  info->group.members.labels.end())
                          .join(u',')));
    m_note->setToolTip(tip.isEmpty() ? tip : toolTipOf(tip));
    updateRows();
}

QString QuorumPane::groupNote() const
{
    const QuorumGroupInfo *info = group();
    if (!info)
        return {};
    if (info->isProposed)
        return info->isInferred
            ? tr("Not a saved group: the same thread holds locks on these servers. The group "
                 "may have more servers.")
            : tr("Not a saved group: these servers have the same tokens. The group may have "
                 "more servers.");
    const auto away = std::count(info->group.servers.begin(), info->group.servers.end(),
                                 std::optional<watch::DeploymentId>());
    return away == 0
        ? QString()
        : tr("%1 of its %2 servers are not watched.").arg(away).arg(info->group.servers.size());
}

void QuorumPane::updateRows()
{
    if (!isVisible())
        return;
    const QuorumGroupInfo *info = group();
    std::vector<JudgedPointer> locks = m_keeper.locksOf(m_groups->currentIndex());
    const std::size_t all = locks.size();
    if (m_severalOnly->isChecked())
        std::erase_if(locks, [](const JudgedPointer &lock) {
            return lock->record.finding.verdict != insight::QuorumVerdict::Unknown
                && !insight::isOnSeveral(lock->record.servers);
        });
    m_model.setLocks(locks);
    const int count = m_model.rowCount();
    tellCount(locks.size(), all);
    if (!info)
        m_empty->show(
            {tr("No quorum group"),
             tr("For locks kept on a majority of servers, Lockscope needs to know the group of "
                "servers. Define it in a profile:\n"
                "%1\n"
                "and start with --profile NAME. Lockscope also proposes groups of servers on "
                "which the same owner holds the same lock.")
                 .arg(u"lockctl profile save NAME --group GROUP=URL,URL,URL"_s),
             false});
    else if (count == 0 && all > 0)
        m_empty->show({tr("No lock on several servers"),
                       all == 1 ? tr("1 lock of this group is on one server only.")
                                : tr("%1 locks of this group are on one server only.").arg(all),
                       false});
    else if (count == 0 && !m_keeper.isInSight(m_groups->currentIndex()))
        m_empty->show({tr("The locks of %1 are not known").arg(groupTitle(*info)),
                       tr("A majority of its servers is out of sight or not read yet. "
                          "Servers: %1.")
                           .arg(wording::listed(shortLabels(info->group.members))),
                       false});
    else if (count == 0)
        m_empty->show({tr("No lock on %1").arg(groupTitle(*info)),
                       tr("Servers: %1.").arg(wording::listed(shortLabels(info->group.members))),
                       false});
    m_stack->setCurrentWidget(count == 0 ? static_cast<QWidget *>(m_empty) : m_splitter);
    showCurrent();
}

void QuorumPane::tellCount(std::size_t shown, std::size_t all)
{
    if (shown < all)
        m_count->setText(tr("%1 of %2 locks").arg(shown).arg(all));
    else
        m_count->setText(all == 1 ? tr("1 lock") : tr("%1 locks").arg(all));
    m_count->setVisible(all > 0);
}

JudgedPointer QuorumPane::current() const
{
    const QModelIndex index = m_sorted.mapToSource(m_table->currentIndex());
    return index.isValid() ? m_model.rowAt(index.row()).lock : nullptr;
}

void QuorumPane::showCurrent()
{
    const JudgedPointer lock = current();
    std::vector<QString> labels;
    std::vector<const watch::ServerRecord *> servers;
    if (const QuorumGroupInfo *info = group()) {
        labels = info->group.members.labels;
        for (const auto &server : info->group.servers)
            servers.push_back(server ? m_servers.find(*server) : nullptr);
    }
    m_seats.show(lock, labels, servers);
    tellSentence();
    fitUnlock();
}

void QuorumPane::setUnlockCheck(UnlockCheck check)
{
    m_unlockCheck = std::move(check);
    fitUnlock();
}

QString QuorumPane::reasonAgainstUnlock() const
{
    const JudgedPointer lock = current();
    if (!lock)
        return tr("no lock is selected");
    const std::vector<watch::LockId> places = m_keeper.placesOf(lock->record.id);
    if (places.empty())
        return tr("no holder was seen");
    return m_unlockCheck ? m_unlockCheck(places) : tr("not available here");
}

void QuorumPane::fitUnlock()
{
    const QString reason = reasonAgainstUnlock();
    const QString tip =
        toolTipOf(reason.isEmpty() ? tr(
                      "Takes the lock away from its holder on each server of the group. Lists the "
                      "places first.")
                                   : wording::capitalised(reason));
    m_unlock->setEnabled(reason.isEmpty());
    m_unlock->setToolTip(tip);
    m_unlockButton->setEnabled(reason.isEmpty());
    m_unlockButton->setToolTip(tip);
    m_unlockButton->setAccessibleDescription(reason);
}

void QuorumPane::tellSentence()
{
    const JudgedPointer lock = current();
    const QString text = lock
        ? u"%1: %2."_s.arg(
            wording::lockName(lock->record.id.name, 120),
            wording::verdictSentence(lock->record.finding, ownerText(*lock), m_clock.now()))
        : tr("Select a lock to see the answer of each server.");
    if (m_sentence->text() != text)
        m_sentence->setText(text);
}

void QuorumPane::openLock(const QModelIndex &index)
{
    if (const auto place = placeAt(index))
        Q_EMIT lockChosen(*place);
}

std::optional<watch::LockId> QuorumPane::placeAt(const QModelIndex &index) const
{
    const QModelIndex source = m_sorted.mapToSource(index);
    return source.isValid() ? m_keeper.placeOf(m_model.lockAt(source.row()).record.id)
                            : std::nullopt;
}

void QuorumPane::choose(const watch::LockId &lock)
{
    const JudgedPointer judged = m_keeper.verdictOf(lock);
    if (!judged)
        return;
    m_groups->setCurrentIndex(judged->record.id.group);
    const int row = m_model.rowOf(lock.name);
    if (row >= 0)
        m_table->setCurrentIndex(m_sorted.mapFromSource(m_model.index(row, 0)));
}

} // namespace lockscope::ui
