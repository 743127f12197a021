// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/windowfixture.h"
#include "ui/locks/lockspane.h"
#include "ui/session/sessionkeeper.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_SessionKeeper : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theTableComesBack();
    void waitsForTheServer();
    void theUserComesFirst();
    void aLockOfAnotherServerIsAnother();
    void whatIsOffIsNotTold();
    void tellsOfChangesOnce();

private:
    static constexpr int many = 200;

    TableView *table() { return find<TableView>("locks"); }
    QScrollBar *bar() { return table()->verticalScrollBar(); }
    LocksPane *pane() { return find<LocksPane>("locksPane"); }
    SessionKeeper &keeper() { return m_window->session(); }
    static QByteArray name(int number)
    {
        return "lock:" + QByteArray::number(number).rightJustified(4, '0');
    }
    void fill(watch::ServerRecord server = upServer())
    {
        for (int i = 0; i < many; ++i)
            put(heldLock(name(i), m_clock, std::chrono::seconds(20), server.server.number));
        put(server);
        QTRY_COMPARE(m_client->locks().rowCount(), many);
    }
    std::optional<QByteArray> selected()
    {
        const auto current = pane()->selection().current();
        return current ? std::optional(current->name.bytes) : std::nullopt;
    }
    static SessionLock lockOf(const QByteArray &name, int server = 0)
    {
        return {{}, upServer(server).label, name};
    }
    QByteArray topName()
    {
        const int row = table()->rowAt(0);
        return row < 0 ? QByteArray() : m_client->locks().lockAt(row).id.name.bytes;
    }
};

// From one window to the next, as from one start to the next.
void tst_SessionKeeper::theTableComesBack()
{
    fill();
    find<QLineEdit>("filter")->setText(u"lock"_s);
    pane()->selection().select({0, LockName(name(90))});
    bar()->setValue(80 * table()->verticalHeader()->defaultSectionSize() + 5);
    const SessionState state = keeper().state();
    const QByteArray top = topName();
    QVERIFY(state.top && state.top->name == top);
    QCOMPARE(state.topOffset, 5);
    QCOMPARE(state.selected, lockOf(name(90)));

    endWindow();
    startWindow();
    keeper().restore(state);
    QCOMPARE(find<QLineEdit>("filter")->text(), u"lock"_s);
    QCOMPARE(keeper().state(), state); // even before a server is there
    fill();
    QTRY_COMPARE(selected(), std::optional(name(90)));
    QTRY_COMPARE(topName(), top);
    QCOMPARE(find<QLabel>("detailName")->text(), QString::fromLatin1(name(90)));
    QCOMPARE(keeper().state(), state);
}

void tst_SessionKeeper::waitsForTheServer()
{
    SessionState state;
    state.selected = lockOf("orders");
    keeper().restore(state);
    put(lostServer(m_clock, std::chrono::seconds(1)));
    QTRY_COMPARE(m_client->servers().rowCount(), 1);
    QVERIFY(!selected());
    QCOMPARE(keeper().state().selected, state.selected);
    put(upServer());
    put(heldLock("orders", m_clock));
    QTRY_COMPARE(selected(), std::optional(QByteArray("orders")));
}

void tst_SessionKeeper::theUserComesFirst()
{
    SessionState state;
    state.selected = lockOf("later");
    state.top = lockOf("later");
    keeper().restore(state);
    put(upServer());
    put(heldLock("now", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    pane()->selection().select({0, LockName("now")});
    put(heldLock("later", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    QCOMPARE(selected(), std::optional(QByteArray("now")));
    QCOMPARE(keeper().state().selected, lockOf("now"));
    QVERIFY(!keeper().state().top);
}

void tst_SessionKeeper::aLockOfAnotherServerIsAnother()
{
    SessionState state;
    state.selected = lockOf("orders", 1);
    keeper().restore(state);
    put(upServer(0));
    put(heldLock("orders", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    QVERIFY(!selected());
    put(upServer(1));
    put(heldLock("orders", m_clock, std::chrono::seconds(20), 1));
    QTRY_VERIFY(selected());
    QCOMPARE(pane()->selection().current()->deployment.number, 1);
}

void tst_SessionKeeper::whatIsOffIsNotTold()
{
    fill();
    find<QLineEdit>("filter")->setText(u"lock"_s);
    find<QAction>("actionResumeSession")->trigger();
    SessionState off;
    off.isOn = false;
    QCOMPARE(keeper().state(), off);
}

void tst_SessionKeeper::tellsOfChangesOnce()
{
    QSignalSpy changed(&keeper(), &SessionKeeper::changed);
    for (const QString &text : {u"a"_s, u"ab"_s, u"abc"_s})
        find<QLineEdit>("filter")->setText(text);
    QCOMPARE(changed.count(), 0);
    QVERIFY(eventually([&] { return changed.count() > 0; }));
    QCOMPARE(changed.count(), 1);
}

LOCKSCOPE_TEST_SUITE(tst_SessionKeeper)
#include "tst_sessionkeeper.moc"
