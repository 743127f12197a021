// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/support/waiting.h"
#include "tests/ui/madeup.h"
#include "ui/quorum/quorummodel.h"
#include "ui/quorum/quorumseatsmodel.h"
#include "ui/quorum/seatdelegate.h"
#include "ui/table/ttlvalue.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>

#include <set>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

const QByteArray ann = "4f2a9c44-5d1e-4b7a-9c0d-8e6f1a2b3c4d";
const QByteArray bob = "99999999-5d1e-4b7a-9c0d-8e6f1a2b3c4d";

} // namespace

// Verdicts over made-up servers, and the models that show them.
class tst_QuorumModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_client = std::make_unique<WatchClient>(m_clock);
        m_mailbox = &m_client->addSource();
        m_keeper = std::make_unique<QuorumFeed>(*m_client, m_clock, nullptr);
        for (int i = 0; i < 3; ++i)
            put(upServer(i));
        QVERIFY(eventually([&] { return m_client->servers().rowCount() == 3; }));
    }
    void cleanup()
    {
        m_keeper.reset();
        m_client.reset();
    }

    void nothingIsJudgedUntilSomebodyLooks();
    void timeAloneChangesAVerdict();
    void inAPauseTheVerdictStands();
    void aServerThatComesLaterIsAMember();
    void severalGroupsKeepTheirLocksApart();
    void itTellsWhichLocksAreJudged();
    void aServerOfNoGroupJudgesNothingAnew();
    void aNewNameOfAProposedGroupJudgesNoOther();
    void aProposedGroupGoesWithItsServers();
    void aliasesAreShown();
    void rowsAreMerged();
    void anotherGroupHasOtherColumns();
    void seatsAreMerged();
    void seatsHaveWordsAndMarks();

private:
    void put(const watch::ServerRecord &server)
    {
        m_mailbox->put(server.server, std::make_shared<const watch::ServerRecord>(server));
    }
    void hold(int server, const QByteArray &name, const QByteArray &owner, Millis left = 20s,
              const QByteArray &alias = {})
    {
        watch::LockRecord lock = heldLock(name, m_clock, left, server);
        lock.kind = "string";
        lock.library = "generic";
        lock.mainKey = format::KeyType::String;
        lock.holds.front().owner = OwnerId(owner);
        lock.holds.front().watchdog = watch::Watchdog::None;
        if (!alias.isEmpty())
            lock.holds.front().alias = alias;
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    void drop(int server, const QByteArray &name)
    {
        m_mailbox->put(watch::LockId{server, LockName(name)}, watch::LockPointer());
    }
    void group(const QString &name, const std::vector<int> &servers)
    {
        insight::GroupMembers members{name, {}};
        for (const int server : servers)
            members.labels.push_back(upServer(server).label);
        std::vector<insight::GroupMembers> all = m_client->quorumGroups();
        all.push_back(members);
        m_client->setQuorumGroups(all);
    }
    QByteArray verdict(const QByteArray &name, int group = 0) const
    {
        const JudgedPointer lock = m_keeper->find({group, LockName(name)});
        return lock ? insight::name(lock->record.finding.verdict) : "none"_ba;
    }
    bool becomes(const QByteArray &name, const QByteArray &wanted, int group = 0)
    {
        const bool became = eventually([&] { return verdict(name, group) == wanted; });
        if (!became)
            qWarning("%s is %s", name.constData(), verdict(name, group).constData());
        return became;
    }

    StandingClock m_clock;
    QObject m_reader;
    std::unique_ptr<WatchClient> m_client;
    watch::WatchMailbox *m_mailbox = nullptr;
    std::unique_ptr<QuorumFeed> m_keeper;
};

void tst_QuorumModel::nothingIsJudgedUntilSomebodyLooks()
{
    group(u"red"_s, {0, 1, 2});
    for (int i = 0; i < 3; ++i)
        hold(i, "a", ann);
    QVERIFY(eventually([&] { return m_client->locks().lockCount() == 3; }));
    QSignalSpy changed(m_keeper.get(), &QuorumFeed::changed);
    QCOMPARE(verdict("a"), "none"_ba);
    QVERIFY(!m_keeper->verdictOf({0, LockName("a")}));
    m_keeper->setWanted(&m_reader, true);
    QCOMPARE(verdict("a"), "held"_ba); // at once, from the models
    QCOMPARE(changed.count(), 1);
    QVERIFY(m_keeper->verdictOf({2, LockName("a")}));
    QVERIFY(!m_keeper->verdictOf({2, LockName("b")}));
    QVERIFY(m_keeper->placeOf({0, LockName("a")}) == (watch::LockId{0, LockName("a")}));
    drop(0, "a");
    drop(1, "a");
    QVERIFY(becomes("a", "residue"));
    QVERIFY(m_keeper->placeOf({0, LockName("a")}) == (watch::LockId{2, LockName("a")}));
    {
        QObject another;
        m_keeper->setWanted(&another, true);
        m_keeper->setWanted(&m_reader, false);
        hold(0, "a", ann);
        QVERIFY(becomes("a", "at-risk")); // somebody looks still
    }
    const auto before = changed.count();
    hold(1, "a", ann);
    const auto isThere = [&] { return m_client->locks().find({1, LockName("a")}) != nullptr; };
    QVERIFY(eventually(isThere));
    QVERIFY(!m_keeper->verdictOf({0, LockName("a")})); // the last of them went
    QCOMPARE(changed.count(), before);
}

void tst_QuorumModel::timeAloneChangesAVerdict()
{
    group(u"red"_s, {0, 1, 2});
    m_keeper->setWanted(&m_reader, true);
    for (int i = 0; i < 3; ++i)
        hold(i, "a", ann, i == 0 ? 200ms : 20s);
    QVERIFY(becomes("a", "held"));
    m_clock.advance(300ms); // and no change comes
    QVERIFY(becomes("a", "at-risk"));
}

void tst_QuorumModel::inAPauseTheVerdictStands()
{
    group(u"red"_s, {0, 1, 2});
    m_keeper->setWanted(&m_reader, true);
    for (int i = 0; i < 3; ++i)
        hold(i, "a", ann, 200ms);
    QVERIFY(eventually([&] { return verdict("a") != "none"; }));
    const QByteArray before = verdict("a");
    m_client->setPaused(true);
    m_clock.advance(10s);
    m_keeper->setWanted(&m_reader, false);
    m_keeper->setWanted(&m_reader, true); // somebody looks anew
    QCOMPARE(verdict("a"), before);
    m_client->setPaused(false);
    QVERIFY(eventually([&] { return verdict("a") != before; }));
}

void tst_QuorumModel::aServerThatComesLaterIsAMember()
{
    group(u"red"_s, {0, 1, 7});
    m_keeper->setWanted(&m_reader, true);
    hold(0, "a", ann);
    hold(1, "a", ann);
    QVERIFY(becomes("a", "at-risk"));
    const JudgedPointer lock = m_keeper->find({0, LockName("a")});
    QVERIFY(lock->record.finding.seats[2].stance == insight::Stance::Silent);
    QSignalSpy groups(m_keeper.get(), &QuorumFeed::groupsChanged);
    watch::WatchMailbox &more = m_client->addSource();
    more.put(watch::ServerId{7}, std::make_shared<const watch::ServerRecord>(upServer(7)));
    watch::LockRecord third = *m_client->locks().find({0, LockName("a")});
    third.id.deployment = {7};
    third.serverId = {7};
    more.put(third.id, std::make_shared<const watch::LockRecord>(third));
    QVERIFY(becomes("a", "held"));
    QCOMPARE(groups.count(), 1);
}

void tst_QuorumModel::severalGroupsKeepTheirLocksApart()
{
    group(u"red"_s, {0, 1, 2});
    group(u"pair"_s, {1, 2});
    group(u"elsewhere"_s, {11, 12}); // not watched at all
    m_keeper->setWanted(&m_reader, true);
    QCOMPARE(m_keeper->groups().size(), 2u);
    hold(1, "a", ann);
    hold(2, "a", ann);
    QVERIFY(becomes("a", "at-risk", 0));
    QVERIFY(becomes("a", "held", 1));
    QCOMPARE(m_keeper->locksOf(0).size(), 1u);
    QCOMPARE(m_keeper->locksOf(1).size(), 1u);
    QVERIFY(m_keeper->locksOf(2).empty() && m_keeper->locksOf(-1).empty());
    QCOMPARE(m_keeper->verdictOf({1, LockName("a")})->record.group, u"red"_s);
}

// For objects that keep verdicts beside the locks: the changed ones, on every server of the group.
void tst_QuorumModel::itTellsWhichLocksAreJudged()
{
    group(u"red"_s, {0, 1, 2});
    m_keeper->setWanted(&m_reader, true);
    for (int i = 0; i < 2; ++i) {
        hold(i, "a", ann);
        hold(i, "b", ann);
    }
    QVERIFY(becomes("a", "at-risk"));
    drop(1, "a");
    QVERIFY(becomes("a", "residue"));
    std::set<watch::LockId> told;
    connect(
        m_keeper.get(), &QuorumFeed::judged, &m_reader,
        [&](const std::vector<watch::LockId> &locks) { told.insert(locks.begin(), locks.end()); });
    QSignalSpy anew(m_keeper.get(), &QuorumFeed::judgedAnew);
    hold(1, "a", ann);
    hold(2, "a", bob);
    QVERIFY(becomes("a", "at-risk"));
    QCOMPARE(told,
             (std::set<watch::LockId>{{0, LockName("a")}, {1, LockName("a")}, {2, LockName("a")}}));
    const insight::QuorumId id{0, LockName("a")};
    QVERIFY(eventually([&] { return m_keeper->placesOf(id).size() == 3; }));
    QVERIFY(m_keeper->placesOf(id).front() == (watch::LockId{0, LockName("a")}));
    QVERIFY(m_keeper->placesOf({0, LockName("c")}).empty());
    // A key of another type is not the lock.
    watch::LockRecord list = heldLock("a", m_clock, 20s, 2);
    list.mainKey = format::KeyType::List;
    m_mailbox->put(list.id, std::make_shared<const watch::LockRecord>(list));
    QVERIFY(eventually([&] { return m_keeper->placesOf(id).size() == 2; }));
    anew.clear();
    group(u"pair"_s, {1, 2});
    QVERIFY(eventually([&] { return anew.count() > 0; }));
    m_keeper->disconnect(&m_reader);
}

void tst_QuorumModel::aServerOfNoGroupJudgesNothingAnew()
{
    group(u"red"_s, {0, 1});
    m_keeper->setWanted(&m_reader, true);
    hold(0, "a", ann);
    hold(1, "a", ann);
    QVERIFY(becomes("a", "held"));
    QSignalSpy groups(m_keeper.get(), &QuorumFeed::groupsChanged);
    QSignalSpy anew(m_keeper.get(), &QuorumFeed::judgedAnew);
    m_client->removeDeployment({2});
    hold(0, "b", ann); // told together with it
    hold(1, "b", ann);
    QVERIFY(becomes("b", "held"));
    QCOMPARE(verdict("a"), "held"_ba);
    QCOMPARE(groups.count() + anew.count(), 0);
    // Nor is anything missed that happens before the groups are looked at.
    hold(0, "c", ann);
    hold(1, "c", bob);
    m_client->removeDeployment({1});
    QVERIFY(eventually([&] { return anew.count() == 1; }));
    QCOMPARE(verdict("c"), "none"_ba); // of one server, for all that is known
}

// If each lock has a name of its own, all would otherwise be judged anew at each look.
void tst_QuorumModel::aNewNameOfAProposedGroupJudgesNoOther()
{
    m_keeper->setWanted(&m_reader, true);
    for (int i = 0; i < 3; ++i)
        hold(i, "job:1", ann);
    QVERIFY(eventually([&] { return m_keeper->locksOf(0).size() == 1; }, 20s));
    QSignalSpy groups(m_keeper.get(), &QuorumFeed::groupsChanged);
    QSignalSpy anew(m_keeper.get(), &QuorumFeed::judgedAnew);
    for (int i = 0; i < 3; ++i)
        hold(i, "job:2", bob);
    QVERIFY(eventually(
        [&] {
            return m_keeper->verdictOf({1, LockName("job:2")}) != nullptr;
        },
        20s));
    QCOMPARE(m_keeper->locksOf(0).size(), 2u);
    QCOMPARE(groups.count(), 0);
    QCOMPARE(anew.count(), 0);
}

void tst_QuorumModel::aProposedGroupGoesWithItsServers()
{
    m_keeper->setWanted(&m_reader, true);
    for (int i = 0; i < 3; ++i)
        hold(i, "job:1", ann);
    QVERIFY(eventually([&] { return m_keeper->groups().size() == 1; }, 20s));
    for (int i = 0; i < 3; ++i)
        m_client->removeDeployment({i});
    QVERIFY(eventually([&] { return m_keeper->groups().empty(); }));
}

void tst_QuorumModel::aliasesAreShown()
{
    group(u"red"_s, {0, 1, 2});
    m_keeper->setWanted(&m_reader, true);
    for (int i = 0; i < 3; ++i)
        hold(i, "a", ann, 20s, i == 1 ? "billing" : "");
    QVERIFY(becomes("a", "held"));
    QuorumModel model(m_clock);
    model.setServers(m_keeper->groups()[0].group.members.labels);
    model.setLocks(m_keeper->locksOf(0));
    // The name is of one server; where another has none for it, it holds all the same.
    QCOMPARE(model.index(0, QuorumModel::Owner).data().toString(), u"billing"_s);
}

// Random changes of a few names: a view that follows the signals has the model's rows.
void tst_QuorumModel::rowsAreMerged()
{
    group(u"red"_s, {0, 1, 2});
    m_keeper->setWanted(&m_reader, true);
    QuorumModel model(m_clock);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setServers(m_keeper->groups()[0].group.members.labels);
    const Mirror mirror(model, QuorumModel::Verdict);
    connect(m_keeper.get(), &QuorumFeed::changed, &model,
            [&] { model.setLocks(m_keeper->locksOf(0)); });
    QRandomGenerator random(7);
    for (int round = 0; round < 12; ++round) {
        for (int i = 0; i < 20; ++i) {
            const QByteArray name = "lock" + QByteArray::number(random.bounded(12));
            const int server = random.bounded(3);
            if (random.bounded(3) == 0)
                drop(server, name);
            else
                hold(server, name, random.bounded(2) == 0 ? ann : bob);
        }
        const QByteArray last = "last" + QByteArray::number(round);
        hold(0, last, ann);
        hold(1, last, bob);
        QVERIFY(becomes(last, "split"));
        QCOMPARE(mirror.rows(), mirror.actual());
        QCOMPARE(model.rowCount(), static_cast<int>(m_keeper->locksOf(0).size()));
    }
    QCOMPARE(mirror.resets(), 0);
    for (int row = 0; row < model.rowCount(); ++row) {
        QCOMPARE(model.rowOf(model.lockAt(row).record.id.name), row);
        QCOMPARE(model.index(row, QuorumModel::Verdict).data(RawRole).toByteArray(),
                 verdict(model.lockAt(row).record.id.name.bytes));
    }
    QCOMPARE(model.rowOf(LockName("nobody's")), -1);
}

void tst_QuorumModel::anotherGroupHasOtherColumns()
{
    group(u"red"_s, {0, 1, 2});
    group(u"pair"_s, {1, 2});
    m_keeper->setWanted(&m_reader, true);
    hold(1, "a", ann);
    hold(2, "a", ann);
    QVERIFY(becomes("a", "held", 1));
    QuorumModel model(m_clock);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (const int shown : {0, 1, 0}) {
        const QuorumGroupInfo &info = m_keeper->groups()[static_cast<std::size_t>(shown)];
        model.setServers(info.group.members.labels);
        model.setLocks(m_keeper->locksOf(shown));
        QCOMPARE(model.columnCount(),
                 int(QuorumModel::FirstServer) + int(info.group.servers.size()));
        QCOMPARE(model.rowCount(), 1);
        model.setLocks(m_keeper->locksOf(1 - shown)); // does not fit, and is left out
        QCOMPARE(model.rowCount(), 0);
    }
    model.setServers({});
    QCOMPARE(model.columnCount(), int(QuorumModel::FirstServer));
}

void tst_QuorumModel::seatsAreMerged()
{
    group(u"red"_s, {0, 1, 2});
    m_keeper->setWanted(&m_reader, true);
    hold(0, "a", ann);
    hold(1, "a", bob);
    QVERIFY(becomes("a", "split"));
    QuorumSeatsModel seats(m_clock);
    const QAbstractItemModelTester tester(&seats,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const Mirror mirror(seats, QuorumSeatsModel::Answer);
    const auto labels = m_keeper->groups()[0].group.members.labels;
    const std::vector<const watch::ServerRecord *> servers{
        m_client->servers().find(watch::ServerId{0}), m_client->servers().find(watch::ServerId{1}),
        nullptr};
    const JudgedPointer split = m_keeper->find({0, LockName("a")});
    seats.show(split, labels, servers);
    QCOMPARE(seats.rowCount(), 3);
    QCOMPARE(seats.index(0, QuorumSeatsModel::Answer).data().toString(), u"undecided"_s);
    QCOMPARE(seats.index(0, QuorumSeatsModel::Latency).data().toString(), u"0.42 ms"_s);
    QCOMPARE(seats.index(0, QuorumSeatsModel::TimeLeft).data().toString(), u"20.0 s"_s);
    QCOMPARE(seats.index(2, QuorumSeatsModel::TimeLeft).data().toString(), u"–"_s);
    hold(1, "a", ann);
    QVERIFY(becomes("a", "at-risk"));
    seats.show(m_keeper->find({0, LockName("a")}), labels, servers);
    QCOMPARE(mirror.rows(), mirror.actual());
    QCOMPARE(mirror.rows().front(), u"agrees"_s);
    seats.show(nullptr, labels, servers);
    QCOMPARE(seats.rowCount(), 0);
    QCOMPARE(mirror.resets(), 0);
}

void tst_QuorumModel::seatsHaveWordsAndMarks()
{
    using insight::Stance;
    const Instant now = m_clock.now();
    QCOMPARE(seatText({Stance::Agrees, true, now + 7400ms}, now), u"7.4 s"_s);
    QCOMPARE(seatText({Stance::Agrees, true, {}}, now), u"no expiry"_s);
    QCOMPARE(seatText({Stance::OtherOwner, true, now + 2s}, now), u"other, 2.0 s"_s);
    QCOMPARE(seatText({Stance::Foreign, true, {}}, now), u"other type"_s);
    QCOMPARE(seatText({Stance::Missing, false, {}}, now), u"none"_s);
    std::set<QString> words;
    for (const Stance stance :
         {Stance::Agrees, Stance::OtherOwner, Stance::Foreign, Stance::Missing, Stance::Silent,
          Stance::Undecided, Stance::Dependent})
        words.insert(seatText({stance, false, now + 1s}, now));
    QCOMPARE(words.size(), 7u); // none is told by its mark alone
}

LOCKSCOPE_TEST_SUITE(tst_QuorumModel)
#include "tst_quorummodel.moc"
