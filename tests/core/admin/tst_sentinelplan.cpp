// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/sentinelplan.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <functional>

using namespace lockscope;
using namespace lockscope::admin;
using namespace lockscope::test;
using namespace Qt::StringLiterals;
using Type = SentinelActionType;

// Plans of actions on Sentinels, by the sight before them. tst_sentinel plays them on real ones.
class TestSentinelPlan : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { failOnAnyWarning(); }

    void oneOfTheNewestConfigurationFailsOver()
    {
        SentinelSight sight = seen();
        sight.sentinels[1].epoch = 8;
        const auto plan = makeSentinelPlan(sight, {Type::Failover}, {});
        QVERIFY(plan);
        QCOMPARE(plan->deeds.size(), std::size_t(1));
        QCOMPARE(plan->deeds[0].sentinel, sight.sentinels[1].address);
        QCOMPARE(plan->deeds[0].commands,
                 (std::vector<redis::Arguments>{{"SENTINEL", "FAILOVER", "shop"}}));
    }

    void aLabelTellsThePrimary()
    {
        const auto nameIn = [](const QString &url) {
            return primaryNameIn(redis::parseTarget(url)->label());
        };
        QCOMPARE(nameIn(u"redis+sentinel://ops:S3CR3T@10.0.0.1,[::1]:7/shop"_s), "shop"_ba);
        QCOMPARE(nameIn(u"rediss+sentinel://a/my%20shop/3"_s), "my shop"_ba);
        for (const QString &url : {u"redis://a,b/3"_s, u"redis+cluster://a"_s,
                                   u"redis+unix:///redis+sentinel://a/shop"_s})
            QCOMPARE(nameIn(url), QByteArray());
    }

    void secretsAreNotShown()
    {
        redis::Target target;
        target.user = "locks";
        target.password = "S3CR3T";
        SentinelSight sight = seen();
        for (SeenSentinel &sentinel : sight.sentinels)
            sentinel = SeenSentinel{.address = sentinel.address};
        sight.primary.reset();
        const SentinelAction monitor{Type::Monitor, {u"10.0.0.9"_s, 6379}, 2};
        const auto plan = makeSentinelPlan(sight, monitor, target);
        QVERIFY(plan);
        QCOMPARE(plan->deeds.size(), std::size_t(3));
        const SentinelDeed &deed = plan->deeds.front();
        QCOMPARE(
            deed.commands,
            (std::vector<redis::Arguments>{{"SENTINEL", "MONITOR", "shop", "10.0.0.9", "6379", "2"},
                                           {"SENTINEL", "SET", "shop", "auth-user", "locks"},
                                           {"SENTINEL", "SET", "shop", "auth-pass", "S3CR3T"}}));
        QCOMPARE(deed.shown.back(),
                 (redis::Arguments{"SENTINEL", "SET", "shop", "auth-pass", "<password>"}));
    }

    // RESET takes a pattern, and would reset others besides.
    void aNameIsNoPattern()
    {
        SentinelSight sight = seen();
        sight.name = "s[h]*p";
        const auto plan = makeSentinelPlan(sight, {Type::Reset}, {});
        QVERIFY(plan);
        QCOMPARE(plan->deeds[0].commands[0][2], "s\\[h\\]\\*p"_ba);
    }

    void whatIsNotSafeIsRefused_data()
    {
        QTest::addColumn<Type>("type");
        QTest::addColumn<std::function<void(SentinelSight &)>>("change");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, Type type,
                            const std::function<void(SentinelSight &)> &change,
                            const QByteArray &code, const char *says) {
            QTest::newRow(name) << type << change << code << QString::fromLatin1(says);
        };
        row(
            "no replicas", Type::Failover, [](SentinelSight &s) { s.replicas.clear(); },
            "NOGOODSLAVE", "the primary has no replica that could take over");
        row(
            "none promotable", Type::Failover,
            [](SentinelSight &s) {
                s.replicas[0].priority = 0;
                s.replicas[1].isUp = false;
            },
            "NOGOODSLAVE",
            "no replica can be promoted: 10.0.0.2:6379 has the priority 0; 10.0.0.3:6379 is not "
            "connected");
        row(
            "under way", Type::Remove,
            [](SentinelSight &s) { s.sentinels[2].isFailingOver = true; }, "INPROG",
            "a failover is under way");
        row(
            "primary down", Type::Reset,
            [](SentinelSight &s) { s.sentinels[0].isPrimaryDown = true; }, {},
            "the primary is down: a Sentinel that forgets its replicas now cannot find them again");
        row(
            "another name", Type::Failover,
            [](SentinelSight &s) {
                for (SeenSentinel &sentinel : s.sentinels)
                    sentinel = SeenSentinel{.address = sentinel.address, .masters = u"stock"_s};
            },
            "NOMASTER", "no Sentinel watches a primary named \"shop\"; they watch stock");
    }
    void whatIsNotSafeIsRefused()
    {
        QFETCH(const Type, type);
        QFETCH(const std::function<void(SentinelSight &)>, change);
        QFETCH(const QByteArray, code);
        QFETCH(const QString, says);
        SentinelSight sight = seen();
        change(sight);
        const auto plan = makeSentinelPlan(sight, {type}, {});
        QVERIFY(!plan);
        QCOMPARE(plan.error().kind, ErrorKind::InvalidInput);
        QCOMPARE(plan.error().code, code);
        QCOMPARE(plan.error().text.english(), says);
    }

    // A failover needs one Sentinel, the other actions are to reach all.
    void aSilentSentinelIsLeftOut()
    {
        SentinelSight sight = seen();
        sight.sentinels[1] = SeenSentinel{.address = sight.sentinels[1].address,
                                          .error = Error{ErrorKind::Refused, {}, u"refused"_s, {}}};
        const auto failover = makeSentinelPlan(sight, {Type::Failover}, {});
        QVERIFY(failover && failover->omissions.size() == 1 && !failover->omissions[0].isProblem);
        const auto remove = makeSentinelPlan(sight, {Type::Remove}, {});
        QVERIFY(remove && remove->deeds.size() == 2 && remove->omissions[0].isProblem);
        for (SeenSentinel &sentinel : sight.sentinels)
            sentinel.error = Error{ErrorKind::Refused, {}, u"refused"_s, {}};
        for (SeenSentinel &sentinel : sight.sentinels)
            sentinel.isWatching = false;
        const auto nobody = makeSentinelPlan(sight, {Type::Remove}, {});
        QVERIFY(!nobody && nobody.error().kind == ErrorKind::Refused);
    }

    void sentinelsThatAreNotGivenAreNamed()
    {
        SentinelSight sight = seen();
        sight.others = {{u"10.0.1.4"_s, 26379}};
        const auto plan = makeSentinelPlan(sight, {Type::Remove}, {});
        QVERIFY(plan);
        QVERIFY(plan->effects.back().english().contains(u"10.0.1.4:26379"_s));
    }

private:
    // Three Sentinels, a primary and two replicas.
    static SentinelSight seen()
    {
        SentinelSight sight;
        sight.name = "shop";
        sight.primary = redis::HostPort{u"10.0.0.1"_s, 6379};
        sight.isPrimaryUp = true;
        sight.replicas = {{.address = {u"10.0.0.2"_s, 6379}, .isUp = true},
                          {.address = {u"10.0.0.3"_s, 6379}, .isUp = true}};
        for (const QString &host : {u"10.0.1.1"_s, u"10.0.1.2"_s, u"10.0.1.3"_s})
            sight.sentinels.push_back({.address = {host, 26379},
                                       .isWatching = true,
                                       .primary = sight.primary,
                                       .epoch = 7,
                                       .quorum = 2,
                                       .replicas = sight.replicas});
        return sight;
    }
};

LOCKSCOPE_TEST_SUITE(TestSentinelPlan)
#include "tst_sentinelplan.moc"
