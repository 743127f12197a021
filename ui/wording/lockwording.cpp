// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/lockwording.h"

#include "core/format/traits.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(LockWords)
};

QString quoted(const LockName &name)
{
    return QLatin1Char('"') + shown(name.bytes, 120) + QLatin1Char('"');
}

QString reason(const std::optional<Error> &error)
{
    return error ? errorSentence(*error) : Words::tr("no reason is known");
}

QString busy(const LockName &name, const std::optional<Millis> &left)
{
    if (left)
        return Words::tr("%1 is held by someone else, for %2 more unless it is renewed; 'lockctl "
                         "show' tells by whom, --wait waits for it")
            .arg(quoted(name), span(*left));
    return Words::tr("%1 is held by someone else, without expiry; 'lockctl show' tells by whom")
        .arg(quoted(name));
}

bool isCounting(const std::optional<Error> &error)
{
    return error
        && (error->code == "NOTSETUP" || error->code == "NOTENOUGH" || error->code == "CLOSED");
}

// Of what has permits or counts.
QString busyCounting(const LockName &name, const Error &error)
{
    const QString text = said(shown(error.text.toUtf8(), 200));
    if (error.code == "NOTSETUP")
        return Words::tr("%1 cannot be taken: %2; --initial N sets it up").arg(quoted(name), text);
    if (error.code == "CLOSED")
        return Words::tr("%1 is closed: %2; --wait waits until it is open").arg(quoted(name), text);
    return Words::tr("%1 is taken: %2; --wait waits for more").arg(quoted(name), text);
}

QString voteText(const lock::Vote &each)
{
    const bool saysWhy =
        each.kind == lock::Vote::Kind::Error || each.kind == lock::Vote::Kind::NotAsked;
    if (!saysWhy || !each.error)
        return vote(each.kind);
    // The server's name stands before it.
    return each.error->text.isEmpty() ? errorSentence(*each.error)
                                      : said(shown(each.error->text.toUtf8(), 200));
}

// What each server said, the same words once: "a, b: held by someone else; c: no answer in time".
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
        parts.append(byWords[text].join(u", "_s) + u": "_s + text);
    return parts.join(u"; "_s);
}

qsizetype grantedOf(const std::vector<lock::Vote> &votes)
{
    return std::count_if(votes.begin(), votes.end(), [](const lock::Vote &vote) {
        return vote.kind == lock::Vote::Kind::Granted;
    });
}

QString noMajority(const LockName &name, const lock::AcquireOutcome &outcome)
{
    return Words::tr("no majority for %1: %2 of %3 servers granted it, and %4 are needed (%5)")
        .arg(quoted(name), QString::number(grantedOf(outcome.votes)),
             QString::number(outcome.votes.size()), QString::number(outcome.votes.size() / 2 + 1),
             votesText(outcome.votes));
}

QString busyShortly(const QByteArray &kind, const lock::AcquireOutcome &outcome)
{
    if (isCounting(outcome.error))
        return said(shown(outcome.error->text.toUtf8(), 200));
    const format::KindTraits::Servers servers = format::traitsOf(kind).servers;
    if (outcome.votes.size() > 1 && servers == format::KindTraits::Servers::Majority)
        return Words::tr("not enough servers granted it: %1 of %2")
            .arg(grantedOf(outcome.votes))
            .arg(outcome.votes.size());
    if (servers == format::KindTraits::Servers::All)
        return Words::tr("somebody else holds one of them");
    if (outcome.holderTtl)
        return Words::tr("somebody else holds it, for %1 more unless it is renewed")
            .arg(span(*outcome.holderTtl));
    return Words::tr("somebody else holds it, without expiry");
}

} // namespace

QString notObtained(const LockName &name, const lock::AcquireOutcome &outcome)
{
    using Status = lock::AcquireOutcome::Status;
    switch (outcome.status) {
    case Status::Held:
        return {};
    case Status::Busy:
        return isCounting(outcome.error) ? busyCounting(name, *outcome.error)
                                         : busy(name, outcome.holderTtl);
    case Status::WrongType:
        return Words::tr("%1 is there, and is no lock of this kind; it was left as it is. 'lockctl "
                         "show' tells what it is")
            .arg(quoted(name));
    case Status::Cancelled:
        return Words::tr("waiting for %1 was ended; nothing is left behind").arg(quoted(name));
    case Status::Failed:
        if (outcome.error && outcome.error->code == "TOOLATE")
            return Words::tr("%1 was given back: %2")
                .arg(quoted(name), said(shown(outcome.error->text.toUtf8(), 300)));
        return outcome.votes.size() > 1 ? noMajority(name, outcome) : reason(outcome.error);
    case Status::Unknown:
        return Words::tr("it is not known whether %1 was taken (%2); if it was, it lapses after "
                         "its lease")
            .arg(quoted(name), reason(outcome.error));
    }
    return {};
}

QString lost(const LockName &name, lock::Loss loss)
{
    switch (loss) {
    case lock::Loss::Expired:
        return Words::tr("%1 is lost: its lease ended before it was released").arg(quoted(name));
    case lock::Loss::TakenAway:
        return Words::tr("%1 is lost: somebody released it by force, or it is another owner's now")
            .arg(quoted(name));
    case lock::Loss::RenewalsSpent:
        return Words::tr("%1 is lost: it was renewed as often as allowed").arg(quoted(name));
    case lock::Loss::NoQuorum:
        return Words::tr("%1 is lost: servers were restarted, and no majority has it any more")
            .arg(quoted(name));
    }
    return {};
}

QString notReleased(const LockName &name, const lock::ReleaseOutcome &outcome)
{
    using Status = lock::ReleaseOutcome::Status;
    if (outcome.status == Status::NotHeld)
        return Words::tr("%1 was no longer held when it was to be released").arg(quoted(name));
    if (outcome.status == Status::WrongType)
        return Words::tr("%1 is no lock of this kind any more").arg(quoted(name));
    return Words::tr("%1 could not be released and is left to its lease (%2)")
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
        return Words::tr("the key is there, and is no lock of this kind");
    case Status::Cancelled:
        return Words::tr("the wait was ended; nothing is left behind");
    case Status::Failed:
        return reason(outcome.error);
    case Status::Unknown:
        return Words::tr("it is not known whether it was taken (%1)").arg(reason(outcome.error));
    }
    return {};
}

QString shortly(lock::Loss loss)
{
    switch (loss) {
    case lock::Loss::Expired:
        return Words::tr("the lease ended before it was renewed");
    case lock::Loss::TakenAway:
        return Words::tr("somebody released it by force, or it is another owner's now");
    case lock::Loss::RenewalsSpent:
        return Words::tr("it was renewed as often as allowed");
    case lock::Loss::NoQuorum:
        return Words::tr("servers were restarted, and no majority has it any more");
    }
    return {};
}

QString shortly(const lock::ReleaseOutcome &outcome)
{
    using Status = lock::ReleaseOutcome::Status;
    switch (outcome.status) {
    case Status::Released:
    case Status::StillHeld:
        return {};
    case Status::NotHeld:
        return Words::tr("it was no longer held when it was to be released");
    case Status::WrongType:
        return Words::tr("it is no lock of this kind any more");
    case Status::Failed:
    case Status::Unknown:
        break;
    }
    return Words::tr("it is left to its lease (%1)").arg(reason(outcome.error));
}

QString shortly(const lock::ExtendOutcome &outcome)
{
    using Status = lock::ExtendOutcome::Status;
    switch (outcome.status) {
    case Status::Extended:
        return {};
    case Status::NotHeld:
        return Words::tr("it was no longer held when it was to last longer");
    case Status::Failed:
        return Words::tr("it lasts no longer than before (%1)").arg(reason(outcome.error));
    case Status::Unknown:
        break;
    }
    return Words::tr("it is not known whether it lasts longer now (%1)").arg(reason(outcome.error));
}

QString vote(lock::Vote::Kind kind)
{
    switch (kind) {
    case lock::Vote::Kind::Granted:
        return Words::tr("granted");
    case lock::Vote::Kind::HeldByOther:
        return Words::tr("held by someone else");
    case lock::Vote::Kind::Error:
        return Words::tr("error");
    case lock::Vote::Kind::NoAnswer:
        return Words::tr("no reply in time");
    case lock::Vote::Kind::Pending:
        return Words::tr("not waited for");
    case lock::Vote::Kind::NotAsked:
        return Words::tr("not asked");
    }
    return {};
}

QString mode(lock::Mode mode)
{
    return mode == lock::Mode::Read ? Words::tr("read") : Words::tr("write");
}

} // namespace lockscope::wording
