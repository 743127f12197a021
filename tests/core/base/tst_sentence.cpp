// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentence.h"
#include "tests/support/testmain.h"

#include <QString>

#include <limits>

using namespace Qt::StringLiterals;
using namespace lockscope;

namespace {

// Another language, for the test: every text in capitals, its placeholders in another order.
QString loud(const char *text)
{
    if (qstrcmp(text, "%1 of %2") == 0)
        return u"OF %2, %1"_s;
    return QString::fromLatin1(text).toUpper();
}

} // namespace

class tst_Sentence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void valuesStandInTheirPlaces()
    {
        QCOMPARE(Sentence().english(), QString());
        QVERIFY(Sentence().isEmpty());
        QCOMPARE(Sentence::say("held").english(), u"held"_s);
        QCOMPARE(Sentence::say("%1 of %2").arg(1, 3).english(), u"1 of 3"_s);
        QCOMPARE(Sentence::say("%1 of %2").arg(1).arg(u"3"_s).english(), u"1 of 3"_s);
        QCOMPARE(Sentence::say("%1, %1").arg(u"a"_s).english(), u"a, a"_s);
        const qint64 least = std::numeric_limits<qint64>::min();
        QCOMPARE(Sentence::say("%1").arg(least).english(), QString::number(least));
        // A placeholder without a value stays: a percent sign needs no escape.
        QCOMPARE(Sentence::say("write % as %25").english(), u"write % as %25"_s);
    }

    void dataKeepsEveryCharacter()
    {
        for (const QString &data :
             {u""_s, u"a"_s, u"%1 %2"_s, u"é锁\U0001f512"_s, u"a\0b"_s, QString(5000, u'锁')})
            QCOMPARE(Sentence::say("from %1").arg(data).english(), QString(u"from "_s + data));
        // Half a character has no UTF-8.
        QCOMPARE(Sentence::say("%1").arg(QString(QChar(0xd83d))).english(), u"\ufffd"_s);
    }

    void dataAtTheBeginningIsKnown()
    {
        const auto same = [](const char *text) { return QString::fromLatin1(text); };
        QVERIFY(Sentence::say("%1 holds it").arg(u"tok"_s).beginsWithData(same));
        QVERIFY(!Sentence::say("held by %1").arg(u"tok"_s).beginsWithData(same));
        QVERIFY(!Sentence(u"refused"_s).beginsWithData(same)); // foreign, as a whole
        QVERIFY(!Sentence().beginsWithData(same));
        const auto holds = Sentence::say("%1 holds it").arg(u"tok"_s);
        QVERIFY(Sentence::say("%2, %1").arg(1, holds).beginsWithData(same));
        QVERIFY(!Sentence::say("%1, then").arg(Sentence::say("held")).beginsWithData(same));
        // In another language the name comes first.
        const auto turned = [](const char *) { return u"%1: held"_s; };
        QVERIFY(Sentence::say("held by %1").arg(u"tok"_s).beginsWithData(turned));
    }

    void wordsAreThoseOfTheLanguage()
    {
        const auto inner = Sentence::say("held by %1").arg(u"held"_s);
        const auto whole = Sentence::say("%1 of %2").arg(2, inner);
        QCOMPARE(whole.inWords(loud), u"OF HELD BY held, 2"_s);
        QCOMPARE(whole.english(), u"2 of held by held"_s);
        QCOMPARE(Sentence(u"WRONGTYPE said it"_s).inWords(loud), u"WRONGTYPE said it"_s);
    }

    void instantsAreThoseOfTheReader()
    {
        const WallInstant at{Millis(1'764'231'300'999)}; // 2025-11-27T08:15:00.999Z
        const auto since = Sentence::say("since %1").arg(at);
        QCOMPARE(since.english(), u"since 08:15:00Z"_s);
        const auto seconds = [](WallInstant each) {
            return QString::number(each.time_since_epoch().count());
        };
        const auto whole = Sentence::say("%1 of %2").arg(2, since);
        QCOMPARE(whole.inWords(loud, seconds), u"OF SINCE 1764231300000, 2"_s);
        QCOMPARE(whole.inWords(loud), u"OF SINCE 08:15:00Z, 2"_s);
        QCOMPARE(since.argument(1).english(), u"08:15:00Z"_s);
        // Two looks reckon the same moment a little apart.
        QCOMPARE(Sentence::say("since %1").arg(at - Millis(900)), since);
        QVERIFY(Sentence::say("since %1").arg(at + Millis(1)) != since);
    }

    void someAreForeign()
    {
        const Sentence foreign(u"held"_s);
        QVERIFY(foreign.isForeign());
        QVERIFY(!foreign.isOf("held"));
        QVERIFY(!Sentence::say("held").isForeign());
        QVERIFY(!Sentence(QString()).isForeign());
        QVERIFY(Sentence(QString()).isEmpty());
    }

    void partsAreTold()
    {
        const auto sentence = Sentence::say("%1: %2").arg(u"urls[0]"_s, Sentence::say("held"));
        QVERIFY(sentence.isOf("%1: %2"));
        QVERIFY(!sentence.isOf("%1"));
        QCOMPARE(sentence.argument(1).english(), u"urls[0]"_s);
        QVERIFY(sentence.argument(1).isForeign());
        QVERIFY(sentence.argument(2).isOf("held"));
        QVERIFY(sentence.argument(3).isEmpty());
        QCOMPARE(Sentence::say("%1").arg(7).argument(1).english(), u"7"_s);
    }

    void whatIsMadeTheSameIsEqual()
    {
        const auto made = [](const QString &name, int count) {
            return Sentence::say("%1 of %2").arg(count, Sentence::say("held by %1").arg(name));
        };
        QCOMPARE(made(u"a"_s, 1), made(u"a"_s, 1));
        QVERIFY(made(u"a"_s, 1) != made(u"b"_s, 1));
        QVERIFY(made(u"a"_s, 1) != made(u"a"_s, 2));
        QVERIFY(Sentence::say("%1").arg(1) != Sentence::say("%1").arg(1, 2));
        QVERIFY(Sentence::say("held") != Sentence::say("free"));
        QVERIFY(Sentence() != Sentence::say("free"));
        QCOMPARE(Sentence(), Sentence(QString()));
        // A server's words are like ours.
        QCOMPARE(Sentence::say("held by %1").arg(u"a"_s), Sentence(u"held by a"_s));
        QVERIFY(Sentence(u"held by a"_s) != Sentence(u"held by b"_s));
    }

    void sentencesShareTheirBeginning()
    {
        const auto first = Sentence::say("%1 and %2").arg(u"a"_s);
        const auto one = first.arg(u"b"_s);
        const auto other = first.arg(u"c"_s);
        QCOMPARE(one.english(), u"a and b"_s);
        QCOMPARE(other.english(), u"a and c"_s);
    }

    void severalAreJoined()
    {
        const auto a = Sentence::say("held");
        const auto b = Sentence::say("free");
        QCOMPARE(joined(a, b).english(), u"held; free"_s);
        QCOMPARE(joined({}, b), b);
        QCOMPARE(joined(a, {}), a);
        QCOMPARE(joined(joined(a, b), a).english(), u"held; free; held"_s);
    }
};

LOCKSCOPE_TEST_SUITE(tst_Sentence)
#include "tst_sentence.moc"
