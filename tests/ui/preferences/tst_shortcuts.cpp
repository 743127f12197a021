// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/inspect.h"
#include "ui/preferences/shortcutbook.h"
#include "ui/preferences/shortcutsdialog.h"

#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// The keys of three actions: two with keys, one without; `?` is fixed.
class tst_Shortcuts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_find = std::make_unique<QAction>(u"&Find"_s);
        m_find->setObjectName("actionFind"_L1);
        m_find->setShortcuts({QKeySequence(u"Ctrl+F"_s), QKeySequence(u"F3"_s)});
        m_quit = std::make_unique<QAction>(u"&Quit"_s);
        m_quit->setObjectName("actionQuit"_L1);
        m_quit->setShortcut(QKeySequence(u"Ctrl+Q"_s));
        m_about = std::make_unique<QAction>(u"&About"_s);
        m_about->setObjectName("actionAbout"_L1);
        m_book = std::make_unique<ShortcutBook>();
        m_book->add(*m_find, u"Edit"_s);
        m_book->add(*m_quit, u"File"_s);
        m_book->add(*m_about, u"Help"_s);
        m_book->addFixed(QKeySequence(u"?"_s), u"Keys"_s);
    }
    void cleanup()
    {
        m_book.reset();
        m_find.reset();
        m_quit.reset();
        m_about.reset();
    }

    void keysApplyAtOnce()
    {
        QVERIFY(m_book->setKeys(u"actionAbout"_s, QKeySequence(u"Ctrl+Alt+A"_s)));
        QCOMPARE(m_about->shortcut(), QKeySequence(u"Ctrl+Alt+A"_s));
        QVERIFY(m_book->setKeys(u"actionFind"_s, QKeySequence(u"F9"_s)));
        QCOMPARE(m_find->shortcuts(), QList<QKeySequence>{QKeySequence(u"F9"_s)});
        QVERIFY(m_book->setKeys(u"actionQuit"_s, {}));
        QVERIFY(m_quit->shortcuts().isEmpty());
        QVERIFY(!m_book->setKeys(u"actionNone"_s, QKeySequence(u"F10"_s)));
    }

    // A table has Ctrl+C, and the menu names it; the list said that there were no keys.
    void keysOfAViewAreNamed()
    {
        QAction copy(u"Copy &names\tCtrl+C"_s);
        copy.setObjectName("actionCopy"_L1);
        m_book->add(copy, u"Locks"_s);
        ShortcutsDialog dialog(*m_book, nullptr);
        const auto found = findNamed<QTreeWidget>(dialog, "shortcutsList")
                               ->findItems(u"Copy names"_s, Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.front()->text(1), u"Ctrl+C"_s);
        QCOMPARE(found.front()->text(2), u"Ctrl+C"_s);
        QVERIFY(m_book->setKeys(u"actionCopy"_s, QKeySequence(u"F9"_s)));
        QCOMPARE(found.front()->text(1), u"F9, Ctrl+C"_s);
        QVERIFY(m_book->reset(u"actionCopy"_s));
        QCOMPARE(found.front()->text(1), u"Ctrl+C"_s);
    }

    void nothingHasTwoMeanings_data()
    {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("effect");
        QTest::newRow("another action's") << u"Ctrl+Q"_s << u"Quit"_s;
        QTest::newRow("the second of another action") << u"F3"_s << u"Find"_s;
        QTest::newRow("fixed") << u"?"_s << u"Keys"_s;
        QTest::newRow("begin with another action's") << u"Ctrl+Q, A"_s << u"Quit"_s;
    }
    void nothingHasTwoMeanings()
    {
        QFETCH(const QString, keys);
        QFETCH(const QString, effect);
        QCOMPARE(m_book->effectOf(QKeySequence(keys), u"actionAbout"_s), effect);
        QVERIFY(!m_book->setKeys(u"actionAbout"_s, QKeySequence(keys)));
        QVERIFY(m_about->shortcuts().isEmpty());
        // Its own are no conflict.
        QVERIFY(m_book->setKeys(u"actionFind"_s, QKeySequence(u"F3"_s)));
    }

    void keysThatTypeOrMoveAreNotGivenAway_data()
    {
        QTest::addColumn<QString>("keys");
        for (const char *keys :
             {"Ctrl+C", "Ctrl+V", "Ctrl+Z", "Ctrl+A", "Down", "Del", "Ctrl+Return", "Shift+F, A",
              "J", "Shift+J", "Alt+C", "Alt+Left", "Ctrl+Home", "Tab", "Menu"})
            QTest::newRow(keys) << QString::fromLatin1(keys);
        QTest::newRow("accent") << QKeySequence(Qt::Key_Dead_Acute).toString();
    }
    void keysThatTypeOrMoveAreNotGivenAway()
    {
        QFETCH(const QString, keys);
        const auto sequence =
            keys.isEmpty() ? QKeySequence(Qt::Key_Dead_Acute) : QKeySequence(keys);
        QVERIFY(!ShortcutBook::reasonAgainst(sequence).isEmpty());
        QVERIFY(!m_book->setKeys(u"actionAbout"_s, sequence));
        m_book->apply({{u"actionAbout"_s, keys}});
        QVERIFY(m_about->shortcuts().isEmpty());
        QVERIFY(ShortcutBook::reasonAgainst(QKeySequence(u"Alt+5"_s)).isEmpty());
        QVERIFY(ShortcutBook::reasonAgainst(QKeySequence(u"Shift+F7"_s)).isEmpty());
    }

    void defaultsComeBackWhereTheyAreFree()
    {
        QVERIFY(m_book->setKeys(u"actionQuit"_s, QKeySequence(u"Ctrl+Alt+Q"_s)));
        QVERIFY(m_book->setKeys(u"actionAbout"_s, QKeySequence(u"Ctrl+Q"_s)));
        QVERIFY(!m_book->reset(u"actionQuit"_s)); // it is that of about
        QCOMPARE(m_quit->shortcut(), QKeySequence(u"Ctrl+Alt+Q"_s));
        QVERIFY(m_book->reset(u"actionAbout"_s));
        QVERIFY(m_book->reset(u"actionQuit"_s));
        QCOMPARE(m_quit->shortcut(), QKeySequence(u"Ctrl+Q"_s));
        QVERIFY(m_book->changes().isEmpty());
    }

    void changesAreRemembered()
    {
        QVERIFY(m_book->setKeys(u"actionFind"_s, {}));
        QVERIFY(m_book->setKeys(u"actionQuit"_s, QKeySequence(u"Ctrl+F"_s)));
        QVERIFY(m_book->setKeys(u"actionFind"_s, QKeySequence(u"Ctrl+Q"_s)));
        const auto changes = m_book->changes();
        QCOMPARE(changes,
                 (ShortcutBook::Changes{{u"actionFind"_s, u"Ctrl+Q"_s},
                                        {u"actionQuit"_s, u"Ctrl+F"_s}}));
        m_book->resetAll();
        QCOMPARE(m_quit->shortcut(), QKeySequence(u"Ctrl+Q"_s));
        m_book->apply(changes); // each has the other's
        QCOMPARE(m_book->changes(), changes);
        m_book->resetAll();
        // Of another version: an action that is gone, keys that are fixed by now.
        m_book->apply({{u"actionGone"_s, u"F12"_s}, {u"actionQuit"_s, u"?"_s}});
        QCOMPARE(m_quit->shortcut(), QKeySequence(u"Ctrl+Q"_s));
        QVERIFY(m_book->changes().isEmpty());
    }

    void theDialogTakesKeys()
    {
        ShortcutsDialog dialog(*m_book, nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto *list = findNamed<QTreeWidget>(dialog, "shortcutsList");
        auto *keys = findNamed<QKeySequenceEdit>(dialog, "shortcutsKeys");
        auto *note = findNamed<QLabel>(dialog, "shortcutsNote");
        QCOMPARE(list->topLevelItemCount(), 3);
        QTreeWidgetItem *about = list->topLevelItem(2)->child(0);
        list->setCurrentItem(about);
        QVERIFY(keys->keySequence().isEmpty());
        keys->setFocus();
        QTest::keyClick(keys, Qt::Key_F12, Qt::ControlModifier);
        QCOMPARE(m_about->shortcut(), QKeySequence(u"Ctrl+F12"_s));
        QCOMPARE(about->text(1), QKeySequence(u"Ctrl+F12"_s).toString(QKeySequence::NativeText));
        QTest::keyClick(keys, Qt::Key_Q, Qt::ControlModifier);
        QVERIFY(note->text().contains(u"already means: Quit"_s));
        QCOMPARE(m_about->shortcut(), QKeySequence(u"Ctrl+F12"_s));
        QCOMPARE(keys->keySequence(), QKeySequence(u"Ctrl+F12"_s));
        // An accent neither stays in the field nor becomes a part of what is pressed next.
        QKeyEvent accent(QEvent::KeyPress, Qt::Key_Dead_Acute, Qt::NoModifier);
        QCoreApplication::sendEvent(keys, &accent);
        QVERIFY(note->text().contains(u"accents"_s));
        QCOMPARE(keys->keySequence(), QKeySequence(u"Ctrl+F12"_s));
        QTest::keyClick(keys, Qt::Key_G, Qt::ControlModifier);
        QTest::keyClick(keys, Qt::Key_H, Qt::ControlModifier);
        QCOMPARE(m_about->shortcut(), QKeySequence(u"Ctrl+H"_s));
        // The keyboard alone leads on.
        QTest::keyClick(keys, Qt::Key_Tab);
        QVERIFY(!keys->hasFocus());
        findNamed<QPushButton>(dialog, "shortcutsRemove")->click();
        QVERIFY(m_about->shortcuts().isEmpty());
        list->setCurrentItem(list->topLevelItem(0)->child(0));
        findNamed<QPushButton>(dialog, "shortcutsRemove")->click();
        QVERIFY(m_find->shortcuts().isEmpty());
        findNamed<QPushButton>(dialog, "shortcutsReset")->click();
        QCOMPARE(m_find->shortcuts().size(), 2);
        findNamed<QLineEdit>(dialog, "shortcutsFilter")->setText(u"ctrl+q"_s);
        QVERIFY(list->topLevelItem(0)->isHidden());
        QVERIFY(!list->topLevelItem(1)->isHidden());
        // The keys are those of an action in sight.
        QCOMPARE(list->currentItem(), list->topLevelItem(1)->child(0));
        findNamed<QLineEdit>(dialog, "shortcutsFilter")->setText(u"no such action"_s);
        QCOMPARE(list->currentItem(), nullptr);
        QVERIFY(!keys->isEnabled());
        findNamed<QLineEdit>(dialog, "shortcutsFilter")->clear();
        QVERIFY(list->currentItem() && keys->isEnabled());
    }

private:
    std::unique_ptr<QAction> m_find;
    std::unique_ptr<QAction> m_quit;
    std::unique_ptr<QAction> m_about;
    std::unique_ptr<ShortcutBook> m_book;
};

LOCKSCOPE_TEST_SUITE(tst_Shortcuts)
#include "tst_shortcuts.moc"
