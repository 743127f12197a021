// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/client/actinglock.h"
#include "ui/window/viewdocks.h"
#include "ui/window/windowmenus.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTreeWidget>

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
    void refusedKeysSayWhy();
    void actingIsUnlockedByThePalette();
    void theExportIsInOneMenu();

private:
    void press(Qt::Key key, Qt::KeyboardModifiers with = Qt::ControlModifier | Qt::ShiftModifier)
    {
        QTest::keyClick(QApplication::focusWidget(), key, with);
    }
    // The notice that the keys made, which is then put away; empty: none.
    QString said()
    {
        auto *strip = find<QWidget>("noticeStrip");
        const QString text = strip->isVisible() ? find<QLabel>("notice")->text() : QString();
        strip->hide();
        return text;
    }
    // Locks of a server of production, where acting has to be unlocked first.
    void openProduction()
    {
        admin::Place place{u"redis://redis.example:6379"_s, u"shop"_s, profile::Tag::Production,
                           false};
        place.isUnlockNeeded = true;
        m_client->setPlace({0}, place);
        open(u"detailDock"_s);
        m_window->chooseLock(watch::LockId{0, LockName("ledger")});
    }
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

// Else it looks as if the window were dead, and what is typed next goes elsewhere.
void tst_WindowMenus::refusedKeysSayWhy()
{
    openProduction();
    for (const bool isDetailOpen : {true, false}) {
        if (!isDetailOpen)
            m_window->findChild<ViewDocks *>()->toggle(u"detailDock"_s);
        for (const char *name :
             {"actionForceUnlock", "actionReleaseHold", "actionRemoveWaiter", "actionNudge",
              "actionSetTimeToLive", "actionExtendTimeToLive", "actionAcquire"}) {
            const auto *action = find<QAction>(name);
            QVERIFY2(!action->isEnabled(), name);
            const QKeyCombination keys = action->shortcut()[0];
            press(keys.key(), keys.keyboardModifiers());
            const QString text = said();
            QVERIFY2(text.contains("acting is locked; unlock it"_L1),
                     qPrintable(QString::fromLatin1(name) + text));
            QVERIFY(!m_window->findChild<QDialog *>());
        }
    }
    // For any other reason, too.
    m_window->actingLock().unlock();
    m_window->chooseLock({});
    press(Qt::Key_F);
    QVERIFY(said().contains("no lock is selected"_L1));
    m_window->chooseLock(watch::LockId{0, LockName("printers")}); // cannot be held for long
    press(Qt::Key_T);
    QVERIFY(!said().isEmpty());
    // Keys that somebody has changed.
    m_window->chooseLock({});
    find<QAction>("actionForceUnlock")->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_J));
    press(Qt::Key_F);
    QVERIFY(said().isEmpty());
    press(Qt::Key_J, Qt::ControlModifier);
    QVERIFY(said().contains("no lock is selected"_L1));
    // Where it can be done, it asks and says nothing.
    m_window->chooseLock(watch::LockId{0, LockName("ledger")});
    press(Qt::Key_J, Qt::ControlModifier);
    QVERIFY(m_window->findChild<QDialog *>(u"actionDialog"_s));
    QVERIFY(said().isEmpty());
}

void tst_WindowMenus::actingIsUnlockedByThePalette()
{
    auto *unlock = find<QAction>("actionUnlockActing");
    QVERIFY(!unlock->isEnabled()); // nothing is connected
    openProduction();
    const auto choose = [this](const QString &text) {
        press(Qt::Key_K, Qt::ControlModifier);
        auto *field = find<QLineEdit>("paletteField");
        QVERIFY(field->hasFocus());
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    };
    QVERIFY(!m_window->actingLock().isUnlocked());
    choose(u">unlock acting"_s);
    QVERIFY(m_window->actingLock().isUnlocked());
    QVERIFY(find<QAction>("actionForceUnlock")->isEnabled());
    choose(u">lock acting"_s);
    QVERIFY(!m_window->actingLock().isUnlocked());
}

// The palette says where it is, and the guide says it, too.
void tst_WindowMenus::theExportIsInOneMenu()
{
    QStringList menus;
    for (const QAction *top : m_window->menuBar()->actions()) {
        if (top->menu() && top->menu()->actions().contains(find<QAction>("actionExport")))
            menus += top->text();
    }
    QCOMPARE(menus, QStringList{u"&View"_s});
    press(Qt::Key_K, Qt::ControlModifier);
    QTest::keyClicks(find<QLineEdit>("paletteField"), u">export"_s);
    QStringList places;
    const auto *list = find<QTreeWidget>("paletteList");
    for (int i = 0; i < list->topLevelItemCount(); ++i) {
        if (list->topLevelItem(i)->text(2) == "Ctrl+E"_L1)
            places += list->topLevelItem(i)->text(1);
    }
    QCOMPARE(places, QStringList{u"View"_s});
}

LOCKSCOPE_TEST_SUITE(tst_WindowMenus)
#include "tst_windowmenus.moc"
