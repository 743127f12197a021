// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actiondesk.h"

#include "ui/actions/actionbar.h"
#include "ui/actions/actioncentre.h"
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
    return ActionDesk::tr("&Acquire in the workbench…");
}

} // namespace

ActionDesk::ActionDesk(WatchClient &client, ActionCentre &centre, const Views &views,
                       QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_centre(centre)
    , m_views(views)
    , m_acquire(new QAction(acquireText(), this))
{
    m_acquire->setObjectName("actionAcquire"_L1);
    m_acquire->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
    connect(m_acquire, &QAction::triggered, this, [this] { acquire(chosenLock()); });
    connect(m_views.locks, &LocksPane::selectionChanged, this, &ActionDesk::followSelection);
    connect(&m_centre, &ActionCentre::changed, this, &ActionDesk::fit);
    connectDetail();
    fit();
}

void ActionDesk::connectDetail()
{
    DetailPane *detail = m_views.detail;
    connect(detail, &DetailPane::shown, this, &ActionDesk::followSelection);
    connect(detail, &DetailPane::seenChanged, this, &ActionDesk::followSelection);
    connect(detail, &DetailPane::choiceChanged, this, [this] {
        m_centre.setChoice(m_views.detail->choice());
        fit();
    });
    // The detail's buttons are about the lock that it shows, whatever else is selected.
    const auto start = [this](ActionType type) {
        if (const auto id = m_views.detail->shownLock())
            m_centre.start(type, {*id}, m_views.detail->choice());
    };
    connect(detail->actions(), &ActionBar::chosen, this, start);
    connect(detail, &DetailPane::releaseChosen, this, [start] { start(ActionType::ReleaseHold); });
    connect(detail, &DetailPane::removalChosen, this, [start] { start(ActionType::RemoveWaiter); });
    connect(detail->actions(), &ActionBar::acquireChosen, this,
            [this] { acquire(m_views.detail->shownLock()); });
}

void ActionDesk::followSelection()
{
    std::vector<watch::LockId> ids = m_views.locks->selectedLocks(ActionCentre::mostAtOnce + 1);
    const auto &shown = m_views.detail->shownLock();
    if (ids.empty() && shown && m_views.detail->isVisible())
        ids = {*shown};
    m_centre.setSelection(std::move(ids));
    fit();
}

std::optional<watch::LockId> ActionDesk::chosenLock() const
{
    if (const auto current = m_views.locks->currentLock())
        return current;
    return m_views.detail->isVisible() ? m_views.detail->shownLock() : std::nullopt;
}

void ActionDesk::fillMenu(QMenu *menu)
{
    m_centre.fillMenu(menu);
    menu->addSeparator();
    menu->addAction(m_acquire);
    menu->addSeparator();
    QAction *name = menu->addAction(tr("&Copy name\tCtrl+C"), m_views.locks->table(),
                                    [this] { m_views.locks->table()->copySelected(); });
    name->setObjectName("actionCopyName"_L1);
    QAction *owner = menu->addAction(tr("Copy &owner"), m_views.locks->table(), [this] {
        m_views.locks->table()->copySelected(static_cast<int>(LockColumn::Holder));
    });
    owner->setObjectName("actionCopyOwner"_L1);
    owner->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    m_views.locks->fillCopyMenu(menu, u"actCopy"_s);
    connect(m_views.locks, &LocksPane::menuRequested, menu,
            [menu](const QPoint &at) { menu->popup(at); });
}

void ActionDesk::fit()
{
    const auto id = m_views.detail->shownLock();
    if (id) {
        const ActionChoice choice = m_views.detail->choice();
        const auto reason = [&](ActionType type) {
            return m_centre.reasonAgainst(type, {*id}, choice);
        };
        const LockPointer lock = m_client.locks().find(*id);
        m_views.detail->actions()->setKind(lock ? *lock->kind : QByteArray());
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

QString ActionDesk::reasonAgainstAcquiring(const std::optional<watch::LockId> &id) const
{
    if (!id)
        return tr("no lock is selected");
    if (const QString reason = reasonAgainstWriting(m_client.servers().placeOf(id->server));
        !reason.isEmpty())
        return reason;
    const LockPointer lock = m_client.locks().find(*id);
    return lock ? reasonAgainstTaking(lock->kind) : QString();
}

void ActionDesk::acquire(const std::optional<watch::LockId> &id)
{
    Q_EMIT workbenchWanted();
    if (!id)
        return;
    const LockPointer lock = m_client.locks().find(*id);
    m_views.workbench->form()->fill(id->server, id->name, lock ? *lock->kind : QByteArray());
}

} // namespace lockscope::ui
