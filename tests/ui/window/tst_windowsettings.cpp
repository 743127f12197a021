// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/pictures.h"
#include "tests/ui/windowfixture.h"
#include "ui/kit/remembered.h"
#include "ui/preferences/preferencesdialog.h"
#include "ui/preferences/shortcutsdialog.h"
#include "ui/queue/queuelist.h"
#include "ui/timeline/timelineview.h"
#include "ui/window/windowsettings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QToolButton>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

constexpr auto ttl = static_cast<int>(LockColumn::Ttl); // takes no room that is left

} // namespace

// Preferences and zoom of the console's window.
class tst_WindowSettings : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void everySettingIsThere();
    void boxesOfViewsSayWhichAndWhatFor();
    void menuAndDialogAreOne();
    void sizesFollowTheZoom();
    void columnsComeBack();
    void theLastColumnDoesNotStayWide();
    void theZoomIsRemembered();
    void theFirstLayoutIsOfAnyZoom();
    void theDetailCutsNothing();
    void everyKeyOfTheMenusCanBeChanged();
    void changedKeysWorkAndComeBack();

private:
    PreferencesDialog *openDialog()
    {
        find<QAction>("actionPreferences")->trigger();
        return m_window->findChild<PreferencesDialog *>();
    }
    Zoom &zoom() { return m_window->settings().zoom(); }
    std::vector<int> widths()
    {
        std::vector<int> all;
        const QHeaderView *header = find<TableView>("locks")->horizontalHeader();
        for (int column = 0; column < header->count(); ++column)
            all.push_back(header->sectionSize(column));
        return all;
    }

private Q_SLOTS:
    void cleanup()
    {
        if (m_window)
            zoom().setPercent(100); // the font is of all windows
        endWindow();
    }
};

void tst_WindowSettings::everySettingIsThere()
{
    PreferencesDialog *dialog = openDialog();
    QVERIFY(dialog);
    for (const char *name : {"preferenceTheme", "preferenceLanguage", "preferenceZoom",
                             "preferenceGuesses", "preferenceNotices", "preference-timelineTie"})
        QVERIFY2(dialog->findChild<QWidget *>(QString::fromLatin1(name)), name);
    QCOMPARE(openDialog(), dialog);
}

// "As in the table" says nothing where there is no table beside it.
void tst_WindowSettings::boxesOfViewsSayWhichAndWhatFor()
{
    PreferencesDialog *dialog = openDialog();
    QCOMPARE(findNamed<QCheckBox>(*dialog, "preference-timelineTie")->text(),
             u"Timeline: As in the table"_s);
    QCOMPARE(findNamed<QCheckBox>(*dialog, "preference-severalOnly")->text(),
             u"Quorum: Only locks on several servers"_s);
    QStringList notes;
    for (const QLabel *label : dialog->findChildren<QLabel *>())
        notes += label->text();
    for (const QAbstractButton *box :
         {find<QAbstractButton>("timelineTie"), find<QAbstractButton>("severalOnly")}) {
        const QString note = noteOfRemembered(*box);
        QVERIFY(!note.isEmpty() && notes.contains(QString(note + u'.')));
    }
}

void tst_WindowSettings::menuAndDialogAreOne()
{
    PreferencesDialog *dialog = openDialog();
    auto *theme = findNamed<QComboBox>(*dialog, "preferenceTheme");
    theme->setFocus();
    QTest::keyClick(theme, Qt::Key_End);
    QVERIFY(find<QAction>("theme-high-contrast")->isChecked());
    find<QAction>("theme-dark")->trigger();
    QCOMPARE(theme->currentText(), u"Dark"_s);
    find<QAction>("actionGuesses")->trigger();
    QVERIFY(findNamed<QCheckBox>(*dialog, "preferenceGuesses")->isChecked());
    find<QAction>("actionZoomIn")->trigger();
    QCOMPARE(findNamed<QSpinBox>(*dialog, "preferenceZoom")->value(), 110);
    findNamed<QPushButton>(*dialog, "resetAllPreferences")->click();
    QVERIFY(find<QAction>("theme-system")->isChecked());
    QVERIFY(!find<QAction>("actionGuesses")->isChecked());
    QCOMPARE(zoom().percent(), 100);
}

void tst_WindowSettings::sizesFollowTheZoom()
{
    put(upServer(0));
    put(heldLock("orders", m_clock));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    m_window->openLock("orders"); // its name is shown in the detail
    open(u"timelineDock"_s);
    layOut();
    const auto sizes = [&] {
        return std::vector<int>{find<TableView>("locks")->verticalHeader()->defaultSectionSize(),
                                find<TableView>("locks")->columnWidth(ttl),
                                find<TableView>("locks")->horizontalHeader()->sizeHint().height(),
                                find<QLabel>("detailName")->fontMetrics().height(),
                                find<QueueList>("queue")->verticalHeader()->defaultSectionSize(),
                                find<TimelineView>("timeline")->fontMetrics().height(),
                                find<QWidget>("filter")->sizeHint().height()};
    };
    const std::vector<int> before = sizes();
    zoom().setPercent(200);
    layOut();
    const std::vector<int> after = sizes();
    for (std::size_t i = 0; i < before.size(); ++i)
        QVERIFY2(after[i] > before[i] * 4 / 3,
                 qPrintable(u"%1: %2, then %3"_s.arg(i).arg(before[i]).arg(after[i])));
    takePicture(*m_window, u"zoom-200"_s);
    zoom().setPercent(50);
    layOut();
    QVERIFY(sizes()[0] < before[0]);
}

void tst_WindowSettings::columnsComeBack()
{
    const std::vector<int> before = widths();
    for (const int percent : {150, 300, 50, 100}) {
        zoom().setPercent(percent);
        layOut();
    }
    const std::vector<int> after = widths();
    // Each change rounds, and elastic columns share what that leaves.
    for (std::size_t i = 0; i + 1 < before.size(); ++i)
        QVERIFY2(std::abs(after[i] - before[i]) <= 6 + before[i] / 6,
                 qPrintable(u"%1: %2, then %3"_s.arg(i).arg(before[i]).arg(after[i])));
}

// It has what is left of the room, and took that for a width of its own: after a zoom and back, the
// table was wider than its page for good.
void tst_WindowSettings::theLastColumnDoesNotStayWide()
{
    m_window->resize(1280, 800);
    put(upServer(0));
    put(fairLock("ledger", m_clock, 3));
    QTRY_COMPARE(m_client->locks().rowCount(), 1);
    m_window->openLock("ledger");
    find<QToolButton>("rail-queueDock")->click();
    layOut();
    auto *queue = find<QueueList>("fullQueue");
    QVERIFY(queue->isVisible());
    QTRY_COMPARE(queue->horizontalScrollBar()->maximum(), 0);
    for (int step = 0; step < 3; ++step)
        find<QAction>("actionZoomIn")->trigger();
    layOut();
    find<QAction>("actionZoomReset")->trigger();
    layOut();
    QCOMPARE(zoom().percent(), 100);
    QTRY_COMPARE(queue->horizontalScrollBar()->maximum(), 0);
}

void tst_WindowSettings::theZoomIsRemembered()
{
    zoom().setPercent(150);
    WindowState state = m_window->windowState();
    QCOMPARE(state.zoom, 150);
    zoom().setPercent(100);
    m_window->restoreWindowState(state);
    QCOMPARE(zoom().percent(), 150);
    state.zoom = 10'000;
    m_window->restoreWindowState(state);
    QCOMPARE(zoom().percent(), 300);
}

void tst_WindowSettings::everyKeyOfTheMenusCanBeChanged()
{
    const ShortcutBook &book = m_window->settings().shortcuts();
    QVERIFY(book.entries().size() > 40);
    const std::function<void(const QMenu &)> check = [&](const QMenu &menu) {
        for (const QAction *action : menu.actions()) {
            if (const auto *inner = action->menu<QMenu *>())
                check(*inner);
            else if (!action->shortcuts().isEmpty())
                QVERIFY2(book.find(action->objectName()), qPrintable(action->text()));
        }
    };
    for (const QAction *action : m_window->menuBar()->actions())
        check(*action->menu<QMenu *>());
    find<QAction>("actionShortcuts")->trigger();
    auto *dialog = m_window->findChild<ShortcutsDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    takePicture(*dialog, u"shortcuts"_s);
    // Also where an action is in two menus, it has one line.
    auto *list = dialog->findChild<QTreeWidget *>(u"shortcutsList"_s);
    for (const QString &text : {u"Copy as text"_s, u"Copy link"_s, u"Export…"_s})
        QCOMPARE(list->findItems(text, Qt::MatchExactly | Qt::MatchRecursive).size(), 1);
    find<QAction>("actionShortcuts")->trigger();
    QCOMPARE(m_window->findChildren<ShortcutsDialog *>().size(), 1);
}

// The places that name the keys elsewhere follow.
void tst_WindowSettings::changedKeysWorkAndComeBack()
{
    ShortcutBook &book = m_window->settings().shortcuts();
    QVERIFY(!book.setKeys(u"actionPalette"_s, QKeySequence(u"Ctrl+E"_s))); // that of the export
    QVERIFY(book.setKeys(u"actionPalette"_s, QKeySequence(u"Ctrl+J"_s)));
    QVERIFY(find<QToolButton>("stateSearch")->text().contains("Ctrl+J"_L1));
    QTest::keyClick(m_window.get(), Qt::Key_J, Qt::ControlModifier);
    QTRY_VERIFY(find<QWidget>("commandPalette")->isVisible());
    const WindowState state = m_window->windowState();
    QCOMPARE(state.shortcuts, (ShortcutBook::Changes{{u"actionPalette"_s, u"Ctrl+J"_s}}));
    book.resetAll();
    QVERIFY(find<QToolButton>("stateSearch")->text().contains("Ctrl+K"_L1));
    m_window->restoreWindowState(state);
    QCOMPARE(find<QAction>("actionPalette")->shortcut(), QKeySequence(u"Ctrl+J"_s));
    book.resetAll();
    QVERIFY(m_window->windowState().shortcuts.isEmpty());
}

void tst_WindowSettings::theDetailCutsNothing()
{
    open(u"detailDock"_s);
    m_window->openLock("ledger"); // of a fair lock, with all buttons
    const auto *scroll = find<QScrollArea>("detailScroll");
    for (const int percent : {100, 150, 200, 100}) {
        zoom().setPercent(percent);
        layOut();
        const int needed = scroll->widget()->minimumSizeHint().width();
        QVERIFY(needed > 100);
        // On a small screen it is scrolled.
        const bool isThere = scroll->viewport()->width() >= needed
            || scroll->horizontalScrollBar()->maximum() >= needed - scroll->viewport()->width();
        QVERIFY2(
            isThere,
            qPrintable(
                u"%1 %: %2 of %3"_s.arg(percent).arg(scroll->viewport()->width()).arg(needed)));
    }
}

void tst_WindowSettings::theFirstLayoutIsOfAnyZoom()
{
    zoom().setPercent(200);
    layOut();
    auto *table = find<TableView>("locks");
    const int usual = table->columnWidth(ttl);
    table->setColumnWidth(ttl, 3 * usual);
    find<QAction>("actionResetLayout")->trigger();
    layOut();
    QCOMPARE(zoom().percent(), 200);
    QVERIFY2(table->columnWidth(ttl) < 2 * usual,
             qPrintable(QString::number(table->columnWidth(ttl))));
}

LOCKSCOPE_TEST_SUITE(tst_WindowSettings)
#include "tst_windowsettings.moc"
