// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/windowfixture.h"
#include "ui/guide/guidebook.h"
#include "ui/window/helppages.h"

#include <QDir>
#include <QLineEdit>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

// F1 and the pages that it leads to.
class tst_HelpPages : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void everyViewHasAPageInEachLanguage();
    void f1OpensThePageOfThePlace_data();
    void f1OpensThePageOfThePlace();
    void everyDialogHasAPageInEachLanguage_data();
    void everyDialogHasAPageInEachLanguage();

private:
    // In English and in Chinese.
    static bool isPage(const QString &name)
    {
        const QString usual = GuideBook::usualFolder();
        for (const QString &language : {u"en"_s, u"zh_CN"_s}) {
            if (!GuideBook(QDir(usual).absoluteFilePath(u"../"_s + language)).find(name))
                return false;
        }
        return true;
    }
};

void tst_HelpPages::everyViewHasAPageInEachLanguage()
{
    QVERIFY(!isPage(u"nowhere"_s));
    for (const ViewSpec &spec : allViews()) {
        const QString page = helpPageOf(find<QWidget>(qPrintable(spec.name)));
        QCOMPARE(page, spec.name.chopped(4));
        QVERIFY2(isPage(page), qPrintable(page));
    }
    QCOMPARE(helpPageOf(find<QWidget>("locks")), u"locks"_s);
    QCOMPARE(helpPageOf(find<QWidget>("filter")), u"locks"_s);
    QVERIFY(isPage(u"locks"_s));
    QCOMPARE(helpPageOf(m_window.get()), u"index"_s);
    QCOMPARE(helpPageOf(nullptr), u"index"_s);
}

void tst_HelpPages::f1OpensThePageOfThePlace_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("page");
    QTest::newRow("locks") << u"window"_s << u"locks"_s;
    QTest::newRow("timeline") << u"timelineDock"_s << u"timeline"_s;
    QTest::newRow("detail") << u"detailDock"_s << u"detail"_s;
    QTest::newRow("servers") << u"estateDock"_s << u"estate"_s;
    QTest::newRow("palette") << u"actionPalette"_s << u"finding"_s;
    QTest::newRow("connect") << u"actionConnect"_s << u"estate"_s;
    QTest::newRow("import") << u"actionImportProfiles"_s << u"profiles"_s;
    QTest::newRow("profile") << u"actionNewProfile"_s << u"profiles"_s;
    QTest::newRow("action") << u"actionForceUnlock"_s << u"actions"_s;
    QTest::newRow("exception") << u"actionPasteException"_s << u"exception"_s;
    QTest::newRow("names") << u"actionOwnerNames"_s << u"aliases"_s;
}

void tst_HelpPages::f1OpensThePageOfThePlace()
{
    QFETCH(QString, place);
    QFETCH(QString, page);
    QWidget *window = open(place);
    window->activateWindow();
    QTRY_COMPARE(QApplication::activeWindow(), window);
    QTRY_VERIFY(QApplication::focusWidget());
    QSignalSpy wanted(m_window.get(), &MainWindow::guideWanted);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F1);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front().front().toString(), page);
}

void tst_HelpPages::everyDialogHasAPageInEachLanguage_data()
{
    QTest::addColumn<QString>("place");
    for (const QString &place : dialogPlaces())
        QTest::newRow(qPrintable(place)) << place;
}

void tst_HelpPages::everyDialogHasAPageInEachLanguage()
{
    QFETCH(QString, place);
    const QWidget *window = open(place);
    const QString page = place == "actionPalette"_L1 ? helpPageOf(find<QLineEdit>("paletteField"))
                                                     : helpPageOf(window);
    QVERIFY2(isPage(page), qPrintable(page));
    // Only these two are about everything.
    const bool isGeneral = place == "actionKeys"_L1 || place == "actionAbout"_L1;
    QCOMPARE(page == "index"_L1, isGeneral);
}

LOCKSCOPE_TEST_SUITE(tst_HelpPages)
#include "tst_helppages.moc"
