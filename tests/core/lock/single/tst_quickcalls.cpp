// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/protocol/protocols.h"
#include "core/lock/single/quickcalls.h"
#include "tests/core/lock/lockfixture.h"
#include "tests/support/recordingproxy.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using lock::AcquireOutcome;
using lock::ReleaseOutcome;
using Acquired = AcquireOutcome::Status;
using Released = ReleaseOutcome::Status;

namespace {

// The circumstances of a call: the state of the lock, or a fault on the way to the server.
enum class Trace {
    Usual,
    UnknownScript, // NOSCRIPT
    HeldBefore, // once by the same owner; otherwise the released lock is not held
    HeldByOther,
    NotHeld,
    WrongType,
    NotNow, // READONLY
    AnswerLost, // the connection is lost after the server has run it
    QuestionLost, // the connection is lost before the server has read it
    Cancelled, // before the answer
};

enum class Way { Quick, Coroutine };

// The results as seen by the caller and the server.
struct Played {
    int status = -1;
    qint64 count = 0;
    int errorKind = -1; // none
    qint64 inBook = 0;
    qint64 onServer = 0;

    friend bool operator==(const Played &, const Played &) = default;

    QByteArray text() const
    {
        QByteArray text;
        for (const qint64 number : {qint64(status), count, qint64(errorKind), inBook, onServer})
            text += QByteArray::number(number) + ' ';
        return text;
    }
};

} // namespace

// QuickCalls repeats in one question and one answer what Acquisition and runRelease() do as
// coroutines: the same traces through both end in the same way.
class TestQuickCalls : public QObject
{
    Q_OBJECT

private:
    using Protocol = std::shared_ptr<const lock::Protocol>;

    RedisProcess m_server;
    std::unique_ptr<RecordingProxy> m_proxy;
    std::unique_ptr<LockProcess> m_process;
    Protocol m_protocol;
    OwnerId m_me;

    static constexpr auto name = "job";

    Reply run(const std::vector<QByteArray> &command) const { return m_server.command(command); }
    bool isHeldByAnybody() const { return run({"EXISTS"_ba, name}).integer > 0; }
    lock::LockSpace::Private &space() const { return m_process->space.d(); }
    void relent() const { run({"REPLICAOF"_ba, "NO"_ba, "ONE"_ba}); }

    static void protocols(const std::vector<std::pair<Trace, int>> &traces)
    {
        QTest::addColumn<Protocol>("protocol");
        QTest::addColumn<Trace>("trace");
        QTest::addColumn<int>("status");
        static const char *const words[] = {
            "usual",      "unknown script", "held before", "held by other", "not held",
            "wrong type", "not now",        "answer lost", "question lost", "cancelled"};
        for (const Protocol &protocol :
             {lock::reentrantProtocol(), lock::fencedProtocol(), lock::writeProtocol()}) {
            for (const auto &[trace, status] : traces)
                QTest::addRow("%s, %s", protocol->kind().constData(), words[int(trace)])
                    << protocol << trace << status;
        }
    }

    Pending<AcquireOutcome> acquire(Way way, Millis wait,
                                    std::shared_ptr<lock::Cancellation> cancel = {}) const
    {
        lock::AcquireRequest request;
        request.protocol = m_protocol;
        request.name = LockName(name);
        request.owner = m_me;
        request.wait = wait;
        request.deadline = m_process->clock.now() + wait;
        request.cancel = cancel ? std::move(cancel) : std::make_shared<lock::Cancellation>();
        if (way == Way::Quick)
            return space().quick->acquire(std::move(request));
        auto acquisition = std::make_shared<lock::Acquisition>(space(), std::move(request));
        return space().scope.start([acquisition] { return acquisition->run(); });
    }
    Pending<ReleaseOutcome> release(Way way) const
    {
        auto release = lock::beginRelease(space(), m_protocol, LockName(name), m_me);
        if (way == Way::Quick)
            return space().quick->release(std::move(release));
        return space().scope.start(
            [in = &space(), release] { return lock::runRelease(in, release); });
    }

    // A process of its own, to which the server knows the scripts.
    void begin(const Protocol &protocol)
    {
        relent();
        QVERIFY(run({"FLUSHALL"_ba}).isOk());
        m_process.reset();
        m_proxy = std::make_unique<RecordingProxy>(m_server.port());
        redis::ConnectionConfig config;
        config.target.hosts = {{u"127.0.0.1"_s, m_proxy->port()}};
        config.commandTimeout = 500ms;
        config.connectTimeout = 1s;
        config.silenceLimit = 600ms;
        m_process = std::make_unique<LockProcess>(config);
        QVERIFY(await(m_process->deployment.whenReady()));
        m_protocol = protocol;
        m_me = OwnerId(m_process->space.uuid() + ":1");
        QVERIFY(await(acquire(Way::Coroutine, 0ms))->isHeld());
        QCOMPARE(await(release(Way::Coroutine))->status, Released::Released);
        QVERIFY(eventually([&] { return !isHeldByAnybody(); }));
    }
    void prepare(Trace trace)
    {
        if (trace == Trace::HeldBefore)
            QVERIFY(await(acquire(Way::Coroutine, 0ms))->isHeld());
        else if (trace == Trace::HeldByOther)
            run({"HSET"_ba, name, "mode"_ba, "write"_ba, "other:1"_ba, "1"_ba, "other:1:write"_ba,
                 "1"_ba});
        else if (trace == Trace::WrongType)
            run({"SET"_ba, name, "text"_ba});
        else if (trace == Trace::NotNow)
            run({"REPLICAOF"_ba, "127.0.0.1"_ba, QByteArray::number(freePort())});
        else if (trace == Trace::UnknownScript)
            QVERIFY(run({"SCRIPT"_ba, "FLUSH"_ba}).isOk());
        else if (trace == Trace::AnswerLost || trace == Trace::Cancelled)
            m_proxy->stallServer(true);
        else if (trace == Trace::QuestionLost)
            m_proxy->stallClients(true);
    }
    // While the call is under way; `isRun`: the server has done it.
    void disturb(Trace trace, const std::function<bool()> &isRun, lock::Cancellation *cancel = {})
    {
        if (trace == Trace::AnswerLost) {
            QVERIFY(eventually(isRun));
            m_proxy->cut();
            m_proxy->stallServer(false);
        } else if (trace == Trace::QuestionLost) {
            QVERIFY(eventually([&] { return m_proxy->hasReceived(); }));
            m_proxy->cutHoldingBack();
            m_proxy->stallClients(false);
        } else if (trace == Trace::Cancelled) {
            QVERIFY(eventually(isRun));
            cancel->request();
            m_proxy->stallServer(false);
        }
    }
    template <typename Outcome>
    Played played(const Outcome &outcome) const
    {
        Played played;
        played.status = static_cast<int>(outcome.status);
        played.count = outcome.count;
        if (outcome.error)
            played.errorKind = static_cast<int>(outcome.error->kind);
        if (const auto hold = space().holds.find({m_protocol.get(), LockName(name), m_me}))
            played.inBook = hold->count;
        played.onServer = run({"EXISTS"_ba, name}).integer;
        return played;
    }
    void playAcquire(Way way, Trace trace, Played &result)
    {
        QFETCH(const Protocol, protocol);
        begin(protocol);
        prepare(trace);
        const auto cancel = std::make_shared<lock::Cancellation>();
        const bool isOnce = trace == Trace::HeldByOther || trace == Trace::NotNow;
        auto taking = acquire(way, isOnce ? 0ms : 15s, cancel);
        disturb(
            trace, [&] { return isHeldByAnybody(); }, cancel.get());
        const auto outcome = await(std::move(taking));
        QVERIFY(outcome);
        result = played(*outcome);
    }
    void playRelease(Way way, Trace trace, Played &result)
    {
        QFETCH(const Protocol, protocol);
        begin(protocol);
        if (trace != Trace::NotHeld && trace != Trace::WrongType)
            QVERIFY(await(acquire(Way::Coroutine, 0ms))->isHeld());
        prepare(trace);
        auto releasing = release(way);
        disturb(trace, [&] { return !isHeldByAnybody(); });
        const auto outcome = await(std::move(releasing));
        QVERIFY(outcome);
        result = played(*outcome);
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init() { failOnAnyWarning(); }
    void cleanup()
    {
        relent();
        m_process.reset();
        m_proxy.reset();
    }

    void acquires_data()
    {
        protocols({{Trace::Usual, int(Acquired::Held)},
                   {Trace::UnknownScript, int(Acquired::Held)},
                   {Trace::HeldBefore, int(Acquired::Held)},
                   {Trace::HeldByOther, int(Acquired::Busy)},
                   {Trace::WrongType, int(Acquired::WrongType)},
                   {Trace::NotNow, int(Acquired::Failed)},
                   {Trace::AnswerLost, int(Acquired::Held)},
                   {Trace::QuestionLost, int(Acquired::Held)},
                   {Trace::Cancelled, int(Acquired::Cancelled)}});
    }
    void acquires()
    {
        QFETCH(const Trace, trace);
        QFETCH(const int, status);
        Played quick;
        Played coroutine;
        playAcquire(Way::Quick, trace, quick);
        playAcquire(Way::Coroutine, trace, coroutine);
        QVERIFY2(quick == coroutine,
                 QByteArray(quick.text() + "instead of " + coroutine.text()).constData());
        QCOMPARE(quick.status, status);
    }

    void releases_data()
    {
        protocols({{Trace::Usual, int(Released::Released)},
                   {Trace::UnknownScript, int(Released::Released)},
                   {Trace::HeldBefore, int(Released::StillHeld)},
                   {Trace::NotHeld, int(Released::NotHeld)},
                   {Trace::WrongType, int(Released::WrongType)},
                   {Trace::NotNow, int(Released::Failed)},
                   {Trace::AnswerLost, int(Released::Released)},
                   {Trace::QuestionLost, int(Released::Released)}});
    }
    void releases()
    {
        QFETCH(const Trace, trace);
        QFETCH(const int, status);
        Played quick;
        Played coroutine;
        playRelease(Way::Quick, trace, quick);
        playRelease(Way::Coroutine, trace, coroutine);
        QVERIFY2(quick == coroutine,
                 QByteArray(quick.text() + "instead of " + coroutine.text()).constData());
        QCOMPARE(quick.status, status);
    }
};

LOCKSCOPE_TEST_SUITE(TestQuickCalls)
#include "tst_quickcalls.moc"
