// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/inspect.h"
#include "ui/guide/guidepage.h"
#include "ui/guide/guidewindow.h"
#include "ui/theme/textwidth.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPixmap>
#include <QPointer>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTreeWidget>

#include <memory>

using namespace Qt::StringLiterals;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_GuideWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void everyPageIsInTheContents();
    void theFirstPageHasItsPictures();
    void theContentsLeadToPages();
    void backAndForwardByKeys();
    void linksLeadToPages();
    void aSearchLeadsToAPage();
    void nothingIsFound();
    void findsInThePage();
    void anUnknownPageIsTheIndex();
    void escapeEmptiesAFieldFirst();
    void nothingIsWiderThanItsRoom_data();
    void nothingIsWiderThanItsRoom();

private:
    template <typename T>
    T *find(const char *name)
    {
        return findNamed<T>(*m_window, name);
    }
    GuidePage *page() { return find<GuidePage>("guideText"); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    }

    QPointer<GuideWindow> m_guide;
    std::unique_ptr<QWidget> m_window; // the guide goes with it, or before
};

void tst_GuideWindow::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not)"_s));
    applyTheme(Theme::Light);
    m_window = std::make_unique<QWidget>();
    m_guide = new GuideWindow(GuideBook(), m_window.get());
    m_guide->show();
    m_guide->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_guide));
    m_guide->showPage(u"index"_s);
    QVERIFY(page()->hasFocus());
}

void tst_GuideWindow::everyPageIsInTheContents()
{
    const GuideBook book;
    QStringList names;
    for (QTreeWidgetItemIterator each(find<QTreeWidget>("guideContents")); *each; ++each) {
        const QString name = (*each)->data(0, Qt::UserRole).toString();
        if (!name.isEmpty())
            names += name;
    }
    QStringList expected;
    for (const GuideBook::Page &one : book.pages())
        expected += one.name;
    QCOMPARE(names, expected);
}

void tst_GuideWindow::theFirstPageHasItsPictures()
{
    const QTextDocument *document = page()->document();
    int count = 0;
    for (QTextBlock block = document->begin(); block.isValid(); block = block.next()) {
        for (auto each = block.begin(); !each.atEnd(); ++each) {
            const QTextCharFormat format = each.fragment().charFormat();
            if (!format.isImageFormat())
                continue;
            const QString name = format.toImageFormat().name();
            const QVariant picture = document->resource(QTextDocument::ImageResource, QUrl(name));
            QVERIFY2(picture.value<QPixmap>().width() > 100, qPrintable(name)); // no placeholder
            ++count;
        }
    }
    QVERIFY(count > 0);
}

void tst_GuideWindow::theContentsLeadToPages()
{
    auto *contents = find<QTreeWidget>("guideContents");
    QCOMPARE(contents->currentItem()->data(0, Qt::UserRole).toString(), u"index"_s);
    m_guide->showPage(u"quorum"_s);
    QCOMPARE(contents->currentItem()->data(0, Qt::UserRole).toString(), u"quorum"_s);
    QVERIFY(m_guide->windowTitle().startsWith(u"Quorum"_s));
    contents->setFocus();
    press(Qt::Key_Up);
    const QString above = contents->currentItem()->data(0, Qt::UserRole).toString();
    QVERIFY(!above.isEmpty());
    QCOMPARE(m_guide->page(), u"quorum"_s); // not before it is asked for
    press(Qt::Key_Return);
    QCOMPARE(m_guide->page(), above);
}

void tst_GuideWindow::backAndForwardByKeys()
{
    QVERIFY(!find<QAction>("guideBack")->isEnabled());
    m_guide->showPage(u"events"_s);
    m_guide->showPage(u"timeline"_s);
    QVERIFY(!find<QAction>("guideForward")->isEnabled());
    press(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(m_guide->page(), u"events"_s);
    press(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(m_guide->page(), u"index"_s);
    QVERIFY(!find<QAction>("guideBack")->isEnabled());
    press(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(m_guide->page(), u"events"_s);
    // Also from the search.
    find<QLineEdit>("guideSearch")->setFocus();
    press(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(m_guide->page(), u"timeline"_s);
    press(Qt::Key_Home, Qt::AltModifier);
    QCOMPARE(m_guide->page(), u"index"_s);
}

void tst_GuideWindow::linksLeadToPages()
{
    press(Qt::Key_Tab);
    QVERIFY(page()->hasFocus());
    press(Qt::Key_Return);
    const GuideBook book; // in the order of the links of the index
    const QString first = book.pages().at(1).name;
    QCOMPARE(m_guide->page(), first);
    QVERIFY(!page()->toPlainText().startsWith(u'#'));
    const auto *contents = find<QTreeWidget>("guideContents");
    QCOMPARE(contents->currentItem()->data(0, Qt::UserRole).toString(), first);
}

void tst_GuideWindow::aSearchLeadsToAPage()
{
    press(Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    auto *field = find<QLineEdit>("guideSearch");
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, u"deadlock"_s);
    auto *hits = find<QListWidget>("guideHits");
    QVERIFY(hits->isVisible());
    QVERIFY(!find<QTreeWidget>("guideContents")->isVisible());
    QVERIFY(hits->count() > 1);
    QVERIFY(hits->item(0)->text().contains(u"eadlock"_s));
    press(Qt::Key_Return);
    QCOMPARE(m_guide->page(), hits->item(0)->data(Qt::UserRole).toString());
    QCOMPARE(page()->textCursor().selectedText().toLower(), u"deadlock"_s); // it is in sight
    QVERIFY(m_guide->isVisible()); // Enter closed nothing
    field->setFocus();
    press(Qt::Key_Down);
    QVERIFY(hits->hasFocus());
    press(Qt::Key_Down);
    press(Qt::Key_Return);
    QCOMPARE(m_guide->page(), hits->item(1)->data(Qt::UserRole).toString());
    field->clear();
    QVERIFY(find<QTreeWidget>("guideContents")->isVisible());
}

void tst_GuideWindow::nothingIsFound()
{
    find<QLineEdit>("guideSearch")->setText(u"lock xylophone"_s);
    auto *hits = find<QListWidget>("guideHits");
    QCOMPARE(hits->count(), 1);
    QCOMPARE(hits->item(0)->flags(), Qt::ItemFlags(Qt::NoItemFlags));
    find<QLineEdit>("guideSearch")->setFocus();
    press(Qt::Key_Return);
    QCOMPARE(m_guide->page(), u"index"_s);
    find<QLineEdit>("guideFind")->setText(u"xylophone"_s);
    QCOMPARE(find<QLabel>("guideFound")->text(), u"Not found"_s);
    QVERIFY(page()->extraSelections().isEmpty());
}

void tst_GuideWindow::findsInThePage()
{
    m_guide->showPage(u"locks"_s);
    press(Qt::Key_F, Qt::ControlModifier);
    auto *field = find<QLineEdit>("guideFind");
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, u"filter"_s);
    const auto count = page()->extraSelections().size();
    QVERIFY(count > 2);
    const auto *found = find<QLabel>("guideFound");
    const auto place = [count](int number) { return u"%1 of %2"_s.arg(number).arg(count); };
    QCOMPARE(found->text(), place(1));
    press(Qt::Key_Return);
    QCOMPARE(found->text(), place(2));
    press(Qt::Key_F3);
    QCOMPARE(found->text(), place(3));
    press(Qt::Key_Return, Qt::ShiftModifier);
    press(Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(found->text(), place(1));
    press(Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(found->text(), place(static_cast<int>(count))); // round the beginning
    press(Qt::Key_F3);
    QCOMPARE(found->text(), place(1));
    QCOMPARE(page()->textCursor().selectedText().toLower(), u"filter"_s);
    // On another page its own are marked.
    m_guide->showPage(u"aliases"_s);
    for (const auto &mark : page()->extraSelections())
        QCOMPARE(mark.cursor.selectedText().toLower(), u"filter"_s);
}

void tst_GuideWindow::anUnknownPageIsTheIndex()
{
    m_guide->showPage(u"events"_s);
    m_guide->showPage(u"no-such-page"_s);
    QCOMPARE(m_guide->page(), u"index"_s);
    m_guide->showPage(u"../en/events"_s);
    QCOMPARE(m_guide->page(), u"index"_s);
}

void tst_GuideWindow::escapeEmptiesAFieldFirst()
{
    auto *field = find<QLineEdit>("guideSearch");
    field->setFocus();
    field->setText(u"lease"_s);
    press(Qt::Key_Escape);
    QCOMPARE(field->text(), QString());
    QVERIFY(m_guide->isVisible());
    press(Qt::Key_Escape);
    QTRY_VERIFY(!m_guide);
}

void tst_GuideWindow::nothingIsWiderThanItsRoom_data()
{
    QTest::addColumn<QString>("name");
    const GuideBook book;
    for (const GuideBook::Page &one : book.pages())
        QTest::newRow(qPrintable(one.name)) << one.name;
}

void tst_GuideWindow::nothingIsWiderThanItsRoom()
{
    QFETCH(QString, name);
    m_guide->showPage(name);
    // Qt lays out the end of a long page from the event loop, and from 6.8 on it rounds the width
    // of a table up.
    QTRY_VERIFY(page()->horizontalScrollBar()->maximum() <= 1);
    // In characters: the screen of a test may be so small that the window opens narrow.
    m_guide->resize(95 * characterWidth(m_guide->fontMetrics()), m_guide->height());
    QTRY_VERIFY(page()->horizontalScrollBar()->maximum() <= 1);
}

LOCKSCOPE_TEST_SUITE(tst_GuideWindow)
#include "tst_guidewindow.moc"
