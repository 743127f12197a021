// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/health/rulelist.h"
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/health/lockids.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/lockcopy.h"
#include "ui/client/locks/locktablemodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <map>
#include <memory>
#include <set>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using health::Problem;
using health::Severity;
using insight::LockFilter;

namespace {

constexpr int column = static_cast<int>(LockColumn::Problem);

// A feed whose answers the test supplies.
class MadeUpProblems final : public ProblemSource
{
public:
    std::optional<Severity> worstOf(const watch::LockId &id) const override
    {
        const auto at = m_all.find(id);
        return at == m_all.end() ? std::nullopt : std::optional(at->second.front().severity);
    }
    std::vector<Problem> problemsOf(const watch::LockId &id) const override
    {
        const auto at = m_all.find(id);
        return at == m_all.end() ? std::vector<Problem>() : at->second;
    }
    bool isInSight(watch::DeploymentId deployment) const override
    {
        return !m_unseen.contains(deployment);
    }
    std::vector<watch::LockId> locksWithProblems() const override
    {
        std::vector<watch::LockId> all;
        for (const auto &[id, problems] : m_all)
            all.push_back(id);
        return all;
    }

    void add(const watch::LockId &id, const char *rule, Severity severity)
    {
        Problem problem;
        problem.rule = health::findRule(rule);
        problem.severity = severity;
        problem.evidence = Sentence(u"<b>found</b>"_s);
        problem.locks = {id};
        std::vector<Problem> &problems = m_all[id];
        problems.push_back(problem);
        std::stable_sort(problems.begin(), problems.end(), [](const Problem &a, const Problem &b) {
            return a.severity > b.severity;
        });
    }
    void forget(const watch::LockId &id) { m_all.erase(id); }
    void hide(watch::DeploymentId deployment) { m_unseen.insert(deployment); }

private:
    std::map<watch::LockId, std::vector<Problem>> m_all;
    std::set<watch::DeploymentId> m_unseen;
};

} // namespace

// The table's column of problems, over a source that the test makes up.
class tst_ProblemColumn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_model = std::make_unique<LockTableModel>(m_clock);
        m_problems = std::make_unique<MadeUpProblems>();
        m_model->setServer(upServer(0));
        m_model->setProblemSource(m_problems.get());
    }
    void cleanup() { m_model.reset(); }

    void aMarkIsSmall();
    void cellsSayTheWorst();
    void theWorstComeFirst();
    void rowsAreTinted();
    void filtersFollowProblems();
    void whatIsNotJudgedMatchesNothing();
    void manyAreSortedAndFilteredInAWorker();
    void aLockThatComesBackHasItsMark();
    void headsCountThem();
    void theyAreCopiedWithTheRow();
    void withoutASourceTheColumnIsEmpty();

private:
    void put(const QByteArrayList &names, int server = 0)
    {
        LockTableModel::LockChanges changes;
        for (const QByteArray &name : names)
            changes.emplace_back(
                idOf(name, server),
                std::make_shared<const watch::LockRecord>(heldLock(name, m_clock, 20s, server)));
        m_model->merge(std::move(changes));
    }
    void find(const QByteArray &name, const char *rule, Severity severity)
    {
        m_problems->add(idOf(name), rule, severity);
        m_model->updateProblems({idOf(name)});
    }
    QVariant cell(const QByteArray &name, int role = Qt::DisplayRole, int at = column) const
    {
        return m_model->index(m_model->rowOf(idOf(name)), at).data(role);
    }
    QByteArrayList names() const
    {
        QByteArrayList names;
        for (int row = 0; row < m_model->rowCount(); ++row)
            names += m_model->lockAt(row).id.name.bytes;
        return names;
    }
    void filter(const QString &text) { m_model->setFilter(*LockFilter::parse(text)); }

    StandingClock m_clock;
    std::unique_ptr<MadeUpProblems> m_problems;
    std::unique_ptr<LockTableModel> m_model; // asks the problems
};

void tst_ProblemColumn::aMarkIsSmall()
{
    QCOMPARE(sizeof(ProblemMark), std::size_t(3));
    QVERIFY(health::allRules().size() < 256);
    QVERIFY(ProblemMark().isEmpty() && !ProblemMark().known());
    m_problems->add(idOf("a"), "long-hold", Severity::Warning);
    m_problems->add(idOf("a"), "deadlock", Severity::Critical);
    const ProblemMark mark = ProblemMark::of(m_problems->problemsOf(idOf("a")));
    QCOMPARE(mark.known(), std::optional(Severity::Critical));
    QCOMPARE(mark.worst().name, "deadlock");
    QCOMPARE(int(mark.others), 1);
}

void tst_ProblemColumn::cellsSayTheWorst()
{
    put({"a", "b", "well"});
    find("a", "long-hold", Severity::Warning);
    find("b", "long-hold", Severity::Warning);
    find("b", "free-but-waited", Severity::Critical);
    QCOMPARE(cell("a").toString(), u"Long hold"_s);
    QCOMPARE(cell("b").toString(), u"Free but waited for +1"_s);
    QCOMPARE(cell("well").toString(), QString());
    QCOMPARE(cell("b", RawRole).toByteArray(), QByteArray("free-but-waited"));
    QVERIFY(!cell("well", RawRole).isValid());
    // A mark of its own shape for each severity, and words for assistive technology.
    QCOMPARE(cell("a", BadgeRole).toInt(), int(Badge::Contended));
    QCOMPARE(cell("b", BadgeRole).toInt(), int(Badge::Trouble));
    QCOMPARE(cell("well", BadgeRole).toInt(), int(Badge::None));
    QVERIFY(cell("b", Qt::AccessibleTextRole).toString().contains(u"critical"_s));
    QCOMPARE(cell("well", Qt::AccessibleTextRole).toString(), u"Problem: none found"_s);
    const QString tip = cell("b", Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(u"Free but waited for (critical)"_s), qPrintable(tip));
    QVERIFY2(tip.contains(u"Long hold (warning)"_s), qPrintable(tip));
    QVERIFY(!tip.contains(u"<b>"_s));
    QCOMPARE(cell("well", Qt::ToolTipRole).toString(), QString());
    QCOMPARE(m_model->headerData(column, Qt::Horizontal).toString(), u"Problem"_s);
}

void tst_ProblemColumn::theWorstComeFirst()
{
    const QAbstractItemModelTester tester(m_model.get());
    put({"a", "b", "c", "d", "e"});
    m_model->sort(column, Qt::AscendingOrder);
    QCOMPARE(names(), QByteArrayList({"a", "b", "c", "d", "e"}));
    find("e", "long-hold", Severity::Warning);
    find("d", "long-hold", Severity::Critical);
    find("b", "no-expiry", Severity::Warning);
    QCOMPARE(names(), QByteArrayList({"d", "b", "e", "a", "c"}));
    // Locks without problems come last in either direction.
    m_model->sort(column, Qt::DescendingOrder);
    QCOMPARE(names(), QByteArrayList({"b", "e", "d", "a", "c"}));
    m_model->sort(column, Qt::AscendingOrder);
    m_problems->forget(idOf("d"));
    m_model->updateProblems({idOf("d")});
    QCOMPARE(names(), QByteArrayList({"b", "e", "a", "c", "d"}));
}

void tst_ProblemColumn::rowsAreTinted()
{
    put({"a", "b", "well"});
    QSignalSpy changed(m_model.get(), &LockTableModel::dataChanged);
    find("a", "long-hold", Severity::Warning);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.at(0).at(0).toModelIndex().column(), 0);
    QCOMPARE(changed.at(0).at(1).toModelIndex().column(), lockColumnCount - 1);
    find("a", "no-expiry", Severity::Warning); // of the same severity: one cell
    QCOMPARE(changed.size(), 2);
    QCOMPARE(changed.at(1).at(0).toModelIndex().column(), column);
    find("b", "deadlock", Severity::Critical);
    for (const int at : {0, column}) {
        QVERIFY(cell("a", NoticeRole, at).toBool() && !cell("a", AlarmRole, at).toBool());
        QVERIFY(cell("b", AlarmRole, at).toBool() && !cell("b", NoticeRole, at).toBool());
        QVERIFY(!cell("well", AlarmRole, at).toBool() && !cell("well", NoticeRole, at).toBool());
    }
    // Out of sight nobody knows whether it goes on.
    m_model->setServer(lostServer(m_clock, 5s));
    QVERIFY(!cell("b", AlarmRole).toBool() && cell("b", StaleRole).toBool());
}

void tst_ProblemColumn::filtersFollowProblems()
{
    put({"a", "b", "c"});
    find("a", "long-hold", Severity::Warning);
    filter(u"problem:any"_s);
    QCOMPARE(names(), QByteArrayList({"a"}));
    find("b", "deadlock", Severity::Critical);
    find("b", "long-hold", Severity::Warning);
    QCOMPARE(names(), QByteArrayList({"a", "b"}));
    filter(u"problem:long-hold"_s); // also where it is not the worst
    QCOMPARE(names(), QByteArrayList({"a", "b"}));
    filter(u"problem:critical"_s);
    QCOMPARE(names(), QByteArrayList({"b"}));
    filter(u"problem:none"_s);
    QCOMPARE(names(), QByteArrayList({"c"}));
    m_problems->forget(idOf("a"));
    m_model->updateProblems({idOf("a")});
    QCOMPARE(names(), QByteArrayList({"a", "c"}));
    put({"d"});
    QCOMPARE(names(), QByteArrayList({"a", "c", "d"}));
}

void tst_ProblemColumn::whatIsNotJudgedMatchesNothing()
{
    put({"a", "b"});
    find("a", "long-hold", Severity::Warning);
    filter(u"problem:none"_s);
    QCOMPARE(names(), QByteArrayList({"b"}));
    m_problems->hide({0});
    m_model->updateSight();
    QCOMPARE(names(), QByteArrayList());
    filter(u"problem:any"_s); // nobody saw its end
    QCOMPARE(names(), QByteArrayList({"a"}));
}

void tst_ProblemColumn::manyAreSortedAndFilteredInAWorker()
{
    QByteArrayList many;
    for (int i = 0; i < int(LockTableModel::synchronousLimit) + 10; ++i)
        many += "lock" + QByteArray::number(100'000 + i);
    put(many);
    m_model->sort(column, Qt::AscendingOrder);
    find(many[700], "long-hold", Severity::Warning);
    find(many[900], "deadlock", Severity::Critical);
    QVERIFY(eventually([&] {
        return m_model->rowOf(idOf(many[900])) == 0 && m_model->rowOf(idOf(many[700])) == 1;
    }));
    filter(u"problem:long-hold"_s);
    QVERIFY(eventually([&] { return names() == QByteArrayList({many[700]}); }));
    filter(u"problem:none"_s);
    QVERIFY(eventually([&] { return m_model->rowCount() == int(many.size()) - 2; }));
}

void tst_ProblemColumn::aLockThatComesBackHasItsMark()
{
    put({"a"});
    find("a", "long-hold", Severity::Warning);
    LockTableModel::LockChanges gone;
    gone.emplace_back(idOf("a"), LockPointer());
    m_model->merge(std::move(gone));
    put({"other"}); // in the same slot
    QCOMPARE(cell("other").toString(), QString());
    put({"a"});
    QCOMPARE(cell("a").toString(), u"Long hold"_s);
}

void tst_ProblemColumn::headsCountThem()
{
    put({"a", "b", "c"});
    find("a", "long-hold", Severity::Warning);
    find("b", "deadlock", Severity::Critical);
    m_model->setGrouping(LockGrouping::Kind);
    QVERIFY(m_model->isHead(0));
    QCOMPARE(m_model->index(0, column).data().toString(), u"1 critical, 1 with warnings"_s);
    m_problems->forget(idOf("b"));
    m_model->updateProblems({idOf("b")});
    QCOMPARE(m_model->index(0, column).data().toString(), u"1 with warnings"_s);
}

void tst_ProblemColumn::theyAreCopiedWithTheRow()
{
    put({"a"});
    find("a", "long-hold", Severity::Warning);
    LockCopyInput input;
    input.lock = m_model->find(idOf("a"));
    input.problems = m_model->problemsOf(idOf("a"));
    const QString text =
        locksAsText({input}, {LockColumn::Problem}, m_clock.now(), m_clock.wallNow());
    QCOMPARE(text, u"Problem\nLong hold\n"_s);
    QVERIFY(locksAsJson({input}, m_clock.now()).contains(u"\"rule\": \"long-hold\""_s));
}

void tst_ProblemColumn::withoutASourceTheColumnIsEmpty()
{
    put({"a"});
    find("a", "long-hold", Severity::Warning);
    m_model->setProblemSource(nullptr);
    QCOMPARE(cell("a").toString(), QString());
    QVERIFY(!cell("a", NoticeRole).toBool());
    QVERIFY(!m_model->problemsOf(idOf("a")));
    m_model->setProblemSource(m_problems.get()); // its problems are shown at once
    QCOMPARE(cell("a").toString(), u"Long hold"_s);
}

LOCKSCOPE_TEST_SUITE(tst_ProblemColumn)
#include "tst_problemcolumn.moc"
