// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actionbindings.h"

#include "ui/actions/actionbar.h"
#include "ui/actions/actioncontroller.h"
#include "ui/client/locks/lockchoice.h"
#include "ui/detail/detailpane.h"
#include "ui/kit/refusedkeys.h"
#include "ui/locks/lockspane.h"
#include "ui/queue/queuepane.h"
#include "ui/table/tableview.h"
#include "ui/wording/wording.h"
#include "ui/workbench/acquirerules.h"
#include "ui/workbench/workbenchpane.h"

#include <QItemSelectionModel>
#include <QMenu>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

using admin::ActionType;

namespace {

QString acquireText()
{
    return ActionBindings::tr("&Acquire in the workbench…");
}

bool isAny(const ActionChoice &choice)
{
    return choice.hold || choice.waiter;
}

} // namespace

ActionBindings::ActionBindings(WatchClient &client, ActionController &controller,
                               const Views &views, QWidget *window)
    : QObject(window)
    , m_client(client)
    , m_controller(controller)
    , m_views(views)
    , m_acquire(new QAction(acquireText(), this))
{
    m_acquire->setObjectName("actionAcquire"_L1);
    m_acquire->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
    connect(m_acquire, &QAction::triggered, this, [this] { acquire(chosenLock()); });
    connect(&m_views.locks->selection(), &LockSelection::changed, this,
            &ActionBindings::followSelection);
    connect(m_views.locks->table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ActionBindings::followSoon); // to the row of a group
    connect(&m_controller, &ActionController::changed, this, &ActionBindings::fit);
    onRefusedKeys(m_acquire, window, [this] {
        Q_EMIT refused(
            tr("The lock cannot be acquired: %1").arg(reasonAgainstAcquiring(chosenLock())));
    });
    connectDetail();
    fit();
}

void ActionBindings::tieTo(const QList<LockChoice *> &choices)
{
    m_choices = choices;
    for (const LockChoice *each : choices)
        connect(each, &LockChoice::changed, this, &ActionBindings::followSoon);
}

void ActionBindings::connectDetail()
{
    DetailPane *detail = m_views.detail;
    connect(detail, &DetailPane::shown, this, &ActionBindings::followSelection);
    connect(detail, &DetailPane::lockChanged, this, &ActionBindings::followSelection);
    connect(detail, &DetailPane::seenChanged, this, &ActionBindings::followSelection);
    // Of the two lists of a lock's queue only one has a chosen row: that which was chosen last.
    connect(detail, &DetailPane::choiceChanged, this, [this] {
        if (isAny(m_views.detail->choice()))
            m_views.queue->clearChoice();
        m_controller.setChoice(choice());
        fit();
    });
    connect(m_views.queue, &QueuePane::choiceChanged, this, [this] {
        if (isAny(m_views.queue->choice()))
            m_views.detail->clearChoice();
        m_controller.setChoice(choice());
    });
    // The detail's buttons apply to the lock that it shows, independent of the selection.
    const auto start = [this](ActionType type) {
        if (const auto id = m_views.detail->shownLock())
            m_controller.start(type, {*id}, m_views.detail->choice());
    };
    connect(detail->actions(), &ActionBar::chosen, this, start);
    connect(detail, &DetailPane::actionChosen, this, start);
    connect(detail->actions(), &ActionBar::acquireChosen, this,
            [this] { acquire(m_views.detail->shownLock()); });
}

void ActionBindings::followSelection()
{
    apply();
    followSoon();
}

// When all of a change is there: a lock that is chosen is first selected in the table and then
// shown in the detail.
void ActionBindings::followSoon()
{
    if (!std::exchange(m_willFollow, true))
        QMetaObject::invokeMethod(this, &ActionBindings::fitChoices, Qt::QueuedConnection);
}

void ActionBindings::apply()
{
    std::vector<watch::LockId> ids =
        m_views.locks->selection().selected(ActionController::mostAtOnce + 1);
    if (ids.empty()) {
        if (const auto shown = shownInSight())
            ids = {*shown};
    }
    m_controller.setSelection(std::move(ids));
    m_controller.setChoice(choice());
    fit();
}

void ActionBindings::fitChoices()
{
    m_willFollow = false;
    apply();
    const std::vector<watch::LockId> ids =
        m_views.locks->selection().selected(ActionController::mostAtOnce + 1);
    std::optional<watch::LockId> lock;
    if (ids.size() == 1)
        lock = ids.front();
    else if (ids.empty() && !isAtGroup())
        lock = m_views.detail->shownLock();
    for (LockChoice *each : std::as_const(m_choices))
        each->follow(lock);
}

// The keyboard is on the row of a group, which Qt does not select, and no lock is selected.
bool ActionBindings::isAtGroup() const
{
    const TableView &table = *m_views.locks->table();
    return table.currentIndex().isValid() && m_client.locks().isHead(table.currentIndex().row())
        && !table.selectionModel()->hasSelection();
}

std::optional<watch::LockId> ActionBindings::shownInSight() const
{
    const auto &shown = m_views.detail->shownLock();
    if (!shown || isAtGroup())
        return std::nullopt;
    const bool isSeen = m_views.detail->isVisible()
        || std::ranges::any_of(m_choices,
                               [&](const LockChoice *each) { return each->isSeenOn(*shown); });
    return isSeen ? shown : std::nullopt;
}

std::optional<watch::LockId> ActionBindings::chosenLock() const
{
    if (const auto current = m_views.locks->selection().current())
        return current;
    return shownInSight();
}

ActionChoice ActionBindings::choice() const
{
    const bool isOfQueue = m_views.queue->isVisible()
        && m_views.queue->shownLock() == m_views.detail->shownLock()
        && isAny(m_views.queue->choice());
    return isOfQueue ? m_views.queue->choice() : m_views.detail->choice();
}

void ActionBindings::fillMenu(QMenu *menu)
{
    m_controller.fillMenu(menu);
    menu->addSeparator();
    menu->addAction(m_acquire);
    menu->addSeparator();
    menu->addAction(tr("Show &queue"), this, &ActionBindings::queueWanted)
        ->setObjectName("actionShowQueue"_L1);
    menu->addSeparator();
    QAction *name = menu->addAction(tr("&Copy name\tCtrl+C"), m_views.locks->table(),
                                    [this] { m_views.locks->table()->copySelected(); });
    name->setObjectName("actionCopyName"_L1);
    QAction *owner = menu->addAction(tr("Copy &owner"), m_views.locks->table(), [this] {
        m_views.locks->table()->copySelected(static_cast<int>(LockColumn::Holder));
    });
    owner->setObjectName("actionCopyOwner"_L1);
    owner->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    m_views.locks->copies().fill(menu);
    connect(m_views.locks, &LocksPane::menuRequested, menu,
            [menu](const QPoint &at) { menu->popup(at); });
}

void ActionBindings::fit()
{
    const auto id = m_views.detail->shownLock();
    if (id) {
        const ActionChoice choice = m_views.detail->choice();
        const auto reason = [&](ActionType type) {
            return m_controller.reasonAgainst(type, {*id}, choice);
        };
        const LockPointer lock = m_client.locks().find(*id);
        if (lock) // one that is gone keeps its buttons where they are
            m_views.detail->actions()->setKind(*lock->kind);
        m_views.detail->actions()->setReasons(reason, reasonAgainstAcquiring(id));
    }
    const QString against = reasonAgainstAcquiring(chosenLock());
    m_acquire->setEnabled(against.isEmpty());
    // An ampersand in it would become a shortcut.
    m_acquire->setText(
        against.isEmpty()
            ? acquireText()
            : tr("%1  (%2)").arg(acquireText(), QString(against).replace(u'&', "&&"_L1)));
}

QString ActionBindings::reasonAgainstAcquiring(const std::optional<watch::LockId> &id) const
{
    if (!id)
        return tr("no lock is selected");
    if (const QString reason = reasonAgainstWriting(m_client.servers().placeOf(id->deployment));
        !reason.isEmpty())
        return reason;
    const LockPointer lock = m_client.locks().find(*id);
    return lock ? reasonAgainstTaking(lock->kind) : QString();
}

void ActionBindings::acquire(const std::optional<watch::LockId> &id)
{
    Q_EMIT workbenchWanted();
    if (!id)
        return;
    const LockPointer lock = m_client.locks().find(*id);
    m_views.workbench->form()->fill(id->deployment, id->name, lock ? *lock->kind : QByteArray());
}

} // namespace lockscope::ui
