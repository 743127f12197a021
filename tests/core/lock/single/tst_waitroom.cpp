// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lock/single/waitroom.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::lock;
using namespace lockscope::test;

// Without a channel, so that nothing is connected.
class TestWaitRoom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void keepsAWakeUpForASleeperThatIsTrying_data()
    {
        QTest::addColumn<bool>("isForAll");
        QTest::newRow("one") << false;
        QTest::newRow("all") << true;
    }

    // A waiter whose sleep ended by time tries again. A wake-up of that moment is for its next
    // sleep.
    void keepsAWakeUpForASleeperThatIsTrying()
    {
        QFETCH(const bool, isForAll);
        redis::ConnectionConfig config;
        config.target = *redis::parseTarget(QStringLiteral("redis://127.0.0.1:1"));
        redis::Channels channels(config);
        WaitRoom room(channels, {});
        const auto place = room.enter();
        {
            const Pending<void> slept = room.sleep(place);
            QVERIFY(!slept.isReady());
        }
        if (isForAll)
            room.wakeAll();
        else
            room.wakeOne();
        QVERIFY(room.sleep(place).isReady());
        QVERIFY(!room.sleep(place).isReady());
    }
};

LOCKSCOPE_TEST_SUITE(TestWaitRoom)
#include "tst_waitroom.moc"
