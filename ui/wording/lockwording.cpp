// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/lockwording.h"

#include "core/base/text.h"
#include "core/format/traits.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct LockWords {
    Q_DECLARE_TR_FUNCTIONS(LockWords)
};

QString quoted(const LockName &name)
{
    return QLatin1Char('"') + visibleName(name.bytes, 120) + QLatin1Char('"');
}

QString reason(const std::optional<Error> &error)
{
    return error ? errorSentence(*error) : LockWords::tr("unknown reason");
}

// Whether nobody holds it: it is the turn of the first in its fair queue, who may be gone.
bool isOthersTurn(const lock::AcquireOutcome &outcome)
{
    using Kind = lock::Vote::Kind;
    const auto says = [&votes = outcome.votes](Kind kind) {
        return std::ranges::find(votes, kind, &lock::Vote::kind) != votes.end();
    };
    return says(Kind::OthersTurn) && !says(Kind::HeldByOther);
}

// Only where one lock alone is meant.
QString heldShortly(const lock::AcquireOutcome &outcome)
{
    const std::optional<Millis> &left = outcome.holderTtl;
    if (isOthersTurn(outcome))
        return left
            ? LockWords::tr("it is free, but the turn of the first in its queue, for %1 more")
                  .arg(span(*left))
            : LockWords::tr("it is free, but the turn of the first in its queue");
    return left
        ? LockWords::tr("another owner holds it, for %1 more unless renewed").arg(span(*left))
        : LockWords::tr("another owner holds it, without expiry");
}

QString busy(const LockName &name, const lock::AcquireOutcome &outcome)
{
    const std::optional<Millis> &left = outcome.holderTtl;
    if (isOthersTurn(outcome))
        return (
            left ? LockWords::tr("nobody holds %1, but it is the turn of the first in its queue, "
                                 "for %2 more; 'lockctl queue' shows whether that one still waits")
                       .arg(quoted(name), span(*left))
                 : LockWords::tr("nobody holds %1, but it is the turn of the first in its queue, "
                                 "without a deadline; 'lockctl queue' shows it")
                       .arg(quoted(name)));
    if (left)
        return LockWords::tr(
                   "%1 is held by another owner, for %2 more unless renewed; 'lockctl show' shows "
                   "the owner, --wait waits for the lock")
            .arg(quoted(name), span(*left));
    return LockWords::tr(
               "%1 is held by another owner, without expiry; 'lockctl show' shows the owner")
        .arg(quoted(name));
}

bool isCounting(const std::optional<Error> &error)
{
    return error
        && (error->code == "NOTSETUP" || error->code == "NOTENOUGH" || error->code == "CLOSED");
}

// For kinds with permits or counts.
QString busyCounting(const LockName &name, const Error &error)
{
    const QString text = shown(said(error.text).toUtf8(), 200);
    if (error.code == "NOTSETUP")
        return LockWords::tr("%1 cannot be acquired: %2; use --initial N to initialise it")
            .arg(quoted(name), text);
    if (error.code == "CLOSED")
        return LockWords::tr("%1 is closed: %2; use --wait to wait until it opens")
            .arg(quoted(name), text);
    return LockWords::tr("%1 is not available: %2; use --wait to wait for permits")
        .arg(quoted(name), text);
}

// The wait is over, so that nobody is told to wait.
QString busyAfter(Millis wait, const LockName &name, const lock::AcquireOutcome &outcome)
{
    if (isCounting(outcome.error))
        return LockWords::tr("%1 was not obtained within %2: %3")
            .arg(quoted(name), span(wait), shown(said(outcome.error->text).toUtf8(), 200));
    return (isOthersTurn(outcome)
                ? LockWords::tr("%1 was not obtained within %2: %3; 'lockctl queue' shows whether "
                                "that one still waits")
                : LockWords::tr("%1 was not obtained within %2: %3; 'lockctl show' shows the "
                                "owner"))
        .arg(quoted(name), span(wait), heldShortly(outcome));
}

QString voteText(const lock::Vote &each)
{
    const bool saysWhy =
        each.kind == lock::Vote::Kind::Error || each.kind == lock::Vote::Kind::NotAsked;
    if (!saysWhy || !each.error)
        return vote(each.kind);
    // The server's name stands before it.
    return each.error->text.isEmpty() ? errorSentence(*each.error)
                                      : shown(said(each.error->text).toUtf8(), 200);
}

// The answer of each server, the same words once: "a, b: held by another owner; c: no reply in
// time".
QString votesText(const std::vector<lock::Vote> &votes)
{
    QStringList said;
    std::map<QString, QStringList> byWords;
    for (const lock::Vote &vote : votes) {
        const QString text = voteText(vote);
        if (!byWords.contains(text))
            said.append(text);
        byWords[text].append(shown(vote.server.toUtf8(), 80));
    }
    QStringList parts;
    for (const QString &text : said)
        parts.append(listed(byWords[text]) + u": "_s + text);
    return parts.join(u"; "_s);
}

qsizetype grantedOf(const std::vector<lock::Vote> &votes)
{
    return std::count_if(votes.begin(), votes.end(), [](const lock::Vote &vote) {
        return vote.kind == lock::Vote::Kind::Granted;
    });
}

// Granted, but the lease was over, or nearly, before that was known.
bool isTooLate(const lock::AcquireOutcome &outcome)
{
    return outcome.error && outcome.error->code == "TOOLATE";
}

// Granted, and given back, since replicas did not have it.
bool isOnFewReplicas(const lock::AcquireOutcome &outcome)
{
    return outcome.error && outcome.error->code == "FEWREPLICAS";
}

// Known by a look at its keys; the sentence is in the error, with names in visible form.
bool isNoLock(const lock::AcquireOutcome &outcome)
{
    return outcome.error && outcome.error->code == "NOTALOCK";
}

QString noMajority(const LockName &name, const lock::AcquireOutcome &outcome)
{
    return LockWords::tr("no majority for %1: %2 of %3 servers granted it, %4 are needed (%5)")
        .arg(quoted(name), QString::number(grantedOf(outcome.votes)),
             QString::number(outcome.votes.size()), QString::number(outcome.votes.size() / 2 + 1),
             votesText(outcome.votes));
}

// Permits without an owner stay taken until somebody gives them back.
bool neverExpires(const QByteArray &kind)
{
    return format::traitsOf(kind).isBareNumber();
}

// The command that does so.
QString addingBack(const Meant &what)
{
    return u"'lockctl permits %1 add %2'"_s.arg(quoted(what.name), QString::number(what.permits));
}

QString busyShortly(const QByteArray &kind, const lock::AcquireOutcome &outcome)
{
    if (isCounting(outcome.error))
        return shown(said(outcome.error->text).toUtf8(), 200);
    const format::KindTraits::Servers servers = format::traitsOf(kind).servers;
    if (outcome.votes.size() > 1 && servers == format::KindTraits::Servers::Majority)
        return LockWords::tr("not enough servers granted it: %1 of %2")
            .arg(grantedOf(outcome.votes))
            .arg(outcome.votes.size());
    if (servers == format::KindTraits::Servers::All)
        return LockWords::tr("another owner holds one of the locks");
    return heldShortly(outcome);
}

} // namespace

QString notObtained(const Meant &what, const lock::AcquireOutcome &outcome, Millis wait)
{
    using Status = lock::AcquireOutcome::Status;
    const LockName &name = what.name;
    switch (outcome.status) {
    case Status::Held:
        return {};
    case Status::Busy:
        // No wait helps where it was never set up.
        if (wait > Millis(0) && !(outcome.error && outcome.error->code == "NOTSETUP"))
            return busyAfter(wait, name, outcome);
        return isCounting(outcome.error) ? busyCounting(name, *outcome.error) : busy(name, outcome);
    case Status::WrongType:
        if (isNoLock(outcome))
            return said(outcome.error->text);
        return LockWords::tr(
                   "the key %1 exists but is not a lock of this kind; it was not changed. "
                   "'lockctl show' shows what it is")
            .arg(quoted(name));
    case Status::Cancelled:
        return LockWords::tr("stopped waiting for %1; no keys are left behind").arg(quoted(name));
    case Status::Failed:
        if (isTooLate(outcome) || isOnFewReplicas(outcome))
            return LockWords::tr("%1 was released: %2")
                .arg(quoted(name), said(outcome.error->text, 300));
        if (outcome.error && outcome.error->code == "READONLYPROFILE")
            return LockWords::tr("refused, %1; use a profile that can write, or turn off its "
                                 "read-only setting")
                .arg(reason(outcome.error));
        return outcome.votes.size() > 1 ? noMajority(name, outcome) : reason(outcome.error);
    case Status::Unknown:
        if (neverExpires(what.kind))
            return LockWords::tr("it is unknown whether %1 was acquired (%2); permits do not "
                                 "expire: if it was, %3 gives them back")
                .arg(quoted(name), reason(outcome.error), addingBack(what));
        return LockWords::tr(
                   "it is unknown whether %1 was acquired (%2); if it was, it expires after its "
                   "lease")
            .arg(quoted(name), reason(outcome.error));
    }
    return {};
}

QString lost(const LockName &name, lock::Loss loss)
{
    switch (loss) {
    case lock::Loss::Expired:
        return LockWords::tr("%1 is lost: its lease ended before it was released")
            .arg(quoted(name));
    case lock::Loss::TakenAway:
        return LockWords::tr("%1 is lost: it was force-unlocked, deleted or flushed, or another "
                             "owner holds it now")
            .arg(quoted(name));
    case lock::Loss::ServerChanged:
        return LockWords::tr(
                   "%1 is lost: its server has changed or was restarted, and does not have it")
            .arg(quoted(name));
    case lock::Loss::RenewalsSpent:
        return LockWords::tr("%1 is lost: the limit of renewals was reached").arg(quoted(name));
    case lock::Loss::NoQuorum:
        return LockWords::tr("%1 is lost: servers restarted, and no majority has it any more")
            .arg(quoted(name));
    case lock::Loss::Refused:
        return LockWords::tr("%1 is lost: its lease ended while the server refused to renew it")
            .arg(quoted(name));
    case lock::Loss::Unanswered:
        return LockWords::tr(
                   "%1 is lost: its lease ended while the server did not answer to its renewal")
            .arg(quoted(name));
    case lock::Loss::NoMajority:
        return LockWords::tr(
                   "%1 is lost: its lease ended while no majority of its servers renewed it")
            .arg(quoted(name));
    }
    return {};
}

QString hindrance(const lock::Standing &standing, const std::vector<QString> &servers)
{
    QStringList missing;
    for (const std::size_t place : standing.missing) {
        if (place < servers.size())
            missing.append(servers[place]);
    }
    if (!missing.isEmpty())
        return LockWords::tr("no renewal by %1").arg(listed(missing));
    if (!standing.refusal.isEmpty())
        return visibleElided(standing.refusal, 300);
    return standing.isRefused ? LockWords::tr("the server refuses it")
                              : LockWords::tr("the server does not answer");
}

QString standing(const Meant &what, const lock::Standing &standing,
                 const std::vector<QString> &servers, Instant now)
{
    using Kind = lock::Standing::Kind;
    const LockName &name = what.name;
    switch (standing.kind) {
    case Kind::Sure:
        break;
    case Kind::Overdue:
        return LockWords::tr("%1 cannot be renewed (%2): it is lost in %3 unless a renewal "
                             "succeeds until then")
            .arg(quoted(name), hindrance(standing, servers), timeLeft(standing.validUntil, now));
    case Kind::Uncertain:
        if (neverExpires(what.kind))
            return LockWords::tr(
                       "the server of %1 has changed or was restarted: nothing tells whether "
                       "it still counts what was taken, so it will not be given back")
                .arg(quoted(name));
        return LockWords::tr(
                   "the server of %1 has changed or was restarted: reading whether it is still "
                   "held")
            .arg(quoted(name));
    }
    return LockWords::tr("%1 is still held").arg(quoted(name));
}

QString notReleased(const Meant &what, const lock::ReleaseOutcome &outcome)
{
    using Status = lock::ReleaseOutcome::Status;
    const LockName &name = what.name;
    if (outcome.status == Status::NotHeld)
        return LockWords::tr("%1 was no longer held at its release").arg(quoted(name));
    if (outcome.status == Status::WrongType)
        return LockWords::tr("%1 is no longer a lock of this kind").arg(quoted(name));
    if (neverExpires(what.kind))
        return LockWords::tr("%1 could not be released (%2); permits do not expire: if they are "
                             "still taken, %3 gives them back")
            .arg(quoted(name), reason(outcome.error), addingBack(what));
    return LockWords::tr("%1 could not be released and will expire with its lease (%2)")
        .arg(quoted(name), reason(outcome.error));
}

QString shortly(const QByteArray &kind, const lock::AcquireOutcome &outcome)
{
    using Status = lock::AcquireOutcome::Status;
    switch (outcome.status) {
    case Status::Held:
        return {};
    case Status::Busy:
        return busyShortly(kind, outcome);
    case Status::WrongType:
        return isNoLock(outcome) ? said(outcome.error->text)
                                 : LockWords::tr("the key exists but is not a lock of this kind");
    case Status::Cancelled:
        return LockWords::tr("the wait was stopped; no keys are left behind");
    case Status::Failed:
        return isTooLate(outcome) ? said(outcome.error->text, 300) : reason(outcome.error);
    case Status::Unknown:
        return LockWords::tr("it is unknown whether it was acquired (%1)")
            .arg(reason(outcome.error));
    }
    return {};
}

QString shortly(lock::Loss loss)
{
    switch (loss) {
    case lock::Loss::Expired:
        return LockWords::tr("the lease ended before it was renewed");
    case lock::Loss::TakenAway:
        return LockWords::tr(
            "it was force-unlocked, deleted or flushed, or another owner holds it now");
    case lock::Loss::ServerChanged:
        return LockWords::tr("its server has changed or was restarted, and does not have it");
    case lock::Loss::RenewalsSpent:
        return LockWords::tr("the limit of renewals was reached");
    case lock::Loss::NoQuorum:
        return LockWords::tr("servers restarted, and no majority has it any more");
    case lock::Loss::Refused:
        return LockWords::tr("its lease ended while the server refused to renew it");
    case lock::Loss::Unanswered:
        return LockWords::tr("its lease ended while the server did not answer to its renewal");
    case lock::Loss::NoMajority:
        return LockWords::tr("its lease ended while no majority of its servers renewed it");
    }
    return {};
}

QString shortly(const QByteArray &kind, const lock::ReleaseOutcome &outcome)
{
    using Status = lock::ReleaseOutcome::Status;
    switch (outcome.status) {
    case Status::Released:
    case Status::StillHeld:
        return {};
    case Status::NotHeld:
        return LockWords::tr("it was no longer held at its release");
    case Status::WrongType:
        return LockWords::tr("it is no longer a lock of this kind");
    case Status::Failed:
    case Status::Unknown:
        break;
    }
    if (neverExpires(kind))
        return LockWords::tr("its permits may still be taken, and do not expire (%1)")
            .arg(reason(outcome.error));
    if (outcome.triesAgainFor)
        return LockWords::tr("it is not released yet; it is released as soon as the server accepts "
                             "it, or ends with its lease (%1)")
            .arg(reason(outcome.error));
    return LockWords::tr("it will expire with its lease (%1)").arg(reason(outcome.error));
}

QString shortly(const lock::ExtendOutcome &outcome)
{
    using Status = lock::ExtendOutcome::Status;
    switch (outcome.status) {
    case Status::Extended:
        return {};
    case Status::NotHeld:
        return LockWords::tr("it was no longer held when it was to be extended");
    case Status::Failed:
        return LockWords::tr("it was not extended (%1)").arg(reason(outcome.error));
    case Status::Unknown:
        break;
    }
    return LockWords::tr("it is unknown whether it was extended (%1)").arg(reason(outcome.error));
}

QString vote(lock::Vote::Kind kind)
{
    switch (kind) {
    case lock::Vote::Kind::Granted:
        return LockWords::tr("granted");
    case lock::Vote::Kind::HeldByOther:
        return LockWords::tr("held by another owner");
    case lock::Vote::Kind::OthersTurn:
        return LockWords::tr("free, but the turn of another waiter");
    case lock::Vote::Kind::Error:
        return LockWords::tr("error");
    case lock::Vote::Kind::NoAnswer:
        return LockWords::tr("no reply in time");
    case lock::Vote::Kind::Pending:
        return LockWords::tr("reply not awaited");
    case lock::Vote::Kind::NotAsked:
        return LockWords::tr("not asked");
    }
    return {};
}

QString mode(lock::Mode mode)
{
    return mode == lock::Mode::Read ? LockWords::tr("read") : LockWords::tr("write");
}

} // namespace lockscope::wording
