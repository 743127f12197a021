// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actionbindings.h"

#include "ui/actions/actionbar.h"
#include "ui/actions/actioncontroller.h"
#include "ui/detail/detailpane.h"
#include "ui/locks/lockspane.h"
#include "ui/table/tableview.h"
#include "ui/wording/wording.h"
#include "ui/workbench/acquirerules.h"
#include "ui/workbench/workbenchpane.h"

#include <QMenu>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

using admin::ActionType;

namespace {

QString acquireText()
{
    return ActionBindings::tr("&Acquire in the workbench…");
}

} // namespace

ActionBindings::ActionBindings(WatchClient &client, ActionController &controller,
                               const Views &views, QObject *parent)
    : QObject(parent)
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
    connect(&m_controller, &ActionController::changed, this, &ActionBindings::fit);
    connectDetail();
    fit();
}

void ActionBindings::connectDetail()
{
    DetailPane *detail = m_views.detail;
    connect(detail, &DetailPane::shown, this, &ActionBindings::followSelection);
    connect(detail, &DetailPane::lockChanged, this, &ActionBindings::followSelection);
    connect(detail, &DetailPane::seenChanged, this, &ActionBindings::followSelection);
    connect(detail, &DetailPane::choiceChanged, this, [this] {
        m_controller.setChoice(m_views.detail->choice());
        fit();
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
    std::vector<watch::LockId> ids =
        m_views.locks->selection().selected(ActionController::mostAtOnce + 1);
    const auto &shown = m_views.detail->shownLock();
    if (ids.empty() && shown && m_views.detail->isVisible())
        ids = {*shown};
    m_controller.setSelection(std::move(ids));
    fit();
}

std::optional<watch::LockId> ActionBindings::chosenLock() const
{
    if (const auto current = m_views.locks->selection().current())
        return current;
    return m_views.detail->isVisible() ? m_views.detail->shownLock() : std::nullopt;
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
