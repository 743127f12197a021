// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "tests/ui/pictures.h"
#include "ui/kit/framepace.h"

#include <memory>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

// By a clock that stands: a piece costs the time by which it moves the clock.
class tst_FramePace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_pace = std::make_unique<ui::FramePace>(m_clock);
        m_ran.clear();
    }

    void theFirstRunsAtOnce();
    void othersWaitInOrder();
    void aPieceMayAskForTheNext();
    void aShortPieceNeedsLittleRest();
    void aLongPieceHasAFrame();
    void whatFollowsCountsToo();
    void whatWaitsGoesWithIt();

private:
    void ask(int piece, Millis cost = 0ms)
    {
        m_pace->ask([this, piece, cost] {
            m_ran.push_back(piece);
            m_clock.advance(cost);
        });
    }
    bool hasRun(std::vector<int> pieces) const { return m_ran == pieces; }

    StandingClock m_clock;
    std::unique_ptr<ui::FramePace> m_pace;
    std::vector<int> m_ran;
};

void tst_FramePace::theFirstRunsAtOnce()
{
    ask(1);
    QVERIFY(hasRun({1}));
}

void tst_FramePace::othersWaitInOrder()
{
    for (int piece = 1; piece <= 4; ++piece)
        ask(piece);
    QVERIFY(hasRun({1}));
    QTRY_VERIFY(hasRun({1, 2, 3, 4}));
}

void tst_FramePace::aPieceMayAskForTheNext()
{
    m_pace->ask([this] {
        m_ran.push_back(1);
        ask(2);
    });
    QVERIFY(hasRun({1}));
    QTRY_VERIFY(hasRun({1, 2}));
}

void tst_FramePace::aShortPieceNeedsLittleRest()
{
    ask(1);
    layOut(); // its cost is known then
    m_clock.advance(2ms);
    ask(2);
    QVERIFY(hasRun({1}));
    QTRY_VERIFY(hasRun({1, 2}));
    layOut();
    m_clock.advance(3ms);
    ask(3);
    QVERIFY(hasRun({1, 2, 3}));
}

void tst_FramePace::aLongPieceHasAFrame()
{
    ask(1, 5ms);
    layOut();
    m_clock.advance(27ms);
    ask(2);
    QVERIFY(hasRun({1}));
    QTRY_VERIFY(hasRun({1, 2}));
    ask(3, 500ms); // longer than a frame: nobody rests for more than one
    QTRY_VERIFY(hasRun({1, 2, 3}));
    layOut();
    ask(4);
    QVERIFY(hasRun({1, 2, 3, 4}));
}

// Views lay out by a timer, and paint after everything else.
void tst_FramePace::whatFollowsCountsToo()
{
    m_pace->ask([this] { QTimer::singleShot(0, this, [this] { m_clock.advance(2ms); }); });
    layOut();
    m_clock.advance(20ms);
    ask(2);
    QVERIFY(hasRun({}));
    QTRY_VERIFY(hasRun({2}));
}

void tst_FramePace::whatWaitsGoesWithIt()
{
    ask(1);
    ask(2);
    m_pace.reset();
    layOut();
    QVERIFY(hasRun({1}));
}

LOCKSCOPE_TEST_SUITE(tst_FramePace)
#include "tst_framepace.moc"
