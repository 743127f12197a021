// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/detail/ttlgeometry.h"

using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using insight::Tooth;
using insight::ToothEnd;

namespace {

const OwnerId holder("holder:1");
const QSize size(600, 100);

Instant at(Millis since)
{
    return Instant(1h + since);
}

Tooth tooth(Millis from, std::optional<Millis> to, ToothEnd end,
            std::optional<Millis> ttl = Millis(30s))
{
    Tooth made;
    made.owner = holder;
    made.from = at(from);
    if (to)
        made.to = at(*to);
    if (ttl)
        made.deadline = at(from + *ttl);
    made.lease = Millis(30s);
    made.end = end;
    return made;
}

} // namespace

class tst_TtlGeometry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void renewalsMakeASaw();
    void whatIsOverdueIsALineOfItsOwn();
    void everyEndHasItsMark_data();
    void everyEndHasItsMark();
    void whatHasNoExpiryIsLevel();
    void aDeadlineThatPassedStaysOnTheGround();
    void nothingIsDrawnAfterWhatWasSeen();
    void noLineCrossesATimeWithoutSight();
    void noJumpIsDrawnWhereNobodySawTheRenewal();
    void manyTeethShareTheirPixels();
    void theWindowFollowsTheLease();
    void teethAreFoundByPlace();
};

void tst_TtlGeometry::renewalsMakeASaw()
{
    const std::vector<Tooth> teeth{tooth(0s, 10s, ToothEnd::Renewed),
                                   tooth(10s, std::nullopt, ToothEnd::Running)};
    const TtlDrawing drawing = drawTtl(teeth, at(0s), at(20s), size);
    QCOMPARE(drawing.scale.top, Millis(50s));
    QCOMPARE(drawing.lines.size(), 2u);
    QCOMPARE(drawing.lines[0].from, QPointF(0, 40));
    QCOMPARE(drawing.lines[0].to, QPointF(300, 60));
    QCOMPARE(drawing.lines[1].from, QPointF(300, 40));
    QCOMPARE(drawing.lines[1].to, QPointF(600, 60));
    QCOMPARE(drawing.jumps.size(), 1u);
    QCOMPARE(drawing.jumps[0].from, drawing.lines[0].to);
    QCOMPARE(drawing.jumps[0].to, drawing.lines[1].from);
    QVERIFY(drawing.marks.empty());
    QCOMPARE(drawing.lease, std::optional(40.0));
    QCOMPARE(drawing.due, std::optional(60.0)); // a third of the lease later
    // One that nobody renews is due for nothing.
    QVERIFY(!drawTtl({teeth.back()}, at(0s), at(20s), size).due);
    auto measured = teeth;
    measured.back().period = Millis(5s);
    QCOMPARE(drawTtl(measured, at(0s), at(20s), size).due, std::optional(50.0));
}

void tst_TtlGeometry::whatIsOverdueIsALineOfItsOwn()
{
    Tooth late = tooth(0s, std::nullopt, ToothEnd::Running);
    late.overdueSince = at(12s);
    const TtlDrawing drawing = drawTtl({late}, at(0s), at(20s), size);
    QCOMPARE(drawing.lines.size(), 2u);
    QVERIFY(!drawing.lines[0].isOverdue);
    QVERIFY(drawing.lines[1].isOverdue);
    QCOMPARE(drawing.lines[0].to, drawing.lines[1].from);
    QCOMPARE(drawing.lines[1].from.x(), 360.0);
    QCOMPARE(drawing.marks.size(), 1u);
    QCOMPARE(drawing.marks[0].type, TtlMark::Type::Overdue);
    QCOMPARE(drawing.marks[0].at, drawing.lines[1].from);
    // The mark is at its beginning, not at the picture's edge.
    const TtlDrawing later = drawTtl({late}, at(15s), at(20s), size);
    QCOMPARE(later.lines.size(), 1u);
    QVERIFY(later.lines[0].isOverdue);
    QVERIFY(later.marks.empty());
}

void tst_TtlGeometry::everyEndHasItsMark_data()
{
    QTest::addColumn<ToothEnd>("end");
    QTest::addColumn<TtlMark::Type>("type");
    using Type = TtlMark::Type;
    QTest::newRow("released") << ToothEnd::Released << Type::Released;
    QTest::newRow("expired") << ToothEnd::Expired << Type::Expired;
    QTest::newRow("forced") << ToothEnd::ForceUnlocked << Type::ForceUnlocked;
    QTest::newRow("handed over") << ToothEnd::HandedOver << Type::HandedOver;
    QTest::newRow("cut short") << ToothEnd::CutShort << Type::CutShort;
    QTest::newRow("unknown") << ToothEnd::Unknown << Type::Unknown;
}

void tst_TtlGeometry::everyEndHasItsMark()
{
    QFETCH(ToothEnd, end);
    QFETCH(TtlMark::Type, type);
    const TtlDrawing drawing = drawTtl({tooth(0s, 10s, end)}, at(0s), at(20s), size);
    QCOMPARE(drawing.marks.size(), 1u);
    QCOMPARE(drawing.marks[0].type, type);
    QCOMPARE(drawing.marks[0].at.x(), 300.0);
}

void tst_TtlGeometry::whatHasNoExpiryIsLevel()
{
    const TtlDrawing drawing =
        drawTtl({tooth(0s, std::nullopt, ToothEnd::Running, std::nullopt)}, at(0s), at(20s), size);
    QCOMPARE(drawing.lines.size(), 1u);
    QVERIFY(drawing.lines[0].isEndless);
    QCOMPARE(drawing.lines[0].from.y(), drawing.lines[0].to.y());
}

void tst_TtlGeometry::aDeadlineThatPassedStaysOnTheGround()
{
    const TtlDrawing drawing =
        drawTtl({tooth(0s, std::nullopt, ToothEnd::Running, Millis(5s))}, at(0s), at(20s), size);
    QCOMPARE(drawing.lines.size(), 2u);
    QCOMPARE(drawing.lines[0].to, QPointF(150, 100));
    QCOMPARE(drawing.lines[1].to, QPointF(600, 100));
}

void tst_TtlGeometry::nothingIsDrawnAfterWhatWasSeen()
{
    const TtlDrawing drawing =
        drawTtl({tooth(0s, std::nullopt, ToothEnd::Running)}, at(0s), at(20s), size, at(10s));
    QCOMPARE(drawing.lines.size(), 1u);
    QCOMPARE(drawing.lines[0].to.x(), 300.0);
}

void tst_TtlGeometry::noLineCrossesATimeWithoutSight()
{
    const TtlDrawing drawing = drawTtl({tooth(0s, std::nullopt, ToothEnd::Running)}, at(0s),
                                       at(20s), size, {}, {{at(5s), at(10s)}, {at(19s), at(30s)}});
    QCOMPARE(drawing.lines.size(), 2u);
    QCOMPARE(drawing.lines[0].to.x(), 150.0);
    QCOMPARE(drawing.lines[1].from.x(), 300.0);
    QCOMPARE(drawing.lines[1].to.x(), 570.0);
    QCOMPARE(drawing.unseen.size(), 2u);
    QCOMPARE(drawing.unseen[0], QRectF(150, 0, 150, size.height()));
    QCOMPARE(drawing.unseen[1], QRectF(570, 0, 30, size.height()));
}

void tst_TtlGeometry::noJumpIsDrawnWhereNobodySawTheRenewal()
{
    // The lock was read again a little after its server was back.
    std::vector<Tooth> teeth{tooth(0s, 11s, ToothEnd::Renewed),
                             tooth(11s, std::nullopt, ToothEnd::Running)};
    teeth[0].vague = true;
    const TtlDrawing drawing = drawTtl(teeth, at(0s), at(20s), size, {}, {{at(4s), at(10s)}});
    QVERIFY(drawing.jumps.empty());
    QCOMPARE(drawing.lines.size(), 2u);
    QCOMPARE(drawing.lines[0].to.x(), 120.0);
    QCOMPARE(drawing.lines[1].from.x(), 330.0);
}

void tst_TtlGeometry::manyTeethShareTheirPixels()
{
    std::vector<Tooth> teeth;
    for (int i = 0; i < 2000; ++i)
        teeth.push_back(tooth(Millis(10 * i), Millis(10 * i + 10), ToothEnd::Renewed));
    teeth[1001].end = ToothEnd::Expired;
    teeth[1501].overdueSince = teeth[1501].from + 1ms;
    const TtlDrawing drawing = drawTtl(teeth, at(0s), at(20s), size);
    QVERIFY2(drawing.lines.size() < 1300, qPrintable(QString::number(drawing.lines.size())));
    QCOMPARE(drawing.marks.size(), 2u);
}

void tst_TtlGeometry::theWindowFollowsTheLease()
{
    QCOMPARE(ttlWindow({}), Millis(2min));
    QCOMPARE(ttlWindow({tooth(0s, std::nullopt, ToothEnd::Running)}), Millis(2min));
    Tooth brief = tooth(0s, std::nullopt, ToothEnd::Running);
    brief.lease = Millis(1s);
    QCOMPARE(ttlWindow({brief}), Millis(30s));
    brief.lease = Millis(24h);
    QCOMPARE(ttlWindow({brief}), Millis(30min));
}

void tst_TtlGeometry::teethAreFoundByPlace()
{
    const std::vector<Tooth> teeth{tooth(0s, 10s, ToothEnd::Renewed),
                                   tooth(10s, 15s, ToothEnd::Released)};
    const TtlScale scale = drawTtl(teeth, at(0s), at(20s), size).scale;
    QCOMPARE(toothAt(teeth, scale, 100), std::optional<std::size_t>(0));
    QCOMPARE(toothAt(teeth, scale, 400), std::optional<std::size_t>(1));
    QVERIFY(!toothAt(teeth, scale, 500));
    QVERIFY(std::chrono::abs(scale.timeAt(scale.x(at(7s))) - at(7s)) < 1ms);
}

LOCKSCOPE_TEST_SUITE(tst_TtlGeometry)
#include "tst_ttlgeometry.moc"
