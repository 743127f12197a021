// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/windowfixture.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_CrashBanner : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void offersTheReport();
    void canBePutAway();
    void aReportThatHasGoneIsTold();
};

void tst_CrashBanner::offersTheReport()
{
    const QString path = m_folder->filePath(u"crash.txt"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("signal: 11\n\x1b[31mred\n") > 0);
    file.close();
    QVERIFY(!m_window->findChild<QWidget *>(u"crashBanner"_s));
    m_window->showCrash(path);
    QTRY_VERIFY(find<QWidget>("crashBanner")->isVisible());
    QVERIFY(find<QWidget>("locks")->isEnabled()); // it is in nobody's way
    find<QPushButton>("crashReport")->click();
    find<QPushButton>("crashReport")->click(); // there is one dialog
    QCOMPARE(m_window->findChildren<QDialog *>(u"reportDialog"_s).size(), 1);
    auto *dialog = find<QDialog>("reportDialog");
    QVERIFY(dialog->isVisible() && !dialog->isModal());
    const QString text = find<QPlainTextEdit>("reportText")->toPlainText();
    QCOMPARE(text, u"signal: 11\n\\x1b[31mred\n"_s);
    QVERIFY(find<QLabel>("reportFile")->text().contains(path));
    find<QPushButton>("copyReport")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), text);
    dialog->close();
}

void tst_CrashBanner::canBePutAway()
{
    m_window->showCrash(u"/nowhere"_s);
    find<QPushButton>("crashDismiss")->click();
    QVERIFY(!find<QWidget>("crashBanner")->isVisible());
}

void tst_CrashBanner::aReportThatHasGoneIsTold()
{
    m_window->showCrash(u"/nowhere/crash.txt"_s);
    find<QPushButton>("crashReport")->click();
    QVERIFY(find<QLabel>("reportFile")->text().contains("cannot be read"_L1));
    QVERIFY(!find<QPushButton>("copyReport")->isEnabled());
}

LOCKSCOPE_TEST_SUITE(tst_CrashBanner)
#include "tst_crashbanner.moc"
