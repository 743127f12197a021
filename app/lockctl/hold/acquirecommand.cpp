// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/hold/acquirecommand.h"

#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/hold/holdsession.h"
#include "core/base/text.h"
#include "ui/wording/lockwording.h"
#include "ui/wording/wording.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

// "token" and so on, with the commas that part them.
QString details(const HoldOptions &options, const lock::AcquireOutcome &outcome)
{
    QString text;
    if (options.traits().hasIds)
        text += u" as "_s + visible(outcome.owner.bytes); // in full: they are what gives them back
    else if (options.traits().owner != workbench::KindOptions::Owner::Nobody)
        text += u" as "_s + visibleElided(outcome.owner.bytes, 120);
    if (outcome.fencingToken)
        text += u" with token %1"_s.arg(*outcome.fencingToken);
    if (outcome.count > 1 && !options.traits().hasPermits)
        text += u", count %1"_s.arg(outcome.count);
    const auto granted =
        std::ranges::count(outcome.votes, lock::Vote::Kind::Granted, &lock::Vote::kind);
    const bool isDecidedEarly =
        std::ranges::find(outcome.votes, lock::Vote::Kind::Pending, &lock::Vote::kind)
        != outcome.votes.end();
    if (outcome.replicas)
        text += *outcome.replicas == 1 ? u", on 1 replica"_s
                                       : u", on %1 replicas"_s.arg(*outcome.replicas);
    if (options.traits().isQuorum)
        text += (isDecidedEarly ? u", granted by %1 of %2 servers so far"_s
                                : u", granted by %1 of %2 servers"_s)
                    .arg(granted)
                    .arg(outcome.votes.size());
    if (!options.traits().hasLease)
        text += u", until released"_s;
    else if (options.lease.isRenewed())
        text += u", renewed every "_s + wording::span(lock::renewalInterval(outcome.lease));
    else
        text += u", for "_s + wording::span(outcome.lease);
    return text;
}

QString textLine(const HoldOptions &options, const lock::AcquireOutcome &outcome)
{
    const QString name = options.namesText();
    QString kind = QString::fromLatin1(options.asked.kind);
    if (!options.traits().isHeld)
        return u"open: %1 (%2)\n"_s.arg(name, kind);
    if (options.traits().hasModes)
        kind += options.asked.mode == lock::Mode::Read ? u", read"_s : u", write"_s;
    if (options.traits().hasPermits)
        kind += options.asked.permits == 1 ? u", 1 permit"_s
                                           : u", %1 permits"_s.arg(options.asked.permits);
    return u"holding %1 (%2)%3\n"_s.arg(name, kind, details(options, outcome));
}

class Acquire final : public Running
{
public:
    Acquire(const HoldOptions &options, bool json)
        : m_holding(options)
        , m_json(json)
    {
        connect(&m_holding, &HoldSession::held, this, &Acquire::onHeld);
        connect(&m_holding, &HoldSession::notObtained, this, &Acquire::onNotObtained);
        connect(&m_holding, &HoldSession::standingChanged, this, &Acquire::onStanding);
        connect(&m_holding, &HoldSession::lost, this, &Acquire::onLost);
        connect(&m_holding, &HoldSession::released, this, &Acquire::onReleased);
    }

    void start() override { m_holding.acquire(); }

    void interrupt(int /*signal*/) override
    {
        if (std::exchange(m_isEnding, true))
            return;
        if (m_isHeld)
            m_holding.release();
        else
            m_holding.cancel();
    }

private:
    void onHeld(const lock::AcquireOutcome &outcome)
    {
        const HoldOptions &options = m_holding.options();
        m_isHeld = options.traits().isHeld;
        const Instant now = std::chrono::steady_clock::now();
        const QString line = m_json
            ? jsonLine(toJson(options.asked.names, options.asked.kind, outcome, now))
            : textLine(options, outcome);
        if (!writeOut(line)) {
            m_status = Unreachable;
            if (m_isHeld)
                interrupt(0);
        } else if (m_isHeld && std::exchange(m_isEnding, false)) {
            interrupt(0); // asked for while the lock was on its way
        }
        if (!m_isHeld)
            Q_EMIT finished(m_status); // it was only waited for
    }

    void onNotObtained(const lock::AcquireOutcome &outcome, const QString &why)
    {
        writeError(u"lockctl: %1\n"_s.arg(why));
        Q_EMIT finished(statusOf(outcome));
    }

    void onStanding(const QString &how) const
    {
        if (!m_isEnding)
            writeError(u"lockctl: %1\n"_s.arg(how));
    }

    void onLost(lock::Loss loss)
    {
        if (m_isEnding)
            return; // the release says so
        writeError(u"lockctl: %1\n"_s.arg(wording::lost(m_holding.options().shownName(), loss)));
        Q_EMIT finished(LockLost);
    }

    void onReleased(const lock::ReleaseOutcome &outcome)
    {
        using Status = lock::ReleaseOutcome::Status;
        if (outcome.status != Status::Released && outcome.status != Status::StillHeld) {
            writeError(
                u"lockctl: %1\n"_s.arg(wording::notReleased(m_holding.options().meant(), outcome)));
            m_status = outcome.status == Status::NotHeld || outcome.status == Status::WrongType
                ? LockLost
                : Unreachable;
        }
        Q_EMIT finished(m_status);
    }

    HoldSession m_holding;
    bool m_json;
    bool m_isHeld = false;
    bool m_isEnding = false;
    ExitStatus m_status = Done;
};

void addAcquireOptions(QCommandLineParser &parser)
{
    addHoldOptions(parser);
    parser.addOption({u"json"_s, u"Print one JSON object as soon as the lock is held."_s});
}

Result<std::unique_ptr<Running>> prepareAcquire(const QCommandLineParser &parser)
{
    const auto options = holdOptions(parser, parser.positionalArguments().size());
    if (!options)
        return fail(options.error());
    return std::make_unique<Acquire>(*options, parser.isSet(u"json"_s));
}

} // namespace

CommandSpec acquireCommand()
{
    return {u"acquire"_s,
            u"acquire a lock and hold it until Ctrl+C"_s,
            u"lockctl acquire NAME [TARGET] [--kind K] [--wait D] [--lease D | --watchdog D] "
            "[--replicas N] [--owner O] [--json]\n"
            "lockctl acquire NAME --kind read-write --mode read|write ...\n"
            "lockctl acquire NAME --kind redlock|red --url URL --url URL --url URL|--group G "
            "[--min-validity D] [--node-timeout D] [--strategy greedy|stop] ...\n"
            "lockctl acquire NAME [NAME...] --kind multi [--url URL...] ...\n"
            "lockctl acquire NAME --kind semaphore [--permits N] [--initial N] [--wait D] ...\n"
            "lockctl acquire NAME --kind count-down-latch [--initial N] [--wait D] ..."_s,
            addAcquireOptions,
            prepareAcquire,
            true};
}

} // namespace lockscope::lockctl
