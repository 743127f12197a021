// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/actionwording.h"

#include "core/base/text.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ActionWords)
};

constexpr qsizetype ownerLimit = 80;
constexpr std::size_t holdersShown = 5;

// The escape \u{HHHH} at the start of a text, as the bytes of that character.
QString asBytes(QStringView escape)
{
    const char32_t code = static_cast<char32_t>(escape.toUInt(nullptr, 16));
    QString text;
    for (const char byte : QString::fromUcs4(&code, 1).toUtf8())
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
        text = Words::tr("%1, %2 times over").arg(text, QString::number(hold.count));
    if (hold.mode == format::Mode::Read)
        return Words::tr("%1 (read)").arg(text);
    if (hold.mode == format::Mode::Write)
        return Words::tr("%1 (write)").arg(text);
    return text;
}

QString releaseTitle(const admin::Action &action)
{
    const QString owner = shown(action.owner.bytes, ownerLimit);
    const bool read = action.mode == format::Mode::Read;
    const bool write = action.mode == format::Mode::Write;
    if (action.allHolds)
        return (read        ? Words::tr("Release the read hold of %1")
                    : write ? Words::tr("Release the write hold of %1")
                            : Words::tr("Release the hold of %1"))
            .arg(owner);
    return (read        ? Words::tr("Release one read count of %1")
                : write ? Words::tr("Release one write count of %1")
                        : Words::tr("Release one count of %1"))
        .arg(owner);
}

QString holderEffect(admin::Effect effect)
{
    switch (effect) {
    case admin::Effect::HolderLosesLock:
        return Words::tr("The holder loses the lock without being told: it goes on working as if "
                         "it held it, beside whoever takes it next.");
    case admin::Effect::HolderLearnsAtRenewal:
        return Words::tr("If a watchdog renews the hold, it finds the lock gone at its next "
                         "renewal, and stops renewing.");
    case admin::Effect::HolderKeepsLock:
        return Words::tr("The holder keeps the lock, with one count less.");
    case admin::Effect::HolderUnlockFails:
        return Words::tr("The holder's own unlock will fail: the lock is not its own any more.");
    case admin::Effect::HolderSharesOwner:
        return Words::tr("It is done in the holder's name: a live holder that unlocks as often as "
                         "it locked lets the lock go too early, and its last unlock fails.");
    default:
        return {};
    }
}

QString libraryEffect(admin::Effect effect)
{
    switch (effect) {
    case admin::Effect::HolderLearnsAtExtension:
        return Words::tr("If the holder's program extends the lock, it learns then that it is "
                         "gone; if it never does, not before it releases it.");
    case admin::Effect::HolderNeverNotices:
        return Words::tr("The holder never notices: nothing of its library looks at the lock "
                         "while it works, and it works on beside whoever takes it next.");
    case admin::Effect::HolderTakesItBack:
        return Words::tr("The lock comes back: a live holder's library sets the missing key anew "
                         "at its next renewal, unless somebody else has it by then. Stop the "
                         "holder first.");
    case admin::Effect::HolderMayTakeItBack:
        return Words::tr("The lock may come back: with one of its options the library of a live "
                         "holder sets a missing key anew when it extends the lock.");
    case admin::Effect::HolderStopsAtOnce:
        return Words::tr("The holder is told by the server at once, and its work is cancelled.");
    case admin::Effect::HolderExits:
        return Words::tr("The holder's program ends with an error at its next renewal; something "
                         "has to start it again.");
    case admin::Effect::HolderBreaksNext:
        return Words::tr("The holder's own unlock does not look whose lock it is: it may delete or "
                         "prolong the lock of whoever takes it next.");
    case admin::Effect::JobRunsTwice:
        return Words::tr("The queue takes the job for stalled and gives it to another worker: it "
                         "runs twice, as long as the first worker works on.");
    case admin::Effect::JobFails:
        return Words::tr("The holder's next renewal fails, and its job is marked as failed.");
    case admin::Effect::AnotherJobMayStart:
        return Words::tr("A job of the same kind may start beside the one that works; that one is "
                         "not told.");
    case admin::Effect::PermitMayDouble:
        return Words::tr("If the holder took the permit for a block of code, the end of the block "
                         "gives it back a second time: there is one more than before.");
    default:
        return {};
    }
}

QString waiterEffect(admin::Effect effect)
{
    switch (effect) {
    case admin::Effect::HeadOfQueueWakes:
        return Words::tr("The head of the queue is woken and tries at once.");
    case admin::Effect::OneWaiterWakes:
        return Words::tr("One waiter of each waiting client is woken and tries at once.");
    case admin::Effect::AllWaitersWake:
        return Words::tr("All waiters are woken and try at once.");
    case admin::Effect::NobodyIsWoken:
        return Words::tr("Nobody is woken: waiters of such a lock ask again in their own time.");
    case admin::Effect::RedlockWaitersWake:
        return Words::tr("Waiters that use Lockscope are woken and try at once; those of other "
                         "libraries ask again in their own time.");
    case admin::Effect::SleeperWakes:
        return Words::tr("One waiter that sleeps is woken and tries at once.");
    case admin::Effect::SleepersAreNotTold:
        return Words::tr("Waiters are not told: they sleep until somebody releases the lock, or "
                         "for as long as they chose, even when it lapses before.");
    case admin::Effect::WaitersKeepPlaces:
        return Words::tr(
            "Waiters keep their places in the queue, and ask again in their own time.");
    case admin::Effect::WaitersAreDropped:
        return Words::tr("The lists in which jobs wait go as well: those jobs are not started by "
                         "this lock any more.");
    case admin::Effect::WaiterComesBack:
        return Words::tr("The removed waiter is not told; if it is alive, its next attempt puts it "
                         "back into its place.");
    case admin::Effect::DeadHeadIsRemoved:
        return Words::tr("Waiters past their deadline are removed from the head of the queue "
                         "first.");
    case admin::Effect::WaiterLosesPlace:
        return Words::tr("The removed waiter is not told; if it is alive, it queues again at the "
                         "end.");
    case admin::Effect::LaterDeadlinesMoveUp:
        return Words::tr("The deadlines of those behind it move up by its share.");
    case admin::Effect::WaitersLearnNewTime:
        return Words::tr("Waiters are woken to see the new time, which is shorter than the one "
                         "they sleep for.");
    default:
        return {};
    }
}

QString permitEffect(admin::Effect effect)
{
    switch (effect) {
    case admin::Effect::AsManyWaitersWake:
        return Words::tr("Of each waiting client as many waiters are woken as there are permits "
                         "then.");
    case admin::Effect::NobodyGetsPermit:
        return Words::tr("Nobody is woken; whoever wants a permit waits until there are more.");
    case admin::Effect::HoldersGiveBackToo:
        return Words::tr("Nobody owns a permit: those who hold some give them back as well, and "
                         "then there are more than before.");
    case admin::Effect::HolderLosesPermit:
        return Words::tr("Who holds the permit loses it without being told: it works on beside "
                         "whoever gets it next, and its own release fails.");
    case admin::Effect::SemaphoreIsMade:
        return Words::tr("The semaphore does not exist yet and is created; a program that sets it "
                         "up later (trySetPermits) changes nothing any more.");
    case admin::Effect::LatchStaysClosed:
        return Words::tr("The latch stays closed, and nobody is woken.");
    default:
        return {};
    }
}

QString changedSentence(const admin::Outcome &outcome, const admin::Plan &plan)
{
    const QString nothing = Words::tr("nothing was done, the lock changed meanwhile: ");
    const QString next = Words::tr("; look at it again and decide anew");
    const auto typed = [&] {
        return Words::tr("its key is now of the type %1").arg(visible(outcome.foundType));
    };
    if (!outcome.found)
        return nothing + Words::tr("it could not be read") + next;
    const admin::Sight &found = *outcome.found;
    if (found.kind.isEmpty() && outcome.foundType != "none")
        return nothing + typed() + next;
    if (found.number && found.number != plan.sight.number)
        return nothing + Words::tr("its number is now %1").arg(*found.number) + next;
    if (found.holds.empty())
        return nothing + Words::tr("nobody holds it now") + next;
    if (found.kind != plan.sight.kind)
        return nothing
            + Words::tr("it is now of the kind %1, held by %2")
                  .arg(visible(found.kind), holdersOf(found))
            + next;
    if (found.holds == plan.sight.holds || holdersOf(found) == holdersOf(plan.sight))
        return nothing
            + Words::tr("it is still held by %1, but was taken anew or has other waiters")
                  .arg(holdersOf(found))
            + next;
    return nothing + Words::tr("it is now held by %1").arg(holdersOf(found)) + next;
}

QString wokenText(const admin::Outcome &outcome)
{
    if (!outcome.woken)
        return {};
    if (*outcome.woken == 0)
        return Words::tr("; nobody was listening for a wake-up");
    if (*outcome.woken == 1)
        return Words::tr("; one listening client was woken");
    return Words::tr("; %1 listening clients were woken").arg(*outcome.woken);
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

QString sentenceOf(const admin::Outcome &outcome, const admin::Plan &plan)
{
    using Status = admin::Outcome::Status;
    switch (outcome.status) {
    case Status::Done:
        return Words::tr("done") + (wakes(plan) ? wokenText(outcome) : QString());
    case Status::Changed:
        return changedSentence(outcome, plan);
    case Status::Declined:
        return Words::tr("nothing was done");
    case Status::Refused:
        return Words::tr("refused, %1; use a profile that may write, or take its read-only switch "
                         "off")
            .arg(errorSentence(outcome.error.value_or(Error{
                ErrorKind::Permission, "READONLYPROFILE", u"the profile is read-only"_s, {}})));
    case Status::NotPermitted:
        return withError(Words::tr("nothing was done"), outcome);
    case Status::Failed:
        return withError(Words::tr("nothing was done"), outcome);
    case Status::Unknown:
        return withError(Words::tr("it is not known whether it was done, look at the lock again"),
                         outcome);
    }
    return {};
}

} // namespace

QString actionTitle(const admin::Action &action)
{
    switch (action.type) {
    case admin::ActionType::ForceUnlock:
        return Words::tr("Force-unlock");
    case admin::ActionType::ReleaseHold:
        return releaseTitle(action);
    case admin::ActionType::RemoveWaiter:
        return Words::tr("Remove %1 from the queue").arg(shown(action.owner.bytes, ownerLimit));
    case admin::ActionType::Nudge:
        return Words::tr("Wake the waiters again");
    case admin::ActionType::SetTimeToLive:
        return Words::tr("Set the time to live to %1").arg(span(action.timeToLive));
    case admin::ActionType::ExtendTimeToLive:
        return Words::tr("Put off the end of the time to live by %1").arg(span(action.timeToLive));
    case admin::ActionType::AddPermits:
        return action.permits < 0 ? Words::tr("Take %1 permits away").arg(-action.permits)
                                  : Words::tr("Add %1 permits").arg(action.permits);
    case admin::ActionType::DrainPermits:
        return Words::tr("Take all free permits");
    case admin::ActionType::OpenLatch:
        return Words::tr("Open the latch");
    case admin::ActionType::CountDown:
        return Words::tr("Count the latch down by one");
    case admin::ActionType::SetLatch:
        return Words::tr("Set the latch to %1").arg(action.permits);
    }
    return {};
}

QString effect(admin::Effect effect)
{
    switch (effect) {
    case admin::Effect::LapsesEarlier:
        return Words::tr("The lock lapses earlier than it would have; a holder that works on is "
                         "then without it.");
    case admin::Effect::LapsesLater:
        return Words::tr("The lock lapses later; if its holder is dead, others wait for longer.");
    case admin::Effect::NextRenewalOverrides:
        return Words::tr("If a watchdog renews the hold, its next renewal sets its own time-out "
                         "again.");
    case admin::Effect::TokenIsKept:
        return Words::tr("The fencing token is kept: the next holder's is higher.");
    case admin::Effect::SiblingKeysToo:
        return Words::tr("It is done to all keys of the lock that bear this holder's token, not "
                         "to this one alone; usually there are three.");
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
        return Words::tr("nobody");
    QStringList texts;
    for (std::size_t i = 0; i < std::min(holdersShown, sight.holds.size()); ++i)
        texts.append(holdText(sight.holds[i], aliases));
    QString text = texts.join(u", "_s);
    if (sight.holds.size() > holdersShown)
        text = Words::tr("%1 and %2 more")
                   .arg(text, QString::number(sight.holds.size() - holdersShown));
    return text;
}

QString outcomeSentence(const admin::Outcome &outcome, const admin::Plan &plan)
{
    const QString sentence = sentenceOf(outcome, plan);
    if (outcome.detail.isEmpty())
        return sentence;
    return u"%1 (%2)"_s.arg(sentence, said(visible(outcome.detail.toUtf8())));
}

} // namespace lockscope::wording
