// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/actionwording.h"

#include "core/base/text.h"
#include "core/format/traits.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct ActionWords {
    Q_DECLARE_TR_FUNCTIONS(ActionWords)
};

constexpr qsizetype ownerLimit = 80;
constexpr std::size_t holdersShown = 5;

// The escape \u{HHHH} at the start of a text, as the bytes of that character.
QString asBytes(QStringView escape)
{
    const char32_t code = static_cast<char32_t>(escape.toUInt(nullptr, 16));
    QString text;
    for (const char byte : QStringView(QChar::fromUcs4(code)).toUtf8())
        text += u"\\x%1"_s.arg(static_cast<unsigned char>(byte), 2, 16, '0'_L1);
    return text;
}

// visible() with bytes in place of code points, which redis-cli does not know.
QString escaped(const QByteArray &bytes)
{
    const QString text = visible(bytes);
    QString out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QStringView rest = QStringView(text).sliced(i);
        if (rest.startsWith(u"\\u{")) {
            const qsizetype end = rest.indexOf(u'}');
            out += asBytes(rest.sliced(3, end - 3));
            i += end;
        } else if (rest.front() == u'\\' && rest.size() > 1) {
            out += rest.first(2);
            ++i;
        } else {
            out += rest.front();
        }
    }
    return out;
}

QString argumentText(const QByteArray &argument)
{
    QString text = escaped(argument);
    const bool plain = !text.isEmpty() && std::none_of(text.cbegin(), text.cend(), [](QChar c) {
        return c.isSpace() || c == u'"' || c == u'\'' || c == u'\\';
    });
    if (plain)
        return text;
    return u'"' + text.replace(u"\""_s, u"\\\""_s) + u'"';
}

QString holdText(const admin::SeenHold &hold, const OwnerAliases &aliases)
{
    const auto alias = aliases.find(hold.owner);
    QString text = owner(hold.owner, alias == aliases.end() ? Alias() : alias->second, ownerLimit);
    if (hold.count > 1)
        text = ActionWords::tr("%1, count %2").arg(text, QString::number(hold.count));
    if (hold.mode == format::Mode::Read)
        text = ActionWords::tr("%1 (read)").arg(text);
    else if (hold.mode == format::Mode::Write)
        text = ActionWords::tr("%1 (write)").arg(text);
    return hold.stale ? ActionWords::tr("%1 (expired)").arg(text) : text;
}

QString releaseTitle(const admin::Action &action)
{
    const QString owner = shown(action.owner.bytes, ownerLimit);
    const bool read = action.mode == format::Mode::Read;
    const bool write = action.mode == format::Mode::Write;
    if (action.allHolds)
        return (read        ? ActionWords::tr("Release the read hold of %1")
                    : write ? ActionWords::tr("Release the write hold of %1")
                            : ActionWords::tr("Release the hold of %1"))
            .arg(owner);
    return (read        ? ActionWords::tr("Release one read count of %1")
                : write ? ActionWords::tr("Release one write count of %1")
                        : ActionWords::tr("Release one count of %1"))
        .arg(owner);
}

QString holderEffect(admin::Effect effect)
{
    switch (effect) {
    case admin::Effect::HolderLosesLock:
        return ActionWords::tr(
            "The holder loses the lock and is not notified. It keeps working as if it held "
            "the lock, at the same time as the next holder.");
    case admin::Effect::HolderLearnsAtRenewal:
        return ActionWords::tr(
            "If a watchdog renews the hold, it finds at its next renewal that the lock is "
            "gone, and stops.");
    case admin::Effect::HoldHasLapsed:
        return ActionWords::tr(
            "A hold that has expired is only removed: its holder lost it when it expired, even if "
            "it is still working.");
    case admin::Effect::HolderKeepsLock:
        return ActionWords::tr("The holder keeps the lock; its count decreases by one.");
    case admin::Effect::HolderUnlockFails:
        return ActionWords::tr(
            "The holder's own unlock will fail, because it no longer holds the lock.");
    case admin::Effect::HolderSharesOwner:
        return ActionWords::tr(
            "Lockscope acts in the holder's name. If the holder is alive and unlocks as "
            "often as it locked, it releases the lock too early and its last unlock fails.");
    default:
        return {};
    }
}

QString libraryEffect(admin::Effect effect)
{
    switch (effect) {
    case admin::Effect::HolderLearnsAtExtension:
        return ActionWords::tr(
            "The holder notices the loss when it next extends the lock. If it never "
            "extends the lock, it notices only when it releases it.");
    case admin::Effect::HolderNeverNotices:
        return ActionWords::tr(
            "The holder does not notice: its library never checks the lock while the "
            "holder works. It keeps working, at the same time as the next holder.");
    case admin::Effect::HolderTakesItBack:
        return ActionWords::tr(
            "The lock comes back: at its next renewal, the library of a live holder "
            "creates the missing key again, unless another owner has the lock by then. "
            "Stop the holder first.");
    case admin::Effect::HolderMayTakeItBack:
        return ActionWords::tr(
            "The lock may come back: depending on an option, the library of a live holder "
            "creates the missing key again when it extends the lock.");
    case admin::Effect::HolderStopsAtOnce:
        return ActionWords::tr(
            "The server notifies the holder immediately, and the holder's work is "
            "cancelled.");
    case admin::Effect::HolderExits:
        return ActionWords::tr(
            "The holder's program ends with an error at its next renewal and must be "
            "restarted.");
    case admin::Effect::HolderBreaksNext:
        return ActionWords::tr(
            "The holder's own unlock does not check the owner: it may delete or extend the "
            "lock of the next holder.");
    case admin::Effect::JobRunsTwice:
        return ActionWords::tr(
            "The queue considers the job stalled and gives it to another worker. The job "
            "runs twice until the first worker stops.");
    case admin::Effect::JobFails:
        return ActionWords::tr("The holder's next renewal fails, and its job is marked as failed.");
    case admin::Effect::AnotherJobMayStart:
        return ActionWords::tr(
            "A job of the same kind may start while the current one is still running. The "
            "current job is not notified.");
    case admin::Effect::PermitMayDouble:
        return ActionWords::tr(
            "If the holder took the permit for a block of code, the end of the block "
            "releases it a second time. There is then one permit more than before.");
    default:
        return {};
    }
}

QString waiterEffect(admin::Effect effect)
{
    switch (effect) {
    case admin::Effect::HeadOfQueueWakes:
        return ActionWords::tr("The head of the queue wakes and tries immediately.");
    case admin::Effect::HeadMayWake:
        return ActionWords::tr(
            "The head of the queue wakes and tries immediately, if its client still listens: that "
            "has not been checked. If not, no waiter wakes until its deadline.");
    case admin::Effect::HeadListensNot:
        return ActionWords::tr(
            "No waiter wakes: no client listens for the one that is first in the queue then. "
            "Those behind it, and those who still come, wait until its deadline, or until it is "
            "removed.");
    case admin::Effect::NobodyWaits:
        return ActionWords::tr("Nobody waits, so the message wakes nobody.");
    case admin::Effect::OneWaiterWakes:
        return ActionWords::tr("One waiter of each waiting client wakes and tries immediately.");
    case admin::Effect::AllWaitersWake:
        return ActionWords::tr("All waiters wake and try immediately.");
    case admin::Effect::NobodyIsWoken:
        return ActionWords::tr("No waiter is woken: waiters of this kind of lock poll.");
    case admin::Effect::RedlockWaitersWake:
        return ActionWords::tr(
            "Waiters that use Lockscope wake and try immediately. Waiters of other "
            "libraries poll.");
    case admin::Effect::SpringWaitersWake:
        return ActionWords::tr(
            "Waiters of Spring's RedisLockRegistry in its PUB_SUB mode wake and try "
            "immediately. Other waiters poll.");
    case admin::Effect::SleeperWakes:
        return ActionWords::tr("One sleeping waiter wakes and tries immediately.");
    case admin::Effect::SleepersAreNotTold:
        return ActionWords::tr(
            "Waiters are not notified: they sleep until the lock is released or until "
            "their own time limit ends, even if the lock expires first.");
    case admin::Effect::WaitersKeepPlaces:
        return ActionWords::tr("Waiters keep their places in the queue and poll.");
    case admin::Effect::WaitersAreDropped:
        return ActionWords::tr(
            "The lists of waiting jobs are deleted too: this lock no longer starts those "
            "jobs.");
    case admin::Effect::WaiterComesBack:
        return ActionWords::tr(
            "The removed waiter is not notified. If it is alive, its next attempt restores "
            "its place.");
    case admin::Effect::DeadHeadIsRemoved:
        return ActionWords::tr("Waiters past their deadline are removed from the head of the queue "
                               "first.");
    case admin::Effect::WaiterLosesPlace:
        return ActionWords::tr(
            "The removed waiter is not notified. If it is alive, it queues again at the "
            "end.");
    case admin::Effect::LaterDeadlinesMoveUp:
        return ActionWords::tr(
            "The deadlines of the waiters behind it become correspondingly earlier.");
    case admin::Effect::WaitersLearnNewTime:
        return ActionWords::tr(
            "Waiters are woken so that they see the new time to live, which is shorter "
            "than the time they sleep for.");
    default:
        return {};
    }
}

QString permitEffect(admin::Effect effect)
{
    switch (effect) {
    case admin::Effect::AsManyWaitersWake:
        return ActionWords::tr(
            "In each waiting client, as many waiters wake as there are permits then.");
    case admin::Effect::NobodyGetsPermit:
        return ActionWords::tr("No waiter is woken: clients wait until permits are free.");
    case admin::Effect::HoldersGiveBackToo:
        return ActionWords::tr(
            "Permits have no owner: clients that hold permits still give them back, and "
            "then there are more permits than before.");
    case admin::Effect::HolderLosesPermit:
        return ActionWords::tr(
            "The holder loses the permit and is not notified. It keeps working at the same "
            "time as the next holder, and its own release fails.");
    case admin::Effect::SemaphoreIsMade:
        return ActionWords::tr(
            "The semaphore is not initialised yet; this initialises it. A later trySetPermits by a "
            "program then has no effect.");
    case admin::Effect::LatchStaysClosed:
        return ActionWords::tr("The latch stays closed, and no waiter is woken.");
    default:
        return {};
    }
}

QString changedSentence(const admin::Outcome &outcome, const admin::Plan &plan,
                        const OwnerAliases &aliases)
{
    const QString nothing =
        ActionWords::tr("no change was made, because the lock changed in the meantime: ");
    const QString next = ActionWords::tr("; check the lock and try again");
    const auto typed = [&] {
        return ActionWords::tr("its key now has the type %1").arg(visible(outcome.foundType));
    };
    if (!outcome.found)
        return nothing + ActionWords::tr("the lock could not be read") + next;
    const admin::Sight &found = *outcome.found;
    if (found.kind.isEmpty() && outcome.foundType != "none")
        return nothing + typed() + next;
    if (found.number && found.number != plan.sight.number)
        return nothing + ActionWords::tr("its number is now %1").arg(*found.number) + next;
    if (!found.number && plan.sight.number)
        return nothing
            + (format::traitsOf(plan.sight.kind).isLatch()
                   ? ActionWords::tr("the latch is open now")
                   : ActionWords::tr("the semaphore is not initialised any more"))
            + next;
    if (found.holds.empty())
        return nothing + ActionWords::tr("it has no holder now") + next;
    if (found.kind != plan.sight.kind)
        return nothing
            + ActionWords::tr("its kind is now %1, held by %2")
                  .arg(visible(found.kind), holdersOf(found, aliases))
            + next;
    if (found.holds == plan.sight.holds || holdersOf(found) == holdersOf(plan.sight))
        return nothing
            + ActionWords::tr(
                  "it is still held by %1, but was released and taken again, or its waiters "
                  "changed")
                  .arg(holdersOf(found, aliases))
            + next;
    return nothing + ActionWords::tr("it is now held by %1").arg(holdersOf(found, aliases)) + next;
}

QString wokenText(const admin::Outcome &outcome)
{
    if (!outcome.woken)
        return {};
    if (*outcome.woken == 0)
        return ActionWords::tr("; no client was listening for a wake-up");
    if (*outcome.woken == 1)
        return ActionWords::tr("; one listening client was woken");
    return ActionWords::tr("; %1 listening clients were woken").arg(*outcome.woken);
}

bool wakes(const admin::Plan &plan)
{
    return std::any_of(plan.commands.begin(), plan.commands.end(),
                       [](const auto &command) { return command.front() == "PUBLISH"; });
}

QString withError(const QString &sentence, const admin::Outcome &outcome)
{
    return outcome.error ? sentence + u": "_s + errorSentence(*outcome.error) : sentence;
}

QString sentenceOf(const admin::Outcome &outcome, const admin::Plan &plan,
                   const OwnerAliases &aliases)
{
    using Status = admin::Outcome::Status;
    switch (outcome.status) {
    case Status::Done:
        if (!outcome.parts.empty())
            return ActionWords::tr("done in %1 steps")
                .arg(std::ranges::count(outcome.parts, Status::Done, &admin::Outcome::status));
        return ActionWords::tr("done") + (wakes(plan) ? wokenText(outcome) : QString());
    case Status::Changed:
        return changedSentence(outcome, plan, aliases);
    case Status::Declined:
        return ActionWords::tr("no change was made");
    case Status::Refused:
        return ActionWords::tr(
                   "refused, %1; use a profile that can write, or turn off its read-only setting")
            .arg(errorSentence(outcome.error.value_or(Error{
                ErrorKind::Permission, "READONLYPROFILE", u"the profile is read-only"_s, {}})));
    case Status::NotPermitted:
        return withError(ActionWords::tr("no change was made"), outcome);
    case Status::Failed:
        return withError(ActionWords::tr("no change was made"), outcome);
    case Status::Unknown:
        return withError(ActionWords::tr("the outcome is unknown; check the lock"), outcome);
    }
    return {};
}

} // namespace

QString actionTitle(const admin::Action &action)
{
    switch (action.type) {
    case admin::ActionType::ForceUnlock:
        return ActionWords::tr("Force-unlock");
    case admin::ActionType::ReleaseHold:
        return releaseTitle(action);
    case admin::ActionType::RemoveWaiter:
        return ActionWords::tr("Remove %1 from the queue")
            .arg(shown(action.owner.bytes, ownerLimit));
    case admin::ActionType::Nudge:
        return ActionWords::tr("Wake the waiters again");
    case admin::ActionType::SetTimeToLive:
        return ActionWords::tr("Set the time to live to %1").arg(span(action.timeToLive));
    case admin::ActionType::ExtendTimeToLive:
        return ActionWords::tr("Extend the time to live by %1").arg(span(action.timeToLive));
    case admin::ActionType::AddPermits:
        if (action.permits == 1 || action.permits == -1)
            return action.permits < 0 ? ActionWords::tr("Take 1 permit")
                                      : ActionWords::tr("Add 1 permit");
        return action.permits < 0 ? ActionWords::tr("Take %1 permits").arg(-action.permits)
                                  : ActionWords::tr("Add %1 permits").arg(action.permits);
    case admin::ActionType::DrainPermits:
        return ActionWords::tr("Take all free permits");
    case admin::ActionType::OpenLatch:
        return ActionWords::tr("Open the latch");
    case admin::ActionType::CountDown:
        return ActionWords::tr("Count the latch down by one");
    case admin::ActionType::SetLatch:
        return ActionWords::tr("Set the latch to %1").arg(action.permits);
    }
    return {};
}

QString effect(admin::Effect effect)
{
    switch (effect) {
    case admin::Effect::LapsesEarlier:
        return ActionWords::tr(
            "The lock expires earlier than before. A holder that is still working then "
            "works without it.");
    case admin::Effect::LapsesLater:
        return ActionWords::tr(
            "The lock expires later. If its holder is dead, other clients wait longer.");
    case admin::Effect::NextRenewalOverrides:
        return ActionWords::tr(
            "If a watchdog renews the hold, its next renewal sets its own time-out again, "
            "replacing this time.");
    case admin::Effect::DoneInSteps:
        return ActionWords::tr(
            "The keys are in different hash slots of the cluster, so the commands run in steps, "
            "one "
            "slot after the other. Each step changes nothing if its keys have changed, and a step "
            "that fails leaves the steps before it done.");
    case admin::Effect::TokenIsKept:
        return ActionWords::tr("The fencing token is kept: the next holder's is higher.");
    case admin::Effect::SiblingKeysToo:
        return ActionWords::tr(
            "The action applies to all keys of the lock that contain this holder's token, "
            "usually three.");
    default:
        break;
    }
    for (const QString &text :
         {holderEffect(effect), libraryEffect(effect), waiterEffect(effect)}) {
        if (!text.isEmpty())
            return text;
    }
    return permitEffect(effect);
}

QStringList commandLines(const admin::Plan &plan)
{
    QStringList lines;
    for (const auto &command : plan.commands)
        lines.append(commandText(command));
    return lines;
}

QString commandText(const std::vector<QByteArray> &command)
{
    QStringList words;
    for (const QByteArray &argument : command)
        words.append(argumentText(argument));
    return words.join(u' ');
}

QString holdersOf(const admin::Sight &sight, const OwnerAliases &aliases)
{
    if (sight.holds.empty())
        return ActionWords::tr("nobody");
    QStringList texts;
    for (std::size_t i = 0; i < std::min(holdersShown, sight.holds.size()); ++i)
        texts.append(holdText(sight.holds[i], aliases));
    QString text = listed(texts);
    if (sight.holds.size() > holdersShown)
        text = ActionWords::tr("%1 and %2 more")
                   .arg(text, QString::number(sight.holds.size() - holdersShown));
    return text;
}

std::vector<ActionStep> stepsOf(const admin::Outcome &outcome, const admin::Plan &plan)
{
    std::vector<ActionStep> steps;
    auto part = plan.parts.begin();
    for (const admin::Outcome &each : outcome.parts) {
        part = std::find_if(part, plan.parts.end(),
                            [](const admin::PlanPart &next) { return !next.commands.empty(); });
        if (part == plan.parts.end())
            break;
        const bool isOfOther =
            !part->token.isEmpty() && each.status == admin::Outcome::Status::Changed;
        if (!isOfOther) {
            ActionStep &step = steps.emplace_back();
            for (const auto &command : part->commands)
                step.commands.append(commandText(command));
            step.outcome = each.status;
            step.sentence = outcomeSentence(each, plan);
        }
        ++part;
    }
    return steps;
}

QStringList stepLines(const admin::Outcome &outcome, const admin::Plan &plan)
{
    QStringList lines;
    for (const ActionStep &step : stepsOf(outcome, plan))
        lines.append(u"%1: %2"_s.arg(step.commands.join(u"; "_s), step.sentence));
    return lines;
}

QString outcomeSentence(const admin::Outcome &outcome, const admin::Plan &plan,
                        const OwnerAliases &aliases)
{
    const QString sentence = sentenceOf(outcome, plan, aliases);
    if (outcome.detail.isEmpty())
        return sentence;
    return u"%1 (%2)"_s.arg(sentence, visible(said(outcome.detail).toUtf8()));
}

} // namespace lockscope::wording
