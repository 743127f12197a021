// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/interopfixture.h"
#include "tests/interop/race.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// Twenty threads of the real Redisson and twenty of ours, so to speak, at the same lock: never two
// in it at once, by the time of their stays and by a witness that only the lock guards; and never
// more than a semaphore has permits.
class TestInteropRace : public QObject
{
    Q_OBJECT

private:
    static constexpr int contenders = 20; // of each runtime
    static constexpr int permits = 5;

    Interop m_interop;
    QTemporaryDir m_folder;

    static std::vector<QByteArray> others()
    {
        std::vector<QByteArray> all{"spin", "fenced", "readwrite", "semaphore", "permits"};
        if (RedissonPeer::isNew())
            all.insert(all.end(), {"non-reentrant", "non-reentrant-fair"});
        return all;
    }

    static bool isSemaphore(const QByteArray &kind)
    {
        return kind == "semaphore" || kind == "permits";
    }

    // Several locks side by side, each with all its contenders.
    void race(const std::vector<QByteArray> &kinds, Millis time)
    {
        std::vector<std::unique_ptr<Racers>> lockers;
        std::vector<std::unique_ptr<PermitRacers>> permitted;
        std::vector<const RaceBook *> ours;
        std::vector<Pending<QByteArray>> theirs;
        for (const QByteArray &kind : kinds) {
            if (isSemaphore(kind))
                m_interop.run({"SET", kind, QByteArray::number(permits)});
            theirs.push_back(m_interop.theirs->ask(
                kind,
                "race " + kind + ' ' + kind + ' ' + QByteArray::number(contenders) + ' '
                    + QByteArray::number(time.count()) + ' ' + fileOf(kind).toUtf8()));
            if (isSemaphore(kind)) {
                permitted.push_back(std::make_unique<PermitRacers>(m_interop.ours->space, kind,
                                                                   kind, contenders, time));
                ours.push_back(permitted.back().get());
            } else {
                lockers.push_back(std::make_unique<Racers>(
                    m_interop.ours->deployment, kind, kind,
                    [&](const QByteArray &mode) { return m_interop.make(mode, kind); }, contenders,
                    time));
                ours.push_back(lockers.back().get());
            }
        }
        QVERIFY(eventually(
            [&] {
                return std::all_of(ours.begin(), ours.end(),
                                   [](const auto &r) { return r->isOver(); })
                    && std::all_of(theirs.begin(), theirs.end(),
                                   [](const auto &p) { return p.isReady(); });
            },
            time + 60s));
        for (std::size_t i = 0; i < kinds.size(); ++i)
            check(kinds[i], *ours[i], *theirs[i].take());
    }
    QString fileOf(const QByteArray &kind) const
    {
        return m_folder.filePath(QString::fromLatin1(kind));
    }
    void check(const QByteArray &kind, const RaceBook &ours, const QByteArray &theirs)
    {
        QCOMPARE(ours.problems(), QStringList());
        QVERIFY2(theirs.startsWith("ok "), theirs.constData());
        auto turns = turnsFrom(fileOf(kind));
        qInfo("%s: %zu turns here, %zu there", kind.constData(), ours.turns().size(), turns.size());
        QVERIFY(turns.size() >= contenders);
        QVERIFY(ours.turns().size() >= contenders);
        turns.insert(turns.end(), ours.turns().begin(), ours.turns().end());
        const QString violation = violationIn(turns, permits);
        QVERIFY2(violation.isEmpty(), qPrintable(violation));
        if (isSemaphore(kind)) {
            QCOMPARE(m_interop.run({"GET", kind}).bytes, QByteArray::number(permits));
            QCOMPARE(m_interop.run({"EXISTS", '{' + kind + "}:timeout"}).integer, 0);
            return;
        }
        QCOMPARE(m_interop.run({"GET", kind + ":witness"}).bytes.toLongLong(),
                 ours.written() + theirs.mid(3).toLongLong());
        QVERIFY(eventually([&] { return m_interop.run({"EXISTS", kind}).integer == 0; }));
    }

private Q_SLOTS:
    void initTestCase()
    {
        LOCKSCOPE_REQUIRE_REDIS();
        LOCKSCOPE_REQUIRE_REDISSON();
        QVERIFY(m_interop.start());
    }
    void init() { m_interop.clear(); }
    void cleanup() { m_interop.ours.reset(); }

    void theCheckerSees_data()
    {
        QTest::addColumn<std::vector<Turn>>("turns");
        QTest::addColumn<bool>("isViolation");
        const auto turn = [](const char *mode, qint64 entered, qint64 left, qint64 token = 0) {
            return Turn{mode, entered, left, token ? std::optional(token) : std::nullopt};
        };
        QTest::newRow("one after the other")
            << std::vector{turn("fair", 5, 9), turn("fair", 1, 5)} << false;
        QTest::newRow("overlap") << std::vector{turn("fair", 5, 9), turn("fair", 1, 6)} << true;
        QTest::newRow("within a long one")
            << std::vector{turn("fair", 1, 99), turn("fair", 2, 3), turn("fair", 98, 100)} << true;
        QTest::newRow("readers") << std::vector{turn("read", 1, 6), turn("read", 5, 9)} << false;
        QTest::newRow("reader, writer")
            << std::vector{turn("read", 1, 6), turn("write", 5, 9)} << true;
        QTest::newRow("writer, reader")
            << std::vector{turn("write", 1, 6), turn("read", 5, 9)} << true;
        QTest::newRow("tokens") << std::vector{turn("fenced", 1, 2, 1), turn("fenced", 3, 4, 2)}
                                << false;
        QTest::newRow("same token")
            << std::vector{turn("fenced", 1, 2, 7), turn("fenced", 3, 4, 7)} << true;
        QTest::newRow("permits") << std::vector{turn("semaphore", 1, 5), turn("semaphore", 2, 6)}
                                 << false;
        QTest::newRow("too many permits")
            << std::vector{turn("semaphore", 1, 5), turn("semaphore", 2, 6),
                           turn("semaphore", 4, 7)}
            << true;
        QTest::newRow("too many that lapse")
            << std::vector{turn("permits", 1, 5), turn("permits", 2, 6), turn("permits", 4, 7)}
            << true;
    }
    void theCheckerSees()
    {
        QFETCH(const std::vector<Turn>, turns);
        QFETCH(const bool, isViolation);
        QCOMPARE(!violationIn(turns, 2).isEmpty(), isViolation);
    }

    void theMostUsed() { race({"reentrant", "fair"}, RedissonPeer::isNew() ? usualLength() : 15s); }
    void theOthers() { race(others(), RedissonPeer::isNew() ? usualLength() : 5s); }

private:
    // The soak races for longer.
    static std::chrono::seconds usualLength()
    {
        const int wanted = qEnvironmentVariableIntValue("LOCKSCOPE_RACE_SECONDS");
        return std::chrono::seconds(wanted > 0 ? wanted : 30);
    }
};

LOCKSCOPE_TEST_SUITE(TestInteropRace)
#include "tst_interoprace.moc"
