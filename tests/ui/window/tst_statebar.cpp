// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/window/statebar.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_StateBar : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theEnvironmentIsNamedInItsColour();
    void theGravestEnvironmentCounts();
    void itSaysWhetherLocksCanBeChanged();
    void itSaysWhatTheFilterHides();
    void thePauseIsShownAndSwitched();
    void itHasRoomInTheMenuBar();
    void theSearchIsThereAndStays();

private:
    void reach(int deployment, const QString &profile, profile::Tag tag, bool readOnly = false)
    {
        m_client->setPlace({deployment}, {u"redis://127.0.0.1:6379"_s, profile, tag, readOnly});
        put(upServer(deployment));
        QTRY_VERIFY(m_client->servers().rowOf(watch::ServerId{deployment}) >= 0);
    }
    QLabel *place() { return find<QLabel>("statePlace"); }
    // As it is on the screen, beside the text.
    QColor painted() { return place()->grab().toImage().pixelColor(2, 2); }
    QString acting() { return find<QLabel>("stateActing")->text(); }
};

void tst_StateBar::theEnvironmentIsNamedInItsColour()
{
    QVERIFY(!place()->isVisible());
    reach(0, u"shop"_s, profile::Tag::Development);
    QVERIFY(place()->isVisible());
    QVERIFY(place()->text().contains("shop"_L1));
    const QColor plain = painted();
    m_client->setPlace({0}, {u"redis://127.0.0.1:6379"_s, u"shop"_s, profile::Tag::Staging, false});
    QVERIFY(place()->text().contains("staging"_L1));
    const QColor staging = painted();
    m_client->setPlace({0},
                       {u"redis://127.0.0.1:6379"_s, u"shop"_s, profile::Tag::Production, false});
    QVERIFY(place()->text().contains("PRODUCTION"_L1));
    const QColor production = painted();
    QVERIFY(plain != staging && staging != production && plain != production);
    QVERIFY(place()->font().bold());
    applyTheme(Theme::Dark);
    QTRY_VERIFY(painted() != production);
}

void tst_StateBar::theGravestEnvironmentCounts()
{
    reach(0, u"play"_s, profile::Tag::Development);
    reach(1, u"shop"_s, profile::Tag::Production);
    QVERIFY(place()->text().contains("PRODUCTION"_L1));
    QVERIFY(place()->text().contains(u'2'));
    m_client->removeDeployment({1});
    QTRY_VERIFY(!place()->text().contains("PRODUCTION"_L1));
    m_client->removeDeployment({0});
    QTRY_VERIFY(!place()->isVisible());
}

void tst_StateBar::itSaysWhetherLocksCanBeChanged()
{
    reach(0, u"shop"_s, profile::Tag::Production, true);
    QCOMPARE(acting(), u"read-only"_s);
    reach(1, u"play"_s, profile::Tag::Development);
    QCOMPARE(acting(), u"partly read-only"_s);
    m_client->removeDeployment({0});
    QTRY_COMPARE(acting(), u"can act"_s);
}

void tst_StateBar::itSaysWhatTheFilterHides()
{
    auto *filter = find<QToolButton>("stateFilter");
    QVERIFY(!filter->isVisible());
    put(upServer(0));
    for (int i = 0; i < 12; ++i)
        put(heldLock("lock" + QByteArray::number(i), m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 12);
    QCOMPARE(filter->text(), u"all shown"_s);
    find<QLineEdit>("filter")->setText(u"lock1"_s);
    QTRY_COMPARE(m_client->locks().rowCount(), 3);
    QTRY_COMPARE(filter->text(), u"3 of 12 shown"_s);
    m_window->showOverview();
    QVERIFY(filter->isVisible()); // there, too
    QTest::mouseClick(filter, Qt::LeftButton);
    QVERIFY(find<QLineEdit>("filter")->hasFocus());
    find<QLineEdit>("filter")->clear();
    QTRY_COMPARE(filter->text(), u"all shown"_s);
}

void tst_StateBar::thePauseIsShownAndSwitched()
{
    auto *pause = find<QToolButton>("statePause");
    const int x = pause->mapTo(m_window.get(), QPoint()).x();
    QVERIFY(!pause->isChecked());
    QTest::mouseClick(pause, Qt::LeftButton);
    QVERIFY(m_client->isPaused());
    QVERIFY(pause->isChecked());
    QCOMPARE(pause->text(), u"Paused"_s);
    layOut();
    QCOMPARE(pause->mapTo(m_window.get(), QPoint()).x(), x);
    m_client->setPaused(false);
    QVERIFY(!pause->isChecked());
    QCOMPARE(pause->text(), u"Pause"_s);
}

// A text that grows later has its room, at no cost to the table.
void tst_StateBar::itHasRoomInTheMenuBar()
{
    const int before = m_window->menuBar()->height();
    reach(0, u"a profile with a long name"_s, profile::Tag::Production);
    put(heldLock("orders", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    layOut();
    const auto *bar = find<StateBar>("stateBar");
    QVERIFY(bar->width() >= bar->minimumSizeHint().width());
    QVERIFY(m_window->menuBar()->rect().contains(bar->geometry()));
    QVERIFY(place()->width() >= place()->sizeHint().width());
    QVERIFY(m_window->menuBar()->height() <= before + 2);
}

// On every page, in its place whatever the filter hides, and not where the menus need the room.
void tst_StateBar::theSearchIsThereAndStays()
{
    auto *search = find<QToolButton>("stateSearch");
    put(upServer(0));
    for (int i = 0; i < 12; ++i)
        put(heldLock("lock" + QByteArray::number(i), m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 12);
    layOut();
    QVERIFY(search->isVisible());
    QVERIFY(search->width() >= search->sizeHint().width());
    const int x = search->mapTo(m_window.get(), QPoint()).x();
    find<QLineEdit>("filter")->setText(u"lock1"_s);
    QTRY_COMPARE(m_client->locks().rowCount(), 3);
    layOut();
    QCOMPARE(search->mapTo(m_window.get(), QPoint()).x(), x);
    QVERIFY(search->text().endsWith(find<QAction>("actionPalette")->shortcut().toString()));
    m_window->showOverview();
    QTest::mouseClick(search, Qt::LeftButton);
    QVERIFY(find<QWidget>("commandPalette")->isVisible());
    find<QWidget>("commandPalette")->close();
    m_window->resize(960, 600);
    layOut();
    QVERIFY(!search->isVisible());
}

LOCKSCOPE_TEST_SUITE(tst_StateBar)
#include "tst_statebar.moc"
