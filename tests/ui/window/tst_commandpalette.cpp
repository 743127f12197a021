// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/estate/estatepane.h"
#include "ui/window/commandpalette.h"

#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_CommandPalette : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void findsAView();
    void findsAnActionAndTellsWhyItCannotBeDone();
    void findsALockThatTheFilterHoldsBack();
    void findsAServer();
    void hostileNamesStayText();
    void escapeGivesTheFocusBack();
    void goesWhenTheFocusGoes();
    void manyLocksAreSearched();

private:
    QWidget *palette() { return find<QWidget>("commandPalette"); }
    QTreeWidget *list() { return find<QTreeWidget>("paletteList"); }
    void type(const QString &text)
    {
        if (!palette()->isVisible())
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_K, Qt::ControlModifier);
        QVERIFY(find<QLineEdit>("paletteField")->hasFocus());
        find<QLineEdit>("paletteField")->setText(text);
    }
    void press(Qt::Key key) { QTest::keyClick(find<QLineEdit>("paletteField"), key); }
    QString first() { return list()->topLevelItem(0)->text(0); }
};

void tst_CommandPalette::findsAView()
{
    type(u"workb"_s);
    QCOMPARE(first(), u"Workbench"_s);
    QCOMPARE(list()->topLevelItem(0)->text(1), u"View"_s);
    press(Qt::Key_Return);
    QVERIFY(!palette()->isVisible());
    const QWidget *workbench = find<QDockWidget>("workbenchDock")->widget();
    QVERIFY(workbench->isVisible());
    QVERIFY(workbench->isAncestorOf(QApplication::focusWidget()));
}

void tst_CommandPalette::findsAnActionAndTellsWhyItCannotBeDone()
{
    type(u"dark"_s);
    press(Qt::Key_Return);
    QCOMPARE(m_window->windowState().theme, Theme::Dark);
    type(u"force-unlock"_s);
    QVERIFY2(first().contains("no lock is selected"_L1), qPrintable(first()));
    QVERIFY(list()->topLevelItem(0)->isDisabled());
    press(Qt::Key_Return);
    QVERIFY(palette()->isVisible()); // nothing was done
}

void tst_CommandPalette::findsALockThatTheFilterHoldsBack()
{
    put(upServer());
    put(heldLock("billing:ledger", m_clock));
    put(heldLock("billing:export", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    find<QLineEdit>("filter")->setText(u"nothing-like-it"_s);
    QTRY_COMPARE(m_client->locks().rowCount(), 0);
    type(u"ledg"_s);
    QCOMPARE(first(), u"billing:ledger"_s);
    QCOMPARE(list()->topLevelItem(0)->text(1), u"Lock on 127.0.0.1:6379"_s);
    type(u"bill"_s);
    takePicture(*m_window, u"palette"_s);
    const QString second = list()->topLevelItem(1)->text(0);
    press(Qt::Key_Down);
    press(Qt::Key_Return);
    QVERIFY(find<QDockWidget>("detailDock")->isVisible());
    QCOMPARE(find<QLabel>("detailName")->text(), second);
}

void tst_CommandPalette::findsAServer()
{
    put(upServer(0));
    put(upServer(1));
    QTRY_COMPARE(m_client->servers().rowCount(), 2);
    type(u"6380"_s);
    QCOMPARE(first(), u"127.0.0.1:6380"_s);
    press(Qt::Key_Return);
    auto *estate = m_window->findChild<EstatePane *>();
    QVERIFY(estate->hasFocus());
    QCOMPARE(estate->currentIndex().data().toString(), u"127.0.0.1:6380"_s);
}

void tst_CommandPalette::hostileNamesStayText()
{
    put(heldLock("evil\n\xe2\x80\xae<b>x</b>", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    type(u"evil"_s);
    QVERIFY(!first().contains(u'\n'));
    QVERIFY(!first().contains(u'\u202e'));
    QVERIFY(first().contains("<b>x</b>"_L1));
}

void tst_CommandPalette::escapeGivesTheFocusBack()
{
    auto *filter = find<QLineEdit>("filter");
    filter->setFocus();
    filter->setText(u"kept"_s);
    type(u"x"_s);
    press(Qt::Key_Escape);
    QVERIFY(!palette()->isVisible());
    QVERIFY(filter->hasFocus());
    QCOMPARE(filter->text(), u"kept"_s); // Escape was not for the filter
}

void tst_CommandPalette::goesWhenTheFocusGoes()
{
    type(u"zzzz"_s);
    QCOMPARE(first(), u"No matches."_s);
    press(Qt::Key_Return);
    QVERIFY(palette()->isVisible());
    find<QLineEdit>("filter")->setFocus();
    QVERIFY(!palette()->isVisible());
    QVERIFY(find<QLineEdit>("filter")->hasFocus());
}

void tst_CommandPalette::manyLocksAreSearched()
{
    for (int i = 0; i < 20'000; ++i)
        put(heldLock("lock:" + QByteArray::number(i), m_clock));
    put(heldLock("needle", m_clock));
    QTRY_COMPARE(m_client->locks().lockCount(), 20'001U);
    type(u"lock:1"_s);
    QCOMPARE(list()->topLevelItemCount(), static_cast<int>(CommandPalette::mostShown));
    type(u"needle"_s);
    QCOMPARE(first(), u"needle"_s);
}

LOCKSCOPE_TEST_SUITE(tst_CommandPalette)
#include "tst_commandpalette.moc"
