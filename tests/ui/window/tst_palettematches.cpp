// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/window/palettematches.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <utility>

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
    void wordsMayBeInDifferentTexts();
    void theBestIsKnownOnTheWay();
    void signsLimitASearch_data();
    void signsLimitASearch();
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
    BestMatches<int> best(4);
    int number = 0;
    for (const int score : {5, 9, 5, 1, 9}) {
        best.offer(score, number++);
        QVERIFY(best.size() <= 4); // no more is kept on the way
    }
    QCOMPARE(best.take(), (std::vector<int>{1, 4, 0, 2}));
    best.offer(3, 7);
    QCOMPARE(best.take(), std::vector<int>{7});
    // As if all were sorted.
    std::minstd_rand random(2);
    std::vector<std::pair<int, int>> all;
    BestMatches<int> some(50);
    for (int i = 0; i < 5000; ++i) {
        all.emplace_back(int(random() % 40), i);
        some.offer(all.back().first, i);
        QVERIFY(some.size() <= 50);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto &a, const auto &b) { return a.first > b.first; });
    std::vector<int> wanted;
    for (std::size_t i = 0; i < 50; ++i)
        wanted.push_back(all[i].second);
    QCOMPARE(some.take(), wanted);
    BestMatches<int> none(0);
    none.offer(1, 1);
    QVERIFY(none.take().empty());
}

void tst_PaletteMatches::longTextsAreNoTrouble()
{
    const QByteArray text(1'000'000, 'a');
    QVERIFY(PaletteQuery(u"aaab"_s).score(text) == std::nullopt);
    QVERIFY(PaletteQuery(u"aaa"_s).score(text));
}

void tst_PaletteMatches::wordsMayBeInDifferentTexts()
{
    const PaletteQuery query(u"expired ledger"_s);
    QVERIFY(query.score({"expired", "billing:ledger"}));
    QVERIFY(!query.score({"expired", "billing:export"}));
    QVERIFY(!query.score({"billing:ledger"}));
    QVERIFY(*query.score({"expired", "ledger"}) > *query.score({"expired", "old-ledger"}));
    QVERIFY(PaletteQuery(QString()).score({"anything", ""}));
}

void tst_PaletteMatches::theBestIsKnownOnTheWay()
{
    BestMatches<int> best(2);
    QVERIFY(!best.bestScore());
    for (const int score : {3, 8, 5})
        best.offer(score, score);
    QCOMPARE(best.bestScore(), std::optional(8));
    QCOMPARE(best.best(), (std::vector<int>{8, 5}));
    QCOMPARE(best.size(), 2U); // all are still there
    best.offer(9, 9);
    QCOMPARE(best.take(), (std::vector<int>{9, 8}));
}

void tst_PaletteMatches::signsLimitASearch_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("group"); // -1: all of them
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << "" << -1 << "";
    QTest::newRow("a name") << " orders " << -1 << "orders";
    QTest::newRow("actions") << ">dark" << static_cast<int>(PaletteGroup::Actions) << "dark";
    QTest::newRow("locks") << "# orders" << static_cast<int>(PaletteGroup::Locks) << " orders";
    QTest::newRow("owners") << "@bill" << static_cast<int>(PaletteGroup::Owners) << "bill";
    QTest::newRow("events") << "!exp" << static_cast<int>(PaletteGroup::Events) << "exp";
    QTest::newRow("guide") << "?" << static_cast<int>(PaletteGroup::Guide) << "";
    QTest::newRow("a name with the sign") << "##1" << static_cast<int>(PaletteGroup::Locks) << "#1";
    QTest::newRow("a wide sign") << u"？锁"_s << static_cast<int>(PaletteGroup::Guide) << u"锁"_s;
    QTest::newRow("a sign within") << "a@b" << -1 << "a@b";
}

void tst_PaletteMatches::signsLimitASearch()
{
    QFETCH(QString, typed);
    QFETCH(int, group);
    QFETCH(QString, text);
    const PaletteInput input = readPaletteInput(typed);
    QCOMPARE(input.only ? static_cast<int>(*input.only) : -1, group);
    QCOMPARE(input.text, text);
}

LOCKSCOPE_TEST_SUITE(tst_PaletteMatches)
#include "tst_palettematches.moc"
