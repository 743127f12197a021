// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/watch/find/clientnames.h"
#include "tests/support/testmain.h"

using namespace lockscope;
using namespace lockscope::watch;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QByteArray uuid = "3f1c2a5e-9b7d-4c11-8a22-0123456789ab";

std::vector<ClientLine> named(const QByteArrayList &names)
{
    std::vector<ClientLine> clients;
    for (const QByteArray &name : names)
        clients.push_back({name, "10.0.0.1"});
    return clients;
}

LockRecord heldBy(const QByteArray &owner)
{
    LockRecord lock;
    lock.holds.emplace_back().owner = OwnerId(owner);
    return lock;
}

} // namespace

class TestClientNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void readsWhatTheServerTells()
    {
        const auto clients = clientsFrom(
            "id=3 addr=127.0.0.1:5000 laddr=127.0.0.1:6379 fd=8 name=billing age=1 cmd=ping\n"
            "id=4 addr=[::1]:5001 fd=9 name=cron-7 age=1\n"
            "id=5 addr=/run/redis.sock:0 fd=9 name=local age=1\n"
            "id=6 addr=127.0.0.1:5002 fd=9 name= age=1\n"
            "id=7 addr=127.0.0.1:5003 fd=9 name=lockscope age=1\n"
            "id=8 addr=127.0.0.1:5004 name=billing age=1\n"
            "\x00\xff=\nname=alone\n\n"_ba);
        QCOMPARE(clients,
                 (std::vector<ClientLine>{{"alone", ""},
                                          {"billing", "127.0.0.1"},
                                          {"cron-7", "::1"},
                                          {"local", "/run/redis.sock"}}));
        QVERIFY(clientsFrom({}).empty());
    }

    void countsClientsByHostAndName()
    {
        const ServerClients clients = serverClientsFrom(
            "id=3 addr=10.0.0.9:5000 fd=8 name=billing age=1 flags=N cmd=ping\n"
            "id=4 addr=10.0.0.9:5001 fd=9 name=billing age=1 flags=P cmd=subscribe\n"
            "id=5 addr=[::1]:5001 fd=9 name= age=1 flags=N\n"
            "id=6 addr=10.0.0.1:6379 fd=9 name= age=1 flags=M cmd=replconf\n"
            "id=7 addr=10.0.0.2:6379 fd=9 name= age=1 flags=S cmd=replconf\n"
            "id=8 addr=10.0.0.3:5003 fd=9 name=sentinel-1a2b3c4d-cmd age=1 flags=N\n"
            "id=9 addr=10.0.0.4:5003 fd=9 name=lockscope age=1 flags=N\n"
            "\x00\xff=\nname=alone\n\n"_ba);
        QCOMPARE(clients.connections, 3);
        QCOMPARE(clients.groups,
                 (std::vector<ClientGroup>{{"10.0.0.9", "billing", 2}, {"::1", "", 1}}));
        QCOMPARE(serverClientsFrom({}), ServerClients());
        QByteArray many;
        for (int i = 0; i < 150; ++i)
            many += "addr=10.0.0." + QByteArray::number(i) + ":1 name= flags=N\n";
        QCOMPARE(serverClientsFrom(many).connections, 150);
        QCOMPARE(serverClientsFrom(many).groups.size(), std::size_t(100));
    }

    void theIdInAConnectionsNameGivesItAway_data()
    {
        QTest::addColumn<QByteArrayList>("names");
        QTest::addColumn<QByteArray>("learned");
        const auto row = [](const char *what, const QByteArrayList &names,
                            const QByteArray &learned) { QTest::newRow(what) << names << learned; };
        row("before it", {"billing-" + uuid}, "billing");
        row("behind it", {uuid + "/billing"}, "billing");
        row("around it", {"eu:" + uuid + ":billing"}, "eu-billing");
        row("a pool", {"billing-" + uuid, "billing_" + uuid, "cron"}, "billing");
        row("the id alone", {uuid}, {});
        row("nobody", {"billing", "cron"}, {});
        row("a longer id", {"billing-" + uuid + "0"}, {});
        row("two names", {"billing-" + uuid, "cron-" + uuid}, {});
        row("an invisible one", {"a\x1b[2J-" + uuid}, {});
        row("not UTF-8", {"\xff\xfe-" + uuid}, {});
        row("a sign", {"\xe2\x89\x88x-" + uuid}, {});
        row("a long one", {QByteArray(65, 'x') + "-" + uuid}, {});
    }
    void theIdInAConnectionsNameGivesItAway()
    {
        QFETCH(QByteArrayList, names);
        QFETCH(QByteArray, learned);
        QCOMPARE(learnName({uuid, {}, {}}, named(names)), learned);
    }

    void hostAndProcessGiveItAway()
    {
        const UnnamedOwner owner{"7f", "web-3.example", 4711};
        QCOMPARE(learnName(owner, named({"shop@web-3.example:4711"})), "shop"_ba);
        QCOMPARE(learnName(owner, named({"shop@web-3.example:47110"})), QByteArray());
        QCOMPARE(learnName(owner, named({"shop@web-33.example:4711"})), QByteArray());
        // All connections from its address call themselves the same.
        const UnnamedOwner byAddress{"7f", "10.0.0.1", {}};
        QCOMPARE(learnName(byAddress, named({"shop"})), "shop"_ba);
        QCOMPARE(learnName(byAddress, named({"shop", "cron"})), QByteArray());
        QCOMPARE(learnName({"7f", "10.0.0.2", {}}, named({"shop"})), QByteArray());
        // An id so short is in some name by chance.
        QCOMPARE(learnName({"7f", {}, {}}, named({"shop-7f"})), QByteArray());
    }

    void asksOnceAMinuteAndOnlyForTheUnnamed()
    {
        NameLearner learner;
        Instant now = Instant(1h);
        QVERIFY(!learner.wantsToAsk(now)); // nobody holds anything
        learner.setKnown(std::make_shared<const AliasRules>(
            std::vector<AliasRule>{{"known-*", u"known"_s, AliasOrigin::File}}));
        learner.note(heldBy("known-owner:1"));
        QVERIFY(!learner.wantsToAsk(now));
        learner.note(heldBy(uuid + ":1"));
        learner.note(heldBy(uuid + ":2"));
        QVERIFY(learner.wantsToAsk(now));
        learner.asked(now);
        QVERIFY(!learner.wantsToAsk(now));
        QVERIFY(learner.learn(named({"billing-" + uuid})));
        QCOMPARE(learner.learned(),
                 (std::vector<AliasRule>{{uuid, u"billing"_s, AliasOrigin::Learned}}));
        now += 2min;
        QVERIFY(!learner.wantsToAsk(now)); // it is known by now
        learner.note(heldBy(uuid + ":3"));
        QVERIFY(!learner.wantsToAsk(now));
    }

    void givesUpAfterAFewTimes()
    {
        NameLearner learner;
        Instant now = Instant(1h);
        learner.note(heldBy(uuid + ":1"));
        int asked = 0;
        for (int minute = 0; minute < 10; ++minute, now += 1min) {
            if (!learner.wantsToAsk(now))
                continue;
            learner.asked(now);
            QVERIFY(!learner.learn(named({"other"})));
            ++asked;
            QVERIFY(!learner.wantsToAsk(now + 59s));
        }
        QCOMPARE(asked, 3);
        learner.note(heldBy(uuid + ":1"));
        QVERIFY(!learner.wantsToAsk(now));
        learner.note(heldBy("aaaaaaaa-new-one:1"));
        QVERIFY(learner.wantsToAsk(now));
    }

    void manyOwnersAreBounded()
    {
        NameLearner learner;
        for (std::size_t i = 0; i < NameLearner::mostOwners + 100; ++i)
            learner.note(heldBy("owner-" + QByteArray::number(qulonglong(i)) + ":1"));
        QByteArrayList names;
        for (int i = 0; i < 500; ++i)
            names += "service-owner-" + QByteArray::number(i);
        QVERIFY(learner.learn(named(names)));
        QVERIFY(learner.learned().size() <= 200); // the others have their turn the next time
    }
};

LOCKSCOPE_TEST_SUITE(TestClientNames)
#include "tst_clientnames.moc"
