// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/window/windowmenus.h"

#include <QMessageBox>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_WindowMenus : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void actionsTellWhatIsWanted();
    void aThemeIsMarkedWithoutTelling();
    void theProgramIsDescribedOnce();

private:
    WindowMenus &menus() { return *m_window->findChild<WindowMenus *>(); }
};

void tst_WindowMenus::actionsTellWhatIsWanted()
{
    QSignalSpy details(&menus(), &WindowMenus::detailWanted);
    QSignalSpy guesses(&menus(), &WindowMenus::guessesWanted);
    QSignalSpy parts(&menus(), &WindowMenus::partWanted);
    QSignalSpy resets(&menus(), &WindowMenus::layoutResetWanted);
    find<QAction>("actionOpenDetail")->trigger();
    QCOMPARE(details.size(), 1);
    find<QAction>("actionGuesses")->trigger();
    QCOMPARE(guesses.front().front().toBool(), true);
    find<QAction>("actionNextPart")->trigger();
    find<QAction>("actionPreviousPart")->trigger();
    QCOMPARE(parts.at(0).front().toBool(), true);
    QCOMPARE(parts.at(1).front().toBool(), false);
    find<QAction>("actionResetLayout")->trigger();
    QCOMPARE(resets.size(), 1);
}

void tst_WindowMenus::aThemeIsMarkedWithoutTelling()
{
    QSignalSpy themes(&menus(), &WindowMenus::themeChosen);
    menus().showTheme(Theme::Dark);
    QVERIFY(find<QAction>("theme-dark")->isChecked());
    QVERIFY(!find<QAction>("theme-system")->isChecked());
    QCOMPARE(themes.size(), 0);
    find<QAction>("theme-light")->trigger();
    QCOMPARE(themes.size(), 1);
    QVERIFY(!find<QAction>("theme-dark")->isChecked());
}

void tst_WindowMenus::theProgramIsDescribedOnce()
{
    find<QAction>("actionAbout")->trigger();
    find<QAction>("actionAbout")->trigger();
    QCOMPARE(m_window->findChildren<QMessageBox *>().size(), 1);
}

LOCKSCOPE_TEST_SUITE(tst_WindowMenus)
#include "tst_windowmenus.moc"
