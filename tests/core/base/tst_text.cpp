// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/argumenttext.h"
#include "core/base/jsonbytes.h"
#include "core/base/text.h"
#include "tests/support/testmain.h"

#include <QJsonObject>

#include <algorithm>

using namespace lockscope;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void showsBytes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char *name, QByteArray bytes, const QString &shown) {
            QTest::newRow(name) << std::move(bytes) << shown;
        };
        row("empty", "", u""_s);
        row("plain", "order:{17}:lock", u"order:{17}:lock"_s);
        row("UTF-8", "\xc3\xa9\xe4\xbd\xa0\xf0\x9f\x94\x92", u"\u00e9\u4f60\U0001f512"_s);
        row("markup stays", "<img src=\"file:///etc/passwd\"><b>&amp;",
            u"<img src=\"file:///etc/passwd\"><b>&amp;"_s);
        row("line breaks", "a\nb\r\tc", uR"(a\nb\r\tc)"_s);
        row("escape sequence", "\x1b[2J", uR"(\x1b[2J)"_s);
        row("zero", QByteArray("a\0b", 3), uR"(a\x00b)"_s);
        row("delete", "\x7f", uR"(\x7f)"_s);
        row("C1", "\xc2\x9b", uR"(\u{009b})"_s);
        row("backslash", R"(a\n)", uR"(a\\n)"_s);
        row("right to left",
            "a\xe2\x80\xae"
            "b",
            uR"(a\u{202e}b)"_s);
        row("isolate", "\xe2\x81\xa6", uR"(\u{2066})"_s);
        row("zero width", "\xe2\x80\x8b\xef\xbb\xbf", uR"(\u{200b}\u{feff})"_s);
        row("line separator", "\xe2\x80\xa8", uR"(\u{2028})"_s);
        row("tag", "\xf3\xa0\x81\x81", uR"(\u{e0041})"_s);
        row("stray byte", "a\xff\x80z", uR"(a\xff\x80z)"_s);
        row("overlong", "\xc0\xaf", uR"(\xc0\xaf)"_s);
        row("surrogate", "\xed\xa0\x80", uR"(\xed\xa0\x80)"_s);
        row("beyond Unicode", "\xf4\x90\x80\x80", uR"(\xf4\x90\x80\x80)"_s);
        row("cut off", "\xe4\xbd", uR"(\xe4\xbd)"_s);
    }

    void keepsAMarkAtTheBeginning()
    {
        const QByteArray marked = "\xef\xbb\xbf\xef\xbb\xbfjob"_ba;
        QCOMPARE(fromUtf8(marked), u"\ufeff\ufeffjob"_s);
        QCOMPARE(bytesOfArgument(textOfArgument(marked)), marked);
        QJsonObject object;
        putBytes(object, u"name"_s, marked);
        QCOMPARE(object["name"_L1].toString(), u"\ufeff\ufeffjob"_s);
        QCOMPARE(QByteArray::fromBase64(object["name_base64"_L1].toString().toLatin1()), marked);
    }

    void showsBytes()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, shown);
        QCOMPARE(visible(bytes), shown);
        const auto back = fromVisible(shown);
        QVERIFY(back);
        QCOMPARE(*back, bytes);
    }

    // For all bytes: nothing in the text can act, and the bytes can be restored.
    void roundTripsEveryPair()
    {
        for (int first = 0; first < 256; ++first) {
            for (int second = 0; second < 256; ++second) {
                QByteArray bytes;
                bytes += static_cast<char>(first);
                bytes += static_cast<char>(second);
                const QString shown = visible(bytes);
                QVERIFY(std::ranges::none_of(
                    shown, [](QChar c) { return c.category() == QChar::Other_Control; }));
                QVERIFY(fromVisible(shown) == bytes);
            }
        }
    }

    void isLinear()
    {
        const QByteArray large = QByteArray("ab\n\xff").repeated(25'000);
        const QString shown = visible(large);
        QCOMPARE(shown.size(), 25'000 * 8);
        QVERIFY(fromVisible(shown) == large);
    }

    void elides_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("limit");
        QTest::addColumn<QString>("shown");
        QTest::newRow("fits") << "abc"_ba << 3 << u"abc"_s;
        QTest::newRow("cut") << "abcd"_ba << 3 << u"ab\u2026"_s;
        QTest::newRow("one") << "abcd"_ba << 1 << u"\u2026"_s;
        QTest::newRow("escape fits") << "a\x01"_ba << 5 << uR"(a\x01)"_s;
        QTest::newRow("escape at the end") << "ab\x01"_ba << 5 << u"ab\u2026"_s;
        QTest::newRow("escape in the middle") << "ab\x01zzzz"_ba << 5 << u"ab\u2026"_s;
        QTest::newRow("never half a character") << "ab\xf0\x9f\x94\x92zz"_ba << 4 << u"ab\u2026"_s;
        QTest::newRow("large") << QByteArray(100'000, 'x') << 4 << u"xxx\u2026"_s;
    }

    void elides()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, limit);
        QFETCH(QString, shown);
        QCOMPARE(visibleElided(bytes, limit), shown);
    }

    void showsBlanksAtTheEdgesOfNames()
    {
        QCOMPARE(visibleName("orders"), u"orders"_s);
        QCOMPARE(visibleName(" a b "), uR"(\x20a b\x20)"_s);
        QCOMPARE(visibleName(" "), uR"(\x20)"_s);
        QCOMPARE(fromVisible(visibleName("  x  ")).value(), QByteArray("  x  "));
        QCOMPARE(visibleName("ab cd", 3), u"ab\u2026"_s);
    }

    void showsTheFirstNames()
    {
        QCOMPARE(visibleNames({}), QString());
        QCOMPARE(visibleNames({LockName("a"_ba), LockName(), LockName("b "_ba)}),
                 uR"(a, \u{}, b\x20)"_s);
        QCOMPARE(visibleNames(std::vector<LockName>(6, LockName("a"_ba))),
                 u"a, a, a, a, a, \u2026"_s);
    }

    // visible() writes four digits at least, and people fewer.
    void readsShortCodePoints()
    {
        QCOMPARE(fromVisible(uR"(\u{9}\u{41}\u{e9})"_s).value(), QByteArray("\tA\xc3\xa9"));
    }

    void refusesUnknownEscapes()
    {
        for (const QString &text :
             {uR"(\)"_s, uR"(a\q)"_s, uR"(\x1)"_s, uR"(\u{})"_s, uR"(\u{1234)"_s, uR"(\X41)"_s,
              uR"(\u{d800})"_s, uR"(\u{110000})"_s, uR"(\u{ffffff})"_s}) {
            const auto bytes = fromVisible(text);
            QVERIFY2(!bytes, qPrintable(text));
            QCOMPARE(bytes.error().kind, ErrorKind::InvalidInput);
            QVERIFY2(bytes.error().text.english().contains(u'"' + text + u'"'), qPrintable(text));
        }
    }

    void tellsUtf8()
    {
        QVERIFY(isUtf8("") && isUtf8("a\xc3\xa9\xf0\x9f\x94\x92"));
        QVERIFY(!isUtf8("\xff") && !isUtf8("\xc3") && !isUtf8("\xed\xa0\x80")
                && !isUtf8("\xc0\x80"));
    }

    void parsesDurations_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ms"); // -1: refused
        const auto row = [](const char *text, qint64 ms) {
            QTest::newRow(text) << QString::fromUtf8(text) << ms;
        };
        row("0ms", 0);
        row("500ms", 500);
        row("30s", 30'000);
        row("5m", 300'000);
        row("2h", 7'200'000);
        row("30", -1);
        row("", -1);
        row("s", -1);
        row("-5s", -1);
        row("+5s", -1);
        row("1.5s", -1);
        row("5 s", -1);
        row(" 5s", -1);
        row("5s ", -1);
        row("5s\n", -1);
        row("5S", -1);
        row("5d", 5 * qint64(86'400'000));
        row("366d", 366 * qint64(86'400'000));
        row("367d", -1);
        row("1e3s", -1);
        row("\xd9\xa5s", -1); // an Arabic digit
        row("999999999999999h", -1);
        row("99999999999999999999s", -1);
    }

    void parsesDurations()
    {
        QFETCH(QString, text);
        QFETCH(qint64, ms);
        const auto duration = parseDuration(text);
        if (ms >= 0) {
            QVERIFY(duration);
            QCOMPARE(qint64(duration->count()), ms);
            return;
        }
        QVERIFY(!duration);
        QCOMPARE(duration.error().kind, ErrorKind::InvalidInput);
        QVERIFY(!duration.error().text.english().contains(u'\n'));
    }

    void writesTimes()
    {
        QCOMPARE(isoTime(WallInstant(0ms)), u"1970-01-01T00:00:00.000Z"_s);
        QCOMPARE(isoTime(WallInstant(1769860800123ms)), u"2026-01-31T12:00:00.123Z"_s);
    }
};

LOCKSCOPE_TEST_SUITE(TestText)
#include "tst_text.moc"
