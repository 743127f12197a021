// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "ui/overview/overviewlayout.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;

class tst_OverviewLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void nothingOverlapsOrIsCut_data();
    void nothingOverlapsOrIsCut();
    void allHasRoomAtTheUsualSize();
    void aWallIsFilled();
    void theVerdictCanBeReadFromAfar_data();
    void theVerdictCanBeReadFromAfar();
    void manyServersLeaveAPlaceForTheRest();
};

namespace {

OverviewSpace spaceOf(const QSize &size, int line, int servers = 3, bool hasQuorum = true)
{
    OverviewSpace space;
    space.size = size;
    space.unit = line * overviewScale(size, line);
    space.servers = servers;
    space.hasQuorum = hasQuorum;
    return space;
}

// Those that may not overlap; rows lie within their cards.
std::vector<QRect> areasOf(const OverviewPlaces &places)
{
    std::vector<QRect> areas{places.verdict,  places.heartbeat, places.incidents,
                             places.blockers, places.quorum,    places.ribbon};
    areas.insert(areas.end(), places.numbers.begin(), places.numbers.end());
    areas.insert(areas.end(), places.servers.begin(), places.servers.end());
    std::erase_if(areas, [](const QRect &area) { return area.isEmpty(); });
    return areas;
}

} // namespace

void tst_OverviewLayout::nothingOverlapsOrIsCut_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("servers");
    QTest::addColumn<bool>("hasQuorum");
    for (const QSize &size : {QSize(1280, 746), QSize(1920, 1080), QSize(2560, 1440),
                              QSize(3840, 2160), QSize(900, 560), QSize(1280, 480)}) {
        for (const int line : {16, 21, 34}) {
            for (const int servers : {0, 1, 3, 40}) {
                for (const bool hasQuorum : {false, true})
                    QTest::addRow("%dx%d, %d, %d servers, %s", size.width(), size.height(), line,
                                  servers, hasQuorum ? "quorum" : "none")
                        << size << line << servers << hasQuorum;
            }
        }
    }
}

void tst_OverviewLayout::nothingOverlapsOrIsCut()
{
    QFETCH(const QSize, size);
    QFETCH(const int, line);
    QFETCH(const int, servers);
    QFETCH(const bool, hasQuorum);
    const OverviewPlaces places = overviewPlaces(spaceOf(size, line, servers, hasQuorum));
    const std::vector<QRect> areas = areasOf(places);
    for (std::size_t i = 0; i < areas.size(); ++i) {
        QVERIFY(areas[i].left() >= 0 && areas[i].right() < size.width());
        for (std::size_t j = i + 1; j < areas.size(); ++j)
            QVERIFY(!areas[i].intersects(areas[j]));
    }
    const auto areWithin = [](const std::vector<QRect> &rows, const QRect &card) {
        return std::all_of(rows.begin(), rows.end(),
                           [&](const QRect &row) { return card.contains(row); });
    };
    QVERIFY(areWithin(places.incidentRows, places.incidents));
    QVERIFY(areWithin(places.blockerRows, places.blockers));
    QVERIFY(areWithin(places.quorumRows, places.quorum));
    QVERIFY(places.furtherIncidents.isEmpty()
            || places.furtherIncidents.bottom() <= places.incidents.bottom()
            || places.incidentRows.empty());
    QCOMPARE(places.quorum.isEmpty(), !hasQuorum || places.incidents.isEmpty());
}

void tst_OverviewLayout::allHasRoomAtTheUsualSize()
{
    const OverviewPlaces places = overviewPlaces(spaceOf({1280, 740}, 16));
    QCOMPARE(places.incidentRows.size(), std::size_t(6));
    QVERIFY(places.blockerRows.size() >= 4);
    QVERIFY(places.quorumRows.size() >= 3);
    QCOMPARE(places.servers.size(), std::size_t(3));
    QVERIFY(!places.ribbon.isEmpty());
    QVERIFY(places.ribbon.bottom() < 740);
}

void tst_OverviewLayout::aWallIsFilled()
{
    QCOMPARE(overviewScale({1000, 600}, 16), 1.0); // never smaller than usual
    QVERIFY(overviewScale({1920, 1080}, 16) > 1.4);
    QVERIFY(overviewScale({3840, 2160}, 16) > 2.8);
    // With a font of twice the size the window has to be larger, too.
    QCOMPARE(overviewScale({1920, 1080}, 32), 1.0);
}

void tst_OverviewLayout::theVerdictCanBeReadFromAfar_data()
{
    QTest::addColumn<QSize>("size");
    for (const QSize &size : {QSize(1280, 740), QSize(1920, 1080), QSize(3840, 2160)})
        QTest::addRow("%d", size.height()) << size;
}

void tst_OverviewLayout::theVerdictCanBeReadFromAfar()
{
    QFETCH(const QSize, size);
    const OverviewPlaces places = overviewPlaces(spaceOf(size, 16));
    QVERIFY(places.verdict.height() >= size.height() * 12 / 100);
    QVERIFY(places.verdict.width() > size.width() * 3 / 4);
}

void tst_OverviewLayout::manyServersLeaveAPlaceForTheRest()
{
    const OverviewPlaces places = overviewPlaces(spaceOf({1280, 740}, 16, 40));
    QVERIFY(places.servers.size() >= 8 && places.servers.size() < 40);
    // Wide enough to be seen in a small picture.
    for (const QRect &server : places.servers)
        QVERIFY(server.width() > 150 && server.height() > 50);
}

LOCKSCOPE_TEST_SUITE(tst_OverviewLayout)
#include "tst_overviewlayout.moc"
