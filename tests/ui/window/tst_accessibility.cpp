// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/guide.h"
#include "tests/support/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/actions/actioncontroller.h"
#include "ui/table/tableview.h"
#include "ui/window/viewlist.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTextBrowser>

#include <map>
#include <set>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// Walks through everything that the keyboard or a screen reader can come to.
class tst_Accessibility : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void controlsHaveNamesAndRoles_data() { places(); }
    void controlsHaveNamesAndRoles();
    void tabReachesEverythingAndLeavesIt_data() { places(); }
    void tabReachesEverythingAndLeavesIt();
    void headersAndCellsCanBeRead();
    void actionsHaveNamesAndKeysOfTheirOwn();
    void noLetterStandsForTwo_data() { places(); }
    void noLetterStandsForTwo();
    void theTypedNameHasALetterOfItsOwn();

private:
    void places();
    QWidget *openActive(const QString &place);
};

namespace {

QString nameOf(const QWidget *widget)
{
    return u"%1 \"%2\""_s.arg(QString::fromLatin1(widget->metaObject()->className()),
                              widget->objectName());
}

// Alt and one of them leads to one place: which texts have the same.
class Letters
{
public:
    void add(const QString &text)
    {
        const QKeySequence letter = QKeySequence::mnemonic(text);
        if (letter.isEmpty())
            return;
        if (const auto [at, isNew] = m_texts.try_emplace(letter, text); !isNew)
            m_doubles += u"%1: \"%2\" and \"%3\""_s.arg(letter.toString(), at->second, text);
    }
    const QStringList &doubles() const { return m_doubles; }

private:
    std::map<QKeySequence, QString> m_texts;
    QStringList m_doubles;
};

// The mnemonics used twice in sight in a window, with the titles of its menus.
QStringList doublesIn(const QWidget *window)
{
    const auto isInSight = [&](const QWidget *widget) {
        return widget->isVisible() && widget->window() == window;
    };
    Letters letters;
    for (const auto *button : window->findChildren<QAbstractButton *>()) {
        if (isInSight(button))
            letters.add(button->text());
    }
    for (const auto *label : window->findChildren<QLabel *>()) {
        if (isInSight(label) && label->buddy())
            letters.add(label->text());
    }
    for (const auto *bar : window->findChildren<QMenuBar *>()) {
        for (const QAction *menu : bar->actions())
            letters.add(menu->text());
    }
    return letters.doubles();
}

QStringList doublesIn(const QMenu &menu)
{
    Letters letters;
    for (const QAction *action : menu.actions()) {
        if (action->isVisible())
            letters.add(action->text());
    }
    return letters.doubles();
}

constexpr int mostLinks = 200;

bool isControl(const QWidget *widget)
{
    // Qt keeps the bar of docks that have just been hidden, without tabs, until it lays them out.
    if (const auto *tabs = qobject_cast<const QTabBar *>(widget); tabs && tabs->count() == 0)
        return false;
    return widget->isVisible() && widget->isEnabled() && !widget->isWindow()
        && (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy();
}

// Those of the window itself, not of dialogs over it.
QList<QWidget *> controlsOf(const QWidget *window)
{
    QList<QWidget *> controls;
    for (QWidget *widget : window->findChildren<QWidget *>()) {
        if (isControl(widget) && widget->window() == window)
            controls += widget;
    }
    return controls;
}

// Whether Tab reaches the control: a group of radio buttons is one stop.
bool isReached(const QWidget *control, const std::set<const QWidget *> &reached)
{
    if (reached.contains(control))
        return true;
    const auto *button = qobject_cast<const QAbstractButton *>(control);
    if (!button || !button->autoExclusive())
        return false;
    return std::any_of(reached.begin(), reached.end(), [&](const QWidget *other) {
        const auto *twin = qobject_cast<const QAbstractButton *>(other);
        return twin && twin->autoExclusive() && twin->parentWidget() == button->parentWidget();
    });
}

} // namespace

void tst_Accessibility::places()
{
    QTest::addColumn<QString>("place");
    QTest::newRow("empty window") << u"empty"_s;
    QTest::newRow("window") << u"window"_s;
    for (const ViewSpec &spec : allViews())
        QTest::newRow(qPrintable(spec.name)) << spec.name;
    QTest::newRow("page overview") << u"page-overview"_s;
    for (const ViewSpec &spec : railViews())
        QTest::newRow(qPrintable("page "_L1 + spec.name)) << "page-"_L1 + spec.name;
    const QStringList dialogs = dialogPlaces() + QStringList{u"guide"_s};
    for (const QString &name : dialogs)
        QTest::newRow(qPrintable(name)) << name;
}

// With a notice beside each view.
QWidget *tst_Accessibility::openActive(const QString &place)
{
    const QString page = place.startsWith("page-"_L1) ? place.sliced(5) : QString();
    QWidget *window = open(page.isEmpty() ? place : u"detailDock"_s);
    if (page == "overview"_L1)
        m_window->showOverview();
    else if (!page.isEmpty())
        m_window->showPage(page);
    if (place.endsWith("Dock"_L1))
        m_window->showNotice(u"something"_s);
    if (place == "guide"_L1) {
        [&] { QVERIFY((new console::Guide(m_window.get()))->open()); }();
        window = find<QDialog>("guideWindow");
    }
    // Checks that the place did open.
    const bool isDialog =
        place == "guide"_L1 || (dialogPlaces().contains(place) && place != "actionPalette"_L1);
    [&] { QCOMPARE(window != m_window.get(), isDialog); }();
    if (window == m_window.get())
        return window;
    window->activateWindow();
    // Until then the focus is still the window's, and Tab would go about there. A dialog's own
    // window counts as active as long as its parent is.
    [&] { QTRY_COMPARE(QApplication::activeWindow(), window); }();
    return window;
}

void tst_Accessibility::controlsHaveNamesAndRoles()
{
    QFETCH(QString, place);
    QStringList problems;
    for (const QWidget *control : controlsOf(openActive(place))) {
        const auto *seen = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(control));
        if (!seen) {
            problems += nameOf(control) + u" is not accessible"_s;
            continue;
        }
        if (seen->text(QAccessible::Name).trimmed().isEmpty())
            problems += nameOf(control) + u" has no name"_s;
        if (seen->role() == QAccessible::NoRole || seen->role() == QAccessible::Client)
            problems += nameOf(control) + u" has no role"_s;
    }
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join(u'\n')));
}

void tst_Accessibility::tabReachesEverythingAndLeavesIt()
{
    QFETCH(QString, place);
    QWidget *window = openActive(place);
    window->activateWindow();
    QTRY_COMPARE(QApplication::activeWindow(), window);
    const QList<QWidget *> controls = controlsOf(window);
    QVERIFY(!controls.isEmpty());
    for (const auto &[key, modifier] :
         {std::pair(Qt::Key_Tab, Qt::NoModifier), std::pair(Qt::Key_Backtab, Qt::ShiftModifier)}) {
        if (!QApplication::focusWidget())
            controls.first()->setFocus();
        std::set<const QWidget *> reached;
        for (qsizetype i = 0; i < 2 * controls.size() + 2; ++i) {
            const QWidget *before = QApplication::focusWidget();
            QVERIFY(before);
            reached.insert(before);
            // A page leads through its links first.
            const int most = qobject_cast<const QTextBrowser *>(before) ? mostLinks : 1;
            for (int press = 0; press < most && QApplication::focusWidget() == before; ++press)
                QTest::keyClick(QApplication::focusWidget(), key, modifier);
            QVERIFY2(QApplication::focusWidget() != before || controls.size() == 1,
                     qPrintable(nameOf(before) + u" keeps the focus"_s));
        }
        QStringList missed;
        for (const QWidget *control : controlsOf(window)) {
            if (!isReached(control, reached))
                missed += nameOf(control);
        }
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join(u'\n')));
    }
}

void tst_Accessibility::headersAndCellsCanBeRead()
{
    open(u"detailDock"_s);
    for (const char *name : {"locks", "holds", "queue", "keys", "events"}) {
        auto *table = find<TableView>(name);
        auto *seen = QAccessible::queryAccessibleInterface(table);
        QVERIFY2(seen && seen->tableInterface(), name);
        QVERIFY(seen->tableInterface()->rowCount() > 0);
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            if (table->isColumnHidden(column))
                continue;
            const QString header = seen->tableInterface()->columnDescription(column);
            QVERIFY2(!header.isEmpty(), name);
        }
        QVERIFY(!seen->tableInterface()->cellAt(0, 0)->text(QAccessible::Name).isEmpty());
    }
    // The value painted as a bar is also told in words.
    const auto ttl = m_client->locks().index(0, static_cast<int>(LockColumn::Ttl));
    auto *locks = QAccessible::queryAccessibleInterface(find<TableView>("locks"));
    const QString said = locks->tableInterface()->cellAt(0, ttl.column())->text(QAccessible::Name);
    QVERIFY2(said.contains(" s"_L1), qPrintable(said));
}

void tst_Accessibility::actionsHaveNamesAndKeysOfTheirOwn()
{
    std::map<QKeySequence, QString> keys;
    for (const QAction *action : m_window->findChildren<QAction *>()) {
        if (action->isSeparator())
            continue;
        for (const QKeySequence &key : action->shortcuts()) {
            if (action->shortcutContext() != Qt::WindowShortcut)
                continue;
            const auto [at, isNew] = keys.try_emplace(key, action->text());
            QVERIFY2(isNew, qPrintable(key.toString() + u": "_s + at->second + action->text()));
        }
    }
    QVERIFY(keys.size() > 10);
    for (const QAction *menu : m_window->menuBar()->actions())
        QVERIFY2(menu->text().contains(u'&'), qPrintable(menu->text()));
}

void tst_Accessibility::noLetterStandsForTwo()
{
    QFETCH(const QString, place);
    const QWidget *window = openActive(place);
    QStringList doubles = doublesIn(window);
    for (const QMenu *menu : window->findChildren<QMenu *>())
        doubles += doublesIn(*menu);
    QVERIFY2(doubles.isEmpty(), qPrintable(doubles.join(u'\n')));
}

// Production asks for more than the other places do.
void tst_Accessibility::theTypedNameHasALetterOfItsOwn()
{
    admin::Place production;
    production.profile = u"shop"_s;
    production.tag = profile::Tag::Production;
    m_client->servers().setPlace({0}, production);
    const QWidget *dialog = openActive(u"actionSetTimeToLive"_s);
    QVERIFY(dialog != m_window.get());
    QVERIFY(findNamed<QLineEdit>(*dialog, "typedName")->isVisible());
    const QStringList doubles = doublesIn(dialog);
    QVERIFY2(doubles.isEmpty(), qPrintable(doubles.join(u'\n')));
}

LOCKSCOPE_TEST_SUITE(tst_Accessibility)
#include "tst_accessibility.moc"
