// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/verdictmarks.h"

#include <QTest>

#include <map>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using insight::QuorumVerdict;

class tst_VerdictMarks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void withoutASourceNothingIsMarked();
    void aMarkFollowsTheVerdict();
    void aSlotThatIsUsedAgainLosesItsMark();
};

namespace {

class Verdicts final : public VerdictSource
{
public:
    JudgedPointer verdictOf(const watch::LockId &id) const override
    {
        const auto known = all.find(id);
        return known == all.end() ? nullptr : known->second;
    }
    bool isEmpty() const override { return all.empty(); }
    std::vector<watch::LockId> judgedLocks() const override
    {
        std::vector<watch::LockId> ids;
        for (const auto &[id, judged] : all)
            ids.push_back(id);
        return ids;
    }
    void set(const watch::LockId &id, QuorumVerdict verdict)
    {
        JudgedLock judged;
        judged.record.finding.verdict = verdict;
        all[id] = std::make_shared<const JudgedLock>(std::move(judged));
    }

    std::map<watch::LockId, JudgedPointer> all;
};

} // namespace

void tst_VerdictMarks::withoutASourceNothingIsMarked()
{
    const watch::LockId a = heldLock("a", StandingClock()).id;
    VerdictMarks marks;
    QVERIFY(marks.isIdle() && !marks.hasSource());
    QVERIFY(!marks.judge(3, a));
    QVERIFY(marks.judgedLocks().empty());
    QVERIFY(marks.all().empty());
    Verdicts verdicts;
    QVERIFY(marks.setSource(&verdicts));
    QVERIFY(!marks.setSource(&verdicts));
    QVERIFY(marks.isIdle()); // of nothing it knows a verdict
}

void tst_VerdictMarks::aMarkFollowsTheVerdict()
{
    const watch::LockId a = heldLock("a", StandingClock()).id;
    Verdicts verdicts;
    verdicts.set(a, QuorumVerdict::Held);
    VerdictMarks marks;
    marks.setSource(&verdicts);
    QVERIFY(!marks.isIdle());
    QCOMPARE(marks.judgedLocks(), std::vector<watch::LockId>({a}));
    QVERIFY(marks.judge(3, a));
    QVERIFY(!marks.judge(3, a));
    QCOMPARE(marks.markOf(3).known(), QuorumVerdict::Held);
    QVERIFY(marks.markOf(2).isEmpty());
    QVERIFY(marks.markOf(100).isEmpty());
    verdicts.set(a, QuorumVerdict::Split);
    QVERIFY(marks.judge(3, a));
    QCOMPARE(marks.markOf(3).known(), QuorumVerdict::Split);
    marks.setSource(nullptr);
    QVERIFY(!marks.verdictOf(a));
    QVERIFY(!marks.isIdle()); // the mark is still there
    marks.clear();
    QVERIFY(marks.isIdle());
}

void tst_VerdictMarks::aSlotThatIsUsedAgainLosesItsMark()
{
    const StandingClock clock;
    const watch::LockId a = heldLock("a", clock).id;
    Verdicts verdicts;
    verdicts.set(a, QuorumVerdict::Held);
    VerdictMarks marks;
    marks.setSource(&verdicts);
    marks.judgeNew(0, a);
    QVERIFY(!marks.markOf(0).isEmpty());
    marks.judgeNew(0, heldLock("b", clock).id);
    QVERIFY(marks.markOf(0).isEmpty());
}

LOCKSCOPE_TEST_SUITE(tst_VerdictMarks)
#include "tst_verdictmarks.moc"
