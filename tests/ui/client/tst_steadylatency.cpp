// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/servers/servermodel.h"
#include "ui/client/servers/steadylatency.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_SteadyLatency : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void oneLateAnswerIsNotSeen();
    void smallDifferencesAreNotSeen();
    void whatLastsIsSeen();
    void aLostServerBeginsAnew();
    void theModelShowsItAndTellsTheLatest();
};

void tst_SteadyLatency::oneLateAnswerIsNotSeen()
{
    SteadyLatency latency;
    for (int i = 0; i < 9; ++i)
        latency.add(400us);
    latency.add(90ms);
    QCOMPARE(latency.shown(), SteadyLatency::Latency(400us));
}

void tst_SteadyLatency::smallDifferencesAreNotSeen()
{
    SteadyLatency latency;
    for (const auto measured : {400us, 420us, 410us, 390us, 440us, 430us, 380us, 440us, 440us})
        latency.add(measured);
    QCOMPARE(latency.shown(), SteadyLatency::Latency(400us));
}

void tst_SteadyLatency::whatLastsIsSeen()
{
    SteadyLatency latency;
    for (int i = 0; i < 9; ++i)
        latency.add(400us);
    for (int i = 0; i < 5; ++i)
        latency.add(2ms);
    QCOMPARE(latency.shown(), SteadyLatency::Latency(2ms));
}

void tst_SteadyLatency::aLostServerBeginsAnew()
{
    SteadyLatency latency;
    for (int i = 0; i < 9; ++i)
        latency.add(400us);
    latency.add({});
    QVERIFY(!latency.shown());
    latency.add(3ms);
    QCOMPARE(latency.shown(), SteadyLatency::Latency(3ms));
}

void tst_SteadyLatency::theModelShowsItAndTellsTheLatest()
{
    ServerModel model;
    watch::ServerRecord server = upServer();
    for (int i = 0; i < 9; ++i) {
        server.latency = 400us;
        model.mergeOne(server);
    }
    server.latency = 90ms;
    model.mergeOne(server);
    const QModelIndex cell = model.index(0, ServerModel::Latency);
    QCOMPARE(cell.data().toString(), u"0.40 ms"_s);
    QVERIFY2(cell.data(Qt::ToolTipRole).toString().contains(u"90"_s),
             qPrintable(cell.data(Qt::ToolTipRole).toString()));
    QVERIFY(!model.index(0, ServerModel::Server)
                 .data(ServerModel::SummaryRole)
                 .toString()
                 .contains(u"90"_s));
}

LOCKSCOPE_TEST_SUITE(tst_SteadyLatency)
#include "tst_steadylatency.moc"
