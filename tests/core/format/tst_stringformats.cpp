// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/format/stringrules.h"
#include "tests/core/format/keys.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::format;
using namespace lockscope::test;

namespace {

// Tokens as the libraries make them.
const QByteArray uuid = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab";
const QByteArray guid = "3F1C2A5E-9B7D-4C11-8A22-0123456789AB";
const QByteArray uuid1 = "b0f1c2d4e5f611ee8a220242ac120002"; // of 2024-03-19, on a network card
const QByteArray hex32 = "9c1185a3f5e94dd0b1d7f0c2a4e6b831";
const QByteArray hex40 = "9d67e1be2b6e1698b7bb290039a430d53a655310"; // of our own Redlock
const QByteArray base64Of16 = "kWf4ZbY0Tg8pJx2vLr6QzA==";
const QByteArray base64Of32 = "kWf4ZbY0Tg8pJx2vLr6QzAkWf4ZbY0Tg8pJx2vLr6Qz=";
const QByteArray base64Of18 = "kWf4ZbY0Tg8pJx2vLr6QzAb+";
const QByteArray urlBase64 = "kWf4ZbY0Tg8-Jx2vLr6_zA";
const QByteArray random16 = "aB3dE5fG7hI9jK1l";
const QByteArray random20 = "aB3dE5fG7hI9jK1lM3nO";
const QByteArray random22 = "aB3dE5fG7hI9jK1lM3nO5p";
const QByteArray bytes20 = QByteArray::fromHex("00ff1020304050607080a0b0c0d0e0f0018293a4");
const QByteArray machineId = "WORKER_7_4242_9c1185a3f5e94dd0b1d7f0c2a4e6b831";
const QByteArray added = "ADDED:2024-03-19T10:15:30.123Z@worker-7.local:" + uuid;

const Hints under{{"app:"}};

RawKeys string(const QByteArray &name, const QByteArray &value)
{
    return {{KeyName(name), stringKey(value, 60'000)}};
}

} // namespace

// One row for each library of the table in stringrules.cpp: with data as its users have it.
class TestStringFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesTellTheLibrary_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("library");
        const auto row = [](const QByteArray &name, const QByteArray &value, const char *kind,
                            const char *library) {
            QTest::addRow("%s %s", library, name.constData())
                << name << value << QByteArray(kind) << QByteArray(library);
        };
        row("rueidislock:0:orders", bytes20, "majority-string", "rueidislock");
        row("job-lock:default:nightly", added, "string", "shedlock");
        row("lock4j:com.acme.Orders.pay#42", uuid, "string", "lock4j");
        row("bull:mail:17:lock", uuid + ":12", "job-lock", "bullmq");
        row("{acme}:mail:17:lock", uuid + ":12", "job-lock", "bullmq");
        row("bull:mail:17:lock", uuid, "job-lock", "bull");
        row("redbeat::lock", uuid1, "string", "redbeat");
        row("acme-redbeat::lock", uuid1, "string", "redbeat");
        row("qo_acme.tasks.report_day-7", uuid1, "string", "celery-once");
        row("activejob_uniqueness:MailJob:a1", uuid, "string", "activejob-uniqueness");
        row("mutex:orders", uuid, "string", "redis-semaphore");
        row("mutex:orders", uuid + "-worker7", "string", "redis-semaphore");
        row("app_cache_laravel_unique_job:App\\Jobs\\Mail:7", "s:16:\"aB3dE5fG7hI9jK1l\";",
            "string", "laravel");
        row("acme-cache-laravel_unique_job:App\\Jobs\\Mail:7", random16, "string", "laravel");
        row("acme-cache-laravel-queue-overlap:App\\Jobs\\Mail:7", random16, "string", "laravel");
        row("acme-cache-framework/schedule-" + QByteArray(40, 'a'), "i:1;", "string", "laravel");
        row("{hangfire}:lock:recurring-job:mail", uuid, "string", "hangfire");
        row("redlock:orders", guid, "string", "redlock-net");
        row("lock:orders", base64Of18, "signal-string", "python-redis-lock");
        row("lock:orders", random16, "string", "foundatio");
        // The name says lock in its own words.
        row("orders:lock:7", uuid1, "string", "redis-py");
        row("orders-lock", hex32, "string", "node-redlock");
        row("orderLock:7", base64Of16, "string", "redsync");
        row("orders.lock", base64Of32, "string", "symfony");
        row("locks:7", uuid, "string", "generic");
        row("locks:8", hex40, "string", "generic");
        row("MUTEX-7", random22, "string", "redlock-py");
        row("order-lock", urlBase64, "string", "bsm-redislock");
        row("order-lock", random20, "string", "redis-plus-plus");
        row("order-lock", random16, "string", "go-zero");
        row("order-lock", bytes20, "string", "rslock");
        row("order-lock", machineId, "string", "madelson");
        // One in fifty has no digit.
        row("MUTEX-7", "aBcdEefGghIijKklMmnOop", "string", "redlock-py");
        row("order-lock", "aBcdEefGghIijKklMmnO", "string", "redis-plus-plus");
        row("lock:orders", "aBcdEefGghIijKkl", "string", "foundatio");
        row("lock:orders", "kWfaZbYbTgcpJxdvLreQzAb+", "signal-string", "python-redis-lock");
        row("orderLock:7", "kWfaZbYbTgcpJxdvLreQzA==", "string", "redsync");
        row("order-lock", "kWfaZbYbTgc-Jxdv_reQzA", "string", "bsm-redislock");
        // And one in twenty of bytes no control character.
        row("order-lock", QByteArray::fromHex("8081828384858687888990919293949596979899"), "string",
            "rslock");
    }

    void namesTellTheLibrary()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, library);
        QVERIFY(mayBeLockName(name));
        const auto reading = readingOf(name, string(name, value));
        QVERIFY(reading);
        QCOMPARE(reading->kind, kind);
        QCOMPARE(reading->library, library);
        QVERIFY(reading->confidence == Confidence::Structure);
        QCOMPARE(reading->holds.size(), std::size_t(1));
        QCOMPARE(reading->holds[0].owner.bytes, value);
        QCOMPARE(reading->holds[0].expireAt, std::optional<ServerMs>(60'000));
        QVERIFY(!reading->waiters.has_value()); // they poll: unknown, never none
    }

    void valuesAloneAreGuesses_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArrayList>("libraries"); // the first ones, in this order
        const auto row = [](const char *name, const QByteArray &value,
                            const QByteArrayList &libraries) {
            QTest::newRow(name) << value << libraries;
        };
        row("redis-py", uuid1, {"redis-py", "node-redlock"});
        row("node-redlock", hex32, {"node-redlock"});
        row("uuids", uuid,
            {"generic", "aioredlock", "spring-integration", "redlock-rb", "redlock-net",
             "ioredis-lock", "sherlock"});
        row("redsync", base64Of16, {"redsync"});
        row("python-redis-lock", base64Of18, {"python-redis-lock"});
        row("redlock-py", random22, {"redlock-py", "bsm-redislock"});
        row("bsm-redislock", urlBase64, {"bsm-redislock"});
        row("redis-plus-plus", random20, {"redis-plus-plus"});
        row("go-zero", random16, {"go-zero", "laravel"});
        row("laravel", "s:16:\"aB3dE5fG7hI9jK1l\";", {"laravel"});
        row("symfony", base64Of32, {"symfony"});
        row("rslock", bytes20, {"rslock"});
        row("madelson", machineId, {"madelson"});
    }

    void valuesAloneAreGuesses()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArrayList, libraries);
        QVERIFY(!mayBeLockName("app:orders:7"));
        const auto reading = readingOf("app:orders:7", string("app:orders:7", value));
        QVERIFY(reading);
        QVERIFY(reading->isGuess());
        QByteArrayList found;
        for (const Candidate &candidate : reading->candidates) {
            QVERIFY(candidate.confidence == Confidence::Guess);
            QVERIFY(!candidate.reason.isEmpty());
            found += candidate.library;
        }
        QCOMPARE(found.first(libraries.size()), libraries);
        // Under a prefix given by the user, the same value is no guess any more.
        const auto covered = readingOf("app:orders:7", string("app:orders:7", value), under);
        QVERIFY(covered->confidence == Confidence::Prefix);
    }

    void prefixesMakeLocksOfTheRest_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("library");
        QTest::addColumn<QByteArray>("also");
        QTest::newRow("stackexchange")
            << QByteArray("WEB7/4f1") << QByteArray("generic") << QByteArray("stackexchange-redis");
        QTest::newRow("bsm with metadata")
            << urlBase64 + "{\"by\":7}" << QByteArray("generic") << QByteArray("bsm-redislock");
        QTest::newRow("hangfire's own prefix")
            << uuid << QByteArray("generic") << QByteArray("hangfire");
        QTest::newRow("telling") << machineId << QByteArray("madelson") << QByteArray("generic");
    }

    void prefixesMakeLocksOfTheRest()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, library);
        QFETCH(QByteArray, also);
        const auto reading = readingOf("app:x", string("app:x", value), under);
        QVERIFY(reading);
        QCOMPARE(reading->kind, QByteArray("string"));
        QCOMPARE(reading->library, library);
        QVERIFY(std::any_of(reading->candidates.begin(), reading->candidates.end(),
                            [&](const Candidate &other) { return other.library == also; }));
        // The surest come first.
        QVERIFY(std::is_sorted(
            reading->candidates.begin(), reading->candidates.end(),
            [](const Candidate &a, const Candidate &b) { return a.confidence > b.confidence; }));
    }

    // Counters and flags live under the same prefixes.
    void prefixesAloneMakeNoLockOfTheseRest_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("lapses");
        for (const char *const number :
             {"0", "1", "12", "-7", "+3", "007", "1.5", "-0.25", "99999999999999999999999"})
            QTest::addRow("%s", number) << QByteArray(number) << true;
        for (const char *const value : {"1", "on", "WEB7/4f1", "{\"by\":7}", ""})
            QTest::addRow("%s, without end", value) << QByteArray(value) << false;
        QTest::addRow("a token anybody may write, without end") << hex32 << false;
    }
    void prefixesAloneMakeNoLockOfTheseRest()
    {
        QFETCH(QByteArray, value);
        QFETCH(bool, lapses);
        const RawKeys keys{
            {KeyName("app:x"), lapses ? stringKey(value, 60'000) : stringKey(value)}};
        const auto covered = readingOf("app:x", keys, under);
        QVERIFY(!covered || covered->isGuess());
        // A pinned kind applies to the key itself.
        Hints pinned;
        pinned.pins.push_back(*pinFrom("app:x", "string"));
        const auto named = readingOf("app:x", keys, pinned);
        QVERIFY(named);
        QCOMPARE(named->kind, QByteArray("string"));
        QVERIFY(named->confidence == Confidence::Pinned);
    }

    // Its value tells whose it is.
    void tellingTokensNeedNoEndUnderAPrefix()
    {
        const auto reading = readingOf("app:x", {{KeyName("app:x"), stringKey(uuid1)}}, under);
        QCOMPARE(reading->library, QByteArray("redis-py"));
        QVERIFY(reading->confidence == Confidence::Prefix);
    }

    void whatIsNoLockIsNone_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char *title, const QByteArray &name, const QByteArray &value) {
            QTest::newRow(title) << name << value;
        };
        row("a counter", "hits", "1234");
        row("a negative counter", "lock:count", "-1");
        row("JSON", "user:7", "{\"name\":\"ann\"}");
        row("JSON about locks", "lock:settings", "{\"timeout\":30}");
        row("a word of 16 letters", "role", "administratorsss");
        row("a name of 16 letters", "owner", "AdministratorOne");
        row("a name of 22 letters", "owner", "AdministratorOfEverythi");
        row("a name of 20 letters", "owner", "AdministratorOfEvery");
        row("a number of 20 digits", "total", "12345678901234567890");
        row("32 digits", "serial", QByteArray(32, '7'));
        row("31 digits of hex", "a", hex32.chopped(1));
        row("upper-case hex", "a", hex32.toUpper());
        row("a uuid with a hole", "a", QByteArray(uuid).replace(8, 1, "_"));
        row("a text of 20 characters", "a", "hello hello hello ab");
        row("UTF-8 of 20 bytes", "a", QByteArray("\xc3\xa4").repeated(10));
        row("an empty value", "order-lock", "");
        row("nothing but NULs in a known name", "job-lock:default:x", QByteArray(64, '\0'));
        row("not a job's lock", "a:lock", uuid + ":12 ");
        row("redlock: with a word", "redlock:orders", "busy");
        row("a text about locks", "lock:help", "how locks work");
        row("blocked", "blocked:7", "yes");
        row("rueidislock without a number", "rueidislock:orders", "busy");
        row("a schedule without its digest", "framework/schedule-abc", "busy");
        row("a signal", "lock-signal:orders", "1");
        row("a machine without a process", "a", "WORKER_x_" + hex32);
        row("a megabyte", "a", QByteArray(1 << 20, 'x'));
    }

    void whatIsNoLockIsNone()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        QVERIFY(!readingOf(name, string(name, value)));
    }

    void namesThatSayLock_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("a host") << "lock:nightly"_ba
                                << "web-7"_ba;
        QTest::newRow("ADDED without an instant") << "job-lock:default:x"_ba
                                                  << "ADDED:soon@host"_ba;
        QTest::newRow("a time") << "orders.lock"_ba
                                << "1763740800"_ba;
        QTest::newRow("a job's lock with a word") << "bull:mail:17:lock"_ba
                                                  << "yes"_ba;
        QTest::newRow("mutex: with a word") << "mutex:orders"_ba
                                            << "busy"_ba;
    }

    void namesThatSayLock()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        auto reading = readingOf(name, string(name, value));
        QVERIFY(reading);
        QCOMPARE(reading->kind, "string"_ba);
        QCOMPARE(reading->library, "generic"_ba);
        QVERIFY(reading->confidence == Confidence::Structure); // it lapses, as locks do
        reading = readingOf(name, {{KeyName(name), stringKey(value)}});
        QVERIFY(reading);
        QVERIFY(reading->confidence == Confidence::Guess);
        QCOMPARE(reading->holds[0].owner.bytes, value);
    }

    void whatIsAboutALockIsAGuess_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("isGuess");
        QTest::newRow("a count") << "3"_ba << true;
        QTest::newRow("none") << "0"_ba << true;
        QTest::newRow("four digits") << "9999"_ba << true;
        QTest::newRow("it is open") << "unlocked"_ba << true;
        QTest::newRow("no") << "False"_ba << true;
        QTest::newRow("a process") << "48213"_ba << false;
        QTest::newRow("one, as most write") << "1"_ba << false;
        QTest::newRow("it is closed") << "locked"_ba << false;
    }

    void whatIsAboutALockIsAGuess()
    {
        QFETCH(QByteArray, value);
        QFETCH(bool, isGuess);
        const auto reading = readingOf("account:lock:state", string("account:lock:state", value));
        QVERIFY(reading);
        QCOMPARE(reading->isGuess(), isGuess);
        // Under a prefix the user has said what it is, unless it is a number.
        bool isNumber = false;
        (void)value.toLongLong(&isNumber);
        QCOMPARE(readingOf("app:lock:state", string("app:lock:state", value), under)->isGuess(),
                 isGuess && isNumber);
    }

    // The id of python-redis-lock is chosen by the caller, so it may be anything.
    void otherStringsMayBePythons()
    {
        const auto reading = readingOf("lock:named", string("lock:named", "billing-7"));
        QCOMPARE(reading->library, "generic"_ba);
        QCOMPARE(reading->candidates.back().library, "python-redis-lock"_ba);
        QCOMPARE(reading->candidates.back().kind, "signal-string"_ba);
        QVERIFY(reading->candidates.back().confidence == Confidence::Guess);
        // Once, where it is the likeliest already.
        const auto own = readingOf("lock:orders", string("lock:orders", base64Of18));
        QCOMPARE(
            std::count_if(own->candidates.begin(), own->candidates.end(),
                          [](const Candidate &one) { return one.library == "python-redis-lock"; }),
            1);
    }

    // Random digits that look like a uuid made from time, of a time that cannot be.
    void randomDigitsAreNoTime()
    {
        for (const char *random :
             {"9c1185a3f5e91dd0b1d7f0c2a4e6b831", "00000000000010018a220242ac12000a"}) {
            const auto reading = readingOf("orders-lock", string("orders-lock", random));
            QCOMPARE(reading->library, "node-redlock"_ba);
            QVERIFY(reading->holds.at(0).origin.isEmpty());
        }
    }

    void otherWordsDoNotSayLock()
    {
        for (const char *name : {"block", "clock:7", "unlocked", "locker", "flockOfBirds",
                                 "interlocking", "blockchain:lockup"})
            QVERIFY2(!saysLock(name), name);
        for (const char *name : {"lock", "LOCKS", "a.lock", "orderLock7", "my_lock_a", "mutex/1"})
            QVERIFY2(saysLock(name), name);
    }

    void ownersAreDecoded()
    {
        const auto origin = [](const QByteArray &name, const QByteArray &value) {
            const auto reading = readingOf(name, string(name, value), {{""}});
            return reading ? reading->holds.at(0).origin : Origin();
        };
        // Taken from Python's uuid module: UUID(hex).time and .node.
        const Origin python = origin("a-lock", uuid1);
        QCOMPARE(python.host, QByteArray("02:42:ac:12:00:02"));
        QCOMPARE(python.acquiredAt, std::optional<ServerMs>(1710855818841));
        // A multicast bit means that there was no card, and the node is random.
        QByteArray random = uuid1;
        random[21] = '3';
        QVERIFY(origin("a-lock", random).host.isEmpty());
        const Origin net = origin("a-lock", machineId);
        QCOMPARE(net.host, QByteArray("WORKER_7"));
        QCOMPARE(net.pid, std::optional<qint64>(4242));
        const Origin spring = origin("job-lock:default:nightly", added);
        QCOMPARE(spring.host, QByteArray("worker-7.local"));
        QCOMPARE(spring.acquiredAt, std::optional<ServerMs>(1'710'843'330'123));
        QVERIFY(origin("a-lock", hex32).isEmpty());
    }

    void pinsGoBeforeEverythingElse()
    {
        const auto pinned = [](const QByteArray &kind, const QByteArray &value) {
            Hints hints;
            hints.pins.push_back(*pinFrom("app:", kind));
            return readingOf("app:x", string("app:x", value), hints);
        };
        const auto reading = pinned("string/redlock-rb", uuid);
        QCOMPARE(reading->library, QByteArray("redlock-rb"));
        QVERIFY(reading->confidence == Confidence::Pinned);
        // The user may name the library of a plain string, for any value.
        QCOMPARE(pinned("signal-string/python-redis-lock", "me")->kind,
                 QByteArray("signal-string"));
        // A key pinned as none is no lock, even if it looks like one.
        QVERIFY(!pinned("none", uuid));
        QCOMPARE(pinned("semaphore", "5")->kind, QByteArray("semaphore"));
        QCOMPARE(pinned("count-down-latch", "5")->kind, QByteArray("count-down-latch"));
        // A pin does not make a number of a word.
        QCOMPARE(pinned("semaphore", "word")->kind, QByteArray("string"));
        QVERIFY(!pinFrom("a", "no-such-kind"));
        QVERIFY(!pinFrom("a", "string/no-such-library"));
        QVERIFY(!pinFrom("a", ""));
        QCOMPARE(kindText(*pinFrom("a", "string/redis-py")), QByteArray("string/redis-py"));
        // The most particular pin counts.
        Hints two;
        two.pins = {*pinFrom("app:", "none"), *pinFrom("app:x", "string/redsync")};
        QCOMPARE(readingOf("app:x", string("app:x", "v"), two)->library, QByteArray("redsync"));
    }

    void everyRuleIsWellFormed()
    {
        for (const StringRule &rule : stringRules()) {
            for (const QByteArray &word : {QByteArray(rule.kind), QByteArray(rule.library)}) {
                for (const char c : word)
                    QVERIFY2(c == '-' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'),
                             word.constData());
            }
            QVERIFY(rule.needs != StringRule::Needs::Name || rule.fitsName != nullptr);
            QVERIFY(pinFrom("x", QByteArray(rule.kind) + '/' + rule.library));
        }
    }
};

LOCKSCOPE_TEST_SUITE(TestStringFormats)
#include "tst_stringformats.moc"
