// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/blockingpane.h"

#include "ui/blocking/blockingfeed.h"
#include "ui/client/locks/lockchoice.h"
#include "ui/client/servers/emptystate.h"
#include "ui/kit/ownkeys.h"
#include "ui/table/celldelegate.h"
#include "ui/table/exportrows.h"
#include "ui/table/steadyrows.h"
#include "ui/table/tableheader.h"
#include "ui/theme/textwidth.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QStackedWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr std::chrono::seconds period{1};
constexpr int mostOpened = 12; // rows below one that is opened unasked

// A sentence loses its owners' middles before it loses the names of its locks.
class SentenceDelegate final : public CellDelegate
{
public:
    using CellDelegate::CellDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override
    {
        CellLook cell = look(index);
        const QString brief = index.data(BlockingModel::BriefRole).toString();
        const int room = option.rect.width() - 2 * margin - badgeRoom(option.fontMetrics);
        if (!brief.isEmpty() && option.fontMetrics.horizontalAdvance(cell.text) > room)
            cell.text = brief;
        paintLook(painter, option, cell);
    }
};

// The longest lines, the steps of deadlocks and the dead, have no numbers, and get the room of
// these.
void spanAll(QTreeView &tree, const BlockingModel &model, const QModelIndex &row)
{
    const BlockingNode::Kind kind = model.nodeAt(row).kind;
    if (kind == BlockingNode::Kind::Step || kind == BlockingNode::Kind::Dead)
        tree.setFirstColumnSpanned(row.row(), row.parent(), true);
    for (int i = 0; i < model.rowCount(row); ++i)
        spanAll(tree, model, model.index(i, 0, row));
}

} // namespace

BlockingPane::BlockingPane(BlockingFeed &keeper, const ServerModel &servers, QWidget *parent)
    : QWidget(parent)
    , m_keeper(keeper)
    , m_servers(servers)
    , m_note(new QLabel)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyPage(u"blockingEmpty"_s))
    , m_tree(new QTreeView)
    , m_sentence(new QLabel)
{
    setObjectName("blockingPane"_L1);
    makeTree();
    m_note->setObjectName("blockingNote"_L1);
    m_sentence->setObjectName("blockingSentence"_L1);
    const int margin = characterWidth(fontMetrics());
    for (QLabel *label : {m_note, m_sentence}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setMargin(margin);
    }
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_tree);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_note);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_sentence);
    setFocusProxy(m_tree);
    setKeys(this,
            {{{Qt::Key_Left, Qt::Key_Right}, tr("Collapse or expand a row")},
             {{Qt::Key_Enter}, tr("Open the lock")}});
    m_tick.setInterval(period);
    connect(&m_tick, &QTimer::timeout, &m_keeper, &BlockingFeed::request);
    connect(&m_keeper, &BlockingFeed::computed, this, [this] {
        m_isKnown = true;
        if (isVisible())
            refresh();
    });
    refresh();
}

void BlockingPane::makeTree()
{
    m_tree->setObjectName("blocking"_L1);
    m_tree->setAccessibleName(tr("Who waits for whom"));
    m_tree->setHeader(new TableHeader(m_tree));
    m_tree->setItemDelegate(new SentenceDelegate(m_tree));
    m_tree->setUniformRowHeights(true);
    m_tree->setAlternatingRowColors(true);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setExpandsOnDoubleClick(false); // that opens the lock
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setFrameShape(QFrame::NoFrame);
    // Connected before the view's own slot: otherwise the view chooses another line automatically,
    // and the user must not act on a line that it did not choose.
    connect(&m_model, &QAbstractItemModel::rowsAboutToBeRemoved, this, &BlockingPane::forgetChoice);
    new SteadyRows(m_tree, &m_model);
    m_tree->setModel(&m_model);
    setExportRows(m_tree, {.fields = {u"what"_s, u"waiting"_s, u"waited"_s, u"connections"_s}});
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &BlockingPane::openNew);
    connect(&m_model, &QAbstractItemModel::dataChanged, this, &BlockingPane::updateSentence);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &BlockingPane::updateSentence);
    connect(m_tree, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        if (const auto lock = m_model.nodeAt(index).lock)
            Q_EMIT lockChosen(*lock);
    });
    new LockChoice(m_tree, [this](const QModelIndex &row) { return m_model.nodeAt(row).lock; });
    QHeaderView *header = m_tree->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(BlockingModel::What, QHeaderView::Stretch);
    const int width = characterWidth(fontMetrics());
    for (const auto &[column, characters] :
         {std::pair(BlockingModel::Waiting, 10), std::pair(BlockingModel::Waited, 14),
          std::pair(BlockingModel::Connections, 20)}) {
        const QString title = m_model.headerData(column, Qt::Horizontal).toString();
        header->resizeSection(column,
                              std::max(characters * width,
                                       header->fontMetrics().horizontalAdvance(title)
                                           + 2 * CellDelegate::margin + 2));
    }
}

void BlockingPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_keeper.request();
    m_tick.start();
}

void BlockingPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_tick.stop();
}

void BlockingPane::forgetChoice(const QModelIndex &parent, int first, int last)
{
    for (QModelIndex at = m_tree->currentIndex(); at.isValid(); at = at.parent()) {
        if (at.parent() == parent && at.row() >= first && at.row() <= last) {
            m_tree->selectionModel()->clear();
            return;
        }
    }
}

// New rows are opened; closed rows were closed by the user and stay closed. A long queue stays
// closed as well: its row says how many wait, and it would push all other holders out of sight.
void BlockingPane::openNew(const QModelIndex &parent, int first, int last)
{
    if (parent.isValid() && m_model.rowCount(parent) == last - first + 1)
        open(parent);
    for (int row = first; row <= last; ++row) {
        openAll(m_model.index(row, 0, parent));
        spanAll(*m_tree, m_model, m_model.index(row, 0, parent));
    }
}

void BlockingPane::open(const QModelIndex &row)
{
    if (m_model.rowCount(row) <= mostOpened)
        m_tree->expand(row);
}

void BlockingPane::openAll(const QModelIndex &row)
{
    open(row);
    for (int i = 0; i < m_model.rowCount(row); ++i)
        openAll(m_model.index(i, 0, row));
}

void BlockingPane::refresh()
{
    m_model.merge(m_keeper.tree().roots);
    if (m_model.rowCount() == 0) {
        if (m_servers.rowCount() == 0)
            m_empty->show({tr("Not connected"), tr("This view shows who waits for whom."), false});
        else if (!m_isKnown)
            m_empty->show({tr("Looking for waiters"), QString(), false, EmptyState::Kind::Loading});
        else
            m_empty->show(
                {tr("No waiters"),
                 tr("No watched lock has waiters in its queue or waiting connections. This view "
                    "lists each holder that others wait for, with its waiters, deadlocks first."),
                 false});
    }
    m_stack->setCurrentWidget(m_model.rowCount() == 0 ? static_cast<QWidget *>(m_empty) : m_tree);
    m_note->setText(note());
    m_note->setVisible(!m_note->text().isEmpty());
    updateSentence();
}

QString BlockingPane::note() const
{
    const BlockingTree &tree = m_keeper.tree();
    QStringList parts;
    if (tree.deadlocks == 1)
        parts += tr("1 deadlock: none of its owners can proceed.");
    else if (tree.deadlocks > 1)
        parts += tr("%1 deadlocks: none of their owners can proceed.").arg(tree.deadlocks);
    if (tree.partial)
        parts += tr("There are too many waiters to compute the totals.");
    return parts.join(u' ');
}

void BlockingPane::updateSentence()
{
    const QModelIndex index = m_tree->currentIndex();
    const QString text = index.isValid()
        ? m_model.nodeAt(index).sentence
        : tr("Select a row to read it as a sentence; Enter opens its lock.");
    m_sentence->setVisible(m_model.rowCount() > 0);
    if (m_sentence->text() != text)
        m_sentence->setText(text);
}

} // namespace lockscope::ui
