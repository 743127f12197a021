// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/async/combine.h"
#include "core/base/async/pending.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace Qt::StringLiterals;

class TestPending : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void keepsAResultUntilItIsTaken()
    {
        Completion<int> completion;
        Pending<int> pending = completion.pending();
        QVERIFY(!pending.isReady());
        completion.complete(1);
        completion.complete(2); // the first one wins
        QVERIFY(pending.isReady());
        QCOMPARE(*pending.take(), 1);
        QVERIFY(!pending.isReady());
    }

    void callsBackOnce()
    {
        Completion<int> completion;
        Pending<int> pending = completion.pending();
        std::vector<int> seen;
        pending.then([&](Result<int> &&result) { seen.push_back(*result); });
        QVERIFY(seen.empty());
        completion.complete(1);
        completion.complete(2);
        QVERIFY(seen == std::vector{1});

        Pending<int> ready = Pending<int>::ready(3);
        ready.then([&](Result<int> &&result) { seen.push_back(*result); });
        QVERIFY((seen == std::vector{1, 3}));
    }

    void answersCancelledWhenTheProducerGoes()
    {
        Pending<int> pending;
        {
            Completion<int> completion;
            pending = completion.pending();
        }
        QCOMPARE(pending.take().error().kind, ErrorKind::Cancelled);

        Completion<int> replaced;
        pending = replaced.pending();
        replaced = Completion<int>();
        QCOMPARE(pending.take().error().kind, ErrorKind::Cancelled);
    }

    void tellsTheProducerThatNobodyWaits()
    {
        Completion<int> completion;
        {
            Pending<int> pending = completion.pending();
            pending.then([](Result<int> &&) { QFAIL("called although abandoned"); });
            QVERIFY(!completion.isAbandoned());
            Pending<int> moved = std::move(pending);
            QVERIFY(!completion.isAbandoned());
        }
        QVERIFY(completion.isAbandoned());
        completion.complete(1);
    }

    void mayBeDroppedByItsOwnCallback()
    {
        Completion<int> completion;
        auto pending = std::make_unique<Pending<int>>(completion.pending());
        int seen = 0;
        pending->then([&](Result<int> &&result) {
            pending.reset();
            seen = *result;
        });
        completion.complete(8);
        QCOMPARE(seen, 8);
    }

    void carriesValuesThatOnlyMove()
    {
        Completion<std::unique_ptr<int>> completion;
        auto pending = completion.pending();
        completion.complete(std::make_unique<int>(3));
        QCOMPARE(**pending.take(), 3);
    }

    void whenAllKeepsTheOrder()
    {
        std::vector<Completion<int>> sources(3);
        std::vector<Pending<int>> inputs;
        for (auto &source : sources)
            inputs.push_back(source.pending());
        inputs.push_back(Pending<int>::ready(4));
        auto all = whenAll(std::move(inputs));
        sources[2].complete(3);
        sources[0].complete(1);
        QVERIFY(!all.isReady());
        sources[1].complete(fail(ErrorKind::Busy, u"no"_s));
        QVERIFY(all.isReady());
        const auto results = all.take();
        QCOMPARE(results->size(), std::size_t(4));
        QCOMPARE(*results->at(0), 1);
        QCOMPARE(results->at(1).error().kind, ErrorKind::Busy);
        QCOMPARE(*results->at(2), 3);
        QCOMPARE(*results->at(3), 4);
    }

    void whenAllOfNothingOrOfWhatIsKnown()
    {
        auto none = whenAll(std::vector<Pending<int>>());
        QVERIFY(none.isReady());
        QVERIFY(none.take()->empty());
        std::vector<Pending<int>> inputs;
        inputs.push_back(Pending<int>::ready(1));
        inputs.push_back(Pending<int>::ready(2));
        auto known = whenAll(std::move(inputs));
        QVERIFY(known.isReady());
        QCOMPARE(known.take()->size(), std::size_t(2));
    }

    void whenAllWithALostProducer()
    {
        auto source = std::make_unique<Completion<int>>();
        std::vector<Pending<int>> inputs;
        inputs.push_back(source->pending());
        auto all = whenAll(std::move(inputs));
        source.reset();
        QCOMPARE(all.take()->at(0).error().kind, ErrorKind::Cancelled);
    }

    void whenAnyTakesTheFirstAndDropsTheRest()
    {
        std::vector<Completion<int>> sources(3);
        std::vector<Pending<int>> inputs;
        for (auto &source : sources)
            inputs.push_back(source.pending());
        auto any = whenAny(std::move(inputs));
        QVERIFY(!sources[0].isAbandoned());
        sources[1].complete(7);
        QVERIFY(any.isReady());
        const auto winner = any.take();
        QCOMPARE(winner->first, std::size_t(1));
        QCOMPARE(*winner->second, 7);
        QVERIFY(sources[0].isAbandoned());
        QVERIFY(sources[2].isAbandoned());
        sources[0].complete(1);
    }

    void whenAnyOfWhatIsKnown()
    {
        Completion<int> slow;
        std::vector<Pending<int>> inputs;
        inputs.push_back(slow.pending());
        inputs.push_back(Pending<int>::ready(2));
        inputs.push_back(Pending<int>::ready(3));
        auto any = whenAny(std::move(inputs));
        QVERIFY(any.isReady());
        QCOMPARE(any.take()->first, std::size_t(1));
        QVERIFY(slow.isAbandoned());
    }

    // Else what nobody waits for any more would still take the message meant for another.
    void whenAnyThatNobodyWaitsForAbandonsAll()
    {
        std::vector<Completion<int>> sources(2);
        std::vector<Pending<int>> inputs;
        for (auto &source : sources)
            inputs.push_back(source.pending());
        auto any = whenAny(std::move(inputs));
        any.then([](auto &&) {});
        QVERIFY(!sources[0].isAbandoned() && !sources[1].isAbandoned());
        any = {};
        QVERIFY(sources[0].isAbandoned() && sources[1].isAbandoned());
        sources[0].complete(1);
    }

    void whenAnyOfNothingIsCancelled()
    {
        auto any = whenAny(std::vector<Pending<int>>());
        QVERIFY(any.isReady());
        QCOMPARE(any.take().error().kind, ErrorKind::Cancelled);
    }
};

LOCKSCOPE_TEST_SUITE(TestPending)
#include "tst_pending.moc"
