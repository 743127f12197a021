// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actioncontroller.h"

#include "ui/actions/actiondialog.h"
#include "ui/kit/refusedkeys.h"
#include "ui/theme/tooltip.h"
#include "ui/wording/actionwording.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <QAction>
#include <QMenu>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::ui {

using admin::ActionType;

namespace {

constexpr qsizetype menuReasonLimit = 70;
constexpr Millis askingPause{200};

struct Looks {
    QString text; // of the menu
    QString name; // of the object
    std::optional<Qt::Key> key; // with Ctrl and Shift
};

Looks looksOf(ActionType type)
{
    switch (type) {
    case ActionType::ForceUnlock:
        return {ActionController::tr("Force-&unlock…"), u"actionForceUnlock"_s, Qt::Key_F};
    case ActionType::ReleaseHold:
        return {ActionController::tr("&Release hold…"), u"actionReleaseHold"_s, Qt::Key_R};
    case ActionType::RemoveWaiter:
        return {ActionController::tr("Remove &waiter…"), u"actionRemoveWaiter"_s, Qt::Key_W};
    case ActionType::Nudge:
        return {ActionController::tr("&Nudge waiters…"), u"actionNudge"_s, Qt::Key_N};
    case ActionType::SetTimeToLive:
        return {ActionController::tr("Set &time to live…"), u"actionSetTimeToLive"_s, Qt::Key_T};
    case ActionType::ExtendTimeToLive:
        return {ActionController::tr("&Extend time to live…"), u"actionExtendTimeToLive"_s,
                Qt::Key_E};
    case ActionType::AddPermits:
        return {ActionController::tr("Add &permits…"), u"actionAddPermits"_s, {}};
    case ActionType::DrainPermits:
        return {ActionController::tr("Ta&ke free permits…"), u"actionDrainPermits"_s, {}};
    case ActionType::SetLatch:
        return {ActionController::tr("&Set the latch…"), u"actionSetLatch"_s, {}};
    case ActionType::CountDown:
        return {ActionController::tr("Count the latch &down…"), u"actionCountDown"_s, {}};
    case ActionType::OpenLatch:
        return {ActionController::tr("Open the &latch…"), u"actionOpenLatch"_s, {}};
    }
    return {};
}

} // namespace

ActionController::ActionController(WatchClient &client, const Clock &clock, QWidget *window)
    : QObject(window)
    , m_client(client)
    , m_clock(clock)
    , m_window(window)
{
    makeActions(window);
    connect(&client.locks(), &LockTableModel::merged, this, [this] {
        updateDialogs();
        if (isWorthRefreshing())
            refresh();
    });
    connect(&client, &WatchClient::serversChanged, this, &ActionController::onServersChanged);
    m_askSoon.setSingleShot(true);
    m_askSoon.setInterval(askingPause);
    connect(&m_askSoon, &QTimer::timeout, this, &ActionController::askRightsNow);
    m_second.setInterval(1s);
    connect(&m_second, &QTimer::timeout, this, [this] {
        const auto isOld = [this](const auto &each) {
            return m_clock.now() - each.second.at >= refusalMemory;
        };
        if (std::erase_if(m_refusals, isOld) > 0)
            refresh();
        if (m_refusals.empty())
            m_second.stop();
    });
    refresh();
}

void ActionController::makeActions(QWidget *window)
{
    for (const ActionType type : allActions) {
        const Looks looks = looksOf(type);
        auto *action = new QAction(looks.text, this);
        action->setObjectName(looks.name);
        if (looks.key)
            action->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | *looks.key));
        window->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, type] { start(type, m_selection, m_choice); });
        // Says why not.
        onRefusedKeys(action, window, [this, type] { start(type, m_selection, m_choice); });
        m_actions.emplace(type, action);
    }
}

void ActionController::fillMenu(QMenu *menu) const
{
    menu->setToolTipsVisible(true);
    for (const ActionType type : allActions)
        menu->addAction(action(type));
}

void ActionController::setSelection(std::vector<watch::LockId> ids)
{
    if (m_selection == ids)
        return;
    m_selection = std::move(ids);
    m_refreshed = selected();
    m_choice = {};
    refresh();
    askRights();
}

void ActionController::askRights()
{
    m_rights = {};
    if (!m_selection.empty())
        m_askSoon.start();
}

void ActionController::askRightsNow()
{
    if (m_selection.empty())
        return;
    const ActionSubject subject = this->subject(m_selection.front());
    if (!ui::reasonAgainstAny(subject).isEmpty())
        return;
    m_rights = {++m_lastRequest, subject.id.deployment, *subject.lock->kind};
    std::vector<admin::Plan> plans;
    for (const ActionType type : allActions) {
        if (!suits(type, *subject.lock->kind))
            continue;
        auto plan = admin::makePlan(sightOf(subject), proposedAction(type, *subject.lock, m_choice),
                                    subject.keyspace);
        if (!plan)
            continue;
        m_rights.asked.push_back(type);
        plans.push_back(std::move(*plan));
    }
    if (!plans.empty())
        Q_EMIT rightsWanted(subject.id.deployment, plans, m_rights.request);
}

void ActionController::showRights(int request, const std::vector<std::optional<Error>> &reasons)
{
    if (request != m_rights.request || reasons.size() != m_rights.asked.size())
        return;
    m_rights.reasons.clear();
    for (std::size_t i = 0; i < reasons.size(); ++i) {
        if (reasons[i])
            m_rights.reasons.emplace(m_rights.asked[i], wording::errorSentence(*reasons[i]));
    }
    refresh();
}

QString ActionController::rightsAgainst(ActionType type, const watch::LockId &id) const
{
    if (m_rights.reasons.empty() || id.deployment != m_rights.deployment)
        return {};
    const LockPointer lock = m_client.locks().find(id);
    const auto at = m_rights.reasons.find(type);
    return lock && *lock->kind == m_rights.kind && at != m_rights.reasons.end() ? at->second
                                                                                : QString();
}

void ActionController::setChoice(const ActionChoice &choice)
{
    if (m_choice.hold == choice.hold && m_choice.waiter == choice.waiter)
        return;
    m_choice = choice;
    refresh();
}

ActionSubject ActionController::subject(const watch::LockId &id) const
{
    return subjectOf(m_client, id, m_clock.now());
}

std::vector<ActionSubject> ActionController::subjects(const std::vector<watch::LockId> &ids) const
{
    std::vector<ActionSubject> all;
    all.reserve(ids.size());
    for (const watch::LockId &id : ids)
        all.push_back(subject(id));
    return all;
}

QString ActionController::refusalOf(watch::DeploymentId deployment, ActionType type) const
{
    const auto at = m_refusals.find({deployment, type});
    return at == m_refusals.end() ? QString() : at->second.text;
}

QString ActionController::reasonAgainst(ActionType type, const std::vector<watch::LockId> &ids,
                                        const ActionChoice &choice) const
{
    if (ids.empty())
        return tr("no lock is selected");
    if (ids.size() > 1 && !isForSeveral(type))
        return tr("only for one lock at a time");
    if (ids.size() > mostAtOnce)
        return tr("only for up to %1 locks at a time").arg(mostAtOnce);
    QString first;
    for (const watch::LockId &id : ids) {
        QString reason = refusalOf(id.deployment, type);
        if (reason.isEmpty())
            reason = ui::reasonAgainst(type, subject(id), choice);
        if (reason.isEmpty())
            reason = rightsAgainst(type, id);
        if (reason.isEmpty())
            return {};
        if (first.isEmpty())
            first = reason;
    }
    return ids.size() == 1 ? first : tr("not possible for any of them: %1").arg(first);
}

std::vector<LockPointer> ActionController::selected() const
{
    std::vector<LockPointer> locks;
    for (const watch::LockId &id : m_selection)
        locks.push_back(m_client.locks().find(id));
    return locks;
}

// While the selected locks are the same values, so are the reasons.
bool ActionController::isWorthRefreshing()
{
    if (m_selection.size() > mostAtOnce)
        return false;
    std::vector<LockPointer> locks = selected();
    const bool isWorth = locks != m_refreshed;
    m_refreshed = std::move(locks);
    return isWorth;
}

void ActionController::refresh()
{
    const auto isForAny = [this](ActionType type) {
        return std::any_of(m_refreshed.begin(), m_refreshed.end(), [type](const LockPointer &lock) {
            return lock && suits(type, *lock->kind);
        });
    };
    const bool isKnown = std::any_of(m_refreshed.begin(), m_refreshed.end(),
                                     [](const LockPointer &lock) { return lock != nullptr; });
    for (const auto &[type, action] : m_actions) {
        action->setVisible(isKnown ? isForAny(type) : suits(type, {}));
        const QString reason = reasonAgainst(type, m_selection, m_choice);
        const QString text = looksOf(type).text;
        action->setEnabled(reason.isEmpty());
        // An ampersand in it would become a shortcut.
        const QString shown = reason.size() > menuReasonLimit
            ? reason.first(menuReasonLimit - 1) + QChar(0x2026)
            : reason;
        action->setText(reason.isEmpty()
                            ? text
                            : text + tr("  (%1)").arg(QString(shown).replace(u'&', "&&"_L1)));
        const QString sentence = wording::capitalised(reason);
        action->setToolTip(toolTipOf(reason.isEmpty() ? actionTitle(type) : sentence));
        action->setStatusTip(sentence);
    }
    Q_EMIT changed();
}

void ActionController::start(ActionType type, const std::vector<watch::LockId> &ids,
                             const ActionChoice &choice)
{
    if (const QString reason = reasonAgainst(type, ids, choice); !reason.isEmpty()) {
        Q_EMIT refused(tr("%1 is not possible: %2").arg(actionTitle(type), reason));
        return;
    }
    // The same question is asked once.
    for (const auto &open : m_dialogs) {
        if (open && open->isVisible() && open->isPreview() && open->type() == type
            && open->ids() == ids) {
            open->raise();
            open->activateWindow();
            return;
        }
    }
    auto *dialog = new ActionDialog(type, subjects(ids), choice, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialogs.emplace_back(dialog);
    connect(dialog, &ActionDialog::requested, this,
            [this, dialog](const std::vector<admin::Plan> &plans,
                           const std::vector<std::size_t> &indexes,
                           const QString &reason) { request(dialog, plans, indexes, reason); });
    Q_EMIT started();
    dialog->show();
    dialog->activateWindow(); // its keys are its own: Esc is the window's as well
}

void ActionController::updateDialogs()
{
    std::erase_if(m_dialogs, [](const auto &dialog) { return dialog.isNull(); });
    for (const auto &dialog : m_dialogs)
        dialog->setSubjects(subjects(dialog->ids()));
}

void ActionController::request(ActionDialog *dialog, const std::vector<admin::Plan> &plans,
                               const std::vector<std::size_t> &indexes, const QString &reason)
{
    // All are written down before the first is asked for: an answer may come at once.
    const int first = m_lastRequest + 1;
    for (std::size_t i = 0; i < plans.size(); ++i)
        m_requests.insert(
            {++m_lastRequest, {dialog, indexes[i], dialog->ids()[indexes[i]], plans[i], first}});
    m_batches.insert({first, {plans.size()}});
    for (std::size_t i = 0; i < plans.size(); ++i) {
        const int id = first + static_cast<int>(i);
        Q_EMIT actionRequested(dialog->ids()[indexes[i]].deployment, plans[i], reason, id);
    }
}

void ActionController::showOutcome(int request, const admin::Outcome &outcome)
{
    const auto at = m_requests.find(request);
    if (at == m_requests.end())
        return;
    const Request done = at->second;
    m_requests.erase(at);
    const QString text = wording::outcomeSentence(outcome, done.plan);
    if (outcome.status == admin::Outcome::Status::NotPermitted) {
        m_refusals.insert_or_assign({done.id.deployment, done.plan.action.type},
                                    Refusal{text, m_clock.now()});
        m_second.start();
        refresh();
    }
    if (done.dialog)
        done.dialog->showOutcome(done.index, outcome);
    Q_EMIT acted(done.id, done.plan, outcome);
    tellOutcome(done, outcome, text);
}

// Reports many actions together in one sentence when all have answered: the line only has room for
// the last.
void ActionController::tellOutcome(const Request &done, const admin::Outcome &outcome,
                                   const QString &text)
{
    const auto at = m_batches.find(done.batch);
    if (at == m_batches.end())
        return;
    Batch &batch = at->second;
    ++batch.answered;
    batch.done += outcome.status == admin::Outcome::Status::Done ? 1 : 0;
    const QString title = actionTitle(done.plan.action.type);
    if (batch.all == 1)
        Q_EMIT noticed(tr("%1, %2: %3").arg(title, wording::lockName(done.id.name, 60), text));
    else if (batch.answered == batch.all)
        Q_EMIT noticed(tr("%1: done for %2 of %3 locks; the dialog and the audit log tell of each")
                           .arg(title)
                           .arg(batch.done)
                           .arg(batch.all));
    if (batch.answered == batch.all)
        m_batches.erase(at);
}

// A server that comes back may have other rules.
void ActionController::onServersChanged()
{
    std::erase_if(m_refusals, [this](const auto &each) {
        const watch::ServerRecord *server = m_client.servers().find(each.first.first);
        return !server || server->state != watch::ServerState::Up;
    });
    updateDialogs();
    refresh();
}

} // namespace lockscope::ui
