// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/lockservers.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_LockServers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void tellsWhenSightIsLostAndFound();
    void anOrderIsToldOfThem();
};

void tst_LockServers::tellsWhenSightIsLostAndFound()
{
    const StandingClock clock;
    LockServers servers;
    QVERIFY(!servers.set(upServer(0)).isOther);
    QVERIFY(!servers.isAnyLost());
    const LockServers::Change lost = servers.set(lostServer(clock, 5s, 0));
    QVERIFY(lost.isOther && lost.isSeenOtherwise);
    QCOMPARE(servers.lostAt({0}), std::optional(clock.now() - 5s));
    QVERIFY(!servers.lostAt({1}));
    QVERIFY(servers.isAnyLost());
    QCOMPARE(servers.anyLostAt({0}), servers.lostAt({0}));
    QVERIFY(!servers.anyLostAt({1}));
    const LockServers::Change again = servers.set(lostServer(clock, 2s, 0));
    QVERIFY(again.isOther && !again.isSeenOtherwise);
    const LockServers::Change found = servers.set(upServer(0));
    QVERIFY(found.isOther && found.isSeenOtherwise);
    QVERIFY(!servers.isAnyLost());
}

void tst_LockServers::anOrderIsToldOfThem()
{
    const StandingClock clock;
    LockServers servers;
    QVERIFY(!servers.placeOf({1}));
    servers.setPlace({1}, {{}, u"prod"_s, profile::Tag::Production, true});
    QCOMPARE(servers.placeOf({1})->profile, u"prod"_s);
    servers.set(upServer(0));
    servers.set(lostServer(clock, 5s, 1));
    OrderRequest request;
    servers.describeTo(request);
    QCOMPARE(request.lostServers.size(), std::size_t(1));
    QVERIFY(request.lostServers.contains({1}));
    QCOMPARE(request.places.size(), std::size_t(1));
    QCOMPARE(request.places.at({1}).profile, u"prod"_s);
}

LOCKSCOPE_TEST_SUITE(tst_LockServers)
#include "tst_lockservers.moc"
