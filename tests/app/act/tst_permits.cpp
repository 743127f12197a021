// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program.h"
#include "tests/support/listener.h"
#include "tests/support/redisprocess.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

// lockctl's words for semaphores and latches: the same as those of show, everywhere.
class TestPermits : public QObject
{
    Q_OBJECT

private:
    RedisProcess m_server;
    std::unique_ptr<QTemporaryDir> m_folder;

    int run(Program &program, const QStringList &arguments) const
    {
        program.setVariable(u"LOCKSCOPE_AUDIT"_s, m_folder->filePath(u"audit.jsonl"_s));
        return program.run(arguments + QStringList{u"--url"_s, m_server.url()});
    }
    static QJsonObject json(const Program &program)
    {
        return QJsonDocument::fromJson(program.out).object();
    }
    // The permits of an expirable semaphore that are taken: an id of one letter, and when it ends.
    void take(char letter, const QByteArray &until) const
    {
        m_server.command({"ZADD", "{pool}:timeout", until, QByteArray(16, letter)});
    }
    static QString idOf(char letter) { return QString::fromLatin1(QByteArray(16, letter).toHex()); }
    // One permit is free, two have lapsed, one is taken.
    void makePool() const
    {
        m_server.command({"SET", "pool", "1"});
        take('\x01', "1600000000000");
        take('\x02', "1600000000000");
        take('\x03', "99999999999999");
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        QVERIFY(m_server.start());
    }
    void init()
    {
        failOnAnyWarning();
        QVERIFY(m_server.isRunning());
        QVERIFY(m_server.command({"FLUSHALL"}).isOk());
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void lapsedPermitsAreFree()
    {
        makePool();
        Program show(LOCKCTL_PATH);
        QCOMPARE(run(show, {u"show"_s, u"pool"_s}), 0);
        QVERIFY2(show.out.contains("3 of 4 permits free, counting 2 that have expired but are "
                                   "still listed\n"),
                 show.out.constData());
        Program permits(LOCKCTL_PATH);
        QCOMPARE(run(permits, {u"permits"_s, u"pool"_s}), 0);
        QVERIFY2(permits.out.startsWith("Free permits: 3, counting 2 that have expired but are "
                                        "still listed\n"),
                 permits.out.constData());
        for (const QStringList &kind :
             {QStringList(), QStringList{u"--kind"_s, u"permit-expirable-semaphore"_s}}) {
            Program told(LOCKCTL_PATH);
            QCOMPARE(run(told, QStringList{u"permits"_s, u"pool"_s, u"--json"_s} + kind), 0);
            QCOMPARE(json(told)["available"_L1].toInt(), 3);
            QCOMPARE(json(told)["expired"_L1].toInt(), 2);
        }
        Program preview(LOCKCTL_PATH);
        QCOMPARE(run(preview, {u"permits"_s, u"pool"_s, u"add"_s, u"1"_s, u"--dry-run"_s}), 0);
        QVERIFY2(preview.out.contains("Free permits: 3, counting 2 that"), preview.out.constData());
        QCOMPARE(m_server.command({"GET", "pool"}).bytes, "1"_ba);
    }

    void lapsedPermitsAreNotDrained()
    {
        makePool();
        m_server.command({"SET", "pool", "0"});
        Program drain(LOCKCTL_PATH);
        QCOMPARE(run(drain, {u"permits"_s, u"pool"_s, u"drain"_s, u"--yes"_s}), 1);
        QVERIFY2(drain.err.contains("the only free permits are 2 that have expired"),
                 drain.err.constData());
        // A waiter that is woken takes one of them.
        Program nudge(LOCKCTL_PATH);
        QCOMPARE(run(nudge, {u"queue"_s, u"pool"_s, u"nudge"_s, u"--dry-run"_s}), 0);
        QVERIFY2(nudge.out.contains("PUBLISH redisson_sc:{pool} 2\n"), nudge.out.constData());
    }

    void aLapsedPermitIsNotLostAgain()
    {
        const auto preview = [this](const QStringList &how) {
            Program program(LOCKCTL_PATH);
            const QStringList words{u"unlock"_s, u"pool"_s, u"--kind"_s,
                                    u"permit-expirable-semaphore"_s, u"--dry-run"_s};
            return run(program, words + how) == 0 ? program.out : program.err;
        };
        const QByteArray lost = "The holder loses the permit";
        const QByteArray lapsed = "its holder lost it when it expired";
        makePool();
        const QByteArray all = preview({u"--force"_s});
        QVERIFY2(all.contains(lost) && all.contains(lapsed), all.constData());
        QVERIFY2(all.contains(QByteArray(idOf('\x01').toLatin1() + " (expired), ")),
                 all.constData());
        const QByteArray live = preview({u"--owner"_s, idOf('\x03')});
        QVERIFY2(live.contains(lost) && !live.contains(lapsed), live.constData());
        const QByteArray dead = preview({u"--owner"_s, idOf('\x01')});
        QVERIFY2(!dead.contains(lost) && dead.contains(lapsed), dead.constData());
        m_server.command({"ZREM", "{pool}:timeout", QByteArray(16, '\x03')});
        const QByteArray gone = preview({u"--force"_s});
        QVERIFY2(!gone.contains("eeps working") && gone.contains(lapsed), gone.constData());
    }

    void permitsAreNotExclusive()
    {
        makePool();
        m_server.command(
            {"ZADD", "semaphore:jobs", "99999999999999", "3f1c2a5e-9b7d-4c11-8a22-0123456789ab"});
        Program list(LOCKCTL_PATH);
        QCOMPARE(run(list, {u"list"_s}), 0);
        QVERIFY2(list.out.count("  permit  ") == 2 && !list.out.contains("exclusive"),
                 list.out.constData());
        Program show(LOCKCTL_PATH);
        QCOMPARE(run(show, {u"show"_s, u"pool"_s, u"semaphore:jobs"_s}), 0);
        QVERIFY2(show.out.count("  permit, count 1, ") == 4 && !show.out.contains("exclusive"),
                 show.out.constData());
        // The words of JSON stay those of a lock.
        Program told(LOCKCTL_PATH);
        QCOMPARE(run(told, {u"show"_s, u"pool"_s, u"--json"_s}), 0);
        QCOMPARE(json(told)["locks"_L1][0]["holds"_L1][0]["mode"_L1].toString(), u"exclusive"_s);
    }

    void aMissingNumberHasOneName()
    {
        const Listener waiter(m_server, "SUBSCRIBE", "redisson_sc:{pool}");
        const QByteArray words = "the semaphore is not initialised";
        const QStringList kind{u"--kind"_s, u"semaphore"_s};
        for (const QStringList &command :
             {QStringList{u"show"_s, u"pool"_s}, QStringList{u"permits"_s, u"pool"_s},
              QStringList{u"permits"_s, u"pool"_s} + kind,
              QStringList{u"permits"_s, u"pool"_s, u"add"_s, u"2"_s, u"--dry-run"_s},
              QStringList{u"queue"_s, u"pool"_s} + kind}) {
            Program told(LOCKCTL_PATH);
            QCOMPARE(run(told, command), 0);
            QVERIFY2(told.out.contains(words), told.out.constData());
            QVERIFY2(!told.out.contains("0 permits"), told.out.constData());
        }
        for (const QStringList &command :
             {QStringList{u"permits"_s, u"pool"_s, u"drain"_s, u"--yes"_s},
              QStringList{u"queue"_s, u"pool"_s, u"nudge"_s, u"--yes"_s}}) {
            Program refused(LOCKCTL_PATH);
            QCOMPARE(run(refused, command), 1);
            QVERIFY2(refused.err.contains(words), refused.err.constData());
        }
    }

    void anUnknownNumberNamesTheNextStep()
    {
        for (const bool exists : {false, true}) {
            if (exists)
                m_server.command({"SET", "pool", "5"});
            Program refused(LOCKCTL_PATH);
            QCOMPARE(run(refused, {u"permits"_s, u"pool"_s}), 1);
            QVERIFY2(refused.err.contains("--kind"), refused.err.constData());
        }
    }

    void anOpenLatchIsShownAsOpen()
    {
        const Listener waiter(m_server, "SUBSCRIBE", "redisson_countdownlatch__channel__{pool}");
        Program show(LOCKCTL_PATH);
        QCOMPARE(run(show, {u"show"_s, u"pool"_s}), 0);
        QVERIFY2(show.out.contains("Permits: open\n"), show.out.constData());
        Program permits(LOCKCTL_PATH);
        QCOMPARE(run(permits, {u"permits"_s, u"pool"_s}), 0);
        QVERIFY2(permits.out.startsWith("Open\n"), permits.out.constData());
    }

    void aKnownLatchNeedsNoKind()
    {
        m_server.command({"SET", "pool", "5"});
        const auto act = [this](Program &program, const QStringList &words) {
            return run(program,
                       QStringList{u"permits"_s, u"pool"_s} + words + QStringList{u"--yes"_s});
        };
        for (const QStringList &words : {QStringList{u"set"_s, u"3"_s},
                                         QStringList{u"count-down"_s}, QStringList{u"open"_s}}) {
            Program unknown(LOCKCTL_PATH);
            QCOMPARE(act(unknown, words), 1);
            QVERIFY2(unknown.err.contains("use --kind count-down-latch"), unknown.err.constData());
        }
        const Listener waiter(m_server, "SUBSCRIBE", "redisson_countdownlatch__channel__{pool}");
        const auto value = [this] { return m_server.command({"GET", "pool"}).bytes; };
        for (const auto &[words, then] : {std::pair(QStringList{u"set"_s, u"3"_s}, "3"_ba),
                                          std::pair(QStringList{u"count-down"_s}, "2"_ba),
                                          std::pair(QStringList{u"open"_s}, ""_ba)}) {
            Program known(LOCKCTL_PATH);
            QVERIFY2(act(known, words) == 0, known.err.constData());
            QCOMPARE(value(), then);
        }
        // A key that is known for something else is left alone.
        m_server.command({"SET", "pool", "5"});
        Program wrong(LOCKCTL_PATH);
        QCOMPARE(act(wrong, {u"add"_s, u"1"_s}), 1);
        QVERIFY2(wrong.err.contains("a latch has no permits"), wrong.err.constData());
        QCOMPARE(value(), "5"_ba);
        const Listener taker(m_server, "SUBSCRIBE", "redisson_sc:{places}");
        m_server.command({"SET", "places", "5"});
        Program places(LOCKCTL_PATH);
        QCOMPARE(run(places, {u"permits"_s, u"places"_s, u"open"_s, u"--yes"_s}), 1);
        QVERIFY2(places.err.contains("this is not a latch"), places.err.constData());
    }

    void aSumThatIsTooLargeIsNamed()
    {
        m_server.command({"SET", "pool", "2147483000"});
        const QStringList add{u"permits"_s, u"pool"_s, u"--kind"_s, u"semaphore"_s, u"--yes"_s};
        Program more(LOCKCTL_PATH);
        QCOMPARE(run(more, add + QStringList{u"add"_s, u"1000"_s}), 1);
        QVERIFY2(more.err.contains("1000 permits more than the 2147483000 that are there would "
                                   "make 2147484000; the sum must fit in 32 bits"),
                 more.err.constData());
        Program many(LOCKCTL_PATH);
        QCOMPARE(run(many, add + QStringList{u"add"_s, u"3000000000"_s}), 2);
        QVERIFY2(many.err.contains("3000000000") && many.err.contains("at most 2147483647"),
                 many.err.constData());
        m_server.command({"SET", "pool", "-2147483000"});
        Program fewer(LOCKCTL_PATH);
        QCOMPARE(run(fewer, add + QStringList{u"take"_s, u"1000"_s}), 1);
        QVERIFY2(fewer.err.contains("would make -2147484000"), fewer.err.constData());
        m_server.command({"SET", "pool", "9223372036854775807"});
        Program odd(LOCKCTL_PATH);
        QCOMPARE(run(odd, add + QStringList{u"add"_s, u"1"_s}), 1);
        QCOMPARE(m_server.command({"GET", "pool"}).bytes, "9223372036854775807"_ba);
    }

    void theEndOfItsKeyIsTold_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QByteArray>("then");
        QTest::newRow("semaphore") << u"semaphore"_s << "then the semaphore is not initialised"_ba;
        QTest::newRow("latch") << u"count-down-latch"_s << "then the latch is open"_ba;
    }
    void theEndOfItsKeyIsTold()
    {
        QFETCH(const QString, kind);
        QFETCH(const QByteArray, then);
        const QStringList look{u"permits"_s, u"pool"_s, u"--kind"_s, kind};
        m_server.command({"SET", "pool", "3"});
        Program endless(LOCKCTL_PATH);
        QCOMPARE(run(endless, look + QStringList{u"--json"_s}), 0);
        QCOMPARE(json(endless)["ttl_ms"_L1].toInt(), -1);
        m_server.command({"PEXPIRE", "pool", "600000"});
        Program text(LOCKCTL_PATH);
        QCOMPARE(run(text, look), 0);
        QVERIFY2(text.out.contains("\nIts key expires in 9 min") && text.out.contains(then),
                 text.out.constData());
        Program told(LOCKCTL_PATH);
        QCOMPARE(run(told, look + QStringList{u"--json"_s}), 0);
        const int left = json(told)["ttl_ms"_L1].toInt();
        QVERIFY2(left > 500'000 && left <= 600'000, told.out.constData());
        m_server.command({"DEL", "pool"});
        Program none(LOCKCTL_PATH);
        QCOMPARE(run(none, look + QStringList{u"--json"_s}), 0);
        QVERIFY2(json(none)["ttl_ms"_L1].isNull(), none.out.constData());
    }
};

LOCKSCOPE_TEST_SUITE(TestPermits)
#include "tst_permits.moc"
