// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/rollups.h"
#include "tests/core/recorder/recording.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QTest>

using namespace lockscope;
using namespace lockscope::recorder;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using watch::EventType;

class TestRollUps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void countsByMinute();
    void aMinuteInTwoParts();
    void oldMonthsGo();

private:
    void tell(RollUpBook &book, EventType type, const QByteArray &owner,
              const QByteArray &former = {})
    {
        watch::Event event;
        event.at = m_clock.wallNow();
        event.type = type;
        event.name = LockName("a\xff");
        event.deploymentId = {0};
        event.deployment = u"redis://a"_s;
        event.owner = OwnerId(owner);
        if (!former.isEmpty())
            event.former = OwnerId(former);
        book.note({m_clock.now(), m_clock.wallNow(), event}, event);
    }

    std::unique_ptr<QTemporaryDir> m_home;
    TwoClocks m_clock;
};

void TestRollUps::countsByMinute()
{
    m_clock.advance(40s); // 22:14:00
    const WallInstant began = m_clock.wallNow();
    RollUpBook book(m_home->path());
    tell(book, EventType::Acquired, "ann");
    m_clock.advance(2s);
    tell(book, EventType::Queued, "bob");
    tell(book, EventType::Queued, "eve");
    m_clock.advance(5s);
    tell(book, EventType::Renewed, "ann");
    tell(book, EventType::RenewalOverdue, "ann");
    m_clock.advance(3s);
    tell(book, EventType::HandedOver, "bob", "ann"); // held for 10 s, waited for 8
    tell(book, EventType::Dequeued, "eve");
    m_clock.advance(60s);
    tell(book, EventType::Expired, "bob"); // held for 60 s
    m_clock.advance(60s);
    tell(book, EventType::Acquired, "eve"); // she did not wait
    QVERIFY(book.write(m_clock.wallNow()));
    auto rows = readRollUps(m_home->path(), began, m_clock.wallNow());
    QVERIFY(rows);
    QCOMPARE(rows->size(), std::size_t(2)); // the third minute is not over
    const qint64 minute = began.time_since_epoch() / 1min;
    const RollUp first{minute, u"redis://a"_s, LockName("a\xff"), 2, 1, 10s, 10s, 1, 8s, 8s, 1, 1,
                       0};
    const RollUp second{
        minute + 1, u"redis://a"_s, LockName("a\xff"), 0, 1, 60s, 60s, 0, 0s, 0s, 0, 0, 1};
    QVERIFY((*rows)[0] == first);
    QVERIFY((*rows)[1] == second);
    QVERIFY(book.write(m_clock.wallNow(), true));
    rows = readRollUps(m_home->path(), began, m_clock.wallNow(), LockName("a\xff"));
    QVERIFY(rows && rows->size() == 3);
    QCOMPARE(rows->back().waits, qint64(0));
    rows = readRollUps(m_home->path(), began, m_clock.wallNow(), LockName("b"));
    QVERIFY(rows && rows->empty());
}

void TestRollUps::aMinuteInTwoParts()
{
    for (int part = 0; part < 2; ++part) {
        RollUpBook book(m_home->path());
        tell(book, EventType::Acquired, "ann");
        m_clock.advance(part == 0 ? 2s : 5s);
        tell(book, EventType::Released, "ann");
        QVERIFY(book.write(m_clock.wallNow(), true));
    }
    const auto rows = readRollUps(m_home->path(), m_clock.wallNow() - 60s, m_clock.wallNow());
    QVERIFY(rows && rows->size() == 1);
    QCOMPARE(rows->front().acquisitions, qint64(2));
    QCOMPARE(rows->front().held, Millis(7s));
    QCOMPARE(rows->front().longestHold, Millis(5s));
}

void TestRollUps::oldMonthsGo()
{
    RollUpBook book(m_home->path());
    for (int month = 0; month < 16; ++month) {
        tell(book, EventType::Acquired, "ann");
        QVERIFY(book.write(m_clock.wallNow(), true));
        m_clock.advance(24h * 30);
    }
    const auto files = [this] {
        return QDir(m_home->path()).entryList({u"minutes-*.sqlite"_s}, QDir::Files, QDir::Name);
    };
    QCOMPARE(files().size(), 16);
    removeRollUps(m_home->path(), dayOf(m_clock.wallNow()), 13);
    QVERIFY(files().size() >= 12 && files().size() <= 14);
    QVERIFY(!files().contains(u"minutes-2023-11.sqlite"_s));
}

LOCKSCOPE_TEST_SUITE(TestRollUps)
#include "tst_rollups.moc"
