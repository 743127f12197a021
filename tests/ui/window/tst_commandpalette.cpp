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
#include <QSet>
#include <QSignalSpy>
#include <QTableView>
#include <QTimer>
#include <QTreeWidget>

#include <algorithm>

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
    void groupsAreInTheOrderOfTheirBest();
    void aSignSearchesOneGroup_data();
    void aSignSearchesOneGroup();
    void aHolderFiltersTheTable();
    void aWaiterLeadsToItsLock();
    void aliasesAreFound();
    void anEventIsShown();
    void aPageOfTheGuideIsOpened();
    void shortcutsAreThoseOfTheActions();
    void headingsAreNeverChosen();
    void theChoiceStaysWhileMoreIsFound();
    void aHiddenPaletteDoesNothing();

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
    // The lines without the headings of groups.
    QList<QTreeWidgetItem *> entries()
    {
        QList<QTreeWidgetItem *> entries;
        for (int i = 0; i < list()->topLevelItemCount(); ++i) {
            if (!list()->topLevelItem(i)->data(0, Qt::UserRole).isNull())
                entries += list()->topLevelItem(i);
        }
        return entries;
    }
    QStringList headings()
    {
        QStringList headings;
        for (int i = 0; i < list()->topLevelItemCount(); ++i) {
            if (list()->topLevelItem(i)->data(0, Qt::UserRole).isNull())
                headings += list()->topLevelItem(i)->text(0);
        }
        return headings;
    }
    QString first() { return entries().value(0) ? entries().front()->text(0) : QString(); }
    QString chosen() { return list()->currentItem() ? list()->currentItem()->text(0) : QString(); }
};

void tst_CommandPalette::findsAView()
{
    type(u"workb"_s);
    QCOMPARE(first(), u"Workbench"_s);
    QCOMPARE(entries().front()->text(1), u"View"_s);
    QCOMPARE(entries().front()->text(2),
             find<QAction>("view-workbenchDock")->shortcut().toString());
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
    QVERIFY(entries().front()->isDisabled());
    press(Qt::Key_Return);
    QVERIFY(palette()->isVisible()); // nothing was done
    type(QString());
    for (const QTreeWidgetItem *entry : entries())
        QVERIFY2(!entry->isDisabled(), qPrintable(entry->text(0)));
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
    QCOMPARE(entries().front()->text(1), u"Lock on 127.0.0.1:6379"_s);
    type(u"bill"_s);
    takePicture(*m_window, u"palette"_s);
    const QString second = entries().at(1)->text(0);
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
    QCOMPARE(headings(), QStringList{u"No matches."_s});
    QVERIFY(entries().isEmpty());
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
    // The search goes through the locks in slices of time: on a busy machine not all are found
    // with the key.
    type(u"#lock:1"_s);
    QTRY_COMPARE(entries().size(), static_cast<qsizetype>(CommandPalette::mostShown));
    type(u"lock:1"_s);
    const auto isLock = [](const QTreeWidgetItem *entry) {
        return entry->text(1).startsWith(u"Lock"_s);
    };
    const auto lockCount = [&] {
        const auto all = entries();
        return std::count_if(all.begin(), all.end(), isLock);
    };
    QTRY_COMPARE(lockCount(), static_cast<std::ptrdiff_t>(CommandPalette::mostOfEach));
    // The last of them is not found with the key, but soon after it.
    type(u"needle"_s);
    QTRY_COMPARE(first(), u"needle"_s);
    QCOMPARE(chosen(), u"needle"_s);
}

void tst_CommandPalette::groupsAreInTheOrderOfTheirBest()
{
    put(upServer());
    put(heldLock("timeline:jobs", m_clock));
    put(heldLock("my:quorum", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    type(u"timeline"_s);
    // Equally good: the view, the lock and the page.
    QCOMPARE(headings().first(), u"Actions and views"_s);
    QVERIFY(headings().contains(u"Locks"_s));
    QVERIFY(headings().contains(u"Guide"_s));
    QCOMPARE(chosen(), u"Timeline"_s);
    type(u"my:q"_s);
    QCOMPARE(headings().first(), u"Locks"_s);
    QCOMPARE(chosen(), u"my:quorum"_s);
}

void tst_CommandPalette::aSignSearchesOneGroup_data()
{
    QTest::addColumn<QString>("sign");
    QTest::addColumn<QString>("heading");
    QTest::newRow("actions") << u">"_s << u"Actions and views"_s;
    QTest::newRow("locks") << u"#"_s << u"Locks"_s;
    QTest::newRow("owners") << u"@"_s << u"Owners"_s;
    QTest::newRow("events") << u"!"_s << u"Events"_s;
    QTest::newRow("guide") << u"?"_s << u"Guide"_s;
}

void tst_CommandPalette::aSignSearchesOneGroup()
{
    QFETCH(QString, sign);
    QFETCH(QString, heading);
    put(upServer());
    put(fairLock("events:ledger", m_clock, 2));
    m_mailbox->post(eventOf(watch::EventType::Acquired, "events:ledger", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    QTRY_COMPARE(m_client->events().eventCount(), 1U);
    for (const QString &text : {sign, QString(sign + u"e"_s)}) {
        type(text);
        QCOMPARE(headings(), QStringList{heading});
        QVERIFY(!entries().isEmpty());
    }
    QCOMPARE(list()->topLevelItem(0)->text(2), sign); // tells how to come here
}

void tst_CommandPalette::aHolderFiltersTheTable()
{
    put(upServer());
    put(heldLock("orders", m_clock));
    put(heldLock("jobs", m_clock));
    watch::LockRecord other = heldLock("other", m_clock);
    other.holds.front().owner = OwnerId("some \"one\":1");
    put(other);
    QTRY_COMPARE(m_client->locks().rowCount(), 3);
    type(u"@3f2a9c44"_s);
    QCOMPARE(entries().size(), 1); // once, though it holds two
    QCOMPARE(entries().front()->text(1), u"Owner: 2 held, 0 waited for"_s);
    press(Qt::Key_Return);
    QVERIFY(!palette()->isVisible());
    QVERIFY(find<QLineEdit>("filter")->text().startsWith(u"holder:"_s));
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    type(u"@some"_s);
    press(Qt::Key_Return);
    QTRY_COMPARE(m_client->locks().rowCount(), 1); // quotes and blanks, too
    QCOMPARE(m_client->locks().lockAt(0).id.name, LockName("other"));
}

void tst_CommandPalette::aWaiterLeadsToItsLock()
{
    put(upServer());
    put(fairLock("ledger", m_clock, 3));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    type(u"@waiter-2"_s);
    QCOMPARE(entries().front()->text(1), u"Owner: 0 held, 1 waited for"_s);
    press(Qt::Key_Return);
    QVERIFY(find<QDockWidget>("detailDock")->isVisible());
    QCOMPARE(find<QLabel>("detailName")->text(), u"ledger"_s);
    QCOMPARE(find<QLineEdit>("filter")->text(), QString());
}

void tst_CommandPalette::aliasesAreFound()
{
    put(upServer());
    put(heldLock("orders", m_clock));
    watch::LockRecord other = heldLock("jobs", m_clock);
    other.holds.front().owner = OwnerId("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d:8");
    put(other);
    QTRY_COMPARE(m_client->locks().rowCount(), 2);
    m_client->picture().setAliases(
        {0}, {{QByteArray("3f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d"), u"billing"_s}});
    const auto hasName = [this] {
        return m_client->locks().lockAt(0).holds[0].alias->name == "billing";
    };
    QTRY_VERIFY(hasName());
    type(u"@bill"_s);
    QCOMPARE(entries().size(), 3); // the name, and two owners
    QCOMPARE(first(), u"billing"_s);
    QCOMPARE(entries().front()->text(1), u"Alias: 2 held, 0 waited for"_s);
    press(Qt::Key_Return);
    QCOMPARE(find<QLineEdit>("filter")->text(), u"holder:billing"_s);
}

void tst_CommandPalette::anEventIsShown()
{
    put(upServer());
    m_mailbox->post(eventOf(watch::EventType::Acquired, "orders", m_clock));
    m_clock.advance(std::chrono::seconds(1));
    m_mailbox->post(eventOf(watch::EventType::Expired, "orders", m_clock));
    QTRY_COMPARE(m_client->events().eventCount(), 2U);
    type(u"!ord"_s);
    QCOMPARE(entries().size(), 2);
    QCOMPARE(first(), u"expired orders"_s); // the newest first
    type(u"!acq ord"_s); // by the type, too
    QCOMPARE(first(), u"acquired orders"_s);
    press(Qt::Key_Return);
    const auto *table = find<QTableView>("events");
    QTRY_VERIFY(table->isVisible());
    QTRY_COMPARE(m_client->events().eventAt(table->currentIndex().row()).type,
                 watch::EventType::Acquired);
}

void tst_CommandPalette::aPageOfTheGuideIsOpened()
{
    QSignalSpy wanted(m_window.get(), &MainWindow::guideWanted);
    type(u"replication can"_s);
    QCOMPARE(headings(), QStringList{u"Guide"_s});
    press(Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front().front().toString(), u"replication"_s);
    // Alone, also by its text.
    type(u"?MISCONF failover"_s);
    const auto inTitles = entries().size();
    type(u"?failover"_s);
    QVERIFY(entries().size() > inTitles);
    type(u"?"_s);
    QVERIFY(entries().size() > 20);
}

void tst_CommandPalette::shortcutsAreThoseOfTheActions()
{
    type(u">connect"_s);
    QStringList keys;
    for (const QTreeWidgetItem *entry : entries()) {
        if (entry->text(0) == u"Connect…"_s)
            keys += entry->text(2);
    }
    QCOMPARE(keys, QStringList{find<QAction>("actionConnect")->shortcut().toString()});
    type(u">copy names"_s);
    QCOMPARE(entries().front()->text(2), u"Ctrl+C"_s); // which the table works
}

void tst_CommandPalette::headingsAreNeverChosen()
{
    put(upServer());
    put(heldLock("timeline", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    type(u"timeline"_s);
    QVERIFY(headings().size() > 1);
    QSet<QString> seen;
    for (int i = 0; i < 2 * list()->topLevelItemCount(); ++i) {
        QVERIFY(list()->currentItem());
        QVERIFY(!list()->currentItem()->data(0, Qt::UserRole).isNull());
        seen.insert(list()->currentItem()->text(1));
        // The widget with the focus describes the choice.
        QVERIFY(find<QLineEdit>("paletteField")->accessibleDescription().startsWith(chosen()));
        press(Qt::Key_Down);
    }
    QVERIFY(seen.size() > 1); // went on into other groups
}

void tst_CommandPalette::theChoiceStaysWhileMoreIsFound()
{
    for (std::size_t i = 0; i < 2 * PaletteSearch::perTurn; ++i)
        put(heldLock("old-lock:" + QByteArray::number(static_cast<int>(i)), m_clock));
    QTRY_COMPARE(m_client->locks().lockCount(), 2 * PaletteSearch::perTurn);
    put(heldLock("lock", m_clock)); // in the last slot, and the best
    QTRY_COMPARE(m_client->locks().lockCount(), 2 * PaletteSearch::perTurn + 1);
    type(u"#lock"_s);
    QVERIFY(first() != u"lock"_s); // not there yet
    press(Qt::Key_Down);
    const QString moved = chosen();
    QTRY_COMPARE(first(), u"lock"_s);
    QCOMPARE(chosen(), moved);
    // If nobody moved the choice, it is the best match.
    type(u"#loc"_s);
    QTRY_COMPARE(first(), u"lock"_s);
    QCOMPARE(chosen(), u"lock"_s);
}

void tst_CommandPalette::aHiddenPaletteDoesNothing()
{
    for (std::size_t i = 0; i < 3 * PaletteSearch::perTurn; ++i)
        put(heldLock("lock:" + QByteArray::number(static_cast<int>(i)), m_clock));
    QTRY_COMPARE(m_client->locks().lockCount(), 3 * PaletteSearch::perTurn);
    type(u"#lock"_s);
    const auto isSearching = [this] { return find<QTimer>("paletteTurn")->isActive(); };
    QVERIFY(isSearching());
    press(Qt::Key_Escape);
    QVERIFY(!palette()->isVisible());
    QVERIFY(!isSearching());
}

LOCKSCOPE_TEST_SUITE(tst_CommandPalette)
#include "tst_commandpalette.moc"
