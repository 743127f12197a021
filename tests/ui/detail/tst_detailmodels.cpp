// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/servers/servermodel.h"
#include "ui/detail/detailmodels.h"
#include "ui/table/roles.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>

#include <set>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_DetailModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void showsHoldsAndKeys();
    void mergesAsRanges();
    void randomMergesAreMirroredBySignals();
    void serversKeepTheirOrder();
    void saysWhatIsWrongWithAServer();
};

namespace {

watch::LockRecord lockWithKeys(const std::set<int> &keys, const Clock &clock, Millis left)
{
    watch::LockRecord lock = heldLock("lock", clock);
    lock.mainKey = format::KeyType::None;
    auto &all = lock.otherKeys.emplace();
    for (const int key : keys)
        all.push_back({KeyName("key" + QByteArray::number(1000 + key)), "hash",
                       clock.now() + left + Millis(key)});
    return lock;
}

} // namespace

void tst_DetailModels::showsHoldsAndKeys()
{
    const StandingClock clock;
    HoldsModel holds(clock);
    KeysModel keys(clock);
    const QAbstractItemModelTester holdsTester(&holds);
    const QAbstractItemModelTester keysTester(&keys);
    watch::LockRecord lock = fairLock("lock", clock, 1);
    lock.holds.push_back(lock.holds.front()); // the same again: shown once, never a crash
    lock.holds.push_back(lock.holds.front());
    lock.holds.back().mode = watch::Mode::Read;
    lock.holds.back().stale = true; // its own key is gone
    lock.holds.back().deadline.reset();
    holds.show(&lock, {});
    keys.show(&lock, {});
    QCOMPARE(holds.rowCount(), 2);
    QCOMPARE(holds.index(1, HoldsModel::Ttl).data().toString(), u"expired?"_s);
    QCOMPARE(holds.index(0, HoldsModel::Watchdog).data().toString(), u"renewing"_s);
    QCOMPARE(holds.index(0, HoldsModel::Renewals).data().toString(), u"3"_s);
    // While the server is not seen nobody is presumed dead.
    lock.holds[0].presumedDead = true;
    holds.show(&lock, {});
    QCOMPARE(holds.index(0, HoldsModel::Watchdog).data().toString(), u"presumed dead"_s);
    holds.show(&lock, clock.now());
    QVERIFY(
        holds.index(0, HoldsModel::Watchdog).data().toString().startsWith(u"not seen since "_s));
    QCOMPARE(keys.rowCount(), 2);
    QCOMPARE(keys.index(1, KeysModel::Type).data().toString(), u"list"_s);
    QCOMPARE(keys.index(1, KeysModel::Ttl).data().toString(), u"no expiry"_s);
}

void tst_DetailModels::mergesAsRanges()
{
    const StandingClock clock;
    KeysModel model(clock);
    const QAbstractItemModelTester tester(&model);
    const auto before = lockWithKeys({1, 2, 3, 4, 5, 6}, clock, 1s);
    const auto after = lockWithKeys({1, 2, 3, 5, 6, 7, 8}, clock, 1s);
    model.show(&before, {});
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.show(&after, {});
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(removed.size(), 1);
    QCOMPARE(changed.size(), 0);
    const auto later = lockWithKeys({1, 2, 3, 5, 6, 7, 8}, clock, 2s);
    model.show(&later, {});
    QCOMPARE(changed.size(), 1);
    QCOMPARE(reset.size(), 0);
}

void tst_DetailModels::randomMergesAreMirroredBySignals()
{
    const StandingClock clock;
    QRandomGenerator random(77);
    KeysModel model(clock);
    const QAbstractItemModelTester tester(&model);
    const Mirror mirror(model, KeysModel::Key);
    for (int round = 0; round < 300; ++round) {
        std::set<int> keys;
        const int size = random.bounded(15);
        for (int i = 0; i < size; ++i)
            keys.insert(random.bounded(20));
        const auto lock = lockWithKeys(keys, clock, Millis(random.bounded(3)));
        model.show(&lock, {});
        QCOMPARE(mirror.rows(), mirror.actual());
        QCOMPARE(static_cast<std::size_t>(model.rowCount()), keys.size());
    }
    QCOMPARE(mirror.resets(), 0);
}

void tst_DetailModels::serversKeepTheirOrder()
{
    const StandingClock clock;
    ServerModel model;
    const QAbstractItemModelTester tester(&model);
    model.mergeOne(upServer(2));
    model.mergeOne(upServer(0));
    model.mergeOne(lostServer(clock, 3s, 2));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.rowOf(watch::ServerId{2}), 1);
    QCOMPARE(model.rowOf(watch::ServerId{1}), -1);
    QCOMPARE(model.index(0, 0).data().toString(), u"127.0.0.1:6379"_s);
    QCOMPARE(model.index(0, 0).data(ServerModel::SummaryRole).toString(),
             u"up, tracking, 0.42 ms"_s);
    QCOMPARE(model.index(1, ServerModel::State).data().toString(), u"down: refused"_s);
}

void tst_DetailModels::saysWhatIsWrongWithAServer()
{
    const StandingClock clock;
    watch::ServerRecord lost = lostServer(clock, 12s);
    lost.mode = upServer().mode; // it was up once
    const QString sentence = serverSentence(lost, clock.now());
    QVERIFY2(sentence.contains("127.0.0.1:6379 refused the connection"_L1), qPrintable(sentence));
    QVERIFY2(sentence.contains("12.0 s old"_L1), qPrintable(sentence));
    QCOMPARE(serverSentence(upServer(), clock.now()), u"Watching 127.0.0.1:6379 by tracking."_s);
    watch::ServerRecord scanned = upServer();
    scanned.scan = {1'200'000, 5'000'000, false, true};
    watch::ServerRecord guessed = upServer();
    guessed.hiddenGuesses = 3;
    QVERIFY(serverSentence(guessed, clock.now()).contains(u" 3 keys look like locks"_s));
    guessed.hiddenGuesses = 1;
    QVERIFY(serverSentence(guessed, clock.now()).contains(u" 1 key looks like a lock"_s));
    guessed.hiddenGuesses = 3;
    guessed.guessesSampled = true;
    QVERIFY(serverSentence(guessed, clock.now()).contains(u"At least 3 keys look like locks"_s));
    auto counted = upServer();
    counted.counters = {1, 2, 3, 4};
    const QString counts = serverSentence(counted, clock.now());
    QVERIFY(counts.contains(u"1 change was found late"_s));
    QVERIFY(counts.contains(u"2 changed keys were not read"_s));
    QVERIFY(counts.contains(u"3 changes were read together"_s));
    QVERIFY(counts.contains(u"A key could not be read 4 times"_s));
    QVERIFY(serverSentence(scanned, clock.now())
                .endsWith("The scan for locks was stopped after 1.2 M of 5 M keys."_L1));
}

LOCKSCOPE_TEST_SUITE(tst_DetailModels)
#include "tst_detailmodels.moc"
