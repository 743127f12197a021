// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/eventmodel.h"
#include "ui/table/roles.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTextDocument>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using watch::EventType;

class tst_EventModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void appendsABatchAsOneRange();
    void dropsTheOldestAsOneRange();
    void aBatchBeyondTheCapacityKeepsItsEnd();
    void whatWasThereAlreadyFillsATenthAtMost();
    void findsTheEventsOfOneLock();
    void wordsAnEvent();
    void changesReadTogetherAreASentence();
    void aLossIsOneRowWithTheListBehindIt();
    void showsWhatTheFilterLetsThrough();
    void hasNoRowsWhileNobodyLooks();
    void findsTheEventNearestToATime();
};

namespace {

std::vector<watch::Event> batch(int first, int count, const Clock &clock)
{
    std::vector<watch::Event> events;
    for (int i = first; i < first + count; ++i)
        events.push_back(eventOf(EventType::Acquired, "lock" + QByteArray::number(i), clock));
    return events;
}

QString nameAt(const EventModel &model, int row)
{
    return model.index(row, EventModel::Lock).data().toString();
}

} // namespace

void tst_EventModel::appendsABatchAsOneRange()
{
    const StandingClock clock;
    EventModel model(clock, 100);
    const QAbstractItemModelTester tester(&model);
    QSignalSpy inserted(&model, &EventModel::rowsInserted);
    model.append({});
    QCOMPARE(inserted.size(), 0);
    model.append(batch(0, 40, clock));
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(model.rowCount(), 40);
    QCOMPARE(nameAt(model, 39), u"lock39"_s);
}

void tst_EventModel::dropsTheOldestAsOneRange()
{
    const StandingClock clock;
    EventModel model(clock, 100);
    const QAbstractItemModelTester tester(&model);
    const Mirror mirror(model, EventModel::Lock);
    QSignalSpy removed(&model, &EventModel::rowsRemoved);
    QSignalSpy inserted(&model, &EventModel::rowsInserted);
    for (int i = 0; i < 50; ++i)
        model.append(batch(i * 7, 7, clock));
    QCOMPARE(model.rowCount(), 100);
    QCOMPARE(inserted.size(), 50);
    QVERIFY(removed.size() <= 36);
    QCOMPARE(nameAt(model, 99), u"lock349"_s);
    QCOMPARE(nameAt(model, 0), u"lock250"_s);
    QCOMPARE(mirror.rows(), mirror.actual());
    QCOMPARE(mirror.resets(), 0);
}

void tst_EventModel::aBatchBeyondTheCapacityKeepsItsEnd()
{
    const StandingClock clock;
    EventModel model(clock, 100);
    const QAbstractItemModelTester tester(&model);
    model.append(batch(0, 5, clock));
    model.append(batch(5, 250, clock));
    QCOMPARE(model.rowCount(), 100);
    QCOMPARE(nameAt(model, 0), u"lock155"_s);
    model.replace(batch(1, 2, clock));
    QCOMPARE(model.rowCount(), 2);
}

// Connecting to a server with many locks leaves room for new events.
void tst_EventModel::whatWasThereAlreadyFillsATenthAtMost()
{
    StandingClock clock;
    EventModel model(clock, 1000);
    std::vector<watch::Event> events{eventOf(watch::EventType::Acquired, "first", clock)};
    for (int i = 0; i < 2000; ++i)
        events.push_back(eventOf(watch::EventType::Appeared, QByteArray::number(i), clock));
    events.push_back(eventOf(watch::EventType::Acquired, "last", clock));
    model.append({events.begin(), events.begin() + 900});
    model.append({events.begin() + 900, events.end()});
    QCOMPARE(model.rowCount(), 102);
    QCOMPARE(model.forgottenCount(), quint64{1900});
    QCOMPARE(nameAt(model, 0), u"first"_s);
    QCOMPARE(nameAt(model, 101), u"last"_s);
}

void tst_EventModel::findsTheEventsOfOneLock()
{
    const StandingClock clock;
    EventModel model(clock);
    model.append({eventOf(EventType::Acquired, "a", clock),
                  eventOf(EventType::Acquired, "b", clock),
                  eventOf(EventType::Released, "a", clock)});
    const auto events = model.eventsOf({0, LockName("a")});
    QCOMPARE(events.size(), std::size_t(2));
    QCOMPARE(events.back().type, EventType::Released);
    QVERIFY(model.eventsOf({1, LockName("a")}).empty());
}

void tst_EventModel::wordsAnEvent()
{
    const StandingClock clock;
    EventModel model(clock);
    watch::Event event = eventOf(EventType::HandedOver, "<b>\n", clock);
    event.mode = watch::Mode::Write;
    event.count = 2;
    event.detail = u"no wake-up\x1bseen"_s;
    model.append({event});
    QCOMPARE(model.index(0, EventModel::Type).data().toString(), u"handed-over"_s);
    QCOMPARE(nameAt(model, 0), u"<b>\\n"_s);
    QCOMPARE(model.index(0, EventModel::Detail).data().toString(),
             u"write, count 2, TTL 30.0 s, no wake-up\\x1bseen"_s);
    QCOMPARE(model.index(0, EventModel::Lock).data(RawRole).toByteArray(), QByteArray("<b>\n"));
    QTextDocument tip;
    tip.setHtml(model.index(0, EventModel::Lock).data(Qt::ToolTipRole).toString());
    QCOMPARE(tip.toPlainText(), u"<b>\\n"_s);
}

// Its words have the number, and say of what.
void tst_EventModel::changesReadTogetherAreASentence()
{
    const StandingClock clock;
    EventModel model(clock);
    watch::Event event;
    event.at = clock.wallNow();
    event.type = EventType::ChangesReadTogether;
    event.name = LockName("a");
    event.count = 5;
    event.detail = Sentence::say("%1 holds began and ended between two readings").arg(5);
    model.append({event});
    QCOMPARE(model.index(0, EventModel::Detail).data().toString(),
             u"5 holds began and ended between two readings"_s);
}

void tst_EventModel::aLossIsOneRowWithTheListBehindIt()
{
    const StandingClock clock;
    EventModel model(clock);
    watch::Event loss = eventOf(EventType::Lost, "", clock);
    loss.name.reset();
    loss.owner.reset();
    loss.mode.reset();
    loss.ttl.reset();
    loss.count = 40;
    loss.detail = u"40 locks were lost in a restart or failover: lock0, lock1, …"_s;
    std::vector<watch::LostHold> holds;
    for (int i = 0; i < 40; ++i)
        holds.push_back({LockName("lock" + QByteArray::number(i)), "reentrant",
                         OwnerId("billing:1"), watch::Mode::Exclusive, 1});
    loss.lost = std::make_shared<const std::vector<watch::LostHold>>(std::move(holds));
    model.append({eventOf(EventType::Acquired, "lock7", clock), loss});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(nameAt(model, 1), u"40 locks"_s);
    QCOMPARE(model.index(1, EventModel::Type).data().toString(), u"lost"_s);
    QCOMPARE(model.index(1, EventModel::Detail).data().toString(), loss.detail.english());
    QTextDocument tip;
    tip.setHtml(model.index(1, EventModel::Detail).data(Qt::ToolTipRole).toString());
    QVERIFY(tip.toPlainText().contains(u"lock29"_s));
    QVERIFY(tip.toPlainText().contains(u"billing:1"_s));
    QVERIFY(tip.toPlainText().endsWith(u"and 10 more"_s));
    // To each of the locks it is an event of its own.
    const auto events = model.eventsOf({loss.deploymentId, LockName("lock7")});
    QCOMPARE(events.size(), std::size_t(2));
    QCOMPARE(events.back().type, EventType::Lost);
    QCOMPARE(events.back().owner, std::optional(OwnerId("billing:1")));
    QVERIFY(!events.back().lost);
    // And a search for one of them finds it.
    for (const QString &text : {u"lock31"_s, u"name:lock31"_s, u"owner:billing event:lost"_s,
                                u"event:lost kind:reentrant"_s}) {
        model.setFilter(*insight::EventFilter::read(text));
        QVERIFY2(model.rowCount() == 1, qPrintable(text));
    }
    model.setFilter(*insight::EventFilter::read(u"name:lock99"_s));
    QCOMPARE(model.rowCount(), 0);
}

void tst_EventModel::showsWhatTheFilterLetsThrough()
{
    const StandingClock clock;
    EventModel model(clock, 10);
    const QAbstractItemModelTester tester(&model);
    model.append(batch(0, 6, clock));
    model.setFilter(*insight::EventFilter::read(u"name:lock1"_s));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(nameAt(model, 0), u"lock1"_s);
    // Of ten more only the last ten stay: 6 to 15, of which 10 to 15 pass.
    model.append(batch(6, 10, clock));
    QCOMPARE(model.eventCount(), std::size_t(10));
    QCOMPARE(model.forgottenCount(), quint64(6));
    QCOMPARE(model.rowCount(), 6);
    QCOMPARE(nameAt(model, 0), u"lock10"_s);
    QCOMPARE(nameAt(model, 5), u"lock15"_s);
    model.append(batch(16, 5, clock)); // 11 to 20
    QCOMPARE(model.rowCount(), 9);
    QCOMPARE(nameAt(model, 0), u"lock11"_s);
    model.setFilter({});
    QCOMPARE(model.rowCount(), 10);
    QCOMPARE(nameAt(model, 9), u"lock20"_s);
}

void tst_EventModel::hasNoRowsWhileNobodyLooks()
{
    const StandingClock clock;
    EventModel model(clock, 10);
    const QAbstractItemModelTester tester(&model);
    model.append(batch(0, 6, clock));
    model.setShown(false);
    QCOMPARE(model.rowCount(), 0);
    QSignalSpy inserted(&model, &EventModel::rowsInserted);
    QSignalSpy removed(&model, &EventModel::rowsRemoved);
    for (int i = 0; i < 20; ++i)
        model.append(batch(6 + i, 1, clock));
    QCOMPARE(inserted.size(), 0);
    QCOMPARE(removed.size(), 0);
    QCOMPARE(model.eventsOf({0, LockName("lock25")}).size(), std::size_t(1));
    QCOMPARE(model.events().size(), std::size_t(10));
    QCOMPARE(model.events().back().name, LockName("lock25"));
    model.setShown(true);
    QCOMPARE(inserted.size(), 1);
    QCOMPARE(model.rowCount(), 10);
    QCOMPARE(nameAt(model, 0), u"lock16"_s);
}

void tst_EventModel::findsTheEventNearestToATime()
{
    StandingClock clock;
    EventModel model(clock, 6);
    const WallInstant begin = clock.wallNow();
    const OwnerId ann("ann:1");
    const OwnerId bob("bob:1");
    const auto add = [&](EventType type, const OwnerId &owner) {
        watch::Event event = eventOf(type, "a", clock);
        event.owner = owner;
        model.append({event});
    };
    add(EventType::Acquired, ann);
    clock.advance(Millis(1000));
    add(EventType::Released, ann);
    add(EventType::Released, bob);
    clock.advance(Millis(1000));
    watch::Event down;
    down.at = clock.wallNow();
    down.type = EventType::ServerDown;
    down.deploymentId = {0};
    model.append({down});
    model.setFilter(*insight::EventFilter::read(u"event:released"_s));
    const auto find = [&](Millis after, const OwnerId &owner = {}) {
        return model.find({0, LockName("a"), begin + after,
                           owner.isEmpty() ? std::nullopt : std::optional(owner)});
    };
    QCOMPARE(find(Millis(400)), std::optional(quint64(0)));
    QCOMPARE(find(Millis(600)), std::optional(quint64(2))); // of the nearest the latest
    QCOMPARE(find(Millis(600), ann), std::optional(quint64(1)));
    QCOMPARE(find(Millis(-5000), bob), std::optional(quint64(0))); // time comes before the owner
    QCOMPARE(model.find({0, {}, begin}), std::optional(quint64(3))); // of the server
    QVERIFY(!model.find({1, LockName("a"), begin}));
    QVERIFY(!model.find({0, LockName("b"), begin}));
    QCOMPARE(model.rowOf(0), -1);
    QCOMPARE(model.rowOf(1), 0);
    QCOMPARE(model.rowOf(2), 1);
    QCOMPARE(model.rowOf(3), -1);
    // For a dropped event nothing is found, not even another one.
    clock.advance(Millis(1000));
    for (int i = 0; i < 4; ++i)
        add(EventType::Renewed, ann);
    QCOMPARE(model.forgottenCount(), quint64(2));
    QVERIFY(!find(Millis(0)));
    QCOMPARE(find(Millis(1000)), std::optional(quint64(2)));
    QCOMPARE(model.rowOf(1), -1);
    QCOMPARE(model.rowOf(2), 0);
}

LOCKSCOPE_TEST_SUITE(tst_EventModel)
#include "tst_eventmodel.moc"
