// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/events/eventspane.h"

#include "ui/client/locks/lockchoice.h"
#include "ui/client/servers/emptystate.h"
#include "ui/kit/jumpaction.h"
#include "ui/kit/ownkeys.h"
#include "ui/kit/text/steadylabel.h"
#include "ui/table/exportrows.h"
#include "ui/table/filterbar.h"
#include "ui/table/ownfilter.h"
#include "ui/table/tableview.h"
#include "ui/wording/lockjson.h"
#include "ui/wording/wording.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

insight::FilterVocabulary eventVocabulary()
{
    insight::FilterVocabulary vocabulary;
    vocabulary.fields = insight::EventFilter::fields();
    for (const QString &field : std::as_const(vocabulary.fields))
        vocabulary.words.insert(field,
                                wording::filterChoices(insight::EventFilter::choices(field)));
    return vocabulary;
}

} // namespace

EventsPane::EventsPane(EventModel &events, QWidget *parent)
    : QWidget(parent)
    , m_events(events)
    , m_filter(new FilterBar(u"eventFilter"_s))
    , m_follow(new QToolButton)
    , m_count(new SteadyLabel)
    , m_nothing(new EmptyPage(u"eventsEmpty"_s))
    , m_stack(new QStackedWidget)
    , m_table(new TableView(u"events"_s))
{
    setObjectName("eventsPane"_L1);
    makeTable();
    makeBar();
    makeMenu();
    m_stack->addWidget(m_nothing);
    m_stack->addWidget(m_table);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_filter);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_filter->problemLine());
    setFocusProxy(m_table); // the key of the filter leads to it
    setKeys(this, {{{Qt::Key_Enter}, tr("Open the lock")}});
    m_events.setShown(false); // until it is seen
    updatePage();
}

void EventsPane::setLooksBack(std::function<bool()> looksBack)
{
    m_looksBack = std::move(looksBack);
    updatePage();
}

void EventsPane::makeTable()
{
    m_table->setAccessibleName(tr("Events"));
    m_table->setModel(&m_events);
    setExportRows(m_table, {.record = [this](int row) {
                      return std::optional(wording::toJson(m_events.eventAt(row)));
                  }});
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setCopyColumn(EventModel::Lock);
    m_table->setColumnWidths({14, 28, 26, 28, 26, 20});
    m_table->setElastic({{EventModel::Lock, 50},
                         {EventModel::Owner, 48},
                         {EventModel::Server, 26},
                         {EventModel::Detail, 90}});
    // The long texts come last and take the remaining width.
    m_table->horizontalHeader()->moveSection(EventModel::Detail, EventModel::Server);
    m_table->setFollowing(m_follows);
    connect(&m_events, &EventModel::countsChanged, this, [this] {
        if (isVisible())
            updatePage();
    });
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        if (!m_table->isChanging())
            onScrolled();
    });
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        const watch::Event &event = m_events.eventAt(index.row());
        if (event.name)
            Q_EMIT lockChosen({event.deploymentId, *event.name});
    });
}

void EventsPane::makeBar()
{
    m_filter->field()->setPlaceholderText(
        tr("Filter, for example: orders event:expired,force-unlocked owner:billing"));
    m_filter->field()->setVocabulary(eventVocabulary);
    new OwnFilter(this, m_filter->field(), m_table);
    connect(m_filter, &FilterBar::edited, this, &EventsPane::onFilterEdited);
    m_follow->setObjectName("eventsFollow"_L1);
    m_follow->setText(tr("Follow"));
    m_follow->setToolTip(tr("Keeps the newest event in view"));
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_follow->setFocusPolicy(Qt::TabFocus);
    connect(m_follow, &QToolButton::toggled, this, &EventsPane::setFollowing);
    m_count->setObjectName("eventCount"_L1);
    m_filter->addWidget(m_follow);
    m_filter->addLabel(m_count);
}

void EventsPane::makeMenu()
{
    QAction *show = addJump(m_table, u"eventsShowOnTimeline"_s, tr("Show on time&line"));
    show->setEnabled(false);
    connect(show, &QAction::triggered, this, [this] {
        const int row = m_table->currentIndex().row();
        if (row >= 0 && m_events.eventAt(row).name)
            Q_EMIT timelineWanted({m_events.eventAt(row).deploymentId, *m_events.eventAt(row).name},
                                  m_events.eventAt(row).at);
    });
    m_choice = new LockChoice(m_table, [this](const QModelIndex &row) {
        const watch::Event &event = m_events.eventAt(row.row());
        return event.name ? std::optional(watch::LockId{event.deploymentId, *event.name})
                          : std::nullopt;
    });
    // Events of a server alone are not on the timeline.
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, show,
            [this, show](const QModelIndex &current) {
                show->setEnabled(current.isValid() && m_events.eventAt(current.row()).name);
            });
    const auto add = [this](CopyForm form, const QString &name, const QString &text) {
        auto *action = new QAction(text, m_table);
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, [this, form] {
            if (const QString copy = copied(form); !copy.isEmpty())
                QGuiApplication::clipboard()->setText(copy);
        });
        m_table->addAction(action);
    };
    add(CopyForm::Text, u"eventsCopyText"_s, tr("Copy as &text"));
    add(CopyForm::Json, u"eventsCopyJson"_s, tr("Copy as &JSON"));
    auto *name = new QAction(tr("Name th&is owner…"), m_table);
    name->setObjectName("eventsNameOwner"_L1);
    connect(name, &QAction::triggered, this, [this] {
        if (const auto owner = currentOwner())
            Q_EMIT ownerChosen(owner->first, owner->second);
    });
    m_table->addAction(name);
}

std::optional<std::pair<watch::DeploymentId, OwnerId>> EventsPane::currentOwner() const
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return std::nullopt;
    const watch::Event &event = m_events.eventAt(current.row());
    return event.owner ? std::optional(std::pair(event.deploymentId, *event.owner)) : std::nullopt;
}

QString EventsPane::copied(CopyForm form) const
{
    std::vector<int> rows;
    for (const QItemSelectionRange &range : m_table->selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom() && rows.size() < mostCopied; ++row)
            rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (form == CopyForm::Json) {
        std::vector<watch::Event> events;
        for (const int row : rows)
            events.push_back(m_events.eventAt(row));
        return eventsAsJson(events);
    }
    QString text;
    for (const int row : rows) {
        QStringList cells;
        for (int place = 0; place < EventModel::ColumnCount; ++place) {
            const int column = m_table->horizontalHeader()->logicalIndex(place);
            cells += m_events.index(row, column).data().toString();
        }
        text += cells.join(u'\t') + u'\n';
    }
    return text;
}

QString EventsPane::choose(const EventPlace &place)
{
    const std::optional<quint64> number = m_events.find(place);
    const int row = number ? m_events.rowOf(*number) : -1;
    if (row < 0) {
        // The previous selection is no answer.
        m_table->selectionModel()->clear();
        if (number)
            return tr("The filter of the Events view hides this event.");
        return m_events.forgottenCount() > 0 ? tr("The event is no longer stored.")
                                             : tr("There is no matching event.");
    }
    m_table->setCurrentIndex(m_events.index(row, EventModel::Lock));
    m_table->setFocus(Qt::OtherFocusReason);
    m_choice->tell();
    holdStill();
    // By then pending layout is done.
    QMetaObject::invokeMethod(this, &EventsPane::holdStill, Qt::QueuedConnection);
    return {};
}

// With the chosen event in sight, also when others come.
void EventsPane::holdStill()
{
    m_table->scrollTo(m_table->currentIndex(), QAbstractItemView::PositionAtCenter);
    setFollowing(false);
}

void EventsPane::setFollowing(bool follows)
{
    m_follows = follows;
    m_table->setFollowing(follows);
    m_follow->setChecked(follows);
    if (follows)
        m_table->scrollToBottom();
}

// Scrolling up stops following, to read; scrolling back to the end resumes it.
void EventsPane::onScrolled()
{
    if (!isVisible() || m_events.rowCount() == 0)
        return;
    const QScrollBar *bar = m_table->verticalScrollBar();
    const bool isAtEnd = bar->value() == bar->maximum();
    if (isAtEnd != m_follows) {
        m_follows = isAtEnd;
        m_table->setFollowing(isAtEnd);
        const QSignalBlocker quiet(m_follow);
        m_follow->setChecked(isAtEnd);
    }
}

void EventsPane::onFilterEdited(const QString &text)
{
    const auto filter = insight::EventFilter::read(text, wording::filterSynonyms());
    m_filter->showProblem(filter ? std::nullopt : std::optional(filter.error()));
    if (filter)
        m_events.setFilter(*filter);
    updatePage();
}

void EventsPane::updatePage()
{
    const auto shown = static_cast<std::size_t>(m_events.rowCount());
    const std::size_t all = m_events.eventCount();
    m_count->say(shown == all ? tr("Events: %1").arg(all)
                              : tr("Events: %1 of %2").arg(shown).arg(all));
    m_count->setToolTip(m_events.forgottenCount() == 0
                            ? QString()
                            : tr("Older events not shown: %1").arg(m_events.forgottenCount()));
    if (all == 0 && m_looksBack && m_looksBack())
        m_nothing->show({tr("No events up to this time"),
                         tr("This part of the record has no events up to the shown time. Go to "
                            "another time.")});
    else if (all == 0)
        m_nothing->show({tr("No events yet"),
                         tr("This view lists the events of locks and servers from now on.")});
    else if (shown == 0)
        m_nothing->show(
            {tr("No event matches the filter"), tr("Events hidden by the filter: %1.").arg(all)});
    m_stack->setCurrentWidget(shown == 0 ? static_cast<QWidget *>(m_nothing) : m_table);
}

void EventsPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_events.setShown(true);
    updatePage();
    if (m_follows)
        m_table->scrollToBottom();
}

void EventsPane::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_events.setShown(false);
}

} // namespace lockscope::ui
