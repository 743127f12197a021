// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/madeup.h"
#include "ui/client/locks/lockcopy.h"
#include "ui/client/locks/locktablemodel.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>

#include <algorithm>
#include <map>
#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using insight::LockFilter;
using insight::QuorumVerdict;

namespace {

using Changes = LockTableModel::LockChanges;

constexpr int column = static_cast<int>(LockColumn::Quorum);

watch::LockId idOf(const QByteArray &name, int server = 0)
{
    return {server, LockName(name)};
}

// A keeper whose answers the test supplies; it counts the requests.
class MadeUpVerdicts final : public VerdictSource
{
public:
    JudgedPointer verdictOf(const watch::LockId &id) const override
    {
        ++m_questions;
        const auto at = m_all.find(id);
        return at == m_all.end() ? nullptr : at->second;
    }
    bool isEmpty() const override { return m_all.empty(); }
    std::vector<watch::LockId> judgedLocks() const override
    {
        std::vector<watch::LockId> all{idOf("nobody's")};
        for (const auto &[id, judged] : m_all)
            all.push_back(id);
        return all;
    }

    void set(const watch::LockId &id, QuorumVerdict verdict, std::size_t votes = 0)
    {
        JudgedLock judged;
        insight::QuorumFinding &finding = judged.record.finding;
        judged.record.id.name = id.name;
        finding.verdict = verdict;
        finding.votes = votes;
        finding.total = 5;
        finding.needed = 3;
        finding.owner = OwnerId("<b>ann</b>");
        finding.owners = 2;
        finding.validUntil = Instant::max();
        m_all[id] = std::make_shared<const JudgedLock>(std::move(judged));
    }
    void forget(const watch::LockId &id) { m_all.erase(id); }
    int questions() const { return m_questions; }

private:
    std::map<watch::LockId, JudgedPointer> m_all;
    mutable int m_questions = 0;
};

} // namespace

// The table's column of verdicts, over a source that the test makes up.
class tst_QuorumColumn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        failOnAnyWarning();
        m_model = std::make_unique<LockTableModel>(m_clock);
        m_verdicts = std::make_unique<MadeUpVerdicts>();
    }

    void cellsSayVerdictsInShort();
    void withoutQuorumsNobodyIsAsked();
    void onlyRowsConcernedAreTold();
    void onlyLocksOfQuorumsAreAskedFor();
    void theWorstComeFirst();
    void filtersFollowVerdicts();
    void manyAreSortedAndFilteredInAWorker();
    void aLockThatComesBackHasItsVerdict();
    void withoutASourceTheColumnIsEmpty();
    void itIsToldWhenVerdictsAreNeeded();
    void itIsCopiedWithTheRow();
    void randomVerdictsAreMirroredBySignals();

private:
    void put(const QByteArrayList &names, int server = 0)
    {
        Changes changes;
        for (const QByteArray &name : names)
            changes.emplace_back(
                idOf(name, server),
                std::make_shared<const watch::LockRecord>(heldLock(name, m_clock, 20s, server)));
        m_model->merge(std::move(changes));
    }
    void drop(const QByteArray &name)
    {
        Changes changes;
        changes.emplace_back(idOf(name), LockPointer());
        m_model->merge(std::move(changes));
    }
    void judge(const QByteArray &name, QuorumVerdict verdict, std::size_t votes = 0)
    {
        m_verdicts->set(idOf(name), verdict, votes);
        m_model->updateVerdicts({idOf(name)});
    }
    QVariant cell(const QByteArray &name, int role = Qt::DisplayRole) const
    {
        return m_model->index(m_model->rowOf(idOf(name)), column).data(role);
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
    std::unique_ptr<LockTableModel> m_model;
    std::unique_ptr<MadeUpVerdicts> m_verdicts; // goes first, as a keeper may
};

void tst_QuorumColumn::cellsSayVerdictsInShort()
{
    put({"a", "b", "c", "d", "e", "f", "alone"});
    m_model->setVerdictSource(m_verdicts.get());
    judge("a", QuorumVerdict::Held, 4);
    judge("b", QuorumVerdict::AtRisk, 3);
    judge("c", QuorumVerdict::Split, 2);
    judge("d", QuorumVerdict::Residue, 1);
    judge("e", QuorumVerdict::Blocked, 1);
    judge("f", QuorumVerdict::Free);
    QCOMPARE(cell("a").toString(), u"held 4/5"_s);
    QCOMPARE(cell("b").toString(), u"at risk 3/5"_s);
    QCOMPARE(cell("c").toString(), u"split"_s);
    QCOMPARE(cell("d").toString(), u"residue"_s);
    QCOMPARE(cell("e").toString(), u"blocked"_s);
    QCOMPARE(cell("f").toString(), u"free"_s);
    QCOMPARE(cell("alone").toString(), QString());
    QCOMPARE(cell("b", RawRole).toByteArray(), "at-risk"_ba);
    QVERIFY(!cell("alone", RawRole).isValid());
    // A mark beside the colour; the sentence of the Quorum view, free of markup.
    QCOMPARE(cell("a", BadgeRole).toInt(), int(Badge::Renewing));
    // As serious as the rules find them.
    QCOMPARE(cell("b", BadgeRole).toInt(), int(Badge::Contended));
    QCOMPARE(cell("c", BadgeRole).toInt(), int(Badge::Overdue));
    QCOMPARE(cell("e", BadgeRole).toInt(), int(Badge::Down));
    QCOMPARE(cell("alone", BadgeRole).toInt(), int(Badge::None));
    QVERIFY(!cell("a", QuietRole).toBool() && cell("f", QuietRole).toBool());
    const QString tip = cell("a", Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains(u"Held on 4 of 5 servers by "_s), qPrintable(tip));
    QVERIFY(!tip.contains(u"<b>"_s));
    QCOMPARE(cell("alone", Qt::ToolTipRole).toString(), QString());
    QVERIFY(cell("c", Qt::AccessibleTextRole).toString().startsWith(u"Quorum: split: 2 owners"_s));
    QCOMPARE(cell("alone", Qt::AccessibleTextRole).toString(), u"Quorum: on one server only"_s);
    QCOMPARE(m_model->headerData(column, Qt::Horizontal).toString(), u"Quorum"_s);
    // A verdict goes on without the server.
    m_model->setServer(lostServer(m_clock, 5s));
    QVERIFY(!cell("a", StaleRole).toBool());
    QVERIFY(m_model->index(0, static_cast<int>(LockColumn::Holder)).data(StaleRole).toBool());
}

void tst_QuorumColumn::withoutQuorumsNobodyIsAsked()
{
    m_model->setVerdictSource(m_verdicts.get());
    put({"a", "b", "c"});
    for (const QByteArray name : {"a", "b", "c"}) {
        for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(BadgeRole)})
            cell(name, role);
    }
    filter(u"quorum:none"_s);
    m_model->updateAllVerdicts();
    QCOMPARE(names(), QByteArrayList({"a", "b", "c"}));
    QCOMPARE(m_verdicts->questions(), 0);
    // For locks of one server the column sends no request, either.
    judge("b", QuorumVerdict::Split);
    filter({});
    const int before = m_verdicts->questions();
    cell("a");
    QCOMPARE(m_verdicts->questions(), before);
    QCOMPARE(cell("b").toString(), u"split"_s);
}

void tst_QuorumColumn::onlyRowsConcernedAreTold()
{
    put({"a", "b", "c", "d"});
    m_model->setVerdictSource(m_verdicts.get());
    QSignalSpy changed(m_model.get(), &LockTableModel::dataChanged);
    QSignalSpy moved(m_model.get(), &LockTableModel::layoutChanged);
    judge("c", QuorumVerdict::Held, 5);
    QCOMPARE(changed.size(), 1);
    for (const int end : {0, 1}) {
        QCOMPARE(changed.at(0).at(end).toModelIndex().row(), 2);
        QCOMPARE(changed.at(0).at(end).toModelIndex().column(), column);
    }
    judge("c", QuorumVerdict::Held, 5); // nothing that is shown
    QCOMPARE(changed.size(), 1);
    judge("c", QuorumVerdict::Held, 4);
    QCOMPARE(changed.size(), 2);
    m_model->updateVerdicts({idOf("nobody's"), idOf("c", 7)});
    QCOMPARE(changed.size(), 2);
    QCOMPARE(moved.size(), 0); // sorted by another column
}

// However many others there are.
void tst_QuorumColumn::onlyLocksOfQuorumsAreAskedFor()
{
    put({"a", "b", "c", "d", "e", "f"});
    m_verdicts->set(idOf("c"), QuorumVerdict::Held, 5);
    m_model->setVerdictSource(m_verdicts.get());
    QCOMPARE(m_verdicts->questions(), 1);
    m_verdicts->forget(idOf("c"));
    m_verdicts->set(idOf("e"), QuorumVerdict::Split, 1);
    m_model->updateAllVerdicts();
    QCOMPARE(m_verdicts->questions(), 3);
    filter(u"quorum:any"_s);
    QCOMPARE(names(), QByteArrayList({"e"}));
}

void tst_QuorumColumn::theWorstComeFirst()
{
    put({"alone", "blocked", "free", "held 3", "held 5", "residue", "risk", "split", "unknown"});
    m_verdicts->set(idOf("blocked"), QuorumVerdict::Blocked, 1);
    m_verdicts->set(idOf("free"), QuorumVerdict::Free);
    m_verdicts->set(idOf("held 3"), QuorumVerdict::Held, 3);
    m_verdicts->set(idOf("held 5"), QuorumVerdict::Held, 5);
    m_verdicts->set(idOf("residue"), QuorumVerdict::Residue, 1);
    m_verdicts->set(idOf("risk"), QuorumVerdict::AtRisk, 3);
    m_verdicts->set(idOf("split"), QuorumVerdict::Split, 2);
    m_verdicts->set(idOf("unknown"), QuorumVerdict::Unknown);
    m_model->setVerdictSource(m_verdicts.get());
    QByteArrayList worst{"blocked", "split",  "risk", "unknown", "residue",
                         "held 3",  "held 5", "free", "alone"};
    m_model->sort(column, Qt::AscendingOrder);
    QCOMPARE(names(), worst);
    // Locks of one server come last in either direction.
    m_model->sort(column, Qt::DescendingOrder);
    std::reverse(worst.begin(), worst.end() - 1);
    QCOMPARE(names(), worst);
    m_model->sort(column, Qt::AscendingOrder);
    judge("held 5", QuorumVerdict::Blocked, 0);
    QCOMPARE(names().first(), "held 5"_ba);
    QCOMPARE(names().indexOf("blocked"), 1);
}

void tst_QuorumColumn::filtersFollowVerdicts()
{
    const QAbstractItemModelTester tester(m_model.get());
    put({"a", "b", "c"});
    m_model->setVerdictSource(m_verdicts.get());
    judge("a", QuorumVerdict::Held, 5);
    judge("b", QuorumVerdict::AtRisk, 3);
    filter(u"quorum:at-risk"_s);
    QCOMPARE(names(), QByteArrayList({"b"}));
    judge("a", QuorumVerdict::AtRisk, 3);
    QCOMPARE(names(), QByteArrayList({"a", "b"}));
    judge("b", QuorumVerdict::Held, 5);
    QCOMPARE(names(), QByteArrayList({"a"}));
    filter(u"quorum:any"_s);
    QCOMPARE(names(), QByteArrayList({"a", "b"}));
    filter(u"-quorum:any"_s);
    QCOMPARE(names(), QByteArrayList({"c"}));
    // A change of the lock itself asks again, and one that comes is asked for at once.
    filter(u"quorum:split"_s);
    m_verdicts->set(idOf("d"), QuorumVerdict::Split, 1);
    put({"c", "d"});
    QCOMPARE(names(), QByteArrayList({"d"}));
    m_verdicts->forget(idOf("d"));
    m_model->updateAllVerdicts();
    QCOMPARE(m_model->rowCount(), 0);
}

void tst_QuorumColumn::manyAreSortedAndFilteredInAWorker()
{
    QByteArrayList all;
    for (std::size_t i = 0; i < LockTableModel::synchronousLimit + 500; ++i)
        all += "lock" + QByteArray::number(100'000 + qint64(i));
    put(all);
    const QByteArray &worst = all[1777];
    m_verdicts->set(idOf(all[5]), QuorumVerdict::Held, 5);
    m_verdicts->set(idOf(worst), QuorumVerdict::Blocked, 1);
    m_model->setVerdictSource(m_verdicts.get());
    const QAbstractItemModelTester tester(m_model.get());
    m_model->sort(column, Qt::AscendingOrder);
    QVERIFY(eventually(
        [&] { return m_model->rowOf(idOf(worst)) == 0 && m_model->rowOf(idOf(all[5])) == 1; }));
    // Its locks stay as they are.
    judge(all[9], QuorumVerdict::Blocked, 0);
    QVERIFY(eventually([&] { return m_model->rowOf(idOf(all[9])) == 0; }));
    filter(u"quorum:blocked"_s);
    QVERIFY(eventually([&] { return m_model->rowCount() == 2; }));
    judge(worst, QuorumVerdict::Held, 5);
    QVERIFY(eventually([&] { return m_model->rowCount() == 1; }));
    QCOMPARE(names(), QByteArrayList({all[9]}));
    QVERIFY(eventually([&] { return !m_model->isOrdering(); }));
}

void tst_QuorumColumn::aLockThatComesBackHasItsVerdict()
{
    put({"a", "b"});
    m_model->setVerdictSource(m_verdicts.get());
    judge("a", QuorumVerdict::AtRisk, 3);
    drop("a");
    put({"c"}); // takes the place that the lock had
    QCOMPARE(cell("c").toString(), QString());
    put({"a"}); // and nobody tells of its verdict
    QCOMPARE(cell("a").toString(), u"at risk 3/5"_s);
    put({"a"}, 1);
    QVERIFY(m_model->rowOf(idOf("a", 1)) >= 0);
    QCOMPARE(m_model->index(m_model->rowOf(idOf("a", 1)), column).data().toString(), QString());
}

void tst_QuorumColumn::withoutASourceTheColumnIsEmpty()
{
    put({"a", "b"});
    m_verdicts->set(idOf("a"), QuorumVerdict::Held, 5);
    QCOMPARE(cell("a").toString(), QString());
    m_model->setVerdictSource(m_verdicts.get());
    QCOMPARE(cell("a").toString(), u"held 5/5"_s);
    QSignalSpy changed(m_model.get(), &LockTableModel::dataChanged);
    m_model->setVerdictSource(nullptr);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(cell("a").toString(), QString());
    filter(u"quorum:any"_s);
    QCOMPARE(m_model->rowCount(), 0);
    m_verdicts.reset();
    put({"a", "b", "c"});
    filter({});
    QCOMPARE(m_model->rowCount(), 3);
}

void tst_QuorumColumn::itIsToldWhenVerdictsAreNeeded()
{
    QSignalSpy needed(m_model.get(), &LockTableModel::needsVerdictsChanged);
    filter(u"name:a"_s);
    m_model->sort(static_cast<int>(LockColumn::Ttl));
    QCOMPARE(needed.size(), 0);
    filter(u"-quorum:held"_s);
    QVERIFY(m_model->needsVerdicts());
    m_model->sort(column);
    QCOMPARE(needed.size(), 1);
    filter({});
    QVERIFY(m_model->needsVerdicts()); // still sorted by it
    m_model->sort(static_cast<int>(LockColumn::Name));
    QCOMPARE(needed.size(), 2);
    QVERIFY(!m_model->needsVerdicts());
}

void tst_QuorumColumn::itIsCopiedWithTheRow()
{
    m_verdicts->set(idOf("a"), QuorumVerdict::Held, 5);
    const auto lock = std::make_shared<const watch::LockRecord>(heldLock("a", m_clock));
    const LockCopyInput kept{lock, {}, m_verdicts->verdictOf(idOf("a"))};
    const LockCopyInput alone{lock, {}, {}};
    QCOMPARE(locksAsText({kept, alone}, {LockColumn::Name, LockColumn::Quorum}, m_clock.now(),
                         m_clock.wallNow()),
             u"Name\tQuorum\na\theld 5/5\na\t\n"_s);
}

// Locks and verdicts come and go in any order: a view that follows the signals has the model's
// rows.
void tst_QuorumColumn::randomVerdictsAreMirroredBySignals()
{
    const QAbstractItemModelTester tester(m_model.get(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const Mirror mirror(*m_model, column);
    m_model->setVerdictSource(m_verdicts.get());
    QRandomGenerator random(11);
    for (int round = 0; round < 400; ++round) {
        const QByteArray name = "lock" + QByteArray::number(random.bounded(30));
        switch (random.bounded(6)) {
        case 0:
            drop(name);
            break;
        case 1:
            m_verdicts->forget(idOf(name));
            m_model->updateVerdicts({idOf(name)});
            break;
        case 2:
            m_model->sort(random.bounded(2) == 0 ? column : 1, Qt::AscendingOrder);
            break;
        case 3:
            filter(random.bounded(2) == 0 ? u"-quorum:held"_s : QString());
            break;
        case 4:
            put({name});
            break;
        default:
            judge(name, static_cast<QuorumVerdict>(random.bounded(7)),
                  std::size_t(random.bounded(6)));
        }
        QCOMPARE(mirror.rows(), mirror.actual());
    }
    QCOMPARE(mirror.resets(), 0);
}

LOCKSCOPE_TEST_SUITE(tst_QuorumColumn)
#include "tst_quorumcolumn.moc"
