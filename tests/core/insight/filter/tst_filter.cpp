// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/hints.h"
#include "core/insight/filter/filter.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::insight;
using namespace lockscope::watch;

class tst_Filter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void matches_data();
    void matches();
    void refuses_data();
    void refuses();
    void anEmptyFilterMatchesEverything();
    void unknownWaitersMatchNoNumber();
    void permitsEndOneByOne();
    void whatIsUnknownMatchesNoNegationEither();
    void onlySpansDependOnTime();
    void sinceIsCountedFromWhenAHoldWasSeen();
    void staleIsWhatNobodyVouchesFor();
    void quorumIsWhatItsServersSayTogether();
    void problemIsWhatRulesFound();
    void pointsToWhatIsWrong_data();
    void pointsToWhatIsWrong();
    void aWordThatIsNoFieldIsTold();
    void aNegatedWordThatIsNoFieldIsNotActedBy();
    void knowsEveryKindAndLibrary();
    void profileAndTagAreThoseOfItsServer();
};

namespace {

const Instant now{1h};

LockRecord fairLock()
{
    LockRecord lock;
    lock.id = {0, LockName("orders:42")};
    lock.kind = "fair";
    lock.library = "redisson";
    lock.deployment = u"redis://127.0.0.1:6379"_s;
    lock.state = LockState::Contended;
    HoldRecord hold;
    hold.owner = OwnerId("Billing-7f3a:12");
    hold.count = 2;
    hold.deadline = now + 4s;
    hold.watchdog = Watchdog::Overdue;
    hold.lease = Millis(30s);
    lock.holds = {hold};
    lock.deadline = hold.deadline;
    WaiterRecord waiter;
    waiter.owner = OwnerId("mail:1");
    lock.waiters = std::vector<WaiterRecord>(4, waiter);
    return lock;
}

} // namespace

void tst_Filter::matches_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *text, bool expected) {
        QTest::newRow(text) << QString::fromUtf8(text) << expected;
    };
    row("ORDERS", true);
    row("billing", true);
    row("fai", true);
    row("mail", false);
    row("orders billing", true);
    row("orders mail", false);
    row("-mail", true);
    row("-orders", false);
    row("-", true);
    row("\"orders:42\"", true);
    row("orders:42", true);
    row("orders:", true);
    row("ORDERS:4", true);
    row("orders:43", false);
    row("-orders:42", false);
    row("orders:\"4\"2", true);
    row("billing-7f3a:12", true); // a holder
    row(":4", true);
    row(":", true);
    row(":x", false);
    row("owner:x", false);
    row("a:b:c", false);
    row("orders:42 kind:fair", true);
    row("orders:42 kind:string", false);
    row("name:orders:42", true);
    row("name:\"ers:4\"", true);
    row("name:billing", false);
    row("holder:billing", true);
    row("holder:nobody,billing", true);
    row("holder:nobody,nothing,", false);
    row("kind:fair", true);
    row("KIND:Fair", true);
    row("kind:fai", false);
    row("-kind:fair", false);
    row("library:Redisson", true);
    row("library:rediss", false);
    row("-library:redisson", false);
    row("lease:30s", true);
    row("lease:>1m", false);
    row("lease:unknown", false);
    row("stale:no", true);
    row("stale:yes", false);
    row("quorum:none", true);
    row("quorum:any", false);
    row("-QUORUM:Split", true);
    row("deployment:6379", true);
    row("deployment:6380", false);
    row("state:contended", true);
    row("state:held", false);
    row("mode:exclusive", true);
    row("mode:read", false);
    row("watchdog:overdue", true);
    row("watchdog:unknown", false);
    row("count:2", true);
    row("count:>1", true);
    row("count:<2", false);
    row("waiters:>3", true);
    row("waiters:>4", false);
    row("waiters:<=4", true);
    row("waiters:>=5", false);
    row("waiters:=4", true);
    row("waiters:unknown", false);
    row("ttl:<5s", true);
    row("ttl:<=4s", true);
    row("ttl:>1m", false);
    row("ttl:none", false);
    row("-ttl:none kind:fair waiters:>3 orders", true);
}

void tst_Filter::matches()
{
    QFETCH(QString, text);
    QFETCH(bool, expected);
    const auto filter = LockFilter::parse(text);
    QVERIFY2(filter, filter ? "" : qPrintable(filter.error().text.english()));
    QCOMPARE(filter->matches(fairLock(), now), expected);
}

void tst_Filter::refuses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("names");
    const auto row = [](const char *text, const char *names) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(names);
    };
    row("kind:", "kind:");
    row("tag:prod", "production");
    row("profile:", "profile:");
    row("kind:fiar", "similar values: fair");
    row("-kind:fiar", "similar values: fair");
    row("kind:reentrent", "similar values: reentrant");
    row("kind:mutex", "use one of count-down-latch, ");
    row("kind:fairly", "similar values: fair");
    row("library:redison", "similar values: redisson");
    row("library:acme", "use one of activejob-uniqueness, ");
    row("state:busy", "contended");
    row("mode:shared", "exclusive");
    row("watchdog:late", "overdue");
    row("count:many", ">2");
    row("count:-1", "count:");
    row("count:unknown", "count:");
    row("waiters:>", "unknown");
    row("quorum:red", "at-risk");
    row("quorum:", "quorum:");
    row("ttl:<5", "unit");
    row("ttl:soon", "ttl:");
    row("name:\"open", "quotation mark");
}

void tst_Filter::refuses()
{
    QFETCH(QString, text);
    QFETCH(QString, names);
    const auto filter = LockFilter::parse(text);
    QVERIFY(!filter);
    QCOMPARE(filter.error().kind, ErrorKind::InvalidInput);
    QVERIFY2(filter.error().text.english().contains(names),
             qPrintable(filter.error().text.english()));
}

void tst_Filter::anEmptyFilterMatchesEverything()
{
    for (const QString &text : {u""_s, u"  "_s, u"\"\""_s}) {
        const auto filter = LockFilter::parse(text);
        QVERIFY(filter);
        QVERIFY(filter->isEmpty());
        QVERIFY(filter->matches(LockRecord{}, now));
    }
}

void tst_Filter::unknownWaitersMatchNoNumber()
{
    LockRecord lock = fairLock();
    lock.waiters.reset();
    QVERIFY(!LockFilter::parse(u"waiters:>=0"_s)->matches(lock, now));
    QVERIFY(LockFilter::parse(u"waiters:unknown"_s)->matches(lock, now));
    lock.waitingConnections = 3;
    QVERIFY(LockFilter::parse(u"waiters:3"_s)->matches(lock, now));

    lock.deadline.reset();
    QVERIFY(LockFilter::parse(u"ttl:none"_s)->matches(lock, now));
    QVERIFY(!LockFilter::parse(u"ttl:>0s"_s)->matches(lock, now));
    lock.holds.clear();
    QVERIFY(!LockFilter::parse(u"ttl:none"_s)->matches(lock, now));
}

// As the table shows it: the key that counts permits does not expire.
void tst_Filter::permitsEndOneByOne()
{
    LockRecord lock = fairLock();
    lock.deadline.reset();
    lock.permits = Permits{1, {}};
    lock.holds.resize(1);
    lock.holds.front().deadline = now + Millis(9000);
    QVERIFY(LockFilter::parse(u"ttl:<10s"_s)->matches(lock, now));
    QVERIFY(!LockFilter::parse(u"ttl:none"_s)->matches(lock, now));
    lock.holds.front().deadline.reset();
    QVERIFY(LockFilter::parse(u"ttl:none"_s)->matches(lock, now));
}

void tst_Filter::whatIsUnknownMatchesNoNegationEither()
{
    LockRecord lock = fairLock();
    const auto holds = [&lock](const QString &text, bool serverLost = false) {
        return LockFilter::parse(text)->matches(lock, {now, {}, serverLost});
    };
    QVERIFY(holds(u"-waiters:>4"_s) && holds(u"-waiters:unknown"_s) && holds(u"-lease:>1m"_s));
    QVERIFY(holds(u"-watchdog:renewing"_s) && !holds(u"-watchdog:renewing"_s, true));
    QVERIFY(holds(u"-holder:nobody"_s) && holds(u"-nobody"_s));
    QVERIFY(!holds(u"-problem:any"_s) && !holds(u"-problem:none"_s));

    // One of its holds tells enough for the term, but not for its negation.
    lock.holds.push_back(lock.holds.front());
    lock.holds.back().lease.reset();
    QVERIFY(holds(u"lease:30s"_s) && !holds(u"-lease:>1m"_s) && !holds(u"-lease:unknown"_s));
    lock.holds.back().watchdog = Watchdog::Unknown;
    QVERIFY(holds(u"watchdog:overdue"_s) && !holds(u"-watchdog:renewing"_s));
    QVERIFY(holds(u"watchdog:unknown"_s) && !holds(u"-watchdog:unknown"_s));
    lock.waiters.reset();
    QVERIFY(!holds(u"-waiters:>4"_s) && !holds(u"-waiters:unknown"_s));
    lock.waitingConnections = 3;
    QVERIFY(holds(u"-waiters:>4"_s));

    // A third hold was not read: nobody knows whose it is.
    lock.totals = Totals{3, {}};
    QVERIFY(holds(u"holder:billing"_s) && !holds(u"-holder:nobody"_s));
    QVERIFY(holds(u"-nobody"_s) && holds(u"-name:nobody"_s) && holds(u"-kind:string"_s));

    const auto observed = [](const QString &text) {
        return LockFilter::parse(text)->observedField();
    };
    QCOMPARE(observed(u"orders -watchdog:renewing"_s), u"watchdog"_s);
    QCOMPARE(observed(u"lease:unknown"_s), u"lease"_s);
    QCOMPARE(observed(u"since:<1m watchdog:none"_s), u"since"_s);
    QVERIFY(observed(u"ttl:none -waiters:>0 name:since: \"lease:1m\""_s).isEmpty());
}

void tst_Filter::onlySpansDependOnTime()
{
    QVERIFY(LockFilter::parse(u"ttl:<5s"_s)->dependsOnTime());
    QVERIFY(!LockFilter::parse(u"ttl:none waiters:>3"_s)->dependsOnTime());
    QVERIFY(LockFilter::parse(u"since:>5m"_s)->dependsOnTime());
    QVERIFY(!LockFilter::parse(u"lease:>5m"_s)->dependsOnTime());
    QVERIFY(LockFilter::parse(u"-stale:yes"_s)->dependsOnServers());
    QVERIFY(!LockFilter::parse(u"since:>5m"_s)->dependsOnServers());
}

void tst_Filter::sinceIsCountedFromWhenAHoldWasSeen()
{
    const WallInstant wall{std::chrono::hours(24 * 365 * 50)};
    LockRecord lock = fairLock();
    lock.holds.front().observedSince = wall - 10min;
    const auto holds = [&](const QString &text) {
        return LockFilter::parse(text)->matches(lock, {now, wall});
    };
    QVERIFY(holds(u"since:>5m"_s));
    QVERIFY(holds(u"since:10m"_s));
    QVERIFY(!holds(u"since:>10m"_s));
    QVERIFY(!holds(u"since:<10m"_s));
    lock.holds.clear();
    QVERIFY(!holds(u"since:>=0s"_s));
}

void tst_Filter::staleIsWhatNobodyVouchesFor()
{
    const auto filter = LockFilter::parse(u"stale:yes"_s);
    LockRecord lock = fairLock();
    QVERIFY(!filter->matches(lock, now));
    QVERIFY(filter->matches(lock, {now, {}, true}));
    lock.holds.front().watchdog = Watchdog::Overdue;
    const auto overdue = LockFilter::parse(u"watchdog:overdue"_s);
    QVERIFY(overdue->dependsOnServers());
    QVERIFY(overdue->matches(lock, now));
    QVERIFY(!overdue->matches(lock, {now, {}, true}));
    lock.waiters->back().stale = true;
    QVERIFY(filter->matches(lock, now));
    lock = fairLock();
    lock.holds.front().stale = true;
    QVERIFY(filter->matches(lock, now));
    QVERIFY(!LockFilter::parse(u"stale:no"_s)->matches(lock, now));
    lock.holds.front().lease.reset();
    QVERIFY(LockFilter::parse(u"lease:unknown"_s)->matches(lock, now));
    QVERIFY(!LockFilter::parse(u"lease:>=0s"_s)->matches(lock, now));
}

void tst_Filter::problemIsWhatRulesFound()
{
    const auto holds = [](const QString &text, const LockProblems *problems) {
        FilterSight sight{Instant(), WallInstant()};
        sight.problems = problems;
        const auto filter = LockFilter::parse(text);
        return filter && filter->matches(LockRecord(), sight);
    };
    const LockProblems none;
    const LockProblems overdue{{u"renewal-overdue"_s, u"long-hold"_s}, true};
    const LockProblems waits{{u"long-wait"_s}, false};
    QVERIFY(holds(u"problem:overdue"_s, &overdue) && holds(u"problem:LONG"_s, &overdue));
    QVERIFY(!holds(u"problem:overdue"_s, &waits) && !holds(u"problem:overdue"_s, &none));
    QVERIFY(holds(u"-problem:overdue"_s, &none));
    QVERIFY(holds(u"problem:any"_s, &waits) && !holds(u"problem:any"_s, &none));
    QVERIFY(holds(u"problem:none"_s, &none) && !holds(u"problem:none"_s, &waits));
    QVERIFY(holds(u"problem:critical"_s, &overdue) && !holds(u"problem:warning"_s, &overdue));
    QVERIFY(holds(u"problem:warning"_s, &waits) && !holds(u"problem:critical"_s, &waits));
    // A lock that was not judged matches neither "any" nor "none".
    QVERIFY(!holds(u"problem:any"_s, nullptr) && !holds(u"problem:none"_s, nullptr));
    // The judge supplies the names of the rules: without them any word can be one.
    const QStringList rules{u"renewal-overdue"_s, u"long-hold"_s};
    for (const QString &text : {u"problem:overdue"_s, u"problem:LONG"_s, u"-problem:long-hold"_s,
                                u"problem:any"_s, u"problem:None"_s, u"problem:crit"_s})
        QVERIFY2(LockFilter::parse(text, rules), qPrintable(text));
    QVERIFY(LockFilter::parse(u"problem:long-holt"_s));
    const auto refused = [&rules](const QString &text) {
        const auto filter = LockFilter::parse(text, rules);
        return filter ? QString() : filter.error().text.english();
    };
    QVERIFY(refused(u"problem:long-holt"_s).contains(u"similar values: long-hold"_s));
    QVERIFY(refused(u"problem:overdeu"_s).contains(u"similar values: renewal-overdue"_s));
    QVERIFY(refused(u"-problem:criticla"_s).contains(u"similar values: critical"_s));
    QVERIFY(refused(u"problem:nonsense"_s).contains(u"use one of any, none, warning"_s));
    QVERIFY(LockFilter::parse(u"-problem:any"_s)->dependsOnProblems());
    QVERIFY(!LockFilter::parse(u"name:problem"_s)->dependsOnProblems());
}

void tst_Filter::quorumIsWhatItsServersSayTogether()
{
    const LockRecord lock = fairLock();
    const auto holds = [&](const QString &text, std::optional<QuorumVerdict> verdict) {
        FilterSight sight(now);
        sight.quorum = verdict;
        return LockFilter::parse(text)->matches(lock, sight);
    };
    std::size_t words = 0;
    for (const QuorumVerdict verdict :
         {QuorumVerdict::Held, QuorumVerdict::AtRisk, QuorumVerdict::Split, QuorumVerdict::Residue,
          QuorumVerdict::Blocked, QuorumVerdict::Free, QuorumVerdict::Unknown}) {
        const QString word =
            verdict == QuorumVerdict::Unknown ? u"unknown"_s : QString::fromLatin1(name(verdict));
        // Each is its own word, and no other.
        for (const QString &choice : LockFilter::choices(u"quorum"_s))
            QCOMPARE(holds(u"quorum:"_s + choice, verdict), choice == word || choice == u"any"_s);
        QVERIFY(!holds(u"quorum:"_s + word, std::nullopt));
        ++words;
    }
    QCOMPARE(LockFilter::choices(u"quorum"_s).size(), qsizetype(words) + 2);
    QVERIFY(holds(u"quorum:none"_s, std::nullopt));
    QVERIFY(LockFilter::parse(u"kind:fair -quorum:held"_s)->dependsOnQuorum());
    QVERIFY(!LockFilter::parse(u"name:quorum stale:no"_s)->dependsOnQuorum());
}

void tst_Filter::pointsToWhatIsWrong_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("wrong");
    const auto row = [](const char *text, const char *wrong) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(wrong);
    };
    row("orders state:busy", "busy");
    row("orders -kind:fiar", "fiar");
    row("state:\"very busy\" x", "\"very busy\"");
    row("a kind: b", "kind:");
    row("waiters:>x kind:fair", ">x");
    row("ttl:<5", "<5");
    row("a name:\"open b", "\"open b");
    row("stale:maybe", "maybe");
    row("a -quorum:lost b", "lost");
}

void tst_Filter::pointsToWhatIsWrong()
{
    QFETCH(QString, text);
    QFETCH(QString, wrong);
    const auto filter = LockFilter::read(text);
    QVERIFY(!filter);
    QCOMPARE(text.sliced(filter.error().at, filter.error().length), wrong);
}

void tst_Filter::aWordThatIsNoFieldIsTold()
{
    QCOMPARE(LockFilter::parse(u"Stat:held kind:fair billing:a:b"_s)->noFields(),
             QStringList({u"Stat"_s, u"billing"_s}));
    QVERIFY(LockFilter::parse(u"\"billing:a\" state:held x"_s)->noFields().isEmpty());
}

// A misspelt field behind a minus sign lets everything through.
void tst_Filter::aNegatedWordThatIsNoFieldIsNotActedBy()
{
    const auto misspelt = LockFilter::parseToAct(u"-stat:held"_s);
    QVERIFY(!misspelt);
    QVERIFY2(misspelt.error().text.english().contains(u"-\"stat:held\""_s),
             qPrintable(misspelt.error().text.english()));
    QVERIFY(LockFilter::parseToAct(u"kind:fair -\"stat:held\""_s));
    // The beginning of a kind matches nothing, so its negation matches all.
    QVERIFY(LockFilter::parseToAct(u"kind:fai -kind:Fair"_s));
    const auto unfinished = LockFilter::parseToAct(u"-kind:fai"_s);
    QVERIFY(!unfinished);
    QVERIFY2(unfinished.error().text.english().contains(u"almost every lock"_s),
             qPrintable(unfinished.error().text.english()));
    QVERIFY(LockFilter::parseToAct(u"billing:ledger"_s)
                ->matches(
                    [] {
                        LockRecord lock = fairLock();
                        lock.id.name = LockName("billing:ledger");
                        return lock;
                    }(),
                    now));
}

void tst_Filter::knowsEveryKindAndLibrary()
{
    QStringList texts{
        u"kind:read-write library:symfony"_s, u"kind:queued library:redis-queued-locks"_s,
        u"kind:counting-semaphore library:redis-semaphore-ruby"_s,
        u"kind:unique-job library:sidekiq-unique-jobs"_s, u"kind:faster-multi library:redisson"_s};
    for (const QByteArray &pin : format::pinnableKinds()) {
        const QString text = QString::fromLatin1(pin);
        if (pin != format::noLock)
            texts += u"kind:%1 library:%2"_s.arg(text.section(u'/', 0, 0), text.section(u'/', 1));
    }
    for (const QString &text : texts) {
        const auto filter = LockFilter::parseToAct(text + u" -"_s + text.section(u' ', 0, 0));
        QVERIFY2(filter, filter ? "" : qPrintable(filter.error().text.english()));
    }
}

void tst_Filter::profileAndTagAreThoseOfItsServer()
{
    const FilterPlace shop{u"Shop-eu"_s, u"production"_s};
    const auto matches = [&](const QString &text, const FilterPlace *place) {
        FilterSight sight(now);
        sight.place = place;
        return LockFilter::parse(text)->matches(fairLock(), sight);
    };
    QVERIFY(matches(u"profile:shop"_s, &shop));
    QVERIFY(!matches(u"profile:stage"_s, &shop));
    QVERIFY(!matches(u"profile:none"_s, &shop));
    QVERIFY(matches(u"TAG:Production"_s, &shop));
    QVERIFY(!matches(u"tag:staging"_s, &shop));
    QVERIFY(!matches(u"-tag:production"_s, &shop));
    QVERIFY(matches(u"profile:none tag:none"_s, nullptr));
    QVERIFY(!matches(u"profile:shop"_s, nullptr));
}

LOCKSCOPE_TEST_SUITE(tst_Filter)
#include "tst_filter.moc"
