// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/acquirecommand.h"

#include "app/lockctl/holding.h"
#include "app/lockctl/jsonform.h"
#include "app/lockctl/printing.h"
#include "core/base/text.h"
#include "ui/wording/lockwording.h"
#include "ui/wording/wording.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

QString textLine(const HoldOptions &options, const lock::AcquireOutcome &outcome)
{
    const QString times = outcome.count > 1 ? u", %1 times over"_s.arg(outcome.count) : QString();
    const QString how = options.lease.isRenewed()
        ? u"renewed every %1"_s.arg(wording::span(lock::renewalInterval(outcome.lease)))
        : u"for %1"_s.arg(wording::span(outcome.lease));
    const auto granted =
        std::count_if(outcome.votes.begin(), outcome.votes.end(), [](const lock::Vote &vote) {
            return vote.kind == lock::Vote::Kind::Granted;
        });
    const QString votes = outcome.votes.size() < 2
        ? QString()
        : u", granted by %1 of %2 servers so far"_s.arg(granted).arg(outcome.votes.size());
    const QString side = !options.traits().hasModes ? QString()
        : options.asked.mode == lock::Mode::Read    ? u", read"_s
                                                    : u", write"_s;
    return u"holding %1 (%2%6) as %3%4%7, %5\n"_s.arg(
        visibleElided(options.name().bytes, 120), QString::fromLatin1(options.asked.kind),
        visibleElided(outcome.owner.bytes, 120), times, how, side, votes);
}

class Acquire final : public Running
{
public:
    Acquire(const HoldOptions &options, bool json)
        : m_holding(options)
        , m_json(json)
    {
        connect(&m_holding, &Holding::held, this, &Acquire::onHeld);
        connect(&m_holding, &Holding::notObtained, this, &Acquire::onNotObtained);
        connect(&m_holding, &Holding::lost, this, &Acquire::onLost);
        connect(&m_holding, &Holding::released, this, &Acquire::onReleased);
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
        m_isHeld = true;
        const HoldOptions &options = m_holding.options();
        const Instant now = std::chrono::steady_clock::now();
        const QString line = m_json
            ? jsonLine(toJson(options.name(), options.asked.kind, outcome, now))
            : textLine(options, outcome);
        if (!writeOut(line)) {
            writeError(u"lockctl: standard output could not be written\n"_s);
            m_status = Unreachable;
            interrupt(0);
        } else if (std::exchange(m_isEnding, false)) {
            interrupt(0); // asked for while the lock was on its way
        }
    }

    void onNotObtained(const lock::AcquireOutcome &outcome)
    {
        writeError(
            u"lockctl: %1\n"_s.arg(wording::notObtained(m_holding.options().name(), outcome)));
        Q_EMIT finished(statusOf(outcome));
    }

    void onLost(lock::Loss loss)
    {
        if (m_isEnding)
            return; // the release says so
        writeError(u"lockctl: %1\n"_s.arg(wording::lost(m_holding.options().name(), loss)));
        Q_EMIT finished(LockLost);
    }

    void onReleased(const lock::ReleaseOutcome &outcome)
    {
        using Status = lock::ReleaseOutcome::Status;
        if (outcome.status != Status::Released && outcome.status != Status::StillHeld) {
            writeError(
                u"lockctl: %1\n"_s.arg(wording::notReleased(m_holding.options().name(), outcome)));
            m_status = outcome.status == Status::NotHeld || outcome.status == Status::WrongType
                ? LockLost
                : Unreachable;
        }
        Q_EMIT finished(m_status);
    }

    Holding m_holding;
    bool m_json;
    bool m_isHeld = false;
    bool m_isEnding = false;
    ExitStatus m_status = Done;
};

void addOptions(QCommandLineParser &parser)
{
    addHoldOptions(parser);
    parser.addOption({u"json"_s, u"Print one JSON object as soon as it is held."_s});
}

Result<std::unique_ptr<Running>> prepare(const QCommandLineParser &parser)
{
    const auto options = holdOptions(parser, parser.positionalArguments().size());
    if (!options)
        return fail(options.error());
    return std::make_unique<Acquire>(*options, parser.isSet(u"json"_s));
}

} // namespace

CommandSpec acquireCommand()
{
    return {u"acquire"_s, u"take a lock and hold it until Ctrl+C"_s,
            u"lockctl acquire NAME [TARGET] [--kind K] [--wait D] [--lease D | --watchdog D] "
            "[--owner O] [--json]"_s,
            addOptions, prepare};
}

} // namespace lockscope::lockctl
