// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/client/locks/clientcolor.h"
#include "ui/theme/theme.h"
#include "ui/theme/tones.h"

#include <QApplication>

#include <array>
#include <cmath>
#include <set>

using namespace lockscope;
using namespace lockscope::ui;

namespace {

OwnerId owner(int client, int thread)
{
    return OwnerId("3f2a9c44-5d1e-4b7a-9c0d-"
                   + QByteArray::number(client, 16).rightJustified(12, '0') + ':'
                   + QByteArray::number(thread));
}

} // namespace

class tst_ClientColor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void threadsOfAClientShareIt();
    void itIsTheSameInEveryRun();
    void clientsDiffer();
    void itCanBeSeen_data();
    void itCanBeSeen();
    void noTwoLookAlike();
    void itIsNoneOfAProblem();
};

namespace {

// CIE 1976 L*a*b*, in which the distance of two colours is about how different they look.
std::array<double, 3> lab(const QColor &color)
{
    const auto linear = [](float part) {
        return part <= 0.04045F ? double(part) / 12.92
                                : std::pow((double(part) + 0.055) / 1.055, 2.4);
    };
    const double r = linear(color.redF());
    const double g = linear(color.greenF());
    const double b = linear(color.blueF());
    const auto bent = [](double part) {
        return part > 0.008856 ? std::cbrt(part) : 7.787 * part + 16.0 / 116;
    };
    const double x = bent((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    const double y = bent(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const double z = bent((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double difference(const QColor &one, const QColor &other)
{
    const auto a = lab(one);
    const auto b = lab(other);
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

} // namespace

void tst_ClientColor::threadsOfAClientShareIt()
{
    QCOMPARE(clientNumber(owner(1, 7)), clientNumber(owner(1, 80)));
    QVERIFY(clientNumber(owner(1, 7)) != clientNumber(owner(2, 7)));
    // A token that names no client is all there is of its owner.
    QVERIFY(clientNumber(OwnerId("8f1d2c77")) != clientNumber(OwnerId("8f1d2c78")));
    clientNumber(OwnerId()); // nobody
    clientNumber(OwnerId(":"));
}

void tst_ClientColor::itIsTheSameInEveryRun()
{
    QCOMPARE(clientNumber(OwnerId("a:1")),
             quint64(0xaf63dc4c8601ec8c)
                 ^ (quint64(0xaf63dc4c8601ec8c) >> 32U)); // as FNV-1a is published
}

void tst_ClientColor::clientsDiffer()
{
    std::set<QRgb> colors;
    for (int client = 0; client < 200; ++client)
        colors.insert(clientColor(owner(client, 1), qApp->palette()).rgb());
    QVERIFY2(colors.size() >= 20, qPrintable(QString::number(colors.size())));
}

void tst_ClientColor::itCanBeSeen_data()
{
    QTest::addColumn<int>("theme");
    QTest::newRow("light") << int(Theme::Light);
    QTest::newRow("dark") << int(Theme::Dark);
    QTest::newRow("high contrast") << int(Theme::HighContrast);
}

void tst_ClientColor::itCanBeSeen()
{
    QFETCH(const int, theme);
    applyTheme(Theme(theme));
    const QPalette palette = qApp->palette();
    for (quint64 number = 0; number < markCount; ++number) {
        for (const auto ground : {QPalette::Base, QPalette::AlternateBase, QPalette::Window})
            QVERIFY(contrast(markColor(number, palette), palette.color(ground)) >= 3);
        for (const bool isWeak : {false, true})
            QVERIFY(contrast(markFill(number, palette, isWeak), palette.color(QPalette::Text))
                    >= 4.5);
        QCOMPARE(markColor(number + markCount, palette), markColor(number, palette));
    }
    applyTheme(Theme::Light);
}

// Squares of ten pixels: below some ten, they were the same colour to whoever compared them.
void tst_ClientColor::noTwoLookAlike()
{
    for (const Theme theme : {Theme::Light, Theme::Dark, Theme::HighContrast}) {
        applyTheme(theme);
        for (quint64 one = 0; one < markCount; ++one) {
            for (quint64 other = 0; other < one; ++other) {
                const QColor a = markColor(one, qApp->palette());
                const QColor b = markColor(other, qApp->palette());
                QVERIFY2(
                    difference(a, b) >= 12,
                    qPrintable(QStringLiteral("%1 and %2: %3")
                                   .arg(a.name(), b.name(), QString::number(difference(a, b)))));
            }
        }
    }
    applyTheme(Theme::Light);
}

// Red and amber are of alarms and notices.
void tst_ClientColor::itIsNoneOfAProblem()
{
    for (const Theme theme : {Theme::Light, Theme::Dark, Theme::HighContrast}) {
        applyTheme(theme);
        for (quint64 number = 0; number < markCount; ++number) {
            const QColor color = markColor(number, qApp->palette());
            const int hue = color.hslHue();
            QVERIFY2(color.hslSaturation() < 40 || (hue > 60 && hue < 340),
                     qPrintable(color.name()));
        }
    }
    applyTheme(Theme::Light);
    // A token that is new with each acquisition has no colour that could stay.
    QVERIFY(!clientMark(OwnerId("8f1d2c77")).isValid());
    QCOMPARE(clientMark(owner(1, 7)).toULongLong(), clientNumber(owner(1, 8)));
}

LOCKSCOPE_TEST_SUITE(tst_ClientColor)
#include "tst_clientcolor.moc"
