// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wording/quorumwording.h"

#include "core/base/text.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::wording {

namespace {

struct QuorumWords {
    Q_DECLARE_TR_FUNCTIONS(QuorumWords)
};

using insight::QuorumFinding;
using insight::QuorumVerdict;
using insight::Stance;
using What = insight::QuorumReading::What;

constexpr qsizetype voteDetailLimit = 200;

QString servers(std::size_t count, std::size_t total)
{
    return QuorumWords::tr("%1 of %2 servers").arg(count).arg(total);
}

// Redisson's red lock has an owner on each server: they only share the thread's number.
QString who(const QuorumFinding &finding, const QString &owner)
{
    if (owner.isEmpty())
        return QuorumWords::tr("several owners");
    return finding.inferred
        ? QuorumWords::tr("%1 and the same thread of other clients (inferred)").arg(owner)
        : owner;
}

QString validity(const QuorumFinding &finding, Instant now)
{
    if (finding.isEndless())
        return QuorumWords::tr("without expiry");
    const Millis left = finding.validity(now).value_or(Millis(0));
    if (left == Millis(0))
        return QuorumWords::tr("validity no longer certain");
    return finding.lapsing ? QuorumWords::tr("valid for only %1").arg(span(left))
                           : QuorumWords::tr("valid for %1").arg(span(left));
}

QString majoritySentence(const QuorumFinding &finding, const QString &owner, Instant now)
{
    const std::size_t total = finding.total;
    QString text =
        QuorumWords::tr("held on %1 by %2, %3")
            .arg(servers(finding.votes, total), who(finding, owner), validity(finding, now));
    if (finding.bare)
        text += QuorumWords::tr("; no spare server");
    return text;
}

QString unconfirmedSentence(const QuorumFinding &finding, const QString &owner)
{
    const std::size_t total = finding.total;
    const std::size_t silent = finding.count(Stance::Silent);
    return QuorumWords::tr(
               "seen on %1, held by %2; a majority of %3 cannot be determined, because %4 "
               "could not be read")
        .arg(servers(finding.votes, total), who(finding, owner), QString::number(finding.needed),
             servers(silent, total));
}

QString blockedSentence(const QuorumFinding &finding)
{
    const std::size_t total = finding.total;
    const std::size_t foreign = finding.count(Stance::Foreign);
    if (total - foreign < finding.needed)
        return QuorumWords::tr(
                   "keys of another type are on %1: no owner can get a majority until they are "
                   "removed")
            .arg(servers(foreign, total));
    return QuorumWords::tr(
               "keys of another type are on %1, and one owner's keys are on %2: no owner can "
               "get a majority of %3")
        .arg(servers(foreign, total))
        .arg(finding.votes)
        .arg(finding.needed);
}

QString freeSentence(const QuorumFinding &finding)
{
    const std::size_t total = finding.total;
    QString text = QuorumWords::tr("not held");
    if (const std::size_t silent = finding.count(Stance::Silent); silent > 0)
        text += QuorumWords::tr("; %1 could not be read").arg(servers(silent, total));
    if (const std::size_t foreign = finding.count(Stance::Foreign); foreign > 0)
        text += QuorumWords::tr("; keys of another type are on %1").arg(servers(foreign, total));
    return text;
}

QString formWord(insight::QuorumForm form)
{
    return form == insight::QuorumForm::Hash ? QuorumWords::tr("a hash, like the locks of Redisson")
                                             : QuorumWords::tr("a string");
}

QString clockReason(const insight::QuorumSeat &seat)
{
    if (seat.lag == Millis(0))
        return {};
    return QuorumWords::tr(
               "its clock is %1 behind the others: when it is corrected, the key expires %1 "
               "earlier")
        .arg(span(seat.lag));
}

} // namespace

QString verdict(QuorumVerdict verdict)
{
    switch (verdict) {
    case QuorumVerdict::Unknown:
        return QuorumWords::tr("unknown");
    case QuorumVerdict::Held:
        return QuorumWords::tr("held");
    case QuorumVerdict::AtRisk:
        return QuorumWords::tr("at risk");
    case QuorumVerdict::Split:
        return QuorumWords::tr("split");
    case QuorumVerdict::Residue:
        return QuorumWords::tr("residue");
    case QuorumVerdict::Blocked:
        return QuorumWords::tr("blocked");
    case QuorumVerdict::Free:
        return QuorumWords::tr("free");
    }
    return {};
}

QString verdictInShort(const QuorumFinding &finding)
{
    const QString word = verdict(finding.verdict);
    if (finding.verdict != QuorumVerdict::Held && finding.verdict != QuorumVerdict::AtRisk)
        return word;
    return u"%1 %2/%3"_s.arg(word).arg(finding.votes).arg(finding.total);
}

QString verdictSentence(const QuorumFinding &finding, const QString &owner, Instant now)
{
    const std::size_t total = finding.total;
    switch (finding.verdict) {
    case QuorumVerdict::Unknown:
        if (finding.isNoRedlock)
            return QuorumWords::tr(
                "not a Redlock: it is on one server, and this kind is not kept on several");
        return QuorumWords::tr("unknown: %1 could not be read")
            .arg(servers(finding.count(Stance::Silent), total));
    case QuorumVerdict::Held:
        return majoritySentence(finding, owner, now);
    case QuorumVerdict::AtRisk:
        return QuorumWords::tr("at risk: %1")
            .arg(finding.unconfirmed ? unconfirmedSentence(finding, owner)
                                     : majoritySentence(finding, owner, now));
    case QuorumVerdict::Split:
        return QuorumWords::tr("split: %1 owners, and none has the %2 needed")
            .arg(finding.owners)
            .arg(servers(finding.needed, total));
    case QuorumVerdict::Residue:
        return QuorumWords::tr(
                   "residue: %1 has it on %2 only, but %3 are needed: nobody holds the lock, and "
                   "the residue expires")
            .arg(who(finding, owner), servers(finding.votes, total),
                 QString::number(finding.needed));
    case QuorumVerdict::Blocked:
        return QuorumWords::tr("blocked: %1").arg(blockedSentence(finding));
    case QuorumVerdict::Free:
        return QuorumWords::tr("free: %1").arg(freeSentence(finding));
    }
    return {};
}

QString stance(Stance stance)
{
    switch (stance) {
    case Stance::Agrees:
        return QuorumWords::tr("agrees");
    case Stance::OtherOwner:
        return QuorumWords::tr("other");
    case Stance::Foreign:
        return QuorumWords::tr("other type");
    case Stance::Missing:
        return QuorumWords::tr("none");
    case Stance::Silent:
        return QuorumWords::tr("silent");
    case Stance::Undecided:
        return QuorumWords::tr("undecided");
    case Stance::Dependent:
        return QuorumWords::tr("no vote");
    }
    return {};
}

QString seatReason(const insight::QuorumSeat &seat, const insight::QuorumReading &reading)
{
    const QString detail = said(reading.detail, voteDetailLimit);
    switch (seat.stance) {
    case Stance::Agrees:
        return clockReason(seat);
    case Stance::Dependent:
        return detail;
    case Stance::OtherOwner:
        return QuorumWords::tr("another owner");
    case Stance::Foreign:
        return QuorumWords::tr("another type of key: %1")
            .arg(reading.what == What::Lock ? formWord(reading.form) : detail);
    case Stance::Missing:
        return reading.what == What::Lock ? QuorumWords::tr("expired") : QuorumWords::tr("no key");
    case Stance::Silent:
        return detail;
    case Stance::Undecided:
        return QuorumWords::tr("one of several owners");
    }
    return {};
}

QString agreement(std::optional<bool> agrees)
{
    if (!agrees)
        return u"-"_s;
    return *agrees ? QuorumWords::tr("yes") : QuorumWords::tr("no");
}

QString clockOffset(const std::optional<watch::ClockOffset> &clock)
{
    if (!clock)
        return QuorumWords::tr("unknown");
    const Millis size = std::chrono::abs(clock->offset);
    if (size <= clock->uncertainty)
        return QuorumWords::tr("%1 ms").arg(0);
    const QString amount =
        size < Millis(1000) ? QuorumWords::tr("%1 ms").arg(size.count()) : span(size);
    return (clock->offset > Millis(0) ? u"+"_s : u"-"_s) + amount;
}

} // namespace lockscope::wording
