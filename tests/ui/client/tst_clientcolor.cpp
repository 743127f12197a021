// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/client/clientcolor.h"
#include "ui/theme/theme.h"
#include "ui/theme/tones.h"

#include <QApplication>

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
    void itIsNoneOfAProblem();
};

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
