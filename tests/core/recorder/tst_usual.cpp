// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/usual.h"
#include "tests/core/recorder/told.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <cmath>

using namespace lockscope;
using namespace lockscope::recorder;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using watch::EventType;

class TestUsual : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_folder = m_home->filePath(u"one"_s);
        m_record = std::make_unique<ToldRecord>(m_folder);
        QVERIFY(m_record->start());
    }
    void cleanup() { m_record.reset(); }

    void percentilesAreNear();
    void byHourAndWeekday();
    void wholeHoldsAlone();
    void clockSetBack();
    void noHoldCountsTwiceAfterTheClockWentBack();
    void longHolds();
    void fewHoldsAreNoPast();
    void minutesBeforeTheEvents();
    void whoAndSinceWhen();
    void manyOwners();

private:
    UsualReport usual(const QByteArray &lock = "a", bool withMinutes = false) const
    {
        RecordReader reader(m_folder);
        auto report = usualOf(reader, withMinutes ? m_folder : QString(), LockName(lock),
                              WallInstant::min(), WallInstant::max(), QTimeZone::utc());
        return report ? std::move(*report) : UsualReport();
    }
    void hold(const QByteArray &owner, Millis span, const QByteArray &alias = {})
    {
        m_record->next.alias = Alias(alias);
        m_record->tell(EventType::Acquired, "a", owner);
        m_record->clock.advance(span);
        m_record->tell(EventType::Released, "a", owner);
        m_record->clock.advance(100ms);
    }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_folder;
    std::unique_ptr<ToldRecord> m_record;
};

void TestUsual::percentilesAreNear()
{
    Durations none;
    QVERIFY(!none.percentile(50));
    std::mt19937_64 random(5);
    for (const double most : {50.0, 5'000.0, 5e6, 5e9}) {
        Durations durations;
        std::vector<qint64> all;
        for (int i = 0; i < 10'000; ++i) {
            const auto span = static_cast<qint64>(
                std::exp(std::uniform_real_distribution<>(0, std::log(most))(random)));
            durations.add(Millis(span));
            all.push_back(span);
        }
        std::ranges::sort(all);
        for (const int percent : {1, 50, 95, 99, 100}) {
            const auto exact =
                all[static_cast<std::size_t>(std::max(1, percent * 10'000 / 100)) - 1];
            const qint64 shown = durations.percentile(percent)->count();
            QVERIFY2(shown >= exact && shown <= exact + exact / 64 + 1,
                     qPrintable(u"%1 for %2"_s.arg(shown).arg(exact)));
        }
        QCOMPARE(durations.longest().count(), all.back());
    }
    none.add(-5ms);
    QCOMPARE(none.percentile(99), std::optional(0ms));
}

// The record begins on Tuesday, 2023-11-14T22:13:20Z.
void TestUsual::byHourAndWeekday()
{
    hold("ann:1", 2s);
    m_record->clock.advance(1h);
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->tell(EventType::Queued, "a", "bob:1");
    m_record->clock.advance(4s);
    m_record->tell(EventType::HandedOver, "a", "bob:1", "ann:1");
    m_record->clock.advance(6s);
    m_record->tell(EventType::Expired, "a", "bob:1");
    m_record->tell(EventType::Acquired, "other", "ann:1");
    m_record->tell(EventType::Released, "other", "ann:1");
    QVERIFY(m_record->isWritten());
    m_record->clock.advance(24h);
    hold("ann:1", 8s);
    m_record->stop();
    const UsualReport report = usual();
    QCOMPARE(report.events.all.held.count(), qint64(4));
    QCOMPARE(report.events.all.held.sum(), Millis(20s));
    QCOMPARE(report.events.all.waited.count(), qint64(1));
    QCOMPARE(report.events.all.waited.longest(), Millis(4s));
    QCOMPARE(report.events.hours[22].held.count(), qint64(1));
    QCOMPARE(report.events.hours[23].held.count(), qint64(3));
    QCOMPARE(report.events.weekdays[1].held.count(), qint64(3));
    QCOMPARE(report.events.weekdays[2].held.longest(), Millis(8s));
    QCOMPARE(report.deployments, std::vector<QString>{u"redis://a:6379"_s});
    QVERIFY(report.longHolds.empty() && !report.rolledSince);
    QVERIFY(usual("none").events.all.held.count() == 0);
}

void TestUsual::wholeHoldsAlone()
{
    m_record->tell(EventType::Appeared, "a", "ann:1"); // since when is not known
    m_record->tell(EventType::Released, "a", "ann:1");
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->next.unseen = true;
    m_record->tell(EventType::Released, "a", "ann:1"); // in a gap
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->stop();
    m_record->clock.advance(60s); // released and taken again, perhaps
    QVERIFY(m_record->start());
    m_record->tell(EventType::Released, "a", "ann:1");
    m_record->stop();
    QCOMPARE(usual().events.all.held.count(), qint64(0));
}

void TestUsual::clockSetBack()
{
    m_record->tell(EventType::Acquired, "a", "ann:1");
    m_record->clock.setBack(2h);
    m_record->clock.advance(3s);
    m_record->tell(EventType::Released, "a", "ann:1");
    m_record->stop();
    QCOMPARE(usual().events.all.held.longest(), Millis(3s));
}

// The minutes of what came after that are earlier than the first of the events.
void TestUsual::noHoldCountsTwiceAfterTheClockWentBack()
{
    hold("ann:1", 2s);
    QVERIFY(m_record->isWritten());
    m_record->clock.setBack(2h);
    hold("bob:1", 3s);
    m_record->clock.advance(2min);
    hold("bob:1", 4s);
    m_record->stop();
    const UsualReport report = usual("a", true);
    QCOMPARE(report.events.all.held.count(), qint64(3));
    QCOMPARE(report.rolled.all.holds, qint64(0));
    QVERIFY(!report.rolledSince);
}

void TestUsual::longHolds()
{
    for (int i = 0; i < 60; ++i)
        hold("ann:1", Millis(900 + i));
    const WallInstant began = m_record->clock.wallNow();
    hold("bob:1", 5s);
    hold("ann:1", 2500ms); // not as long
    m_record->tell(EventType::Acquired, "a", "eve:1"); // and still
    m_record->clock.advance(60s);
    m_record->tell(EventType::Acquired, "other", "eve:1");
    m_record->stop();
    const UsualReport report = usual();
    QCOMPARE(report.longHolds.size(), std::size_t(2));
    const LongHold &found = report.longHolds.front();
    QCOMPARE(found.owner, OwnerId("bob:1"));
    QCOMPARE(found.began, began);
    QCOMPARE(found.held, Millis(5s));
    QCOMPARE(found.past, qint64(60));
    QVERIFY(found.usual >= 950ms && found.usual < 1s);
    QVERIFY(found.isOver && !found.isByMinutes);
    QVERIFY(!report.longHolds.back().isOver && report.longHolds.back().held >= 60s);
}

void TestUsual::fewHoldsAreNoPast()
{
    for (int i = 0; i < fewestHolds - 1; ++i)
        hold("ann:1", 1s);
    hold("bob:1", 60s);
    hold("bob:1", 600s); // the 60 s are in the past of this one
    m_record->stop();
    const UsualReport report = usual();
    QCOMPARE(report.longHolds.size(), std::size_t(1));
    QCOMPARE(report.longHolds.front().held, Millis(600s));
}

void TestUsual::minutesBeforeTheEvents()
{
    for (int i = 0; i < 60; ++i)
        hold("ann:1", 1s);
    m_record->stop();
    for (const RecordFile &file : recordFiles(m_folder)) // as their age would do
        QVERIFY(removeFile(file));
    m_record->clock.advance(24h * 30);
    QVERIFY(m_record->start());
    hold("bob:1", 2s);
    hold("bob:1", 4s);
    m_record->stop();
    UsualReport report = usual("a", true);
    QCOMPARE(report.events.all.held.count(), qint64(2));
    QCOMPARE(report.rolled.all.holds, qint64(60));
    QCOMPARE(report.rolled.all.held, Millis(60s));
    QCOMPARE(report.rolled.all.longestHold, Millis(1s));
    QCOMPARE(report.rolled.hours[22].holds, qint64(60));
    QVERIFY(report.rolledSince);
    QCOMPARE(report.longHolds.size(), std::size_t(1));
    QVERIFY(report.longHolds.front().isByMinutes);
    QCOMPARE(report.longHolds.front().held, Millis(4s));
    QCOMPARE(report.longHolds.front().usual, Millis(1s));
    report = usual("a", false);
    QVERIFY(!report.rolledSince && report.longHolds.empty());
}

void TestUsual::whoAndSinceWhen()
{
    for (int i = 0; i < 30; ++i)
        hold("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:" + QByteArray::number(i), 200ms, "billing");
    const WallInstant since = m_record->clock.wallNow();
    for (int i = 0; i < 30; ++i) {
        hold("3f1c2a5e-9b7d-4c11-8a22-0123456789ab:1", 210ms, "billing");
        hold("7f1c2a5e-9b7d-4c11-8a22-0123456789ab:1", 900ms, "billing 2");
        hold("5f1c2a5e-9b7d-4c11-8a22-0123456789ab:" + QByteArray::number(i), 210ms);
    }
    m_record->stop();
    const UsualReport report = usual();
    QCOMPARE(report.holders.size(), std::size_t(3));
    const HolderShare &newest = report.holders.front();
    QCOMPARE(newest.name, QByteArray("billing 2"));
    QCOMPARE(newest.sort, HolderShare::Sort::Alias);
    QVERIFY(newest.firstSeen >= since);
    QCOMPARE(newest.held.sum(), Millis(27s));
    QVERIFY(newest.change);
    QVERIFY(newest.change->before >= 200ms && newest.change->before < 220ms);
    QVERIFY(newest.change->after >= 900ms && newest.change->after < 920ms);
    for (const HolderShare &other : {report.holders[1], report.holders[2]})
        QVERIFY(!other.change);
    QVERIFY(std::ranges::any_of(report.holders, [](const HolderShare &share) {
        return share.sort == HolderShare::Sort::Client
            && share.name == "5f1c2a5e-9b7d-4c11-8a22-0123456789ab";
    }));
}

void TestUsual::manyOwners()
{
    for (int i = 0; i < 500; ++i)
        hold("token" + QByteArray::number(i), 200ms);
    m_record->stop();
    const UsualReport report = usual();
    QCOMPARE(report.holders.size(), std::size_t(201));
    qint64 holds = 0;
    for (const HolderShare &share : report.holders)
        holds += share.held.count();
    QCOMPARE(holds, qint64(500));
    QCOMPARE(report.holders.front().sort, HolderShare::Sort::Others);
    QVERIFY(!report.holders.front().change);
}

LOCKSCOPE_TEST_SUITE(TestUsual)
#include "tst_usual.moc"
