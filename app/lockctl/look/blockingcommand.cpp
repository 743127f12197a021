// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/look/blockingcommand.h"

#include "app/lockctl/common/jsonform.h"
#include "app/lockctl/common/printing.h"
#include "app/lockctl/common/session.h"
#include "app/lockctl/look/blockingreport.h"
#include "core/base/text.h"

#include <QCommandLineParser>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

struct BlockingOptions {
    TargetChoice where;
    std::optional<Millis> observe;
    bool json = false;
};

// Looks once, or for a while, and prints who waits for whom.
class BlockingLook : public Running
{
    Q_OBJECT

public:
    explicit BlockingLook(BlockingOptions options)
        : m_options(std::move(options))
        , m_session(m_options.where, {}, m_options.observe.has_value())
    {
        connect(&m_session, &Session::changed, this, &BlockingLook::onChanged);
        m_observation.setSingleShot(true);
        connect(&m_observation, &QTimer::timeout, this, &BlockingLook::print);
        // Without an observation nobody knows for how long it has been so.
        if (m_options.observe)
            connect(&m_session, &Session::lockChanged, this,
                    [this](const watch::LockId &id, const watch::LockPointer &lock) {
                        m_meter.note(id, lock, std::chrono::steady_clock::now());
                    });
    }

    void start() override { m_session.start(); }
    void interrupt(int /*signal*/) override
    {
        if (m_settled) {
            print(); // cut the observation short
        } else {
            tellInterrupted();
            finish(Unreachable);
        }
    }

private:
    void onChanged();
    void print();
    void finish(int status);

    const BlockingOptions m_options;
    Session m_session;
    insight::WaitMeter m_meter;
    QTimer m_observation;
    bool m_settled = false;
    bool m_finished = false;
};

void BlockingLook::onChanged()
{
    if (m_finished || m_settled || !m_session.isSettled())
        return;
    m_settled = true;
    const auto &servers = m_session.servers();
    const bool anyUp = std::any_of(servers.begin(), servers.end(), [](const auto &entry) {
        return entry.second.state == watch::ServerState::Up;
    });
    if (m_options.observe && anyUp)
        m_observation.start(*m_options.observe);
    else
        print();
}

void BlockingLook::print()
{
    if (m_finished)
        return;
    std::vector<watch::LockPointer> locks;
    for (const auto &[id, lock] : m_session.locks())
        locks.push_back(lock);
    const BlockingReport report{insight::waitGraph(locks, {}, m_meter,
                                                   std::chrono::steady_clock::now(),
                                                   insight::lostAtOf(m_session.servers())),
                                m_session.allGaps(), m_options.observe.has_value()};
    const bool isQuiet = report.graph.locks.empty() && report.graph.dead.empty();
    if (m_options.json)
        (void)writeOut(jsonLine(toJson(report)));
    else if (!isQuiet)
        (void)writeOut(text(report));
    else if (!m_session.failure())
        writeError(u"no waiters\n"_s);
    m_session.tellAllGaps();
    finish(m_session.failure() ? Unreachable : Done);
}

void BlockingLook::finish(int status)
{
    if (std::exchange(m_finished, true))
        return;
    m_observation.stop();
    m_session.stop();
    Q_EMIT finished(status);
}

void addBlockingOptions(QCommandLineParser &parser)
{
    addTargetOptions(parser, true);
    addNameOptions(parser);
    parser.addOptions({
        {u"observe"_s,
         u"Watch for D (500ms, 30s, 5m) before printing, and print how long each waiter "
         "waited in that time. Without --observe, waiting times are unknown."_s,
         u"D"_s},
        {u"json"_s, u"Print JSON: one object."_s},
    });
}

Result<std::unique_ptr<Running>> prepareBlocking(const QCommandLineParser &parser)
{
    BlockingOptions options;
    auto where = targetChoice(parser);
    if (!where)
        return fail(where.error());
    options.where = std::move(*where);
    options.json = parser.isSet(u"json"_s);
    if (parser.isSet(u"observe"_s)) {
        const auto observe = durationOption(parser, u"observe"_s, Millis(0));
        if (!observe)
            return fail(observe.error());
        options.observe = *observe;
    }
    if (const auto checked = refuseMoreWords(parser); !checked)
        return fail(checked.error());
    return std::make_unique<BlockingLook>(std::move(options));
}

} // namespace

CommandSpec blockingCommand()
{
    return {u"blocking"_s,
            u"show who waits for whom across locks: deadlocks, then the worst cases"_s,
            u"lockctl blocking [TARGET] [--prefix PREFIX] [--observe D] [--json]"_s,
            addBlockingOptions, prepareBlocking};
}

} // namespace lockscope::lockctl

#include "blockingcommand.moc"
