// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/table/ttldelegate.h"
#include "ui/theme/theme.h"

#include <limits>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;

class tst_TtlDelegate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theBarIsTheShareThatIsLeft();
    void aNarrowCellHasNoBar();
    void viewFollowsTheLease();
    void aLostServersTimeStandsStill();
    void coloursCanBeRead_data();
    void coloursCanBeRead();
};

namespace {

const Instant now{1h};

TtlValue value(Millis left, std::optional<Millis> lease = {})
{
    return {true, now + left, lease, std::nullopt};
}

} // namespace

void tst_TtlDelegate::theBarIsTheShareThatIsLeft()
{
    const QRect cell(100, 50, 106, 24);
    const TtlGeometry half = ttlGeometry(cell, 0.5);
    QVERIFY(cell.contains(half.track));
    QVERIFY(cell.contains(half.text));
    QCOMPARE(half.track.width(), 100);
    QCOMPARE(half.bar.width(), 50);
    QCOMPARE(half.bar.topLeft(), half.track.topLeft());
    QCOMPARE(ttlGeometry(cell, 0).bar.width(), 0);
    QCOMPARE(ttlGeometry(cell, 1).bar, half.track);
    QCOMPARE(ttlGeometry(cell, 7).bar, half.track);
    QCOMPARE(ttlGeometry(cell, -1).bar.width(), 0);
    QCOMPARE(ttlGeometry(cell, 0.0001).bar.width(), 1);
    QCOMPARE(ttlGeometry(cell, std::numeric_limits<double>::quiet_NaN()).bar.width(), 0);
}

void tst_TtlDelegate::aNarrowCellHasNoBar()
{
    QCOMPARE(ttlGeometry(QRect(0, 0, 5, 24), 1), TtlGeometry());
    QCOMPARE(ttlGeometry(QRect(0, 0, 100, 4), 1), TtlGeometry());
}

void tst_TtlDelegate::viewFollowsTheLease()
{
    QCOMPARE(ttlView({}, now).tone, TtlTone::None);
    QCOMPARE(ttlView(value(15s), now).fraction, 0.5); // of 30 s
    QCOMPARE(ttlView(value(15s, 20s), now).fraction, 0.75);
    QCOMPARE(ttlView(value(90s), now).fraction, 1.0);
    QCOMPARE(ttlView(value(21400ms), now).text, u"21.4 s"_s);
    QCOMPARE(ttlView(value(15s), now).tone, TtlTone::Calm);
    QCOMPARE(ttlView(value(6s, 20s), now).tone, TtlTone::Low);
    QCOMPARE(ttlView(value(0s), now).tone, TtlTone::Passed);
    QCOMPARE(ttlView(value(-1s), now).text, u"expired?"_s);
    const TtlView endless = ttlView({true, std::nullopt, std::nullopt, std::nullopt}, now);
    QCOMPARE(endless.tone, TtlTone::Endless);
    QCOMPARE(endless.text, u"no expiry"_s);
}

void tst_TtlDelegate::aLostServersTimeStandsStill()
{
    TtlValue lost = value(15s);
    lost.frozenAt = now;
    const TtlView then = ttlView(lost, now);
    const TtlView later = ttlView(lost, now + 1min);
    QVERIFY(later.frozen);
    QCOMPARE(later.text, then.text);
    QCOMPARE(later.fraction, then.fraction);
}

void tst_TtlDelegate::coloursCanBeRead_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
}

void tst_TtlDelegate::coloursCanBeRead()
{
    QFETCH(QPalette, palette);
    const QColor text = palette.color(QPalette::Text);
    for (const Tone tone : {Tone::Good, Tone::Notice, Tone::Alarm, Tone::Neutral, Tone::Quiet}) {
        const QColor color = toneColor(tone, palette);
        QVERIFY(contrast(color, palette.color(QPalette::Base)) >= 4.5);
        QVERIFY(contrast(color, palette.color(QPalette::AlternateBase)) >= 4.5);
        QVERIFY(contrast(text, toneFill(tone, palette)) >= 4.5);
    }
    QVERIFY(contrast(toneColor(Tone::Alarm, palette), palette.color(QPalette::Window)) >= 4.5);
    QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight))
            >= 4.5);
    QVERIFY(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Base))
            >= 4.5);
    QVERIFY(contrast(palette.color(QPalette::PlaceholderText), palette.color(QPalette::Window))
            >= 4.5);
}

LOCKSCOPE_TEST_SUITE(tst_TtlDelegate)
#include "tst_ttldelegate.moc"
