// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/hold/runcommand.h"

#include "app/common/interrupts.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/hold/guard.h"
#include "app/lockctl/hold/holdsession.h"
#include "core/base/argumenttext.h"
#include "core/base/text.h"
#include "ui/wording/lockwording.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QTimer>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::lockctl {

namespace {

constexpr Millis usualGrace = 10s;

// The guard is woken a little late on a busy machine, and clocks drift: it ends the command a
// little before the end of the lease. A hold without a lease has no bound.
Instant bounded(Instant until, Millis lease)
{
    if (until == Instant::max())
        return until;
    return until - std::min(lease / 4, lease / 50 + 40ms);
}

class Run final : public Running
{
public:
    Run(const HoldOptions &options, Guard::Command command, Millis notice)
        : m_holding(options)
        , m_command(std::move(command))
        , m_notice(notice)
    {
        connect(&m_holding, &HoldSession::held, this, &Run::onHeld);
        connect(&m_holding, &HoldSession::notObtained, this, &Run::onNotObtained);
        connect(&m_holding, &HoldSession::standingChanged, this, &Run::onStanding);
        connect(&m_holding, &HoldSession::lost, this, &Run::onLost);
        connect(&m_holding, &HoldSession::released, this, &Run::onReleased);
        connect(&m_extending, &QTimer::timeout, this, &Run::extend);
        m_extending.setInterval(std::clamp(options.lease.time() / 20, Millis(5), Millis(250)));
    }

    void start() override;
    void interrupt(int signal) override;

private:
    void onHeld(const lock::AcquireOutcome &outcome);
    void onNotObtained(const lock::AcquireOutcome &outcome, const QString &why);
    void extend();
    void onStanding(const QString &how) const;
    void onLost(lock::Loss loss);
    void onFinished(const Guard::End &end);
    void giveUp();
    void onReleased(const lock::ReleaseOutcome &outcome);

    HoldSession m_holding;
    const Guard::Command m_command;
    const Millis m_notice;
    std::unique_ptr<Guard> m_guard;
    QTimer m_extending;
    std::optional<Instant> m_told; // until when the guard lets it run
    bool m_isRunning = false;
    bool m_isLost = false;
    int m_endsWanted = 0; // SIGINT and SIGTERM that came while the command ran
    int m_status = Done;
};

void Run::start()
{
    // The command may want to tell others in whose name it works.
    qputenv("LOCKCTL_LOCK", m_holding.options().asked.names.front().bytes);
    qputenv("LOCKCTL_OWNER", m_holding.options().owner.bytes);
    auto guard = Guard::create(m_command); // forks: first of all
    if (!guard) {
        writeError(u"lockctl: %1\n"_s.arg(guard.error().text.english()));
        Q_EMIT finished(NotObtained);
        return;
    }
    m_guard = std::move(*guard);
    connect(m_guard.get(), &Guard::finished, this, &Run::onFinished);
    app::Interrupts::tellAll();
    m_holding.acquire();
}

void Run::interrupt(int signal)
{
    if (!m_isRunning) {
        m_holding.cancel();
        return;
    }
    const bool wantsEnd = signal == SIGINT || signal == SIGTERM;
    m_endsWanted += wantsEnd ? 1 : 0;
    if (!wantsEnd || m_endsWanted == 1) {
        m_guard->forward(signal);
    } else if (m_endsWanted == 2) {
        writeError(u"lockctl: second signal: sending SIGTERM to all processes of the command; a "
                   "third signal kills them\n"_s);
        m_guard->terminate();
    } else {
        m_guard->end(); // tells when nothing is left; only then the lock is given back
    }
}

void Run::onHeld(const lock::AcquireOutcome &outcome)
{
    m_isRunning = true;
    m_told = outcome.validUntil;
    m_guard->run(bounded(outcome.validUntil, outcome.lease), m_notice, outcome.fencingToken);
    m_extending.start();
}

void Run::onNotObtained(const lock::AcquireOutcome & /*outcome*/, const QString &why)
{
    writeError(u"lockctl: %1\n"_s.arg(why));
    Q_EMIT finished(NotObtained);
}

void Run::extend()
{
    const auto until = m_holding.validUntil();
    if (!until || until == m_told)
        return;
    m_told = until;
    m_guard->extend(bounded(*until, m_holding.options().lease.time()));
}

void Run::onStanding(const QString &how) const
{
    if (m_isRunning)
        writeError(u"lockctl: %1\n"_s.arg(how));
}

void Run::onLost(lock::Loss loss)
{
    if (!m_isRunning)
        return; // the command has ended; the release says so
    m_isLost = true;
    m_extending.stop();
    m_guard->end();
    writeError(u"lockctl: %1; stopping the command\n"_s.arg(
        wording::lost(m_holding.options().shownName(), loss)));
}

void Run::onFinished(const Guard::End &end)
{
    m_isRunning = false;
    m_extending.stop();
    m_status = end.status;
    if (!end.problem.isEmpty())
        writeError(u"lockctl: \"%1\" cannot be run: %2\n"_s.arg(
            visibleElided(m_command.words.front(), 120), end.problem));
    if (m_isLost) {
        Q_EMIT finished(LockLost);
        return;
    }
    if (end.isTimeOver)
        giveUp();
    m_holding.release();
}

// It is given back all the same, as long as it lasts: others need not wait for its end.
void Run::giveUp()
{
    m_status = LockLost;
    const bool isFixed = m_holding.options().lease.fixed.has_value();
    writeError(u"lockctl: \"%1\" %2; the command was stopped\n"_s.arg(
        visibleName(m_holding.options().shownName().bytes, 120),
        isFixed ? u"was held for its whole lease"_s : u"was not renewed in time"_s));
    const auto until = m_holding.validUntil();
    const auto left = until && *until != Instant::max() ? *until - SystemClock().now() : 0ms;
    QTimer::singleShot(std::chrono::ceil<Millis>(std::max<Instant::duration>(left, 0ms)), this,
                       [this] { Q_EMIT finished(LockLost); });
}

void Run::onReleased(const lock::ReleaseOutcome &outcome)
{
    using Status = lock::ReleaseOutcome::Status;
    if (outcome.status != Status::Released && outcome.status != Status::StillHeld) {
        writeError(
            u"lockctl: %1\n"_s.arg(wording::notReleased(m_holding.options().meant(), outcome)));
        if (outcome.status == Status::NotHeld || outcome.status == Status::WrongType)
            m_status = LockLost; // and nobody knows for how long
    }
    Q_EMIT finished(m_status);
}

void addRunOptions(QCommandLineParser &parser)
{
    addHoldOptions(parser);
    parser.addOption(
        {u"grace"_s,
         u"Send SIGTERM to the command D before the lock is no longer certain to be "
         "held, and SIGKILL at that time. At most a third of the lease; by default a "
         "tenth of the lease, at most 10s. If lockctl is killed, the command gets D, or "
         "10s, but never more than that time."_s,
         u"D"_s});
}

// The number of lock names among the words: those before `--`, which the parser removes from the
// words; without `--`, the first word.
qsizetype countNames(const QStringList &given)
{
    // As Qt has the words: only how many there are is wanted.
    QStringList words;
    for (const QString &word : given)
        words.append(QString::fromLocal8Bit(bytesOfArgument(word)));
    const QStringList all = QCoreApplication::arguments();
    for (qsizetype at = all.indexOf(u"--"_s); at >= 0; at = all.indexOf(u"--"_s, at + 1)) {
        // A `--` that is the value of an option is not followed by the last of the words.
        const QStringList command = all.mid(at + 1);
        if (words.size() >= command.size() && words.last(command.size()) == command)
            return words.size() - command.size();
    }
    return std::min<qsizetype>(1, words.size());
}

Result<std::unique_ptr<Running>> prepareRun(const QCommandLineParser &parser)
{
    const QStringList words = parser.positionalArguments();
    const qsizetype names = countNames(words);
    const auto options = holdOptions(parser, names);
    if (!options)
        return fail(options.error());
    const auto grace = durationOption(parser, u"grace"_s, usualGrace);
    if (!grace)
        return fail(grace.error());
    Guard::Command command;
    command.grace = std::min(*grace, Millis(std::chrono::hours(24)));
    const Millis lease = options->lease.time();
    const Millis notice = parser.isSet(u"grace"_s) ? std::min(command.grace, lease / 3)
                                                   : std::min(command.grace, lease / 10);
    for (const QString &word : words.mid(names))
        command.words.push_back(bytesOfArgument(word));
    if (command.words.empty() || command.words.front().isEmpty())
        return fail(ErrorKind::InvalidInput,
                    u"no command was given: lockctl run NAME --url URL -- COMMAND ARG..."_s);
    return std::make_unique<Run>(*options, std::move(command), notice);
}

// The options of a command that stands without `--` are taken for our own.
QString explain(const QStringList &arguments)
{
    QCommandLineParser parser;
    addRunOptions(parser);
    const bool isOver = arguments.contains(u"--"_s);
    if (isOver || parser.parse(arguments) || parser.unknownOptionNames().isEmpty())
        return {};
    return u"%1 Put -- before the command and its options: "
           "lockctl run NAME --url URL -- COMMAND ARG..."_s.arg(parser.errorText());
}

} // namespace

CommandSpec runCommand()
{
    return {u"run"_s,
            u"run a command while holding a lock, and stop it when the lock is lost"_s,
            u"lockctl run NAME [TARGET] [--kind K] [--wait D] [--lease D | --watchdog D] "
            "[--replicas N] [--grace D] -- COMMAND [ARG...]\n"
            "(the kinds, with their options, are those of 'lockctl acquire --help')"_s,
            addRunOptions,
            prepareRun,
            true,
            explain};
}

} // namespace lockscope::lockctl
