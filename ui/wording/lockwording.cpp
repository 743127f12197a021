// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/lockwording.h"

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

QString voteText(const lock::Vote &vote)
{
    using Kind = lock::Vote::Kind;
    switch (vote.kind) {
    case Kind::Granted:
        return Words::tr("granted");
    case Kind::HeldByOther:
        return Words::tr("held by someone else");
    case Kind::NoAnswer:
        return Words::tr("no answer in time");
    case Kind::Error:
    case Kind::NotAsked:
        break;
    }
    if (!vote.error)
        return Words::tr("not asked");
    // The server's name stands before it.
    return vote.error->text.isEmpty() ? errorSentence(*vote.error)
                                      : shown(vote.error->text.toUtf8(), 200);
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

QString noMajority(const LockName &name, const lock::AcquireOutcome &outcome)
{
    const auto granted =
        std::count_if(outcome.votes.begin(), outcome.votes.end(), [](const lock::Vote &vote) {
            return vote.kind == lock::Vote::Kind::Granted;
        });
    return Words::tr("no majority for %1: %2 of %3 servers granted it, and %4 are needed (%5)")
        .arg(quoted(name), QString::number(granted), QString::number(outcome.votes.size()),
             QString::number(outcome.votes.size() / 2 + 1), votesText(outcome.votes));
}

} // namespace

QString notObtained(const LockName &name, const lock::AcquireOutcome &outcome)
{
    using Status = lock::AcquireOutcome::Status;
    switch (outcome.status) {
    case Status::Held:
        return {};
    case Status::Busy:
        return busy(name, outcome.holderTtl);
    case Status::WrongType:
        return Words::tr("%1 is there, and is no lock of this kind; it was left as it is. 'lockctl "
                         "show' tells what it is")
            .arg(quoted(name));
    case Status::Cancelled:
        return Words::tr("waiting for %1 was ended; nothing is left behind").arg(quoted(name));
    case Status::Failed:
        if (outcome.error && outcome.error->code == "TOOLATE")
            return Words::tr("%1 was given back: %2")
                .arg(quoted(name), shown(outcome.error->text.toUtf8(), 300));
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

} // namespace lockscope::wording
