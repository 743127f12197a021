// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/export/csv.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

class tst_Csv : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void cellsAreQuoted_data();
    void cellsAreQuoted();
    void whatIsDefusedIsCounted();
};

void tst_Csv::cellsAreQuoted_data()
{
    QTest::addColumn<QString>("cell");
    QTest::addColumn<QString>("written");
    QTest::newRow("plain") << u"orders"_s << u"orders"_s;
    QTest::newRow("empty") << QString() << QString();
    QTest::newRow("comma") << u"a,b"_s << u"\"a,b\""_s;
    QTest::newRow("quotes") << u"say \"no\""_s << u"\"say \"\"no\"\"\""_s;
    QTest::newRow("lines") << u"a\r\nb"_s << u"\"a\r\nb\""_s;
    QTest::newRow("semicolon") << u"a;=1+1"_s << u"\"a;=1+1\""_s;
    QTest::newRow("Chinese") << u"\u9501"_s << u"\u9501"_s;
    QTest::newRow("formula") << u"=HYPERLINK(1)"_s << u"'=HYPERLINK(1)"_s;
    QTest::newRow("plus") << u"+cmd|' /C calc'!A0"_s << u"'+cmd|' /C calc'!A0"_s;
    QTest::newRow("minus") << u"-1+1"_s << u"'-1+1"_s;
    QTest::newRow("at") << u"@SUM(1)"_s << u"'@SUM(1)"_s;
    QTest::newRow("behind blanks") << u"  =1+1"_s << u"'  =1+1"_s;
    QTest::newRow("behind a tab") << u"\t=1+1"_s << u"\"'\t=1+1\""_s;
    QTest::newRow("full width") << u"\uff1d1+1"_s << u"'\uff1d1+1"_s;
    QTest::newRow("infinity") << u"-inf"_s << u"'-inf"_s;
    QTest::newRow("number") << u"-3.5"_s << u"-3.5"_s;
    QTest::newRow("inside") << u"a=b"_s << u"a=b"_s;
}

void tst_Csv::cellsAreQuoted()
{
    QFETCH(QString, cell);
    QFETCH(QString, written);
    CsvLines lines;
    QCOMPARE(lines.line({u"x"_s, cell, u"y"_s}), QString(u"x,"_s + written + u",y\r\n"_s).toUtf8());
}

void tst_Csv::whatIsDefusedIsCounted()
{
    CsvLines lines;
    lines.line({u"=1"_s, u"-3"_s, u"@x"_s});
    lines.line({u"a"_s, u"+x"_s});
    QCOMPARE(lines.defused(), 3);
}

LOCKSCOPE_TEST_SUITE(tst_Csv)
#include "tst_csv.moc"
