// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/window/recordingmark.h"

#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_RecordingMark : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theSwitchAsks();
    void saysSinceWhen();
    void saysWhyNot();

private:
    RecordingMark *mark() { return find<RecordingMark>("recordingMark"); }
};

void tst_RecordingMark::theSwitchAsks()
{
    QSignalSpy wanted(m_window.get(), &MainWindow::recordWanted);
    auto *const action = find<QAction>("actionRecord");
    QVERIFY(!action->isChecked());
    action->trigger();
    QCOMPARE(wanted.count(), 1);
    QVERIFY(wanted.front().front().toBool());
    QVERIFY(m_window->windowState().records);
    // And it is remembered.
    WindowState state = m_window->windowState();
    state.records = false;
    m_window->restoreWindowState(state);
    QVERIFY(!action->isChecked());
    QCOMPARE(wanted.count(), 2);
}

void tst_RecordingMark::saysSinceWhen()
{
    QVERIFY(!mark()->isVisible());
    RecordingState state;
    state.since =
        WallInstant(Millis(QDateTime(QDate::currentDate(), QTime(3, 12)).toMSecsSinceEpoch()));
    m_window->showRecording(state);
    QVERIFY(mark()->isVisible());
    QVERIFY2(mark()->text().contains("03:12"_L1), qPrintable(mark()->text()));
    QVERIFY(mark()->toolTip().contains("first server"_L1));
    state.records = {u"shop"_s, u"evil\nname"_s};
    state.elsewhere = {u"billing"_s};
    m_window->showRecording(state);
    QVERIFY2(mark()->toolTip().contains("shop, evil\\nname"_L1), qPrintable(mark()->toolTip()));
    QVERIFY(mark()->toolTip().contains("billing"_L1));
    m_window->showRecording({});
    QVERIFY(!mark()->isVisible());
}

// The words and the colour; the other parts of the status bar stay where they are.
void tst_RecordingMark::saysWhyNot()
{
    RecordingState state;
    state.since = WallInstant(Millis(0));
    state.records = {u"shop"_s};
    m_window->showRecording(state);
    const QColor calm = mark()->palette().color(QPalette::WindowText);
    state.trouble = u"The disk is full"_s;
    m_window->showRecording(state);
    QVERIFY(mark()->text().contains("not recording"_L1));
    QVERIFY(mark()->toolTip().contains("The disk is full"_L1));
    QVERIFY(mark()->palette().color(QPalette::WindowText) != calm);
    QCOMPARE(mark()->accessibleName(), mark()->text());
}

LOCKSCOPE_TEST_SUITE(tst_RecordingMark)
#include "tst_recordingmark.moc"
