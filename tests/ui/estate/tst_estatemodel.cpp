// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/estate/estatemodel.h"
#include "ui/table/roles.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <random>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

using Kind = EstateNode::Kind;

QString labelOf(int number)
{
    return upServer(number).label;
}

SavedProfile saved(const QString &name, const QStringList &deployments,
                   profile::Tag tag = profile::Tag::Development, bool readOnly = false)
{
    SavedProfile profile;
    profile.profile.name = name;
    profile.profile.urls = deployments;
    profile.profile.tag = tag;
    profile.profile.readOnly = readOnly;
    profile.deployments = deployments;
    return profile;
}

void write(const EstateModel &model, const QModelIndex &parent, int depth, QStringList &lines)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        QStringList parts{index.data().toString()};
        parts += index.data(EstateModel::LinesRole).toStringList();
        parts += index.data(EstateModel::SummaryRole).toString();
        lines += QString(depth, u'>') + parts.join(u" | "_s);
        write(model, index, depth + 1, lines);
    }
}

// Every line with its summary, those below another indented.
QStringList linesOf(const EstateModel &model)
{
    QStringList lines;
    write(model, {}, 0, lines);
    return lines;
}

void collect(const EstateModel &model, const QModelIndex &parent, const QByteArray &path,
             std::map<QByteArray, QPersistentModelIndex> &all)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        const QByteArray here = path + '/' + model.nodeAt(index).key;
        all.insert({here, QPersistentModelIndex(index)});
        collect(model, index, here, all);
    }
}

std::map<QByteArray, QPersistentModelIndex> indexesOf(const EstateModel &model)
{
    std::map<QByteArray, QPersistentModelIndex> all;
    collect(model, {}, {}, all);
    return all;
}

} // namespace

class tst_EstateModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void profilesStandInTheOrderOfTheirNames();
    void productionIsTold();
    void aLineStaysThroughDisconnectAndReconnect();
    void serversWithoutAProfileAreLast();
    void aDeploymentOfSeveralServersHasALine();
    void whatIsReachedTwiceHasTwoLines();
    void changedAndRemovedProfilesAreTold();
    void nobodySaysThatAProfileIsGoneWhoDoesNotKnowThem();
    void marksAreOfTheWorst();
    void manyChangesAreFollowedTogether();
    void withoutAFollowerItStandsStill();
    void anyChangeKeepsWhatStays();

private:
    void connectServer(int number, const QString &label, const QString &profile = {},
                       const QString &deployment = {});
    void put(watch::ServerRecord server) { m_servers->mergeOne(server); }

    StandingClock m_clock;
    std::unique_ptr<ServerModel> m_servers;
    std::unique_ptr<EstateModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void tst_EstateModel::init()
{
    failOnAnyWarning();
    m_servers = std::make_unique<ServerModel>();
    m_model = std::make_unique<EstateModel>(*m_servers);
    m_tester = std::make_unique<QAbstractItemModelTester>(
        m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    m_model->setFollowing(true);
}

void tst_EstateModel::cleanup()
{
    m_tester.reset();
    m_model.reset();
    m_servers.reset();
}

void tst_EstateModel::connectServer(int number, const QString &label, const QString &profile,
                                    const QString &deployment)
{
    admin::Place place;
    place.profile = profile;
    place.deployment = deployment.isEmpty() ? label : deployment;
    for (const SavedProfile &each : m_model->profiles()) {
        if (each.profile.name == profile) {
            place.tag = each.profile.tag;
            place.readOnly = each.profile.readOnly;
        }
    }
    m_servers->setPlace({number}, place);
    watch::ServerRecord server = upServer(number);
    server.label = label;
    put(server);
}

void tst_EstateModel::profilesStandInTheOrderOfTheirNames()
{
    QCOMPARE(m_model->rowCount(), 0);
    m_model->setProfiles({saved(u"stage"_s, {labelOf(2)}, profile::Tag::Staging),
                          saved(u"dev"_s, {labelOf(0), labelOf(1)})});
    QCOMPARE(
        linesOf(*m_model),
        (QStringList{u"dev | development | not connected"_s, u">127.0.0.1:6379 | not connected"_s,
                     u">127.0.0.1:6380 | not connected"_s, u"stage | staging | not connected"_s,
                     u">127.0.0.1:6381 | not connected"_s}));
    const QModelIndex dev = m_model->indexOfProfile(u"dev"_s);
    QVERIFY(dev.data(QuietRole).toBool());
    QCOMPARE(m_model->absentAt(dev), (QStringList{labelOf(0), labelOf(1)}));
    QVERIFY(m_model->leftAt(dev).isEmpty());
    QVERIFY(m_model->serversAt(dev).empty());

    connectServer(0, labelOf(1), u"dev"_s);
    watch::ServerRecord server = upServer(0);
    server.label = labelOf(1);
    server.role = "master";
    put(server);
    QTRY_COMPARE(linesOf(*m_model).mid(0, 3),
                 (QStringList{u"dev | development | 1 of 2 servers up"_s,
                              u">127.0.0.1:6379 | not connected"_s,
                              u">127.0.0.1:6380 | primary, up, tracking, 0.42 ms"_s}));
    QVERIFY(!dev.data(QuietRole).toBool());
    QCOMPARE(m_model->absentAt(dev), QStringList{labelOf(0)});
    QCOMPARE(m_model->serversAt(dev).size(), 1U);
    QCOMPARE(m_model->indexOf({0}).data().toString(), u"127.0.0.1:6380"_s);
    QVERIFY(!m_model->indexOf({1}).isValid());
}

void tst_EstateModel::productionIsTold()
{
    m_model->setProfiles({saved(u"shop"_s, {labelOf(0)}, profile::Tag::Production, true)});
    const QModelIndex shop = m_model->indexOfProfile(u"shop"_s);
    QCOMPARE(shop.data(EstateModel::LinesRole).toStringList(),
             QStringList{u"PRODUCTION, read-only"_s});
    QVERIFY(shop.data(EstateModel::ProductionRole).toBool());
    QCOMPARE(shop.data(Qt::AccessibleTextRole).toString(),
             u"shop, PRODUCTION, read-only, not connected"_s);
    connectServer(0, labelOf(0), u"shop"_s);
    QCOMPARE(shop.data(Qt::AccessibleTextRole).toString(),
             u"shop, PRODUCTION, read-only, 1 of 1 server up"_s);
    // It is the profile's line that says it.
    const QModelIndex server = m_model->indexOf({0});
    QVERIFY(!server.data(EstateModel::ProductionRole).toBool());
    QVERIFY(server.data(EstateModel::LinesRole).toStringList().isEmpty());
    QCOMPARE(server.data(RawRole).toInt(), 0);
    QCOMPARE(shop.data(RawRole).toInt(), -1);
}

void tst_EstateModel::aLineStaysThroughDisconnectAndReconnect()
{
    m_model->setProfiles({saved(u"dev"_s, {labelOf(0), labelOf(1)})});
    QSignalSpy removed(m_model.get(), &EstateModel::rowsRemoved);
    QSignalSpy inserted(m_model.get(), &EstateModel::rowsInserted);
    const QPersistentModelIndex dev = m_model->indexOfProfile(u"dev"_s);
    connectServer(0, labelOf(0), u"dev"_s);
    connectServer(1, labelOf(1), u"dev"_s);
    const QPersistentModelIndex server = m_model->indexOf({1});
    put(lostServer(m_clock, 3s, 1));
    QTRY_COMPARE(server.data(EstateModel::SummaryRole).toString(), u"down: refused"_s);
    QCOMPARE(server.data(EstateModel::LinesRole).toStringList(),
             QStringList{u"Start the server, or correct the port."_s});
    QCOMPARE(dev.data(EstateModel::SummaryRole).toString(), u"1 of 2 servers up"_s);
    m_servers->remove(watch::DeploymentId{1});
    QVERIFY(server.isValid());
    QCOMPARE(server.data(EstateModel::SummaryRole).toString(), u"not connected"_s);
    QCOMPARE(m_model->leftAt(dev), QStringList{labelOf(1)});
    connectServer(7, labelOf(1), u"dev"_s); // its number is another one then
    QCOMPARE(m_model->indexOf({7}), QModelIndex(server));
    QVERIFY(m_model->leftAt(dev).isEmpty());
    QCOMPARE(removed.count(), 0);
    QCOMPARE(inserted.count(), 0);
    // A single server is not listed three times.
    m_model->setProfiles({saved(u"dev"_s, {labelOf(0)})});
    QCOMPARE(m_model->rowCount(dev), 2); // connected, though not named any more
    m_servers->remove(watch::DeploymentId{7});
    QCOMPARE(m_model->rowCount(dev), 1);
    QCOMPARE(m_model->rowCount(m_model->index(0, 0, dev)), 0);
}

void tst_EstateModel::serversWithoutAProfileAreLast()
{
    m_model->setProfiles({saved(u"zoo"_s, {labelOf(5)})});
    connectServer(0, labelOf(0));
    connectServer(1, labelOf(1));
    QCOMPARE(
        linesOf(*m_model),
        (QStringList{u"zoo | development | not connected"_s, u">127.0.0.1:6384 | not connected"_s,
                     u"Without a profile | 2 of 2 servers up"_s,
                     u">127.0.0.1:6379 | up, tracking, 0.42 ms"_s,
                     u">127.0.0.1:6380 | up, tracking, 0.42 ms"_s}));
    const QModelIndex others = m_model->index(1, 0);
    const QPersistentModelIndex first = m_model->indexOf({0});
    m_servers->remove(watch::DeploymentId{0});
    QCOMPARE(m_model->leftAt(others), QStringList{labelOf(0)});
    QCOMPARE(first.row(), 0);
    connectServer(2, labelOf(0)); // where it was
    QCOMPARE(m_model->indexOf({2}), QModelIndex(first));
    m_servers->remove(watch::DeploymentId{2});
    m_model->forget(labelOf(0));
    QVERIFY(!first.isValid());
    QCOMPARE(m_model->rowCount(others), 1);
    m_servers->remove(watch::DeploymentId{1});
    m_model->forget(labelOf(1));
    QCOMPARE(m_model->rowCount(), 1);
}

void tst_EstateModel::aDeploymentOfSeveralServersHasALine()
{
    const QString cluster = u"redis+cluster://10.0.0.1:6379"_s;
    m_model->setProfiles({saved(u"shop"_s, {cluster, labelOf(5)})});
    const QModelIndex shop = m_model->indexOfProfile(u"shop"_s);
    const QPersistentModelIndex deployment = m_model->index(0, 0, shop);
    QCOMPARE(m_model->rowCount(deployment), 0);
    connectServer(0, labelOf(0), u"shop"_s, cluster);
    connectServer(1, labelOf(1), u"shop"_s, cluster);
    QCOMPARE(linesOf(*m_model),
             (QStringList{u"shop | development | 2 of 3 servers up"_s,
                          u">redis+cluster://10.0.0.1:6379 | 2 of 2 servers up"_s,
                          u">>127.0.0.1:6379 | up, tracking, 0.42 ms"_s,
                          u">>127.0.0.1:6380 | up, tracking, 0.42 ms"_s,
                          u">127.0.0.1:6384 | not connected"_s}));
    QCOMPARE(m_model->nodeAt(deployment).kind, Kind::Deployment);
    QCOMPARE(m_model->serversAt(deployment).size(), 2U);
    QCOMPARE(m_model->absentAt(shop), QStringList{labelOf(5)});
    m_servers->remove(watch::DeploymentId{0});
    m_servers->remove(watch::DeploymentId{1});
    QVERIFY(deployment.isValid());
    QCOMPARE(m_model->rowCount(deployment), 0);
    QCOMPARE(m_model->absentAt(deployment), QStringList{cluster});
}

void tst_EstateModel::whatIsReachedTwiceHasTwoLines()
{
    connectServer(0, labelOf(0));
    connectServer(1, labelOf(0));
    const QModelIndex others = m_model->index(0, 0);
    QCOMPARE(m_model->rowCount(others), 2);
    // A disconnected server can be connected again, though the other one is there.
    m_servers->remove(watch::DeploymentId{0});
    QCOMPARE(m_model->rowCount(others), 2);
    QCOMPARE(m_model->serversAt(others).size(), 1U);
    QCOMPARE(m_model->leftAt(others), QStringList{labelOf(0)});
    connectServer(2, labelOf(0));
    QCOMPARE(m_model->serversAt(others).size(), 2U);
    QVERIFY(m_model->absentAt(others).isEmpty());
    // Both were left: one line for them; forgotten while one is there, that one stays.
    m_servers->remove(watch::DeploymentId{1});
    m_servers->remove(watch::DeploymentId{2});
    QCOMPARE(m_model->leftAt(others), QStringList{labelOf(0)});
    connectServer(3, labelOf(0));
    QCOMPARE(m_model->leftAt(others), QStringList{labelOf(0)});
    m_model->forget(labelOf(0));
    QCOMPARE(m_model->rowCount(others), 1);
    QCOMPARE(m_model->serversAt(others).size(), 1U);
    // A server of two profiles is listed in each.
    m_model->setProfiles({saved(u"a"_s, {labelOf(0)}), saved(u"b"_s, {labelOf(0)})});
    connectServer(4, labelOf(0), u"b"_s);
    QVERIFY(!m_model->nodeAt(m_model->indexOfProfile(u"a"_s)).isConnected());
    QVERIFY(m_model->nodeAt(m_model->indexOfProfile(u"b"_s)).isConnected());
}

void tst_EstateModel::changedAndRemovedProfilesAreTold()
{
    m_model->setProfiles({saved(u"dev"_s, {labelOf(0)})});
    connectServer(0, labelOf(0), u"dev"_s);
    const QPersistentModelIndex dev = m_model->indexOfProfile(u"dev"_s);
    m_model->setProfiles({saved(u"dev"_s, {labelOf(0)}, profile::Tag::Production, true)});
    QCOMPARE(
        linesOf(*m_model),
        (QStringList{u"dev | PRODUCTION, read-only | 1 of 1 server up"_s,
                     u">127.0.0.1:6379 | connected as development | up, tracking, 0.42 ms"_s}));
    m_model->setProfiles({});
    QVERIFY(dev.isValid());
    QCOMPARE(linesOf(*m_model),
             (QStringList{u"dev | development | no longer saved | 1 of 1 server up"_s,
                          u">127.0.0.1:6379 | up, tracking, 0.42 ms"_s}));
    QVERIFY(!m_model->nodeAt(dev).isSaved);
    m_servers->remove(watch::DeploymentId{0});
    QCOMPARE(m_model->rowCount(), 0);
}

// A record is looked at without the profiles: whether they are saved is not known there.
void tst_EstateModel::nobodySaysThatAProfileIsGoneWhoDoesNotKnowThem()
{
    connectServer(0, labelOf(0), u"dev"_s);
    QVERIFY(!linesOf(*m_model).join(u'\n').contains(u"no longer saved"_s));
}

void tst_EstateModel::marksAreOfTheWorst()
{
    const auto badge = [this] {
        return static_cast<Badge>(m_model->index(0, 0).data(BadgeRole).toInt());
    };
    m_model->setProfiles({saved(u"dev"_s, {labelOf(0), labelOf(1)})});
    QCOMPARE(badge(), Badge::Gone);
    connectServer(0, labelOf(0), u"dev"_s);
    QCOMPARE(badge(), Badge::Up);
    connectServer(1, labelOf(1), u"dev"_s);
    watch::ServerRecord connecting = upServer(1);
    connecting.state = watch::ServerState::Connecting;
    put(connecting);
    QTRY_COMPARE(badge(), Badge::Connecting);
    put(lostServer(m_clock, 1s, 1));
    QTRY_COMPARE(badge(), Badge::Down);
    QVERIFY(m_model->indexOf({1}).data(Qt::ToolTipRole).toString().contains("6380"_L1));
}

void tst_EstateModel::manyChangesAreFollowedTogether()
{
    constexpr int count = 20;
    for (int i = 0; i < count; ++i)
        connectServer(i, labelOf(i));
    int groups = 0; // how often their common line was made anew
    int servers = 0;
    connect(m_model.get(), &EstateModel::dataChanged, this,
            [&](const QModelIndex &first, const QModelIndex &last) {
                (first.parent().isValid() ? servers : groups) += last.row() - first.row() + 1;
            });
    for (int i = 0; i < count; ++i)
        put(lostServer(m_clock, 1s, i));
    QCOMPARE(groups + servers, 0);
    // A server that comes meanwhile is shown at once, with all earlier changes.
    connectServer(count, labelOf(count));
    QCOMPARE(m_model->index(0, 0).data(EstateModel::SummaryRole).toString(),
             u"1 of 21 servers up"_s);
    QCOMPARE(groups, 1);
    QCOMPARE(servers, count);
    put(upServer(0));
    QTRY_COMPARE(servers, count + 1);
    QCOMPARE(groups, 2);
}

void tst_EstateModel::withoutAFollowerItStandsStill()
{
    connectServer(0, labelOf(0));
    connectServer(1, labelOf(1));
    m_model->setFollowing(false);
    QSignalSpy changed(m_model.get(), &EstateModel::dataChanged);
    QSignalSpy inserted(m_model.get(), &EstateModel::rowsInserted);
    put(lostServer(m_clock, 1s, 0));
    connectServer(2, labelOf(2));
    m_servers->remove(watch::DeploymentId{2});
    m_servers->remove(watch::DeploymentId{1});
    m_model->setProfiles({saved(u"dev"_s, {labelOf(5)})});
    QCOMPARE(changed.count() + inserted.count(), 0);
    // Servers that left meanwhile are known all the same.
    m_model->setFollowing(true);
    QCOMPARE(
        linesOf(*m_model),
        (QStringList{u"dev | development | not connected"_s, u">127.0.0.1:6384 | not connected"_s,
                     u"Without a profile | 0 of 3 servers up"_s,
                     u">127.0.0.1:6379 | Start the server, or correct the port. | down: refused"_s,
                     u">127.0.0.1:6380 | not connected"_s, u">127.0.0.1:6381 | not connected"_s}));
    QCOMPARE(m_model->leftAt(m_model->index(1, 0)), (QStringList{labelOf(1), labelOf(2)}));
}

// Profiles come, change and go, servers are connected, lost and left, in any order: a line that is
// there before and after is the same line, and the result is the same as from scratch.
void tst_EstateModel::anyChangeKeepsWhatStays()
{
    std::mt19937 random(20260601);
    const auto below = [&random](int end) {
        return std::uniform_int_distribution<int>(0, end - 1)(random);
    };
    QSignalSpy resets(m_model.get(), &EstateModel::modelReset);
    QSignalSpy layouts(m_model.get(), &EstateModel::layoutChanged);
    const QStringList names{u"a"_s, u"b"_s, u"c"_s};
    int next = 0;
    for (int round = 0; round < 400; ++round) {
        const auto before = indexesOf(*m_model);
        switch (below(5)) {
        case 0: {
            std::vector<SavedProfile> profiles;
            for (const QString &name : names) {
                QStringList labels;
                for (int i = below(4); i > 0; --i)
                    labels += labelOf(below(6));
                labels.removeDuplicates();
                if (below(3) > 0)
                    profiles.push_back(saved(name, labels, static_cast<profile::Tag>(below(3))));
            }
            std::shuffle(profiles.begin(), profiles.end(), random);
            m_model->setProfiles(std::move(profiles));
            break;
        }
        case 1:
        case 2:
            connectServer(next++, labelOf(below(6)), below(2) == 0 ? QString() : names[below(3)],
                          below(4) == 0 ? u"redis+cluster://10.0.0.1:6379"_s : QString());
            break;
        case 3:
            if (!m_servers->rows().empty())
                m_servers->remove(m_servers->rowAt(below(m_servers->rowCount())).server.deployment);
            break;
        default:
            if (!m_servers->rows().empty()) {
                watch::ServerRecord server = m_servers->rowAt(below(m_servers->rowCount())).server;
                server.state = static_cast<watch::ServerState>(below(3));
                put(server);
            }
        }
        const auto after = indexesOf(*m_model);
        for (const auto &[path, index] : before) {
            if (const auto same = after.find(path); same != after.end())
                QCOMPARE(index, same->second);
            else
                QVERIFY(!index.isValid());
        }
        std::size_t connected = 0;
        for (int row = 0; row < m_model->rowCount(); ++row)
            connected += m_model->serversAt(m_model->index(row, 0)).size();
        QCOMPARE(connected, m_servers->rows().size());
    }
    QCOMPARE(resets.count() + layouts.count(), 0);
}

LOCKSCOPE_TEST_SUITE(tst_EstateModel)
#include "tst_estatemodel.moc"
