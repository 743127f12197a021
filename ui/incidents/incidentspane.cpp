// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/incidents/incidentspane.h"

#include "core/base/text.h"
#include "ui/client/locks/lockchoice.h"
#include "ui/client/servers/emptystate.h"
#include "ui/health/healthfeed.h"
#include "ui/incidents/incidentdetail.h"
#include "ui/incidents/mutemenu.h"
#include "ui/incidents/mutesdialog.h"
#include "ui/kit/copying.h"
#include "ui/kit/jumpaction.h"
#include "ui/kit/ownkeys.h"
#include "ui/kit/pagesplitter.h"
#include "ui/kit/text/elidedlabel.h"
#include "ui/table/columnticker.h"
#include "ui/table/exportrows.h"
#include "ui/table/tableview.h"
#include "ui/wording/incidentwording.h"
#include "ui/wording/lockjson.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

namespace {

constexpr std::size_t mostMuted = 100; // at once: every problem is compared with each of them

} // namespace

IncidentsPane::IncidentsPane(HealthFeed &feed, const ServerModel &servers, const EventModel &events,
                             QWidget *parent)
    : QWidget(parent)
    , m_feed(feed)
    , m_servers(servers)
    , m_events(events)
    , m_model([&feed] { return feed.wallNow(); })
    , m_shown(new QComboBox(this))
    , m_count(new ElidedLabel)
    , m_acknowledgeButton(new QPushButton(tr("Acknowledge"), this))
    , m_muteButton(new QToolButton(this))
    , m_copyButton(new QToolButton(this))
    , m_mutesButton(new QPushButton(this))
    , m_stack(new QStackedWidget)
    , m_empty(new EmptyPage(u"incidentsEmpty"_s))
    , m_splitter(new PageSplitter(u"incidentsSplitter"_s, 60))
    , m_table(new TableView(u"incidents"_s))
    , m_detail(new IncidentDetail)
    , m_muteMenu(new MuteMenu(this))
{
    setObjectName("incidentsPane"_L1);
    makeTable();
    makeActions();
    m_splitter->setParts(m_table, m_detail);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(makeBar());
    layout->addWidget(m_stack, 1);
    setFocusProxy(m_table);
    m_soon.setSingleShot(true);
    m_soon.setInterval(100ms); // many come together
    connect(&m_soon, &QTimer::timeout, this, &IncidentsPane::refresh);
    const auto refreshSoon = [this] {
        if (isVisible() && !m_soon.isActive())
            m_soon.start();
    };
    connect(&feed, &HealthFeed::incidentsChanged, this, refreshSoon);
    connect(&feed, &HealthFeed::sightChanged, this, refreshSoon);
    connect(m_detail, &IncidentDetail::linkChosen, this, &IncidentsPane::follow);
    updatePage();
    updateActions();
}

QLayout *IncidentsPane::makeBar()
{
    m_shown->setObjectName("incidentsShown"_L1);
    m_shown->setAccessibleName(tr("Incidents to show"));
    m_shown->addItem(tr("All incidents"), int(IncidentModel::Shown::All));
    m_shown->addItem(tr("Open, not muted"), int(IncidentModel::Shown::Open));
    m_shown->addItem(tr("Muted"), int(IncidentModel::Shown::Muted));
    connect(m_shown, &QComboBox::currentIndexChanged, this, [this] {
        m_model.setShown(static_cast<IncidentModel::Shown>(m_shown->currentData().toInt()));
        refresh();
    });
    m_count->setObjectName("incidentsCount"_L1);
    m_acknowledgeButton->setObjectName("incidentsAcknowledge"_L1);
    m_acknowledgeButton->setToolTip(
        tr("Marks the selected incidents: somebody is working on them (A)"));
    connect(m_acknowledgeButton, &QPushButton::clicked, this, &IncidentsPane::acknowledge);
    m_muteButton->setObjectName("incidentsMute"_L1);
    m_muteButton->setText(tr("Mute"));
    m_muteButton->setToolTip(tr("Neither counts nor reports such problems (M)"));
    m_muteButton->setMenu(m_muteMenu);
    m_copyButton->setObjectName("incidentsCopy"_L1);
    m_copyButton->setText(tr("Copy"));
    m_copyButton->setToolTip(tr("Copies the selected incidents for a ticket"));
    auto *copies = new QMenu(m_copyButton);
    copies->addAction(m_copyText);
    copies->addAction(m_copyJson);
    m_copyButton->setMenu(copies);
    for (QToolButton *button : {m_muteButton, m_copyButton}) {
        button->setPopupMode(QToolButton::InstantPopup);
        button->setFocusPolicy(Qt::TabFocus);
    }
    m_mutesButton->setObjectName("incidentsMutes"_L1);
    m_mutesButton->setText(tr("Muted…"));
    m_mutesButton->setToolTip(tr("Lists what is muted, to take it back"));
    connect(m_mutesButton, &QPushButton::clicked, this,
            [this] { MutesDialog::open(m_feed, this); });
    auto *bar = new QHBoxLayout;
    bar->setContentsMargins(6, 4, 6, 4);
    bar->addWidget(m_shown);
    bar->addWidget(m_count, 1);
    bar->addWidget(m_acknowledgeButton);
    bar->addWidget(m_muteButton);
    bar->addWidget(m_copyButton);
    bar->addWidget(m_mutesButton);
    return bar;
}

void IncidentsPane::makeTable()
{
    m_table->setAccessibleName(tr("Incidents, the open and worst ones first"));
    m_table->setModel(&m_model);
    setExportRows(m_table, {.record = [this](int row) {
                      return std::optional(wording::toJson(m_model.incidentAt(row)));
                  }});
    m_table->setCopyColumn(IncidentModel::Subject);
    m_table->setColumnWidths({10, 27, 32, 18, 10, 10, 12, 16});
    m_table->setElastic({{IncidentModel::Problem, 40},
                         {IncidentModel::Subject, 50},
                         {IncidentModel::Deployment, 26}});
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    new ColumnTicker(m_table, IncidentModel::Duration, 1s,
                     [this] { return m_model.incidentAt(0).isOpen(); }); // open ones are first
    connect(m_table, &QAbstractItemView::activated, this, &IncidentsPane::openCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &IncidentsPane::showCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &IncidentsPane::updateActions);
    const auto locksOf = [this](const QModelIndex &row) {
        const health::Problem &problem = m_model.incidentAt(row.row()).problem;
        return problem.subject.type == health::Subject::Type::Server ? std::vector<watch::LockId>()
                                                                     : problem.locks;
    };
    m_choice = new LockChoice(
        m_table,
        [locksOf](const QModelIndex &row) {
            const std::vector<watch::LockId> locks = locksOf(row);
            return locks.empty() ? std::nullopt : std::optional(locks.front());
        },
        [locksOf](const QModelIndex &row, const watch::LockId &lock) {
            return std::ranges::count(locksOf(row), lock) > 0;
        });
}

void IncidentsPane::makeActions()
{
    const auto add = [this](const QString &name, const QString &text, Qt::Key key) {
        auto *action = new QAction(text, m_table);
        action->setObjectName(name);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        m_table->addAction(action);
        return action;
    };
    m_timeline = addJump(m_table, u"incidentsShowOnTimeline"_s, tr("Show on time&line"));
    connect(m_timeline, &QAction::triggered, this, &IncidentsPane::showOnTimeline);
    m_acknowledge = add(u"incidentAcknowledge"_s, tr("&Acknowledge"), Qt::Key_A);
    connect(m_acknowledge, &QAction::triggered, this, &IncidentsPane::acknowledge);
    m_table->addAction(m_muteMenu->menuAction());
    connect(m_muteMenu, &MuteMenu::chosen, this, &IncidentsPane::mute);
    m_copyText = add(u"incidentCopyText"_s, tr("Copy as &text"), Qt::Key_T);
    connect(m_copyText, &QAction::triggered, this, [this] { copy(CopyForm::Text); });
    m_copyJson = add(u"incidentCopyJson"_s, tr("Copy as &JSON"), Qt::Key_J);
    connect(m_copyJson, &QAction::triggered, this, [this] { copy(CopyForm::Json); });
    m_guide = add(u"incidentGuide"_s, tr("Page of the &guide"), Qt::Key_G);
    connect(m_guide, &QAction::triggered, this, [this] {
        follow({IncidentText::Link::To::Guide, 0});
    });
    auto *menu = new QShortcut(QKeySequence(Qt::Key_M), m_table);
    menu->setObjectName("incidentMuteKey"_L1);
    menu->setContext(Qt::WidgetShortcut);
    menu->setWhatsThis(tr("Mute the selected incident"));
    connect(menu, &QShortcut::activated, this, [this] {
        if (current() && !m_feed.isRecorded())
            m_muteMenu->popup(m_table->viewport()->mapToGlobal(
                m_table->visualRect(m_table->currentIndex()).bottomLeft()));
    });
    setKeys(this, {{{Qt::Key_Enter}, tr("Open the lock or the server")}});
}

void IncidentsPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void IncidentsPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_soon.stop();
}

void IncidentsPane::refresh()
{
    if (!isVisible())
        return;
    m_model.merge(m_feed.incidents());
    updatePage();
    showCurrent();
    updateActions();
}

void IncidentsPane::updatePage()
{
    const health::IncidentBook &book = m_feed.incidents();
    const auto counts = book.counts(m_feed.wallNow());
    QStringList parts;
    if (counts.total() > 0)
        parts += tr("Open: %1").arg(wording::severityCounts(counts.critical, counts.warning));
    if (m_model.isCut())
        parts += tr("the worst %1 are shown").arg(IncidentModel::most);
    if (!book.mutes().empty())
        parts += tr("mutes: %1").arg(book.mutes().size());
    m_count->setText(parts.join(tr("; ")));
    if (m_model.rowCount() > 0) {
        m_stack->setCurrentWidget(m_splitter);
        return;
    }
    const auto &rows = m_servers.rows();
    const auto inSight = std::count_if(rows.begin(), rows.end(), [this](const ServerRow &row) {
        return m_feed.isInSight(row.server.deployment);
    });
    const auto outOfSight = static_cast<qsizetype>(rows.size()) - inSight;
    if (book.openCount() > 0 || !book.over().empty())
        m_empty->show(
            {tr("No incident of this kind"), tr("Choose All incidents to see the others.")});
    else if (inSight == 0)
        m_empty->show({tr("No server in sight"),
                       tr("Nothing can be judged until a server is connected and read.")});
    else if (outOfSight > 0)
        m_empty->show({tr("Nothing is wrong, as far as can be seen"),
                       tr("Servers out of sight, of which nothing is known: %1.").arg(outOfSight)});
    else
        m_empty->show({tr("Nothing is wrong, as far as can be seen"),
                       tr("Lockscope judges every lock and server by the rules of its guide, and "
                          "lists here what they find.")});
    m_stack->setCurrentWidget(m_empty);
}

const health::Incident *IncidentsPane::current() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? &m_model.incidentAt(index.row()) : nullptr;
}

std::vector<const health::Incident *> IncidentsPane::selected() const
{
    std::vector<int> rows;
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    std::vector<const health::Incident *> found;
    for (const int row : rows)
        found.push_back(&m_model.incidentAt(row));
    return found;
}

void IncidentsPane::choose(const QByteArray &id)
{
    refresh();
    const int row = m_model.rowOf(id);
    if (row < 0)
        return;
    m_table->setCurrentIndex(m_model.index(row, IncidentModel::Problem));
    m_choice->tell(); // the window may have no focus yet
}

void IncidentsPane::showCurrent()
{
    if (!isVisible())
        return;
    const health::Incident *incident = current();
    m_detail->show(
        incident ? IncidentText::lines(*incident, m_events.events(), m_servers, m_feed.wallNow())
                 : std::vector<IncidentText::Line>{
                     {IncidentText::Line::Style::Quiet,
                      tr("Select an incident to see its evidence and what to do.")}});
}

void IncidentsPane::updateActions()
{
    const auto chosen = selected();
    const bool isAny = !chosen.empty();
    const bool isPast = m_feed.isRecorded(); // which nobody marks
    const bool canAcknowledge = !isPast
        && std::any_of(chosen.begin(), chosen.end(),
                       [](const auto *each) { return each->isOpen() && !each->isAcknowledged; });
    m_acknowledge->setEnabled(canAcknowledge);
    m_acknowledgeButton->setEnabled(canAcknowledge);
    m_copyButton->setEnabled(isAny);
    for (QAction *action : {m_copyText, m_copyJson})
        action->setEnabled(isAny);
    const health::Incident *incident = current();
    m_timeline->setEnabled(incident && !incident->problem.locks.empty());
    m_guide->setEnabled(incident != nullptr);
    m_muteMenu->offer(incident && !isPast ? &incident->problem : nullptr);
    m_muteButton->setEnabled(incident != nullptr && !isPast);
    m_mutesButton->setEnabled(!isPast);
    if (isPast) {
        for (QWidget *button :
             std::initializer_list<QWidget *>{m_acknowledgeButton, m_muteButton, m_mutesButton})
            button->setToolTip(tr("This is a record: incidents of the past cannot be marked."));
    }
}

void IncidentsPane::follow(const IncidentText::Link &link)
{
    using To = IncidentText::Link::To;
    const health::Incident *incident = current();
    if (!incident)
        return;
    const health::Problem &problem = incident->problem;
    const auto place = static_cast<std::size_t>(link.place);
    switch (link.to) {
    case To::Lock:
        if (place < problem.locks.size())
            Q_EMIT lockChosen(watch::LockId(problem.locks[place]));
        break;
    case To::Server:
        if (problem.subject.type == health::Subject::Type::Server)
            Q_EMIT serverChosen(problem.subject.server());
        break;
    case To::Timeline:
        showOnTimeline();
        break;
    case To::Guide:
        Q_EMIT guideWanted(u"problem-"_s + QString::fromLatin1(problem.rule->name));
        break;
    }
}

void IncidentsPane::openCurrent()
{
    if (const health::Incident *incident = current())
        follow({incident->problem.subject.type == health::Subject::Type::Server
                    ? IncidentText::Link::To::Server
                    : IncidentText::Link::To::Lock,
                0});
}

void IncidentsPane::showOnTimeline()
{
    const health::Incident *incident = current();
    if (incident && !incident->problem.locks.empty())
        Q_EMIT timelineWanted(watch::LockId(incident->problem.locks.front()), incident->start());
}

void IncidentsPane::acknowledge()
{
    QByteArrayList ids;
    for (const health::Incident *incident : selected())
        ids += incident->id();
    m_feed.acknowledge(ids);
}

// All that are selected, each by this scope.
void IncidentsPane::mute(MuteScope scope, int hours)
{
    const auto until = hours > 0
        ? std::optional<WallInstant>(m_feed.wallNow() + std::chrono::hours(hours))
        : std::nullopt;
    std::vector<health::Mute> mutes;
    for (const health::Incident *incident : selected()) {
        if (mutes.size() >= mostMuted)
            break;
        for (health::Mute &mute : mutesOf(incident->problem, scope, until)) {
            const bool isThere =
                std::any_of(mutes.begin(), mutes.end(),
                            [&mute](const health::Mute &each) { return each.isLike(mute); });
            if (!isThere)
                mutes.push_back(std::move(mute));
        }
    }
    if (!mutes.empty())
        m_feed.mute(mutes);
}

QString IncidentsPane::copied(CopyForm form) const
{
    auto chosen = selected();
    if (chosen.size() > mostCopied)
        chosen.resize(mostCopied);
    if (chosen.empty())
        return {};
    if (form == CopyForm::Json) {
        QJsonArray problems;
        for (const health::Incident *incident : chosen)
            problems.append(wording::toJson(*incident));
        const QJsonObject object{{u"schema"_s, 1}, {u"problems"_s, problems}};
        return fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented));
    }
    QStringList reports;
    for (const health::Incident *incident : chosen)
        reports += wording::incidentReport(*incident);
    return reports.join(u'\n');
}

void IncidentsPane::copy(CopyForm form)
{
    if (const QString text = copied(form); !text.isEmpty())
        copyFrom(*m_copyButton, text);
}

} // namespace lockscope::ui
