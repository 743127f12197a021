// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/contentionpane.h"

#include "ui/client/locks/lockchoice.h"
#include "ui/client/servers/emptystate.h"
#include "ui/contention/contentioncharts.h"
#include "ui/contention/contentionfeed.h"
#include "ui/kit/ownkeys.h"
#include "ui/kit/pagesplitter.h"
#include "ui/kit/text/elidedlabel.h"
#include "ui/table/exportrows.h"
#include "ui/table/tableview.h"
#include "ui/theme/textwidth.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <array>
#include <chrono>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

constexpr std::chrono::seconds period{1};
constexpr qsizetype nameOfBar = 24; // characters

} // namespace

ContentionPane::ContentionPane(const ContentionFeed &keeper, const ServerModel &servers,
                               QWidget *parent)
    : QWidget(parent)
    , m_keeper(keeper)
    , m_servers(servers)
    , m_harm(new QComboBox)
    , m_window(new QComboBox)
    , m_count(new ElidedLabel)
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyPage(u"contentionEmpty"_s))
    , m_splitter(new PageSplitter(u"contentionSplitter"_s, 45))
    , m_table(new TableView(u"contention"_s))
    , m_charts(new ContentionCharts)
{
    setObjectName("contentionPane"_L1);
    m_model.setServerLabels([this](watch::DeploymentId deployment) {
        const watch::ServerRecord *known = m_servers.find(deployment);
        return known ? shortLabel(*known) : QString();
    });
    makeTable();
    m_splitter->setParts(m_table, m_charts);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(m_stack, 1);
    setFocusProxy(m_table);
    m_tick.setInterval(period);
    connect(&m_tick, &QTimer::timeout, this, &ContentionPane::refresh);
    connect(m_charts, &ContentionCharts::barChosen, this, &ContentionPane::choose);
    refresh();
}

QWidget *ContentionPane::makeBar()
{
    using enum insight::ContentionBook::Harm;
    auto *bar = new QWidget;
    m_harm->setObjectName("contentionHarm"_L1);
    m_harm->setAccessibleName(tr("Rank the locks by"));
    m_harm->addItem(tr("Most waiting"), int(Waiting));
    m_harm->addItem(tr("Most connection-seconds"), int(Connections));
    m_harm->addItem(tr("Longest holds"), int(HoldTime));
    m_harm->addItem(tr("Most acquisitions"), int(Acquisitions));
    m_window->setObjectName("contentionWindow"_L1);
    m_window->setAccessibleName(tr("Period"));
    for (const int minutes : {1, 5, 15})
        m_window->addItem(tr("last %1 min").arg(minutes), minutes);
    m_window->setCurrentIndex(1);
    m_count->setObjectName("contentionCount"_L1);
    auto *layout = new QHBoxLayout(bar);
    const int margin = characterWidth(fontMetrics()) / 2;
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(m_harm);
    layout->addWidget(m_window);
    layout->addStretch(1);
    layout->addWidget(m_count);
    for (QComboBox *box : {m_harm, m_window})
        connect(box, &QComboBox::currentIndexChanged, this, &ContentionPane::refresh);
    return bar;
}

void ContentionPane::makeTable()
{
    m_table->setAccessibleName(tr("Contended locks, the worst first"));
    m_table->setModel(&m_model);
    setExportRows(m_table,
                  {.fields = {u"name"_s, u"waiters"_s, u"wait_time"_s, u"connection_time"_s,
                              u"acquired"_s, u"renewed"_s, u"held_p50"_s, u"held_p90"_s,
                              u"held_p99"_s, u"held_longest"_s, u"waited_p50"_s, u"waited_p90"_s,
                              u"waited_p99"_s, u"gave_up"_s, u"lapsed"_s, u"server"_s}});
    m_table->setCopyColumn(ContentionModel::Lock);
    m_table->setColumnWidths({24, 12, 12, 14, 10, 10, 12, 12, 12, 16, 13, 13, 13, 9, 8, 18});
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    setKeys(this, {{{Qt::Key_Enter}, tr("Open the lock")}});
    connect(m_table, &QAbstractItemView::activated, this,
            [this](const QModelIndex &index) { Q_EMIT lockChosen(m_model.rowAt(index.row()).id); });
    new LockChoice(m_table, [this](const QModelIndex &row) {
        return std::optional(m_model.rowAt(row.row()).id);
    });
    // Not currentRowChanged: that tells nothing where the row is gone or moves.
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        const Instant now = m_keeper.now();
        if (isVisible())
            showCharts(now - std::chrono::minutes(m_window->currentData().toInt()), now);
    });
}

void ContentionPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
    m_tick.start();
}

void ContentionPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_tick.stop();
}

ContentionModel::Harm ContentionPane::harm() const
{
    return static_cast<ContentionModel::Harm>(m_harm->currentData().toInt());
}

void ContentionPane::choose(int row)
{
    if (row < 0 || row >= m_model.rowCount())
        return;
    m_table->setCurrentIndex(m_model.index(row, ContentionModel::Lock));
    Q_EMIT lockChosen(m_model.rowAt(row).id);
}

void ContentionPane::refresh()
{
    if (!isVisible() && m_model.rowCount() > 0)
        return;
    const Instant now = m_keeper.now();
    const Instant since = now - std::chrono::minutes(m_window->currentData().toInt());
    m_model.merge(m_keeper.book().ranked(harm(), mostLocks, since, now));
    if (m_model.rowCount() == 0) {
        m_empty->show(m_keeper.book().size() == 0
                          ? EmptyState{tr("No contention"),
                                       tr("This view ranks the locks that have waiters or were "
                                          "acquired more than once, "
                                          "by their cost to clients."),
                                       false}
                          : EmptyState{tr("No lock by this measure"),
                                       tr("No lock has a cost by this measure in this period. "
                                          "Choose another measure or "
                                          "a longer period."),
                                       false});
        m_stack->setCurrentWidget(m_empty);
    } else {
        m_stack->setCurrentWidget(m_splitter);
        showCharts(since, now);
    }
    QStringList parts;
    if (static_cast<std::size_t>(m_model.rowCount()) == mostLocks)
        parts += tr("the worst %1").arg(mostLocks);
    if (m_keeper.book().forgotten() > 0)
        parts += tr("low cost, not shown: %1").arg(m_keeper.book().forgotten());
    m_count->setText(wording::listed(parts));
}

void ContentionPane::showCharts(Instant since, Instant now)
{
    std::vector<ContentionCharts::Bar> bars;
    const std::size_t most = m_charts->mostBars();
    for (const insight::LockContention &lock : m_model.rows()) {
        if (bars.size() == most)
            break;
        bars.push_back({wording::lockName(lock.id.name, nameOfBar), harmOf(lock, harm())});
    }
    static constexpr std::array<const char *, 4> units{
        QT_TR_NOOP("seconds of waiting, total"), QT_TR_NOOP("connection-seconds"),
        QT_TR_NOOP("seconds of the longest hold, including holds that have not ended"),
        QT_TR_NOOP("acquisitions")};
    m_charts->showRanking(tr(units[static_cast<std::size_t>(harm())]), bars);
    const QModelIndex current = m_table->currentIndex();
    if (current.isValid()) {
        const watch::LockId id = m_model.rowAt(current.row()).id;
        m_charts->showCourse(wording::lockName(id.name, 2 * nameOfBar),
                             m_keeper.book().points(id, since, now), now);
    } else {
        m_charts->showCourse(tr("All locks"), m_keeper.book().points(since, now), now);
    }
}

} // namespace lockscope::ui
