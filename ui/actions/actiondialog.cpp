// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actiondialog.h"

#include "core/base/text.h"
#include "ui/actions/actionconfirmation.h"
#include "ui/actions/actionlist.h"
#include "ui/actions/actionoptions.h"
#include "ui/client/servers/placebanner.h"
#include "ui/client/servers/serverbar.h"
#include "ui/client/servers/servermodel.h"
#include "ui/kit/commandsview.h"
#include "ui/kit/text/namelabel.h"
#include "ui/wording/actionwording.h"
#include "ui/wording/lockname.h"
#include "ui/wording/wording.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

using admin::ActionType;
using Status = admin::Outcome::Status;

namespace {

constexpr qsizetype nameLimit = 300;

QString nameOf(const ActionSubject &subject)
{
    return wording::lockName(subject.id.name, nameLimit);
}

wording::OwnerAliases aliasesOf(const LockPointer &lock)
{
    wording::OwnerAliases aliases;
    if (lock) {
        for (const watch::HoldRecord &hold : lock->holds)
            aliases[hold.owner] = *hold.alias;
    }
    return aliases;
}

} // namespace

ActionDialog::ActionDialog(ActionType type, std::vector<ActionSubject> subjects,
                           const ActionChoice &choice, QWidget *parent)
    : PreviewDialog(parent)
    , m_type(type)
    , m_place(new PlaceBanner)
    , m_options(new ActionOptions(type))
{
    setObjectName("actionDialog"_L1);
    for (ActionSubject &subject : subjects) {
        m_ids.push_back(subject.id);
        m_items.push_back({subject, std::move(subject), {}, {}, {}});
    }
    setWindowTitle(isBulk() ? tr("%1: %2 locks").arg(actionTitle(type)).arg(m_items.size())
                            : actionTitle(type));
    makeContents();
    setOptions(choice);
    std::vector<admin::Place> places;
    for (const Item &item : m_items)
        places.push_back(item.now.place);
    m_place->show(places);
    connect(m_options, &ActionOptions::changed, this, [this] {
        plan();
        fillPreview();
        refresh();
    });
    preview();
    if (m_options->isEmpty())
        m_confirmation->setFocus();
    const int width = isBulk() ? 800 : 640;
    layout()->activate();
    resize(width, std::max(layout()->totalHeightForWidth(width), isBulk() ? 560 : 0));
}

void ActionDialog::makeContents()
{
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    auto *action = new QLabel(actionTitle(m_type));
    action->setObjectName("actionTitle"_L1);
    layout->addWidget(action);
    auto *name =
        new NameLabel(isBulk() ? tr("%1 locks").arg(m_items.size()) : nameOf(m_items.front().now));
    name->setObjectName("actionName"_L1);
    QFont large = name->font();
    large.setBold(true);
    large.setPointSizeF(large.pointSizeF() * 1.15);
    name->setFont(large);
    layout->addWidget(name);
    layout->addWidget(m_place);
    layout->addWidget(m_options);
    if (isBulk()) {
        m_list = new ActionList;
        layout->addWidget(m_list, 2);
    } else {
        m_seen = addText(layout, tr("State of the lock"), u"seen"_s);
    }
    m_effects = addText(layout, tr("Consequences"), u"effects"_s);
    m_howRun = addHeading(layout, QString());
    m_howRun->setObjectName("howRun"_L1);
    m_commands = new CommandsView;
    layout->addWidget(m_commands);
    m_confirmation = new ActionConfirmation(isProduction(),
                                            isBulk() ? ActionConfirmation::Subject::Locks
                                                     : ActionConfirmation::Subject::Lock);
    layout->addWidget(m_confirmation);
    connect(m_confirmation, &ActionConfirmation::changed, this, [this] { refresh(); });
    if (!isBulk())
        layout->addStretch();
    addMessage(layout);
    addButtons(layout, actionTitle(m_type));
    connect(m_again, &QPushButton::clicked, this, [this] { preview(); });
    connect(m_act, &QPushButton::clicked, this, [this] { send(); });
}

bool ActionDialog::isProduction() const
{
    return std::any_of(m_items.begin(), m_items.end(), [](const Item &item) {
        return item.now.place.tag == profile::Tag::Production;
    });
}

bool ActionDialog::hasChangedSince() const
{
    return std::any_of(m_items.begin(), m_items.end(), [](const Item &item) {
        if (!item.plan)
            return false;
        return !reasonAgainstAny(item.now).isEmpty()
            || hasChanged(item.plan->action, item.plan->sight, sightOf(item.now));
    });
}

std::size_t ActionDialog::planCount() const
{
    return static_cast<std::size_t>(std::count_if(
        m_items.begin(), m_items.end(), [](const Item &item) { return item.plan.has_value(); }));
}

QString ActionDialog::wantedText() const
{
    if (!isBulk())
        return nameOf(m_items.front().now);
    return planCount() == 1 ? tr("1 lock") : tr("%1 locks").arg(planCount());
}

void ActionDialog::setSubjects(std::vector<ActionSubject> subjects)
{
    for (std::size_t i = 0; i < m_items.size() && i < subjects.size(); ++i)
        m_items[i].now = std::move(subjects[i]);
    if (m_stage == Stage::Preview)
        refresh();
}

// From the current state; text typed for the last preview does not count for this one.
void ActionDialog::preview()
{
    m_stage = Stage::Preview;
    for (Item &item : m_items) {
        item.seen = item.now;
        item.outcome.reset();
    }
    setOptions();
    m_confirmation->reset();
    plan();
    fillPreview();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_options, m_confirmation})
        widget->setEnabled(true);
    m_cancel->setText(tr("Cancel"));
    refresh();
    m_optionsBefore = typedOptions();
}

void ActionDialog::setOptions(const ActionChoice &choice)
{
    if (isBulk()) {
        std::vector<LockPointer> locks;
        for (const Item &item : m_items)
            locks.push_back(item.now.lock);
        m_options->setLocks(locks, choice);
    } else if (m_items.front().now.lock) {
        m_options->setLock(*m_items.front().now.lock, choice);
    }
}

void ActionDialog::plan()
{
    const Result<admin::Action> action = m_options->action();
    for (Item &item : m_items) {
        item.plan.reset();
        item.reason.clear();
        if (!action) {
            item.reason = wording::errorSentence(action.error());
            continue;
        }
        item.reason = reasonAgainstAny(item.seen);
        if (!item.reason.isEmpty())
            continue;
        const auto own = isBulk() ? actionOn(*action, *item.seen.lock) : action;
        auto made = own ? admin::makePlan(sightOf(item.seen), *own, item.seen.keyspace)
                        : Result<admin::Plan>(tl::unexpected(own.error()));
        if (made)
            item.plan = std::move(*made);
        else
            item.reason = wording::errorSentence(made.error());
    }
}

void ActionDialog::fillPreview()
{
    QStringList effects;
    QStringList commands;
    for (const Item &item : m_items) {
        if (!item.plan)
            continue;
        if (isBulk())
            commands += u"# "_s + nameOf(item.seen);
        commands += wording::commandLines(*item.plan);
        for (const admin::Effect effect : item.plan->effects) {
            const QString line = u"•  "_s + sentence(wording::effect(effect));
            if (!effects.contains(line))
                effects += line;
        }
    }
    m_howRun->setText(howRun());
    m_effects->setText(effects.isEmpty() ? QStringLiteral("–") : effects.join(u'\n'));
    m_commands->setCommands(commands);
    if (isBulk())
        fillList();
    else if (m_items.front().seen.lock)
        m_seen->setText(
            sightText(sightOf(m_items.front().seen), aliasesOf(m_items.front().seen.lock)));
    else
        m_seen->setText(tr("The lock no longer exists."));
    // More to say needs more room; less leaves the window as it is.
    layout()->activate();
    if (const int wanted = layout()->totalHeightForWidth(width()); isVisible() && height() < wanted)
        resizeOnScreen({width(), wanted});
    m_confirmation->setWanted(wantedText());
}

QString ActionDialog::howRun() const
{
    if (isBulk())
        return tr("Commands, one script for each lock, which changes nothing if that lock has "
                  "changed");
    const auto &plan = m_items.front().plan;
    if (plan && !plan->parts.empty())
        return tr("Commands, run in steps; each step changes nothing if its keys have changed");
    return tr("Commands, run as one script that changes nothing if the lock has changed");
}

void ActionDialog::fillList()
{
    std::vector<ActionList::Line> lines;
    for (const Item &item : m_items)
        lines.push_back(
            {{nameOf(item.seen), shortLabel(item.seen.place.deployment),
              item.seen.lock ? wording::holders(*item.seen.lock, 100) : QStringLiteral("–"),
              listNote(item)},
             item.outcome ? badgeOf(item.outcome->status) : Badge::None,
             !item.plan});
    m_list->setLines(lines);
}

QString ActionDialog::listNote(const Item &item) const
{
    if (item.outcome)
        return sentence(
            wording::outcomeSentence(*item.outcome, *item.plan, aliasesOf(item.now.lock)));
    if (!item.plan)
        return tr("skipped: %1").arg(item.reason);
    return m_stage == Stage::Sent ? tr("sent") : wording::actionTitle(item.plan->action);
}

// Why the button cannot be pressed yet; empty: it can.
QString ActionDialog::notNow() const
{
    if (planCount() == 0)
        return isBulk() ? tr("No action is possible on these locks.")
                        : sentence(m_items.front().reason);
    return m_confirmation->notNow();
}

void ActionDialog::refresh()
{
    if (m_stage != Stage::Preview)
        return;
    const bool changed = hasChangedSince();
    const QString reason = changed ? QString() : notNow();
    // A lock on which nothing could be done may be back, or another's, in a moment.
    m_again->setEnabled(changed || planCount() == 0);
    m_act->setEnabled(!changed && reason.isEmpty());
    const QString general = isBulk() ? QString() : reasonAgainstAny(m_items.front().now);
    if (changed && !isBulk() && general.isEmpty())
        tell(tr("The lock has changed since this preview. Its state now: %1")
                 .arg(sightText(sightOf(m_items.front().now), aliasesOf(m_items.front().now.lock))),
             Badge::Overdue);
    else if (changed)
        tell(isBulk()
                 ? tr("Some locks have changed since this preview. Preview again before you act.")
                 : sentence(general),
             Badge::Overdue);
    else
        tell(reason, planCount() == 0 ? Badge::Down : Badge::None);
}

void ActionDialog::send()
{
    if (m_stage != Stage::Preview || hasChangedSince() || !notNow().isEmpty())
        return;
    m_stage = Stage::Sent;
    std::vector<admin::Plan> plans;
    std::vector<std::size_t> subjects;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        if (!m_items[i].plan)
            continue;
        plans.push_back(*m_items[i].plan);
        subjects.push_back(i);
    }
    for (QWidget *widget :
         std::initializer_list<QWidget *>{m_options, m_confirmation, m_act, m_again})
        widget->setEnabled(false);
    m_cancel->setText(tr("Close"));
    m_cancel->setFocus();
    if (isBulk())
        fillList();
    tell(tr("Sent; waiting for the reply."), Badge::Connecting);
    Q_EMIT requested(plans, subjects, m_confirmation->reason());
}

void ActionDialog::showOutcome(std::size_t index, const admin::Outcome &outcome)
{
    if (index >= m_items.size() || m_stage != Stage::Sent)
        return;
    m_items[index].outcome = outcome;
    if (isBulk())
        fillList();
    const bool all = std::all_of(m_items.begin(), m_items.end(),
                                 [](const Item &item) { return !item.plan || item.outcome; });
    if (all)
        finish();
}

void ActionDialog::finish()
{
    m_stage = Stage::Over;
    std::size_t done = 0;
    for (const Item &item : m_items)
        done += item.outcome && item.outcome->status == Status::Done ? 1U : 0U;
    m_again->setEnabled(done < planCount());
    if (isBulk()) {
        tell(tr("Done: %1 of %2.").arg(done).arg(planCount()),
             done == planCount() ? Badge::Renewing : Badge::Overdue);
        return;
    }
    const admin::Outcome &outcome = *m_items.front().outcome;
    QString text = sentence(wording::outcomeSentence(outcome, *m_items.front().plan,
                                                     aliasesOf(m_items.front().now.lock)));
    if (outcome.status != Status::Done) {
        for (const QString &step : wording::stepLines(outcome, *m_items.front().plan))
            text += u'\n' + step;
    }
    tell(text, badgeOf(outcome.status));
}

// The typed texts, without the choices, which follow the locks.
QStringList ActionDialog::typedOptions() const
{
    QStringList all;
    for (const QLineEdit *line : m_options->findChildren<QLineEdit *>())
        all += line->text();
    return all;
}

bool ActionDialog::isChanged() const
{
    return m_stage == Stage::Preview
        && (m_confirmation->isFilled() || typedOptions() != m_optionsBefore);
}

// It must not sound as if something had been done.
QString ActionDialog::discardQuestion() const
{
    return tr("This action has not been sent. Discard what you entered?");
}

void ActionDialog::changeEvent(QEvent *event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_message)
        refresh();
}

} // namespace lockscope::ui
