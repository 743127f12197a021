// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/session/sessionstate.h"

using namespace Qt::StringLiterals;
using namespace lockscope::ui;

class tst_SessionState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { lockscope::test::failOnAnyWarning(); }
    void comesBack();
    void whatIsOffIsForgotten();
    void nonsenseIsNothing_data();
    void nonsenseIsNothing();

private:
    static SessionState full();
};

SessionState tst_SessionState::full()
{
    SessionState state;
    state.servers = {{u"shop"_s, u"redis://a:6379"_s},
                     {{}, u"rediss://b:6379/2"_s, {u"orders:"_s, u"billing:"_s}, u"/ca.pem"_s}};
    state.page = u"locks"_s;
    state.filter = u"holder:\"a b\" 锁"_s;
    state.selected = SessionLock{u"shop"_s, u"redis://a:6379"_s, "\xff\0name"_ba};
    state.top = SessionLock{{}, u"rediss://b:6379/2"_s, "top"};
    state.topOffset = -7;
    return state;
}

void tst_SessionState::comesBack()
{
    QCOMPARE(sessionFromJson(sessionToJson(full())), full());
    QCOMPARE(sessionFromJson(sessionToJson({})), SessionState());
}

void tst_SessionState::whatIsOffIsForgotten()
{
    SessionState state = full();
    state.isOn = false;
    const QByteArray json = sessionToJson(state);
    QVERIFY2(!json.contains("redis"), json.constData());
    SessionState off;
    off.isOn = false;
    QCOMPARE(sessionFromJson(json), off);
}

void tst_SessionState::nonsenseIsNothing_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("{");
    QTest::newRow("a list") << QByteArray("[1]");
    QTest::newRow("other types") << QByteArray(
        "{\"servers\":7,\"page\":{},\"filter\":[],\"selected\":1,\"top\":\"x\"}");
    QTest::newRow("servers of nothing") << QByteArray("{\"servers\":[1,{},{\"profile\":\"p\"}]}");
    QTest::newRow("a lock of nothing") << QByteArray("{\"selected\":{\"name\":\"YQ==\"}}");
}

void tst_SessionState::nonsenseIsNothing()
{
    QFETCH(QByteArray, json);
    QCOMPARE(sessionFromJson(json), SessionState());
}

LOCKSCOPE_TEST_SUITE(tst_SessionState)
#include "tst_sessionstate.moc"
