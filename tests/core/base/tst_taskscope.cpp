// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/async/combine.h"
#include "core/base/async/taskscope.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <algorithm>
#include <numeric>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr Millis soon{10};

// Tells when it is destroyed.
struct Sentinel {
    explicit Sentinel(int &count)
        : gone(&count)
    {}
    Sentinel(const Sentinel &) = delete;
    Sentinel &operator=(const Sentinel &) = delete;
    ~Sentinel() { ++*gone; }

    int *gone;
};

// A task of the usual shape: an owner with state that its task uses to the very end.
class Owner
{
public:
    explicit Owner(std::vector<ErrorKind> &log)
        : m_log(log)
    {}

    Pending<int> run(Pending<int> source)
    {
        m_source = std::move(source);
        return m_scope.start([this]() -> QCoro::Task<Result<int>> {
            const auto value = co_await m_scope.wait(std::move(m_source), patience);
            if (!value)
                m_log.push_back(value.error().kind);
            co_return value;
        });
    }

private:
    std::vector<ErrorKind> &m_log;
    Pending<int> m_source;
    TaskScope m_scope{"owner"}; // last: its tasks end while the log is still there
};

QCoro::Task<Result<int>> doubled(TaskScope &scope, Pending<int> source)
{
    const auto value = co_await scope.wait(std::move(source), patience);
    if (!value)
        co_return fail(value.error());
    co_return *value * 2;
}

QCoro::Task<Result<int>> doubledTwice(TaskScope &scope, Pending<int> source)
{
    const auto value = co_await doubled(scope, std::move(source));
    if (!value)
        co_return fail(value.error());
    co_return *value * 2;
}

} // namespace

class TestTaskScope : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void givesTheResultOfATask()
    {
        TaskScope scope("test");
        auto plain = scope.start([]() -> QCoro::Task<int> { co_return 7; });
        QVERIFY(plain.isReady());
        QCOMPARE(*plain.take(), 7);
        auto nothing = scope.start([]() -> QCoro::Task<> { co_return; });
        QVERIFY(nothing.isReady() && nothing.take());
        auto failed = scope.start(
            []() -> QCoro::Task<Result<int>> { co_return fail(ErrorKind::Busy, u"no"_s); });
        QCOMPARE(failed.take().error().kind, ErrorKind::Busy);
        QCOMPARE(scope.liveTasks(), std::size_t(0));
    }

    void waitsForAResult()
    {
        TaskScope scope("test");
        Completion<int> source;
        auto result = scope.start([&, p = source.pending()]() mutable -> QCoro::Task<Result<int>> {
            co_return co_await scope.wait(std::move(p), patience);
        });
        QVERIFY(!result.isReady());
        QCOMPARE(scope.liveTasks(), std::size_t(1));
        source.complete(5); // runs the task to its end
        QVERIFY(result.isReady());
        QCOMPARE(*result.take(), 5);
        QCOMPARE(scope.liveTasks(), std::size_t(0));
    }

    void doesNotSuspendForAKnownResult()
    {
        TaskScope scope("test");
        auto result = scope.start([&]() -> QCoro::Task<Result<int>> {
            co_return co_await scope.wait(Pending<int>::ready(3), 0ms);
        });
        QVERIFY(result.isReady());
        QCOMPARE(*result.take(), 3);
    }

    void endsAtTheDeadline()
    {
        TaskScope scope("test");
        Completion<int> source;
        auto result = scope.start([&, p = source.pending()]() mutable -> QCoro::Task<Result<int>> {
            co_return co_await scope.wait(std::move(p), soon);
        });
        QVERIFY(!source.isAbandoned());
        QCOMPARE(await(std::move(result)).error().kind, ErrorKind::Timeout);
        QVERIFY(source.isAbandoned()); // the producer can tell
        source.complete(1); // too late, and harmless
    }

    void passesErrorsOn()
    {
        TaskScope scope("test");
        Completion<int> source;
        auto result = scope.start([&, p = source.pending()]() mutable -> QCoro::Task<Result<int>> {
            co_return co_await scope.wait(std::move(p), patience);
        });
        source.complete(fail(ErrorKind::Permission, u"no"_s));
        QCOMPARE(result.take().error().kind, ErrorKind::Permission);
    }

    void answersCancelledWhenTheProducerGoes()
    {
        TaskScope scope("test");
        auto source = std::make_unique<Completion<int>>();
        auto result = scope.start([&, p = source->pending()]() mutable -> QCoro::Task<Result<int>> {
            co_return co_await scope.wait(std::move(p), patience);
        });
        source.reset();
        QVERIFY(result.isReady());
        QCOMPARE(result.take().error().kind, ErrorKind::Cancelled);
        QVERIFY(!scope.isCancelled());
    }

    void cancelEndsEveryWait()
    {
        TaskScope scope("test");
        std::vector<Completion<int>> sources(10);
        std::vector<Pending<int>> results;
        int destroyed = 0;
        for (auto &source : sources) {
            results.push_back(
                scope.start([&, p = source.pending()]() mutable -> QCoro::Task<Result<int>> {
                    const Sentinel sentinel(destroyed);
                    co_return co_await scope.wait(std::move(p), patience);
                }));
        }
        auto sleeper = scope.start([&]() -> QCoro::Task<Result<void>> {
            const Sentinel sentinel(destroyed);
            co_return co_await scope.sleep(patience);
        });
        scope.cancel();
        QCOMPARE(destroyed, 11);
        for (std::size_t i = 0; i < results.size(); ++i) {
            QVERIFY(results[i].isReady());
            QCOMPARE(results[i].take().error().kind, ErrorKind::Cancelled);
            QVERIFY(sources[i].isAbandoned());
        }
        QCOMPARE(sleeper.take().error().kind, ErrorKind::Cancelled);
        scope.cancel(); // again: nothing left to do
    }

    void waitsAfterACancelEndAtOnce()
    {
        TaskScope scope("test");
        Completion<int> source;
        int rounds = 0;
        auto result = scope.start([&, p = source.pending()]() mutable -> QCoro::Task<Result<int>> {
            (void)co_await scope.wait(std::move(p), patience);
            for (; rounds < 100; ++rounds) {
                const auto slept = co_await scope.sleep(patience);
                const auto waited = co_await scope.wait(Pending<int>::ready(1), patience);
                if (slept || waited)
                    co_return fail(ErrorKind::Internal, u"not cancelled"_s);
            }
            co_return fail(ErrorKind::Cancelled, u"seen"_s);
        });
        scope.cancel();
        QCOMPARE(rounds, 100);
        QCOMPARE(result.take().error().text.english(), u"seen"_s);
    }

    void startsNothingAfterACancel()
    {
        TaskScope scope("test");
        scope.cancel();
        bool ran = false;
        auto result = scope.start([&]() -> QCoro::Task<int> {
            ran = true;
            co_return 1;
        });
        QVERIFY(result.isReady());
        QCOMPARE(result.take().error().kind, ErrorKind::Cancelled);
        QVERIFY(!ran);
    }

    void mayBeCancelledFromInsideATask()
    {
        TaskScope scope("test");
        Completion<int> source;
        auto other = scope.start([&, p = source.pending()]() mutable -> QCoro::Task<Result<int>> {
            co_return co_await scope.wait(std::move(p), patience);
        });
        auto self = scope.start([&]() -> QCoro::Task<Result<void>> {
            (void)co_await scope.sleep(1ms);
            scope.cancel();
            co_return co_await scope.sleep(patience);
        });
        QCOMPARE(await(std::move(self)).error().kind, ErrorKind::Cancelled);
        QVERIFY(other.isReady());
        QCOMPARE(other.take().error().kind, ErrorKind::Cancelled);
    }

    void endsItsTasksWhileTheOwnerIsWhole()
    {
        std::vector<ErrorKind> log;
        Completion<int> source;
        auto owner = std::make_unique<Owner>(log);
        auto result = owner->run(source.pending());
        owner.reset();
        QVERIFY(log == std::vector{ErrorKind::Cancelled});
        QVERIFY(result.isReady());
        QVERIFY(source.isAbandoned());
        source.complete(1); // resumes nobody
    }

    void ownerMayBeDestroyedByTheResult()
    {
        std::vector<ErrorKind> log;
        Completion<int> source;
        auto owner = std::make_unique<Owner>(log);
        auto result = owner->run(source.pending());
        result.then([&](Result<int> &&) { owner.reset(); });
        source.complete(1);
        QVERIFY(!owner);
        QVERIFY(log.empty());
    }

    void scopeMayBeDestroyedByADeadline()
    {
        auto scope = std::make_unique<TaskScope>("test");
        auto result = scope->start(
            [&]() -> QCoro::Task<Result<void>> { co_return co_await scope->sleep(soon); });
        result.then([&](Result<void> &&) { scope.reset(); });
        QVERIFY(eventually([&] { return !scope; }));
    }

    void tasksWaitForTasks()
    {
        TaskScope scope("test");
        Completion<int> source;
        auto result = scope.start(
            [&, p = source.pending()]() mutable { return doubledTwice(scope, std::move(p)); });
        source.complete(3);
        QCOMPARE(*result.take(), 12);

        Completion<int> never;
        auto cancelled = scope.start(
            [&, p = never.pending()]() mutable { return doubledTwice(scope, std::move(p)); });
        scope.cancel();
        QCOMPARE(cancelled.take().error().kind, ErrorKind::Cancelled);
        QCOMPARE(scope.liveTasks(), std::size_t(0));
    }

    // Either the outer or the inner scope ends the wait.
    void tasksOfTwoScopes()
    {
        TaskScope outer("outer");
        auto inner = std::make_unique<TaskScope>("inner");
        Completion<int> source;
        auto innerResult =
            inner->start([&, p = source.pending()]() mutable -> QCoro::Task<Result<int>> {
                co_return co_await inner->wait(std::move(p), patience);
            });
        auto result =
            outer.start([&, p = std::move(innerResult)]() mutable -> QCoro::Task<Result<int>> {
                co_return co_await outer.wait(std::move(p), patience);
            });
        inner.reset();
        QVERIFY(result.isReady());
        QCOMPARE(result.take().error().kind, ErrorKind::Cancelled);
        QVERIFY(!outer.isCancelled());
    }

    void runsOnWithoutAWaiter()
    {
        TaskScope scope("test");
        Completion<int> source;
        int seen = 0;
        (void)scope.start([&, p = source.pending()]() mutable -> QCoro::Task<> {
            const auto value = co_await scope.wait(std::move(p), patience);
            seen = value.value_or(-1);
        });
        source.complete(4);
        QCOMPARE(seen, 4);
    }

    void sleepsInOrder()
    {
        TaskScope scope("test");
        std::vector<int> order;
        std::vector<Pending<void>> all;
        for (const int ms : {30, 10, 20, 0}) {
            all.push_back(scope.start([&, ms]() -> QCoro::Task<> {
                (void)co_await scope.sleep(Millis(ms));
                order.push_back(ms);
            }));
        }
        QVERIFY(await(whenAll(std::move(all))));
        QVERIFY((order == std::vector{0, 10, 20, 30}));
    }

    void resumesInTheOrderOfTheResults()
    {
        TaskScope scope("test");
        std::vector<Completion<int>> sources(100);
        std::vector<int> order;
        for (std::size_t i = 0; i < sources.size(); ++i) {
            (void)scope.start([&, p = sources[i].pending()]() mutable -> QCoro::Task<> {
                order.push_back(*co_await scope.wait(std::move(p), patience));
            });
        }
        for (int i = 99; i >= 0; --i)
            sources[static_cast<std::size_t>(i)].complete(i);
        QVERIFY(std::ranges::is_sorted(order, std::greater()));
        QCOMPARE(order.size(), std::size_t(100));
    }

    void takesThousandsOfTasks()
    {
        TaskScope scope("test");
        constexpr std::size_t count = 5000;
        std::vector<Completion<int>> sources(count);
        int answered = 0;
        int timedOut = 0;
        int cancelled = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const Millis deadline = i % 5 == 0 ? soon : patience;
            (void)scope.start([&, deadline, p = sources[i].pending()]() mutable -> QCoro::Task<> {
                const auto value = co_await scope.wait(std::move(p), deadline);
                if (value)
                    ++answered;
                else if (value.error().kind == ErrorKind::Timeout)
                    ++timedOut;
                else
                    ++cancelled;
            });
        }
        QCOMPARE(scope.liveTasks(), count);
        QVERIFY(eventually([&] { return timedOut == 1000; }));
        for (std::size_t i = 0; i < count; i += 2)
            sources[i].complete(1);
        QCOMPARE(answered, 2000);
        scope.cancel();
        QCOMPARE(cancelled, 2000);
        QCOMPARE(scope.liveTasks(), std::size_t(0));
    }

    // A chain of answered waits must not grow the stack.
    void loopsOverReadyResults()
    {
        TaskScope scope("test");
        auto result = scope.start([&]() -> QCoro::Task<int> {
            int sum = 0;
            for (int i = 0; i < 100'000; ++i)
                sum += *co_await scope.wait(Pending<int>::ready(1), patience);
            co_return sum;
        });
        QCOMPARE(*result.take(), 100'000);
    }
};

LOCKSCOPE_TEST_SUITE(TestTaskScope)
#include "tst_taskscope.moc"
