// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/models/palettematches.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace lockscope::ui;

class tst_PaletteMatches : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatFits_data();
    void whatFits();
    void whatFitsBetter_data();
    void whatFitsBetter();
    void nothingTypedFitsAll();
    void theBestAreKeptInOrder();
    void longTextsAreNoTrouble();
};

void tst_PaletteMatches::whatFits_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("fits");
    QTest::newRow("the same") << "orders"
                              << "orders" << true;
    QTest::newRow("capitals") << "ORD"
                              << "my:Orders" << true;
    QTest::newRow("a part") << "der"
                            << "orders" << true;
    QTest::newRow("letters") << "ol7"
                             << "orders:lock:17" << true;
    QTest::newRow("wrong order") << "redro"
                                 << "orders" << false;
    QTest::newRow("not there") << "ordersx"
                               << "orders" << false;
    QTest::newRow("all words") << "lock ord"
                               << "orders:lock" << true;
    QTest::newRow("one word only") << "lock nope"
                                   << "orders:lock" << false;
    QTest::newRow("other letters") << u"锁"_s << u"订单:锁"_s << true;
    QTest::newRow("empty text") << "a"
                                << "" << false;
}

void tst_PaletteMatches::whatFits()
{
    QFETCH(QString, typed);
    QFETCH(QString, text);
    QFETCH(bool, fits);
    QCOMPARE(PaletteQuery(typed).score(text.toUtf8()).has_value(), fits);
}

void tst_PaletteMatches::whatFitsBetter_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("better");
    QTest::addColumn<QString>("worse");
    QTest::newRow("at the start") << "lock"
                                  << "lock:orders"
                                  << "orders:lock";
    QTest::newRow("at the start of a part") << "ord"
                                            << "my:orders"
                                            << "myorders";
    QTest::newRow("after a small letter") << "lock"
                                          << "orderLock"
                                          << "orderlocks";
    QTest::newRow("in one piece") << "abc"
                                  << "xxabcxx"
                                  << "a:b:c";
    QTest::newRow("parts before letters") << "ol"
                                          << "orders:lock"
                                          << "orders_xl";
    QTest::newRow("few gaps") << "ac"
                              << "xabcx"
                              << "xabbbbbcx";
    QTest::newRow("shorter") << "orders"
                             << "orders"
                             << "orders:nightly";
    QTest::newRow("in one piece, however long")
        << "abc" << QString(QString(200, u'x') + u"abc"_s) << "axbxc";
}

void tst_PaletteMatches::whatFitsBetter()
{
    QFETCH(QString, typed);
    QFETCH(QString, better);
    QFETCH(QString, worse);
    const PaletteQuery query(typed);
    const auto first = query.score(better.toUtf8());
    const auto second = query.score(worse.toUtf8());
    QVERIFY(first && second);
    QVERIFY2(*first > *second, qPrintable(u"%1 and %2"_s.arg(*first).arg(*second)));
}

void tst_PaletteMatches::nothingTypedFitsAll()
{
    QVERIFY(PaletteQuery(u"  "_s).isEmpty());
    QVERIFY(PaletteQuery(QString()).score("anything"));
}

void tst_PaletteMatches::theBestAreKeptInOrder()
{
    std::vector<PaletteMatch> matches{{0, 5}, {1, 9}, {2, 5}, {3, 1}, {4, 9}};
    keepBest(matches, 4);
    std::vector<std::size_t> kept;
    for (const PaletteMatch &match : matches)
        kept.push_back(match.index);
    QCOMPARE(kept, (std::vector<std::size_t>{1, 4, 0, 2}));
    keepBest(matches, 10);
    QCOMPARE(matches.size(), 4U);
}

void tst_PaletteMatches::longTextsAreNoTrouble()
{
    const QByteArray text(1'000'000, 'a');
    QVERIFY(PaletteQuery(u"aaab"_s).score(text) == std::nullopt);
    QVERIFY(PaletteQuery(u"aaa"_s).score(text));
}

LOCKSCOPE_TEST_MAIN(tst_PaletteMatches)
#include "tst_palettematches.moc"
