// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/record/yesterdayreader.h"
#include "core/recorder/recordfolder.h"
#include "tests/core/recorder/told.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"

#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::console;
using namespace lockscope::test;
using namespace std::chrono_literals;
using ui::NumberSeries;
using enum NumberSeries::Number;
using watch::EventType;

namespace {

const QString label = u"redis://a:6379"_s;

} // namespace

class tst_YesterdayReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_record.reset(); }

    void theHourIsCounted();
    void aTimeOutOfSightIsEmpty();
    void allThatIsConnectedCounts();
    void otherDeploymentsDoNotCount();
    void withoutARecordThereIsNone();
    void theOverviewGetsIt();

private:
    void begin(const QString &name)
    {
        m_record = std::make_unique<ToldRecord>(recorder::recordFolder(name));
        QVERIFY(m_record->start());
        m_record->show(QByteArray("run1"));
    }
    void end()
    {
        QVERIFY(m_record->isWritten());
        m_record->stop();
    }
    // With so many holders; gone without any.
    void showLock(const QByteArray &name, bool isHeld)
    {
        watch::LockRecord lock;
        lock.id = {{0}, LockName(name)};
        lock.kind = "reentrant";
        lock.state = isHeld ? watch::LockState::Held : watch::LockState::Free;
        if (isHeld) {
            watch::HoldRecord hold;
            hold.owner = OwnerId("ann:1");
            hold.observedSince = m_record->clock.wallNow();
            lock.holds.push_back(hold);
        }
        m_record->show(lock);
    }
    std::vector<float> line(const YesterdayReader::Wanted &wanted, NumberSeries::Number number,
                            WallInstant at)
    {
        const auto yesterday = YesterdayReader::read(wanted, at + 24h, m_stop);
        return yesterday ? yesterday->line(number, at + 24h) : std::vector<float>();
    }

    BackgroundRead::Stop m_stop = false;
    std::unique_ptr<QTemporaryDir> m_home;
    std::unique_ptr<ToldRecord> m_record;
};

void tst_YesterdayReader::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("LOCKSCOPE_RECORDS", QFile::encodeName(m_home->path()));
    begin(u"shop"_s);
}

void tst_YesterdayReader::theHourIsCounted()
{
    showLock("a", true);
    m_record->clock.advance(30min);
    showLock("b", true);
    for (int i = 0; i < 10; ++i)
        m_record->tell(EventType::Acquired, "b", "ann:1");
    m_record->tell(EventType::Released, "b", "ann:1");
    m_record->clock.advance(15min);
    showLock("a", false);
    m_record->clock.advance(30min);
    const WallInstant at = m_record->clock.wallNow();
    showLock("b", false);
    m_record->clock.advance(10min);
    end();
    const auto held = line({{u"shop"_s, {label}}}, Held, at - 1min);
    QCOMPARE(held.size(), std::size_t(120));
    QCOMPARE(held.front(), 1.0F); // 59 minutes before it
    QCOMPARE(held[32], 2.0F); // from 44 minutes before it on
    QCOMPARE(held.back(), 1.0F);
    const auto acquired = line({{u"shop"_s, {label}}}, Acquisitions, at - 1min);
    QCOMPARE(std::ranges::max(acquired), 2.0F); // ten in a step of five seconds
    QCOMPARE(std::ranges::max(line({{u"shop"_s, {label}}}, Changes, at - 1min)), 2.2F);
    // An hour later, by what was read with it.
    const auto yesterday = YesterdayReader::read({{u"shop"_s, {label}}}, at + 24h - 5min, m_stop);
    QCOMPARE(yesterday->line(Held, at + 24h + 5min).back(), 0.0F);
    QCOMPARE(yesterday->line(Held, at + 24h + 40min).back(), NumberSeries::nothing);
}

void tst_YesterdayReader::aTimeOutOfSightIsEmpty()
{
    showLock("a", true);
    m_record->clock.advance(10min);
    end();
    m_record->clock.advance(20min);
    QVERIFY(m_record->start());
    m_record->show(QByteArray("run1"));
    showLock("a", true);
    m_record->clock.advance(20min);
    const WallInstant at = m_record->clock.wallNow();
    m_record->tell(EventType::Renewed, "a", "ann:1");
    end();
    const auto held = line({{u"shop"_s, {label}}}, Held, at);
    QCOMPARE(held.size(), std::size_t(120));
    QCOMPARE(held.back(), 1.0F);
    QCOMPARE(held[119 - 60], NumberSeries::nothing); // half an hour before
    QCOMPARE(held[119 - 90], 1.0F);
}

void tst_YesterdayReader::allThatIsConnectedCounts()
{
    showLock("a", true);
    m_record->clock.advance(70min);
    const WallInstant at = m_record->clock.wallNow();
    m_record->clock.advance(1min);
    end();
    begin(u"other"_s);
    showLock("a", true);
    showLock("b", true);
    m_record->clock.advance(71min);
    end();
    QCOMPARE(line({{u"shop"_s, {label}}, {u"other"_s, {label}}}, Held, at).back(), 3.0F);
    // One that was not recorded makes the sum unknown.
    QVERIFY(line({{u"shop"_s, {label, u"redis://b:6379"_s}}}, Held, at).empty());
    QVERIFY(line({{u"shop"_s, {label}}, {u"third"_s, {label}}}, Held, at).empty());
}

void tst_YesterdayReader::otherDeploymentsDoNotCount()
{
    showLock("a", true);
    m_record->clock.advance(70min);
    const WallInstant at = m_record->clock.wallNow();
    end();
    QVERIFY(line({{u"shop"_s, {u"redis://b:6379"_s}}}, Held, at).empty());
}

void tst_YesterdayReader::withoutARecordThereIsNone()
{
    end();
    QVERIFY(!YesterdayReader::read({{u"nothing"_s, {label}}}, m_record->clock.wallNow(), m_stop));
    QVERIFY(!YesterdayReader::read({}, m_record->clock.wallNow(), m_stop));
    QCOMPARE(recorder::recordNames(), std::vector<QString>{u"shop"_s}); // nothing was made
}

void tst_YesterdayReader::theOverviewGetsIt()
{
    m_record->show(QByteArray("run1"));
    showLock("a", true);
    m_record->clock.advance(70min);
    m_record->tell(EventType::Renewed, "a", "ann:1");
    m_record->clock.advance(23h + 50min);
    end();
    QVERIFY(QFile::rename(recorder::recordFolder(u"shop"_s), recorder::recordFolder(label)));
    ui::WatchClient client(m_record->clock);
    QObject owner;
    ui::NumbersFeed numbers(client, m_record->clock, &owner);
    YesterdayReader reader(client, numbers, m_record->clock);
    QSignalSpy done(&reader, &YesterdayReader::done);
    watch::ServerRecord server;
    server.server = {5};
    server.deployment = {4};
    server.label = label;
    client.addSource().put(server.server, std::make_shared<const watch::ServerRecord>(server));
    QVERIFY(eventually([&] { return done.count() == 1; }));
    QVERIFY(numbers.yesterday());
    QCOMPARE(numbers.yesterday()->line(Held, m_record->clock.wallNow()).back(), 1.0F);
}

LOCKSCOPE_TEST_SUITE(tst_YesterdayReader)
#include "tst_yesterdayreader.moc"
