// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/server/guesses.h"
#include "tests/core/format/keys.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;

namespace {

ReadOutcome outcomeOf(format::RawKey key)
{
    ReadOutcome outcome;
    outcome.lock = LockName("page:1");
    outcome.keys.emplace(KeyName("page:1"), std::move(key));
    return outcome;
}

int countOfLooks(Guesses &guesses, int keys)
{
    int looks = 0;
    for (int i = 0; i < keys; ++i)
        looks += guesses.isWorthALook("page:" + QByteArray::number(i)) ? 1 : 0;
    return looks;
}

} // namespace

class TestGuesses : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aScanLooksAtASampleOfWhatIsHidden()
    {
        const format::Hints hints;
        Guesses guesses(hints, false);
        guesses.beginScan();
        QCOMPARE(countOfLooks(guesses, 200), 200);
        QVERIFY(!guesses.isSampled());
        QCOMPARE(countOfLooks(guesses, 10), 0);
        QVERIFY(guesses.isSampled());
        guesses.beginScan();
        QCOMPARE(countOfLooks(guesses, 10), 10);
    }

    void namesThatTellAreNotCounted()
    {
        format::Hints hints;
        hints.prefixes = {"orders:"};
        Guesses guesses(hints, false); // no scan has begun: the sample is empty
        QVERIFY(guesses.isWorthALook("orders:7"));
        QVERIFY(!guesses.isWorthALook("page:7"));
    }

    void everythingIsLookedAtWhileGuessesAreShown()
    {
        const format::Hints hints;
        Guesses guesses(hints, false);
        QVERIFY(!guesses.show(false));
        QVERIFY(guesses.show(true));
        QCOMPARE(countOfLooks(guesses, 1000), 1000);
        QVERIFY(!guesses.isSampled());
    }

    void aNameThatIsNoLockIsExplained_data()
    {
        QTest::addColumn<format::RawKey>("key");
        QTest::addColumn<QString>("text");
        format::RawKey list = itemsKey(format::KeyType::List, {"a"});
        list.length = 70'000;
        list.truncated = true;
        QTest::newRow("number") << stringKey("17") << u"a number with an unknown purpose"_s;
        QTest::newRow("string") << stringKey("text") << u"a string without expiry"_s;
        QTest::newRow("long list") << list << u"of 70000 elements"_s;
        QTest::newRow("hash") << hashKey({{"f", "v"}}) << u"not in the form of a known lock"_s;
    }
    void aNameThatIsNoLockIsExplained()
    {
        QFETCH(format::RawKey, key);
        QFETCH(QString, text);
        const auto explanation = explanationOf(outcomeOf(key));
        QVERIFY(explanation);
        const QString english = explanation->english();
        QVERIFY2(english.contains(text), qPrintable(english));
    }

    void anAbsentKeyIsNot()
    {
        QVERIFY(!explanationOf(outcomeOf(format::RawKey())));
        QVERIFY(!explanationOf(ReadOutcome()));
    }
};

LOCKSCOPE_TEST_SUITE(TestGuesses)
#include "tst_guesses.moc"
