// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/traits.h"
#include "core/health/rulelist.h"
#include "core/insight/filter/filter.h"
#include "tests/support/testmain.h"
#include "ui/wording/exceptionwording.h"
#include "ui/wording/incidentwording.h"
#include "ui/wording/lockjson.h"
#include "ui/wording/lockname.h"
#include "ui/wording/lockwording.h"
#include "ui/wording/said.h"
#include "ui/wording/wording.h"

#include <QDateTime>
#include <QScopeGuard>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;

class tst_Wording : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void spans_data();
    void spans();
    void timesLeft();
    void everyErrorSaysWhatToDo_data();
    void everyErrorSaysWhatToDo();
    void aReadOnlyProfileIsNotTheServersDoing();
    void aLostHoldSaysNothingOfItsExpiry();
    void aliasesStandBesideOwners();
    void aNameSaysWhereItIsFrom();
    void serverTextIsEscaped();
    void longBytesAreCutInTheMiddle();
    void unknownIsNeverZero();
    void aLateGrantIsNoOthersLock();
    void afterAWaitTheTimeIsSaid();
    void onlyALeaseIsSaidToEnd();
    void theLeastRoomIsEnough();
    void theEmptyNameIsTold();
    void namesKeepTheirFirstLetter_data();
    void namesKeepTheirFirstLetter();
    void ownersKeepTheirFirstLetter();
    void sentencesEndOnce();
    void aHandOverIsNoRelease();
    void instantsAreThoseOfTheReader();
};

// A window shows local times; its reports go to people elsewhere.
void tst_Wording::instantsAreThoseOfTheReader()
{
    qputenv("TZ", "Asia/Kolkata");
    const auto back = qScopeGuard([] { qputenv("TZ", "UTC"); });
    health::Problem problem;
    problem.rule = health::allRules().front();
    problem.evidence = Sentence::say("free since %1").arg(WallInstant(Millis(1'764'231'300'000)));
    QCOMPARE(wording::said(problem.evidence), u"free since 2025-11-27 13:45:00"_s);
    QVERIFY(wording::problemReport(problem).contains(u"free since 08:15:00Z"_s));
    QVERIFY(wording::toJson(problem)["text"_L1].toString().endsWith(u" 08:15:00Z"_s));
    const WallInstant now = SystemClock().wallNow();
    QCOMPARE(wording::said(Sentence::say("at %1").arg(now)),
             u"at "_s
                 + QDateTime::fromMSecsSinceEpoch(now.time_since_epoch().count())
                       .toString(u"HH:mm:ss"_s));
}

// A lock may have it; a problem of a server has no name at all.
void tst_Wording::theEmptyNameIsTold()
{
    QCOMPARE(wording::lockName(LockName()), u"(empty name)"_s);
    QCOMPARE(wording::lockName(LockName("orders\n")), u"orders\\n"_s);
    health::Problem problem;
    problem.rule = health::allRules().front();
    problem.deployment = problem.server = u"redis://h:1"_s;
    problem.subject = health::Subject::of(watch::LockId{0, LockName()});
    QCOMPARE(wording::problemSubject(problem), u"(empty name)"_s);
    QVERIFY(wording::problemReport(problem).contains(u"(empty name) on redis://h:1"_s));
    QCOMPARE(wording::toJson(problem)["name"_L1], QJsonValue(u""_s));
    problem.subject = health::Subject::of(watch::ServerId{0});
    QVERIFY(!wording::problemReport(problem).contains(u"empty name"_s));
    QVERIFY(wording::toJson(problem)["name"_L1].isNull());
}

void tst_Wording::namesKeepTheirFirstLetter_data()
{
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *sentence, const char *expected) {
        QTest::newRow(sentence) << QString::fromLatin1(sentence) << QString::fromLatin1(expected);
    };
    row("the lock is free", "The lock is free");
    row("unknown", "Unknown");
    row("gone.", "Gone.");
    row("redis://127.0.0.1:23002 refuses connections",
        "redis://127.0.0.1:23002 refuses connections");
    row("no.such.host:6379 cannot be reached", "no.such.host:6379 cannot be reached");
    row("count: 9", "Count: 9");
}

// A sentence may begin with a URL or a host.
void tst_Wording::namesKeepTheirFirstLetter()
{
    QFETCH(const QString, sentence);
    QFETCH(const QString, expected);
    QCOMPARE(wording::capitalised(sentence), expected);
}

// Somebody may search for the owner.
void tst_Wording::ownersKeepTheirFirstLetter()
{
    QCOMPARE(wording::saidAlone(Sentence::say("%1 holds it").arg(u"tok"_s)), u"tok holds it."_s);
    QCOMPARE(wording::saidAlone(Sentence::say("held by %1").arg(u"tok"_s)), u"Held by tok."_s);
}

// Advice may be a question.
void tst_Wording::sentencesEndOnce()
{
    QCOMPARE(wording::ended(u"gone"_s), u"gone."_s);
    for (const QString &whole : {QString(), u"Gone."_s, u"已断开。"_s, u"端口是否正确？"_s})
        QCOMPARE(wording::ended(whole), whole);
    const QString advice = wording::errorSentence(Error{ErrorKind::Refused, {}, {}, u"host:1"_s});
    QVERIFY2(advice.endsWith(u'?'), qPrintable(advice));
    QCOMPARE(wording::ended(advice), advice);
}

void tst_Wording::spans_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("expected");
    QTest::newRow("negative") << qint64{-5} << u"0.0 s"_s;
    QTest::newRow("short") << qint64{450} << u"0.4 s"_s;
    QTest::newRow("seconds") << qint64{7449} << u"7.4 s"_s;
    QTest::newRow("never more than it is") << qint64{2066} << u"2.0 s"_s;
    QTest::newRow("almost a minute") << qint64{59'999} << u"59.9 s"_s;
    QTest::newRow("minutes") << qint64{125'000} << u"2 min 05 s"_s;
    QTest::newRow("hours") << qint64{3 * 3600'000 + 12 * 60'000} << u"3 h 12 min"_s;
    QTest::newRow("days") << qint64{5 * 86400'000 + 3 * 3600'000} << u"5 d 3 h"_s;
}

void tst_Wording::spans()
{
    QFETCH(qint64, ms);
    QFETCH(QString, expected);
    QCOMPARE(wording::span(Millis(ms)), expected);
}

void tst_Wording::timesLeft()
{
    const Instant now{1h};
    QCOMPARE(wording::timeLeft(std::nullopt, now), u"no expiry"_s);
    QCOMPARE(wording::timeLeft(now, now), u"expired?"_s);
    QCOMPARE(wording::timeLeft(now + 21s, now), u"21.0 s"_s);
    QCOMPARE(wording::age(999ms), u"0 s"_s);
    QCOMPARE(wording::age(12s), u"12 s"_s);
    QCOMPARE(wording::age(150s), u"2 min"_s);
}

void tst_Wording::everyErrorSaysWhatToDo_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, ErrorKind kind, const QString &text,
                        const QString &says) {
        QTest::newRow(name) << static_cast<int>(kind) << text << says;
    };
    row("timeout", ErrorKind::Timeout, {}, u"firewall"_s);
    row("unreachable", ErrorKind::Unreachable, u"Host not found"_s, u"Host not found"_s);
    row("refused", ErrorKind::Refused, {}, u"host:1 refused the connection"_s);
    row("lost", ErrorKind::ConnectionLost, {}, u"is the server still running?"_s);
    row("tls", ErrorKind::Tls, u"self-signed certificate"_s, u"settings for TLS"_s);
    row("auth", ErrorKind::Auth, {}, u"LOCKSCOPE_PASSWORD"_s);
    row("command", ErrorKind::Permission,
        u"this user has no permissions to run the 'scan' command"_s, u"+scan"_s);
    row("key", ErrorKind::Permission, u"No permissions to access a key"_s, u"~pattern"_s);
    row("channel", ErrorKind::Permission, u"No permissions to access a channel"_s, u"&pattern"_s);
    row("protocol", ErrorKind::Protocol, {}, u"rediss://"_s);
    row("server", ErrorKind::Server, u"LOADING dataset"_s, u"LOADING dataset"_s);
    row("busy", ErrorKind::Busy, {}, u"try again"_s);
    row("input", ErrorKind::InvalidInput, u"no such field"_s, u"no such field"_s);
    row("internal", ErrorKind::Internal, u"bug"_s, u"report"_s);
}

void tst_Wording::everyErrorSaysWhatToDo()
{
    QFETCH(int, kind);
    QFETCH(QString, text);
    QFETCH(QString, says);
    const QString sentence =
        wording::errorSentence({static_cast<ErrorKind>(kind), {}, text, u"host:1"_s});
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
}

void tst_Wording::aReadOnlyProfileIsNotTheServersDoing()
{
    const QString sentence =
        wording::errorSentence({ErrorKind::Permission, "READONLYPROFILE",
                                u"the profile is read-only; DEL was not sent"_s, u"host:1"_s});
    QCOMPARE(sentence, u"the profile is read-only; DEL was not sent"_s);
}

// A hold without expiry has -1; of a lost one nothing is told.
void tst_Wording::aLostHoldSaysNothingOfItsExpiry()
{
    watch::Event event;
    event.type = watch::EventType::Lost;
    event.name = LockName("a");
    event.owner = OwnerId("b:1");
    event.mode = watch::Mode::Exclusive;
    QCOMPARE(wording::toJson(event)["ttl_ms"_L1].toInt(), -1);
    event.lost = std::make_shared<const std::vector<watch::LostHold>>(
        std::vector<watch::LostHold>{{LockName("a"), "reentrant", event.owner}});
    QVERIFY(wording::toJson(event)["ttl_ms"_L1].isNull());
    QCOMPARE(wording::toJson(event)["owner"_L1].toString(), u"b:1"_s);
}

void tst_Wording::aliasesStandBesideOwners()
{
    const QByteArray uuid = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab";
    watch::LockRecord lock;
    lock.holds.resize(2);
    lock.holds[0].owner = OwnerId(uuid + ":1");
    lock.holds[0].alias = Alias("billing");
    lock.holds[1].owner = OwnerId("stranger");
    lock.waiters.emplace().push_back({OwnerId("token"), 1, {}, false, false, Alias("importer")});
    QCOMPARE(wording::holders(lock, 100), u"billing:1 +1"_s);
    QCOMPARE(wording::shortOwner(OwnerId("token"), "importer"), u"importer"_s);
    QCOMPARE(wording::owner(lock.holds[0].owner, lock.holds[0].alias, 400),
             u"billing (%1:1)"_s.arg(QString::fromLatin1(uuid)));
    QCOMPARE(wording::owner(lock.holds[1].owner, {}), u"stranger"_s);
    // The filter finds owners by their alias, too.
    const auto filter = insight::LockFilter::parse(u"holder:Billing"_s);
    QVERIFY(filter->matches(lock, {}));
    QVERIFY(!insight::LockFilter::parse(u"holder:importer"_s)->matches(lock, {}));
}

// By a sign where there is little room, and in words for tool tips and screen readers.
void tst_Wording::aNameSaysWhereItIsFrom()
{
    const OwnerId owner("3f1c:7");
    const Alias file("billing", AliasOrigin::File);
    const Alias learned("billing", AliasOrigin::Learned);
    QCOMPARE(wording::shortOwner(owner, Alias("billing")), u"billing:7"_s);
    QCOMPARE(wording::shortOwner(owner, file), u"≡billing:7"_s);
    QCOMPARE(wording::shortOwner(owner, learned), u"≈billing:7"_s);
    QCOMPARE(wording::owner(owner, learned), u"≈billing (3f1c:7)"_s);
    QVERIFY(wording::ownerInWords(owner, Alias("billing")).contains(u"operator"_s));
    QVERIFY(wording::ownerInWords(owner, file).contains(u"file"_s));
    QVERIFY(wording::ownerInWords(owner, learned).contains(u"CLIENT LIST"_s));
    QCOMPARE(wording::ownerInWords(owner, {}), u"3f1c:7"_s);
    // Words leave the owner in sight, and stand for its uuid alone.
    const QByteArray uuid = "76a0c7a5-0c31-404b-abda-dc68577ee300";
    const Alias words("shiny-hare", AliasOrigin::Derived);
    QCOMPARE(wording::shortOwner(OwnerId(uuid + ":61"), words), u"shiny-hare:61"_s);
    QCOMPARE(wording::shortOwner(OwnerId(uuid + ":61:ab"), words), u"shiny-hare:61:ab"_s);
    QCOMPARE(wording::owner(OwnerId(uuid + ":61"), words, 80),
             u"shiny-hare (%1:61)"_s.arg(QString::fromLatin1(uuid)));
    QVERIFY(wording::ownerInWords(OwnerId(uuid + ":61"), words).endsWith(u"id"_s));
}

void tst_Wording::serverTextIsEscaped()
{
    const QString sentence =
        wording::errorSentence({ErrorKind::Server, "ERR", u"a\x1b[2Jb\nc"_s, u"h\n:1"_s});
    QVERIFY(!sentence.contains(u'\x1b') && !sentence.contains(u'\n'));
    QVERIFY(sentence.contains("\\x1b"_L1));
}

void tst_Wording::longBytesAreCutInTheMiddle()
{
    QCOMPARE(wording::shown("short"), u"short"_s);
    for (const qsizetype size : {210, 900, 100'000}) {
        const QByteArray bytes = QByteArray(size, 'a') + "\xc3\xa9nd";
        const QString shown = wording::shown(bytes);
        QVERIFY2(shown.size() <= 201, qPrintable(QString::number(shown.size())));
        QVERIFY(shown.startsWith(u'a') && shown.endsWith(u"é"_s + u"nd"_s));
        QVERIFY(shown.contains(QChar(0x2026)));
    }
    // Bytes that are not UTF-8, and short tails of long characters.
    QVERIFY(!wording::shown(QByteArray(100'000, '\xff')).isEmpty());
    QVERIFY(!wording::shown(QByteArray(100'000, '\x80')).isEmpty());
    QVERIFY(wording::shown(QByteArray("\xf0\x9f\x94\x92").repeated(25'000)).size() <= 201);
}

// As on a narrow bar of the timeline.
void tst_Wording::theLeastRoomIsEnough()
{
    const QByteArray owner = "4f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:12345678901";
    for (int limit = 0; limit <= 20; ++limit) {
        QVERIFY(wording::shown(owner, limit).size() <= std::max(limit, 6));
        QVERIFY(!wording::shown(owner, limit).isEmpty());
        QVERIFY(!wording::shortOwner(OwnerId(owner), Alias("billing"_ba), limit).isEmpty());
    }
}

void tst_Wording::aLateGrantIsNoOthersLock()
{
    lock::AcquireOutcome late;
    late.error =
        Error{ErrorKind::Timeout, "TOOLATE"_ba,
              Sentence::say("the reply took %1 ms, too long for a lease of %2 ms").arg(40, 30),
              u"redis://a"_s};
    QCOMPARE(wording::shortly("reentrant", late), late.error->text.english());
    QCOMPARE(wording::notObtained({"reentrant"_ba, LockName("job"), 1}, late),
             u"\"job\" was released: "_s + late.error->text.english());
}

// Nobody is told to wait who has waited.
void tst_Wording::afterAWaitTheTimeIsSaid()
{
    lock::AcquireOutcome busy;
    busy.status = lock::AcquireOutcome::Status::Busy;
    busy.holderTtl = Millis(27'000);
    const wording::Meant job{"reentrant"_ba, LockName("job"), 1};
    QVERIFY(wording::notObtained(job, busy).contains(u"--wait"_s));
    QCOMPARE(
        wording::notObtained(job, busy, Millis(2'000)),
        u"\"job\" was not obtained within 2.0 s: another owner holds it, for 27.0 s more unless "
        "renewed; 'lockctl show' shows the owner"_s);
    lock::Vote turn;
    turn.kind = lock::Vote::Kind::OthersTurn;
    busy.votes = {turn};
    QCOMPARE(wording::notObtained(job, busy, Millis(2'000)),
             u"\"job\" was not obtained within 2.0 s: it is free, but the turn of the first in its "
             "queue, for 27.0 s more; 'lockctl queue' shows whether that one still waits"_s);
    const Sentence closed = Sentence::say("the latch is closed");
    busy.error = Error{ErrorKind::Server, "CLOSED"_ba, closed, u"redis://a"_s};
    QVERIFY(wording::notObtained(job, busy).contains(u"--wait"_s));
    QCOMPARE(wording::notObtained(job, busy, Millis(2'000)),
             u"\"job\" was not obtained within 2.0 s: "_s + closed.english());
}

// A permit has no lease: it stays taken, even if its holder dies.
void tst_Wording::onlyALeaseIsSaidToEnd()
{
    lock::AcquireOutcome taken;
    taken.status = lock::AcquireOutcome::Status::Unknown;
    lock::ReleaseOutcome given;
    given.status = lock::ReleaseOutcome::Status::Unknown;
    for (const format::KindTraits &traits : format::allKindTraits()) {
        const wording::Meant what{traits.kind.toByteArray(), LockName("job"), 2};
        for (const QString &said :
             {wording::notObtained(what, taken), wording::notReleased(what, given),
              wording::shortly(what.kind, given)})
            QVERIFY2(said.contains(u"its lease"_s) != traits.isBareNumber(), qPrintable(said));
    }
    const wording::Meant permits{"semaphore"_ba, LockName("job"), 2};
    for (const QString &said :
         {wording::notObtained(permits, taken), wording::notReleased(permits, given)})
        QVERIFY2(said.contains(u"'lockctl permits \"job\" add 2'"_s), qPrintable(said));
}

void tst_Wording::unknownIsNeverZero()
{
    watch::LockRecord lock;
    QVERIFY(!wording::waiting(lock));
    lock.waitingConnections = 0;
    QCOMPARE(wording::waiting(lock), std::optional<qint64>(0));
    QCOMPARE(wording::latency(std::nullopt), u"unknown"_s);
    QCOMPARE(wording::latency(std::chrono::microseconds(420)), u"0.42 ms"_s);
}

// Nothing was seen in between: it may have been taken away.
void tst_Wording::aHandOverIsNoRelease()
{
    insight::HoldInterval hold;
    hold.ended = insight::HoldEnded::HandedOver;
    const QString text = wording::lossReason(hold);
    QVERIFY2(!text.startsWith(u"it was released"_s), qPrintable(text));
    QVERIFY2(text.contains(u"nothing was seen in between"_s), qPrintable(text));
    QVERIFY2(text.contains(u"or it was taken away"_s), qPrintable(text));
}

LOCKSCOPE_TEST_SUITE(tst_Wording)
#include "tst_wording.moc"
