// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/workbenchpane.h"

#include "core/base/text.h"
#include "core/format/traits.h"
#include "ui/client/locks/lockchoice.h"
#include "ui/client/servers/emptystate.h"
#include "ui/kit/buttonroom.h"
#include "ui/kit/columnscroll.h"
#include "ui/kit/flowlayout.h"
#include "ui/kit/pagesplitter.h"
#include "ui/kit/text/followfont.h"
#include "ui/table/columnticker.h"
#include "ui/table/exportrows.h"
#include "ui/table/tableview.h"
#include "ui/table/ttldelegate.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"
#include "ui/workbench/acquirerules.h"
#include "ui/workbench/ownwaits.h"
#include "ui/workbench/workbenchdetail.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

using workbench::Entry;

namespace {

constexpr int formColumns = 50; // the width of the form, in characters
constexpr int timeColumns = 8;

// Why something cannot be done to the chosen lock; empty: it can.
struct Reasons {
    QString reenter;
    QString release;
    QString extend;
    QString watchdog;
    QString forget;
};

bool isLatch(const Entry &entry)
{
    return format::traitsOf(entry.kind).isLatch();
}

Reasons reasonsAgainst(const Entry *entry)
{
    if (!entry) {
        const QString none = WorkbenchPane::tr("no lock of the workbench is selected");
        return {none, none, none, none, none};
    }
    Reasons reasons;
    const bool held = entry->state == Entry::State::Held;
    const QString notHeld = WorkbenchPane::tr("it is not held");
    if (!held)
        reasons.reenter = reasons.watchdog = reasons.extend = notHeld;
    else
        reasons.reenter = reasonAgainstReentering(entry->kind);
    if (held)
        reasons.extend = reasonAgainstExtending(entry->kind);
    if (held && entry->watchdog == Entry::Watchdog::None)
        reasons.watchdog = WorkbenchPane::tr("it is not renewed");
    if (!held && entry->state != Entry::State::Waiting)
        reasons.release = notHeld;
    if (isLatch(*entry))
        reasons.reenter.clear();
    if (!entry->isOver())
        reasons.forget = WorkbenchPane::tr("release it first");
    return reasons;
}

void fit(QPushButton *button, const QString &reason)
{
    button->setEnabled(reason.isEmpty());
    button->setToolTip(toolTipOf(wording::capitalised(reason)));
    button->setAccessibleDescription(reason);
}

} // namespace

WorkbenchPane::WorkbenchPane(ServerModel &servers, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_model(clock)
    , m_form(new AcquireForm(servers))
    , m_stack(new QStackedWidget)
    , m_table(new TableView(u"workbench"_s))
    , m_detail(new WorkbenchDetail(clock))
    , m_hint(new QLabel)
    , m_extension(new QLineEdit(u"1m"_s))
{
    setObjectName("workbenchPane"_L1);
    followFont(m_form, [form = m_form] {
        form->setFixedWidth(std::max(formColumns * characterWidth(form->fontMetrics()),
                                     form->minimumSizeHint().width()));
    });
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_form);
    layout->addWidget(makeList(), 1);
    m_table->setAccessibleName(tr("Locks of the workbench"));
    m_table->setModel(&m_model);
    setExportRows(m_table,
                  {.fields = {u"state"_s, u"name"_s, u"count"_s, u"ttl_ms"_s, u"watchdog"_s,
                              u"note"_s, u"kind"_s, u"server"_s, u"owner"_s}});
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setCopyColumn(WorkbenchModel::Name);
    m_table->setColumnWidths({12, 22, 7, 14, 13, 30, 11, 16, 24});
    m_table->setElastic({{WorkbenchModel::Name, 50},
                         {WorkbenchModel::Note, 50},
                         {WorkbenchModel::Kind, 30},
                         {WorkbenchModel::Server, 26}});
    m_table->setItemDelegateForColumn(WorkbenchModel::Ttl, new TtlDelegate(clock, m_table));
    new ColumnTicker(m_table, WorkbenchModel::Ttl, 100ms);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &WorkbenchPane::openMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this] { refresh(); });
    // One on several servers, or of several names, stands for each; the first is acted on.
    m_choice = new LockChoice(
        m_table,
        [this](const QModelIndex &row) {
            const Entry &entry = m_model.rowAt(row.row()).entry;
            return entry.places.empty() || entry.names.empty()
                ? std::nullopt
                : std::optional(
                    watch::LockId{watch::DeploymentId{entry.places.front()}, entry.names.front()});
        },
        [this](const QModelIndex &row, const watch::LockId &lock) {
            const Entry &entry = m_model.rowAt(row.row()).entry;
            return std::ranges::count(entry.places, lock.deployment.number) > 0
                && std::ranges::count(entry.names, lock.name) > 0;
        });
    connect(m_form, &AcquireForm::acquireRequested, this, &WorkbenchPane::acquireRequested);
    refresh();
}

QWidget *WorkbenchPane::makeList()
{
    auto *nothing = new EmptyPage(u"workbenchEmpty"_s);
    nothing->show(
        {tr("No locks held"), tr("Acquire a lock to see how clients and the watchdog behave.")});
    m_stack->addWidget(nothing);
    auto *both = new PageSplitter(u"workbenchSplitter"_s, 60);
    auto *scroll =
        new ColumnScroll(m_detail, ColumnScroll::Width::Any); // a dock can be lower than the text
    scroll->setObjectName("workbenchScroll"_L1);
    scroll->setAccessibleName(tr("The selected lock of the workbench"));
    scroll->setFocusPolicy(Qt::StrongFocus); // to be scrolled by keys
    followFont(scroll,
               [scroll] { scroll->setMinimumWidth(22 * characterWidth(scroll->fontMetrics())); });
    both->setParts(m_table, scroll);
    m_stack->addWidget(both);
    auto *list = new QWidget;
    auto *layout = new QVBoxLayout(list);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_stack, 1);
    m_hint->setObjectName("workbenchHint"_L1);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setWordWrap(true);
    m_hint->setContentsMargins(8, 6, 8, 0);
    followFont(m_hint,
               [hint = m_hint] { hint->setMinimumHeight(hint->fontMetrics().lineSpacing() + 6); });
    // The buttons are at the lower edge: however long the hint is, they stay where they are.
    layout->addWidget(m_hint);
    layout->addLayout(makeButtons());
    return list;
}

QLayout *WorkbenchPane::makeButtons()
{
    auto *buttons = new FlowLayout; // in a narrow window on two lines
    buttons->setContentsMargins(8, 6, 8, 6);
    buttons->setSpacing(6);
    m_reenter = addButton(u"workbenchReenter"_s, tr("Re-&enter"), &WorkbenchPane::reenter);
    m_release = addButton(u"workbenchRelease"_s, tr("Relea&se"), &WorkbenchPane::release);
    m_extend = addButton(u"workbenchExtend"_s, tr("E&xtend to"), &WorkbenchPane::extend);
    m_extension->setObjectName("workbenchExtension"_L1);
    m_extension->setAccessibleName(tr("New time to live, from now"));
    m_extension->setToolTip(
        toolTipOf(tr("500ms, 30s, 5m: the time to live from now. A longer time to live is not "
                     "shortened, also not by the watchdog.")));
    followFont(m_extension, [field = m_extension] {
        field->setFixedWidth(timeColumns * characterWidth(field->fontMetrics()));
    });
    connect(m_extension, &QLineEdit::textEdited, this, &WorkbenchPane::refresh);
    connect(m_extension, &QLineEdit::returnPressed, this, &WorkbenchPane::extend);
    m_watchdog =
        addButton(u"workbenchWatchdog"_s, tr("&Pause watchdog"), &WorkbenchPane::toggleWatchdog);
    m_forget = addButton(u"workbenchForget"_s, tr("Remove &from list"), &WorkbenchPane::forget);
    // Each has room for all that it says.
    keepRoomFor(m_reenter, {tr("Re-&enter"), tr("Count &down")});
    keepRoomFor(m_release, {tr("Relea&se"), tr("&Stop waiting")});
    keepRoomFor(m_watchdog, {tr("&Pause watchdog"), tr("Resume watchdo&g")});
    const std::initializer_list<QWidget *> row{m_reenter,   m_release,  m_extend,
                                               m_extension, m_watchdog, m_forget};
    for (QWidget *each : row)
        buttons->addWidget(each);
    return buttons;
}

QPushButton *WorkbenchPane::addButton(const QString &name, const QString &text,
                                      void (WorkbenchPane::*slot)())
{
    auto *button = new QPushButton(text);
    button->setObjectName(name);
    connect(button, &QPushButton::clicked, this, slot);
    return button;
}

void WorkbenchPane::show(const std::vector<Entry> &entries)
{
    const int before = m_model.rowCount();
    m_model.show(entries);
    m_stack->setCurrentIndex(m_model.rowCount() > 0 ? 1 : 0);
    // The newest entry is selected, since the next step is about it.
    if (m_model.rowCount() > before) {
        m_table->selectRow(m_model.rowCount() - 1);
        if (isVisible())
            m_choice->tell(); // it was asked for here
    }
    refresh();
    if (const int open = m_model.openCount(); open != m_openCount) {
        m_openCount = open;
        Q_EMIT openCountChanged(open);
    }
    tellOwners(entries);
    tellHolders(entries);
    if (auto waits = ownWaiters(entries); waits != m_waits) {
        m_waits = std::move(waits);
        Q_EMIT waitsChanged(m_waits);
    }
}

void WorkbenchPane::tellHolders(const std::vector<Entry> &entries)
{
    std::vector<OwnerId> owners;
    for (const Entry &entry : entries) {
        if (entry.state == Entry::State::Held && !entry.owner.isEmpty()
            && std::find(owners.begin(), owners.end(), entry.owner) == owners.end())
            owners.push_back(entry.owner);
    }
    if (owners == m_holders)
        return;
    m_holders = owners;
    Q_EMIT holdersChanged(m_holders);
}

// The last name that an owner was given holds.
void WorkbenchPane::tellOwners(const std::vector<Entry> &entries)
{
    std::map<std::pair<watch::DeploymentId, OwnerId>, QString> named;
    for (const Entry &entry : entries) {
        for (const int place : entry.places) {
            if (!entry.label.isEmpty() && !entry.owner.isEmpty())
                named[{watch::DeploymentId{place}, entry.owner}] = entry.label;
        }
    }
    for (const auto &[owner, name] : named) {
        if (std::exchange(m_named[owner], name) != name)
            Q_EMIT ownerNamed(owner.first, owner.second, name);
    }
}

const Entry *WorkbenchPane::current() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? &m_model.rowAt(index.row()).entry : nullptr;
}

void WorkbenchPane::refresh()
{
    const Entry *entry = current();
    m_detail->show(entry);
    const Reasons reasons = reasonsAgainst(entry);
    fit(m_reenter, reasons.reenter);
    fit(m_release, reasons.release);
    const QString badTime = reasonAgainstTime();
    fit(m_extend, reasons.extend.isEmpty() ? badTime : reasons.extend);
    m_extension->setEnabled(reasons.extend.isEmpty());
    fit(m_watchdog, reasons.watchdog);
    fit(m_forget, reasons.forget);
    // A latch is not held; its only action is counting it down.
    m_reenter->setText(entry && isLatch(*entry) ? tr("Count &down") : tr("Re-&enter"));
    const bool waits = entry && entry->state == Entry::State::Waiting;
    m_release->setText(waits ? tr("&Stop waiting") : tr("Relea&se"));
    const bool paused = entry && entry->watchdog == Entry::Watchdog::Paused;
    m_watchdog->setText(paused ? tr("Resume watchdo&g") : tr("&Pause watchdog"));
    QString hint;
    if (m_model.rowCount() > 0 && !entry)
        hint = tr("Select a lock to act on it.");
    else if (entry && reasons.extend.isEmpty() && !badTime.isEmpty())
        hint = wording::ended(wording::capitalised(badTime));
    else if (entry && paused && entry->state == Entry::State::Held)
        hint = tr("Not renewed: the watchdog is paused, and the lock expires when its lease ends.");
    m_hint->setText(hint);
}

void WorkbenchPane::reenter()
{
    const Entry *entry = current();
    if (entry && isLatch(*entry))
        Q_EMIT countDownRequested(entry->id);
    else if (entry)
        Q_EMIT reenterRequested(entry->id);
}

void WorkbenchPane::release()
{
    if (const Entry *entry = current())
        Q_EMIT releaseRequested(entry->id);
}

// Why it cannot be extended for the time that is typed; empty: it can.
QString WorkbenchPane::reasonAgainstTime() const
{
    const Result<Millis> time = parseDuration(m_extension->text().trimmed());
    if (!time)
        return wording::said(time.error().text);
    return *time > Millis(0) ? QString() : tr("the time must be greater than zero");
}

void WorkbenchPane::extend()
{
    const Entry *entry = current();
    const Result<Millis> time = parseDuration(m_extension->text().trimmed());
    if (entry && m_extend->isEnabled() && time)
        Q_EMIT extendRequested(entry->id, *time);
}

void WorkbenchPane::toggleWatchdog()
{
    if (const Entry *entry = current())
        Q_EMIT watchdogRequested(entry->id, entry->watchdog == Entry::Watchdog::Paused);
}

void WorkbenchPane::forget()
{
    if (const Entry *entry = current())
        Q_EMIT forgetRequested(entry->id);
}

void WorkbenchPane::openMenu(const QPoint &at)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QPushButton *button : {m_reenter, m_release, m_extend, m_watchdog, m_forget}) {
        QString text = button->text();
        if (button == m_extend)
            text += u' ' + m_extension->text().trimmed();
        QAction *action = menu->addAction(text, button, &QPushButton::click);
        action->setEnabled(button->isEnabled());
        action->setToolTip(button->toolTip());
    }
    menu->setToolTipsVisible(true);
    menu->addSeparator();
    menu->addAction(tr("Copy &name\tCtrl+C"), m_table, [this] { m_table->copySelected(); });
    menu->addActions(m_table->actions());
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

} // namespace lockscope::ui
