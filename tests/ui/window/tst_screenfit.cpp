// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/window/screenfit.h"

#include <QScreen>
#include <QTest>
#include <QWidget>

using namespace lockscope;
using namespace lockscope::ui;

class tst_ScreenFit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void windowsAreFitted_data();
    void windowsAreFitted();
    void aWindowIsNoLargerThanItsScreen();
    void theFirstWindowUsesItsScreen();
};

void tst_ScreenFit::windowsAreFitted_data()
{
    QTest::addColumn<QRect>("window");
    QTest::addColumn<QRect>("fitted");
    QTest::newRow("fits") << QRect(100, 100, 900, 600) << QRect(100, 100, 900, 600);
    QTest::newRow("too large") << QRect(0, 0, 2560, 1600) << QRect(2, 50, 1276, 748);
    QTest::newRow("just its frame") << QRect(0, 0, 1280, 800) << QRect(2, 50, 1276, 748);
    QTest::newRow("too far right") << QRect(1000, 100, 400, 300) << QRect(878, 100, 400, 300);
    QTest::newRow("off the screen") << QRect(-500, -500, 400, 300) << QRect(2, 50, 400, 300);
}

void tst_ScreenFit::windowsAreFitted()
{
    QFETCH(const QRect, window);
    QFETCH(const QRect, fitted);
    const QRect room(0, 24, 1280, 776); // a panel at the top
    QCOMPARE(fittedTo(room, window, QMargins(2, 26, 2, 2)), fitted);
}

void tst_ScreenFit::aWindowIsNoLargerThanItsScreen()
{
    QWidget window;
    window.resize(20'000, 10'000);
    fitToScreen(window);
    const QSize room = window.screen()->availableSize();
    QVERIFY(window.width() <= room.width() && window.height() < room.height());
    const QSize fitted = window.size();
    fitToScreen(window);
    QCOMPARE(window.size(), fitted);
    window.resize(200, 100);
    fitToScreen(window);
    QCOMPARE(window.size(), QSize(200, 100));
}

void tst_ScreenFit::theFirstWindowUsesItsScreen()
{
    QCOMPARE(firstSize(QSize(1920, 1080)), QSize(1728, 972));
    QCOMPARE(firstSize(QSize(3840, 2160)), QSize(1800, 1100));
    QCOMPARE(firstSize(QSize(1280, 800)), QSize(1280, 800));
    QCOMPARE(firstSize(QSize(960, 540)), QSize(1280, 800)); // and is fitted to the screen then
}

LOCKSCOPE_TEST_SUITE(tst_ScreenFit)
#include "tst_screenfit.moc"
