// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/locktablemodel.h"
#include "ui/detail/lockfacts.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_LockFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void permitsAreCounted();
    void originsAreTold();
    void readersAndWritersAreCounted();
    void candidatesAreEscaped();
    void otherLocksTellOfTheClient();
    void namesOfAMultiAreEscapedOnce();

private:
    StandingClock m_clock;
};

void tst_LockFacts::permitsAreCounted()
{
    watch::LockRecord lock = heldLock("s", m_clock);
    QVERIFY(permitsText(lock).isEmpty());
    lock.kind = "semaphore";
    lock.permits = format::Permits{2, std::nullopt};
    QCOMPARE(permitsText(lock), u"2 permits free"_s);
    lock.permits->total = 5;
    QCOMPARE(permitsText(lock), u"2 of 5 permits free"_s);
    lock.kind = "count-down-latch";
    lock.permits->total.reset();
    QCOMPARE(permitsText(lock), u"count 2"_s);
    lock.library = "redisson";
    lock.mainKey = format::KeyType::None;
    lock.permits->available = 0;
    QCOMPARE(permitsText(lock), u"open"_s);
    lock.kind = "semaphore";
    QCOMPARE(permitsText(lock), u"not initialised: acquirers wait until its permits are set"_s);
}

void tst_LockFacts::originsAreTold()
{
    watch::HoldRecord hold = heldLock("s", m_clock).holds.front();
    QVERIFY(originText(hold, m_clock.wallNow()).isEmpty());
    format::Origin origin;
    origin.host = "web-3\x1b[2J";
    origin.pid = 812;
    hold.origin = origin;
    const QString text = originText(hold, m_clock.wallNow());
    QVERIFY2(text.startsWith(u"host web-3"_s) && text.endsWith(u"process 812"_s), qPrintable(text));
    QVERIFY(!text.contains(QChar(0x1b)));
    origin.acquiredAt = m_clock.wallNow().time_since_epoch().count();
    hold.origin = origin;
    QVERIFY(originText(hold, m_clock.wallNow()).contains(u"by the clock of its host"_s));
}

void tst_LockFacts::readersAndWritersAreCounted()
{
    watch::LockRecord lock = heldLock("rw", m_clock);
    QCOMPARE(holdsHeading(lock, 1), u"Holds: 1"_s);
    lock.holds.resize(3, lock.holds.front());
    for (watch::HoldRecord &hold : lock.holds)
        hold.mode = watch::Mode::Read;
    lock.holds.back().stale = true;
    QCOMPARE(holdsHeading(lock, 3), u"Holds: 3 (read: 2, expired but still listed: 1)"_s);
    lock.holds.front().mode = watch::Mode::Write;
    lock.holds.back().stale = false;
    QCOMPARE(holdsHeading(lock, 3), u"Holds: 3 (write: 1, read: 2)"_s);
}

void tst_LockFacts::candidatesAreEscaped()
{
    watch::Candidate first;
    first.kind = "reentrant";
    first.library = "redisson";
    first.reason = u"a hash of counts"_s;
    watch::Candidate second = first;
    second.kind = "fair";
    second.reason = u"a \x1b queue"_s;
    QVERIFY(candidatesText({}).isEmpty());
    const QStringList lines = candidatesText({first, second}).split(u'\n');
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0], u"a hash of counts"_s);
    QVERIFY(lines[1].startsWith(u"or "_s) && !lines[1].contains(QChar(0x1b)));
}

void tst_LockFacts::otherLocksTellOfTheClient()
{
    LockTableModel locks(m_clock);
    const auto shared = [](const watch::LockRecord &lock) {
        return std::make_shared<const watch::LockRecord>(lock);
    };
    const watch::LockRecord first = heldLock("first", m_clock);
    const watch::LockRecord second = heldLock("second", m_clock);
    watch::LockRecord stranger = heldLock("stranger", m_clock);
    stranger.holds.front().owner = OwnerId("99999999-5d1e-4b7a-9c0d-8e6f1a2b3c4d:7");
    locks.merge(
        {{first.id, shared(first)}, {second.id, shared(second)}, {stranger.id, shared(stranger)}});
    const RelatedFacts facts = relatedFacts(first, locks, m_clock);
    QCOMPARE(facts.multis.size(), 1); // they lapse at the same moment
    QVERIFY2(facts.multis.front().contains(u"second"_s), qPrintable(facts.multis.front()));
    QVERIFY(!facts.multis.front().contains(u"stranger"_s));
    QCOMPARE(facts.clients.size(), 1);
    QVERIFY2(facts.clients.front().contains(u"alive"_s)
                 && facts.clients.front().contains(u"2 locks"_s),
             qPrintable(facts.clients.front()));
    const RelatedFacts alone = relatedFacts(stranger, locks, m_clock);
    QVERIFY2(alone.clients.front().contains(u"of its lock at"_s),
             qPrintable(alone.clients.front()));
    // Nothing is known about that time, until the watch has looked.
    m_clock.advance(19s);
    QVERIFY(relatedFacts(first, locks, m_clock).clients.front().contains(u"alive"_s));
    for (watch::LockRecord lock : {first, second}) {
        lock.holds.front().watchdog = watch::Watchdog::Overdue;
        lock.holds.front().presumedDead = true;
        locks.merge({{lock.id, shared(lock)}});
    }
    const RelatedFacts later = relatedFacts(first, locks, m_clock);
    QVERIFY2(later.clients.front().contains(u"presumed dead"_s), qPrintable(later.clients.front()));
    // And nothing while the server is lost.
    locks.setServer(lostServer(m_clock, 0ms, 0));
    const RelatedFacts unseen = relatedFacts(first, locks, m_clock);
    QVERIFY2(unseen.clients.front().startsWith(u"not seen since "_s),
             qPrintable(unseen.clients.front()));
    // That one is alone.
    QVERIFY(relatedFacts(stranger, locks, m_clock).multis.isEmpty());
}

void tst_LockFacts::namesOfAMultiAreEscapedOnce()
{
    LockTableModel locks(m_clock);
    const watch::LockRecord first = heldLock("first", m_clock);
    const watch::LockRecord evil = heldLock("evil:line1\nline2\x1b[2J", m_clock);
    locks.merge({{first.id, std::make_shared<const watch::LockRecord>(first)},
                 {evil.id, std::make_shared<const watch::LockRecord>(evil)}});
    const QStringList multis = relatedFacts(first, locks, m_clock).multis;
    QCOMPARE(multis.size(), 1);
    QVERIFY2(multis.front().contains(u"evil:line1\\nline2\\x1b[2J"_s), qPrintable(multis.front()));
    QVERIFY(!multis.front().contains(QChar(0x1b)));
}

LOCKSCOPE_TEST_SUITE(tst_LockFacts)
#include "tst_lockfacts.moc"
