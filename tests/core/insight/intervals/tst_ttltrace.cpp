// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/insight/intervals/ttltrace.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;
using namespace std::chrono_literals;

namespace {

const OwnerId ann("ann:1");
const OwnerId bob("bob:2");

Instant at(Millis since)
{
    return Instant(1h + since);
}

LockRecord heldUntil(const OwnerId &owner, std::optional<Millis> deadline,
                     Watchdog watchdog = Watchdog::Renewing)
{
    HoldRecord hold;
    hold.owner = owner;
    if (deadline)
        hold.deadline = at(*deadline);
    hold.lease = Millis(30s);
    hold.watchdog = watchdog;
    LockRecord lock;
    lock.holds = {hold};
    return lock;
}

Event eventOf(EventType type, const OwnerId &owner, std::optional<Millis> ttl = std::nullopt,
              const OwnerId &former = {})
{
    Event event;
    event.type = type;
    event.owner = owner;
    event.mode = Mode::Exclusive;
    event.ttl = ttl;
    if (!former.isEmpty())
        event.former = former;
    return event;
}

// "ann 0-10 30..20 renewed": owner, seconds from and to, time to live at both ends, end.
QByteArrayList told(const TtlTrace &trace, Millis from = 0s, Millis to = 1h)
{
    static const char *const ends[] = {"runs",    "renewed",        "cut short",   "released",
                                       "expired", "force-unlocked", "handed over", "unknown"};
    QByteArrayList lines;
    const auto seconds = [](Instant instant) {
        return QByteArray::number(std::chrono::duration<double>(instant - at(0s)).count());
    };
    for (const Tooth &tooth : trace.teeth(at(from), at(to))) {
        const auto ttl = [&](Instant instant) {
            const auto left = tooth.ttlAt(instant);
            return left ? QByteArray::number(double(left->count()) / 1000) : QByteArray("none");
        };
        QByteArray line = tooth.owner.bytes.split(':').first() + ' ' + seconds(tooth.from) + '-';
        line += (tooth.to ? seconds(*tooth.to) : QByteArray()) + ' ' + ttl(tooth.from) + "..";
        line += (tooth.to ? ttl(*tooth.to) : QByteArray()) + ' ' + ends[int(tooth.end)];
        line += tooth.vague ? " vague" : "";
        lines +=
            line + (tooth.overdueSince ? " overdue " + seconds(*tooth.overdueSince) : QByteArray());
    }
    return lines;
}

void see(TtlTrace &trace, const LockRecord &lock, Millis now)
{
    trace.note(&lock, at(now));
}

} // namespace

class TestTtlTrace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recordsMakeTeeth()
    {
        TtlTrace trace;
        see(trace, heldUntil(ann, 30s), 0s);
        see(trace, heldUntil(ann, 30s), 5s); // something else about it changed
        see(trace, heldUntil(ann, 40s), 10s);
        see(trace, heldUntil(ann, 25s), 20s);
        trace.note(nullptr, at(25s));
        QCOMPARE(told(trace),
                 QByteArrayList({"ann 0-10 30..20 renewed", "ann 10-20 30..20 cut short",
                                 "ann 20-25 5..0 unknown"}));
        QCOMPARE(trace.teeth(at(0s), at(0s)).front().lease, Slim<Millis>(Millis(30s)));
        QCOMPARE(told(trace, 11s, 12s), QByteArrayList({"ann 10-20 30..20 cut short"}));
    }

    void aSeriesOfEventsIsTheSame()
    {
        TtlTrace trace;
        using enum EventType;
        trace.note(eventOf(Acquired, ann, 30s), at(0s));
        trace.note(eventOf(Renewed, ann, 30s), at(10s));
        trace.note(eventOf(RenewalOverdue, ann, 19s), at(21s));
        trace.note(eventOf(Renewed, ann, 30s), at(25s));
        trace.note(eventOf(HandedOver, bob, 30s, ann), at(30s));
        trace.note(eventOf(ForceUnlocked, bob), at(31s));
        QCOMPARE(
            told(trace),
            QByteArrayList({"ann 0-10 30..20 renewed", "ann 10-25 30..15 renewed overdue 21",
                            "ann 25-30 30..25 handed over", "bob 30-31 30..29 force-unlocked"}));
    }

    // In the console a record comes first, some milliseconds late, and then what happened.
    void eventsSayWhenAndWhyItWas()
    {
        TtlTrace trace;
        using enum EventType;
        see(trace, heldUntil(ann, 30s), 20ms);
        trace.note(eventOf(Acquired, ann, 30s), at(0s));
        see(trace, heldUntil(ann, 40s), 10s + 20ms);
        trace.note(eventOf(Renewed, ann, 30s), at(10s));
        trace.note(nullptr, at(12s + 20ms));
        trace.note(eventOf(Released, ann, 28s), at(12s));
        QCOMPARE(told(trace),
                 QByteArrayList({"ann 0-10 30..20 renewed", "ann 10-12 30..28 released"}));
        // Released and taken again between two records.
        see(trace, heldUntil(bob, 50s), 20s);
        see(trace, heldUntil(bob, 55s), 25s + 20ms);
        trace.note(eventOf(Released, bob, 26s), at(24s));
        trace.note(eventOf(Acquired, bob, 30s), at(25s));
        QCOMPARE(told(trace, 20s),
                 QByteArrayList({"bob 20-24 30..26 released", "bob 25- 30.. runs"}));
        see(trace, heldUntil(ann, 60s), 30s + 20ms);
        trace.note(eventOf(HandedOver, ann, 30s, bob), at(30s));
        QCOMPARE(told(trace, 25s),
                 QByteArrayList({"bob 25-30 30..25 handed over", "ann 30- 30.. runs"}));
    }

    // The record shows the renewal first, or the event alone does.
    void whatNobodySawIsVague()
    {
        TtlTrace trace;
        using enum EventType;
        const auto unseen = [](Event event) {
            event.unseen = true;
            return event;
        };
        see(trace, heldUntil(ann, 30s), 0s);
        see(trace, heldUntil(ann, 40s), 15s);
        trace.note(unseen(eventOf(Renewed, ann, 25s)), at(15s));
        trace.note(unseen(eventOf(Renewed, ann, 30s)), at(20s));
        trace.note(eventOf(Renewed, ann, 30s), at(30s));
        trace.note(unseen(eventOf(Released, ann, 20s)), at(40s));
        QCOMPARE(told(trace),
                 QByteArrayList({"ann 0-15 30..15 renewed vague", "ann 15-20 25..20 renewed vague",
                                 "ann 20-30 30..20 renewed", "ann 30-40 30..20 released vague"}));
    }

    void whatDoesNotExpireIsFlat()
    {
        TtlTrace trace;
        see(trace, heldUntil(ann, std::nullopt), 0s);
        see(trace, heldUntil(ann, std::nullopt), 3s);
        see(trace, heldUntil(ann, 30s), 5s);
        QCOMPARE(told(trace), QByteArrayList({"ann 0-5 none..none renewed", "ann 5- 25.. runs"}));
    }

    void readersHaveTeethOfTheirOwn()
    {
        TtlTrace trace;
        LockRecord lock = heldUntil(ann, 30s);
        lock.holds.push_back(heldUntil(bob, 40s).holds.front());
        see(trace, lock, 0s);
        lock.holds.front().stale = true; // it is there, but no longer alive
        see(trace, lock, 30s);
        QCOMPARE(told(trace), QByteArrayList({"ann 0-30 30..0 unknown", "bob 0- 40.. runs"}));
    }

    void anOverdueRecordMarksItsTooth()
    {
        TtlTrace trace;
        see(trace, heldUntil(ann, 30s), 0s);
        see(trace, heldUntil(ann, 30s, Watchdog::Overdue), 11s);
        trace.note(eventOf(EventType::RenewalOverdue, ann, 19s), at(10'900ms));
        QCOMPARE(told(trace), QByteArrayList({"ann 0- 30.. runs overdue 10.9"}));
    }

    void theOldestTeethGo()
    {
        TtlTrace trace(3);
        for (int i = 0; i < 10; ++i)
            see(trace, heldUntil(ann, std::chrono::seconds(30 + 10 * i)),
                std::chrono::seconds(10 * i));
        QCOMPARE(trace.size(), 3u);
        QCOMPARE(trace.dropped(), 7u);
        QCOMPARE(told(trace).first(), QByteArray("ann 70-80 30..20 renewed"));
        TtlTrace none(0);
        see(none, heldUntil(ann, 30s), 0s);
        QCOMPARE(none.size(), 0u);
    }
};

LOCKSCOPE_TEST_SUITE(TestTtlTrace)
#include "tst_ttltrace.moc"
