// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/record/records.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <set>
#include <type_traits>
#include <unordered_set>

using namespace lockscope;
using namespace lockscope::watch;

// One cannot be passed for the other, nor for a number.
static_assert(!std::is_convertible_v<ServerId, DeploymentId>);
static_assert(!std::is_constructible_v<DeploymentId, ServerId>);
static_assert(!std::is_convertible_v<int, DeploymentId>);
static_assert(!std::is_convertible_v<DeploymentId, int>);

class TestIdentity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noIdIsGivenTwice()
    {
        IdentityAllocator ids;
        std::set<DeploymentId> deployments;
        std::unordered_set<ServerId> servers;
        for (int i = 0; i < 100; ++i) {
            const DeploymentId deployment = ids.newDeployment();
            QVERIFY(!deployment.isNone());
            QVERIFY(deployments.insert(deployment).second);
            for (int server = 0; server < 3; ++server)
                QVERIFY(servers.insert(ids.newServer()).second);
        }
        QVERIFY(!deployments.contains(DeploymentId()));
        QVERIFY(!servers.contains(ServerId()));
    }

    void whoIsGivenNoIdHasNone()
    {
        QVERIFY(DeploymentId().isNone());
        QVERIFY(LockRecord().serverId.isNone());
        QVERIFY(Event().deploymentId.isNone());
        QVERIFY(ServerRecord().server.isNone());
    }

    // The server that keeps it is a fact of the record.
    void aLockIsOneNameInOneDeployment()
    {
        const LockId lock{DeploymentId{1}, LockName("a")};
        QVERIFY(lock == (LockId{DeploymentId{1}, LockName("a")}));
        QVERIFY(lock != (LockId{DeploymentId{2}, LockName("a")}));
        QVERIFY(lock != (LockId{DeploymentId{1}, LockName("b")}));
        Event event;
        event.deploymentId = {1};
        event.serverId = {7};
        event.name = LockName("a");
        QCOMPARE(partsOf(event, lock).size(), std::size_t(1));
        QVERIFY(partsOf(event, {DeploymentId{7}, LockName("a")}).empty());
    }

    void aServerIsSettledWhenItIsReadThroughOrOutOfReach()
    {
        ServerRecord server;
        server.discovering = true;
        QVERIFY(!isSettled(server));
        server.state = ServerState::Up;
        QVERIFY(!isSettled(server));
        server.discovering = false;
        QVERIFY(isSettled(server));
        server.state = ServerState::Connecting;
        QVERIFY(!isSettled(server));
        server.state = ServerState::Down;
        server.discovering = true;
        QVERIFY(isSettled(server));
    }
};

LOCKSCOPE_TEST_SUITE(TestIdentity)
#include "tst_identity.moc"
