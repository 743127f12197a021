// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockscope/deploymentregistry.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace lockscope;
using namespace lockscope::console;

class tst_DeploymentRegistry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void knowsWhatIsWatched();
    void aWatcherIsNeededForItsLastServer();
    void aServerThatWasLeftComesBackAsItWas();
    void aServerOfAProfileIsNotKept();
    void connectingInTheSameWayTakesThePlaceOfOneThatWasLeft();

private:
    watch::WatchMailbox m_mailbox{10};
    const SystemClock m_clock;
    watch::IdentityAllocator m_ids;
    watch::Watcher m_watcher{{}, m_mailbox, m_clock, m_ids};
    watch::Watcher m_other{{}, m_mailbox, m_clock, m_ids};
};

namespace {

app::ChosenTarget targetOn(quint16 port, const QString &profile = {})
{
    app::ChosenTarget target;
    static_cast<redis::Target &>(target) = *redis::parseTarget(u"redis://127.0.0.1:%1"_s.arg(port));
    target.profile = profile;
    return target;
}

// By a watcher that is only told from others.
WatchedDeployment watched(quint16 port, const watch::Watcher &watcher,
                          std::vector<QByteArray> prefixes = {}, const QString &profile = {})
{
    WatchedDeployment made{targetOn(port, profile), {}, &watcher};
    made.options.prefixes = std::move(prefixes);
    return made;
}

} // namespace

void tst_DeploymentRegistry::knowsWhatIsWatched()
{
    DeploymentRegistry registry;
    registry.add({0}, watched(7000, m_watcher));
    registry.add({1}, watched(7001, m_watcher, {}, u"shop"_s));
    QVERIFY(registry.find({1}));
    QCOMPARE(registry.find({1})->target.profile, u"shop"_s);
    QVERIFY(!registry.find({2}));
    const QString label = targetOn(7001).label();
    QVERIFY(registry.isConnected(u"shop"_s));
    QVERIFY(registry.isConnected(u"shop"_s, label));
    QVERIFY(!registry.isConnected({}, label)); // by its profile only
    QVERIFY(!registry.isConnected(u"other"_s));
    const auto removed = registry.remove({1});
    QVERIFY(removed);
    QCOMPARE(removed->target.label(), label);
    QVERIFY(!registry.remove({1}));
    QVERIFY(!registry.isConnected(u"shop"_s));
    QVERIFY(registry.isConnected({}));
}

void tst_DeploymentRegistry::aWatcherIsNeededForItsLastServer()
{
    DeploymentRegistry registry;
    registry.add({0}, watched(7000, m_watcher));
    registry.add({1}, watched(7001, m_watcher));
    registry.add({2}, watched(7002, m_other));
    (void)registry.remove({0});
    QVERIFY(registry.isWatcherNeeded(&m_watcher));
    (void)registry.remove({1});
    QVERIFY(!registry.isWatcherNeeded(&m_watcher));
    QVERIFY(registry.isWatcherNeeded(&m_other));
}

void tst_DeploymentRegistry::aServerThatWasLeftComesBackAsItWas()
{
    DeploymentRegistry registry;
    registry.add({0}, watched(7000, m_watcher, {"a:"}));
    registry.keepLeft({0});
    (void)registry.remove({0});
    const QString label = targetOn(7000).label();
    const auto left = registry.takeLeft(label);
    QCOMPARE(left.size(), std::size_t(1));
    QCOMPARE(left.front().options.prefixes, std::vector<QByteArray>{"a:"});
    QVERIFY(registry.takeLeft(label).empty()); // once
    registry.add({1}, watched(7000, m_watcher));
    registry.keepLeft({1});
    registry.forgetLeft(label);
    QVERIFY(registry.takeLeft(label).empty());
}

// Its file says how it is reached.
void tst_DeploymentRegistry::aServerOfAProfileIsNotKept()
{
    DeploymentRegistry registry;
    registry.add({0}, watched(7000, m_watcher, {}, u"shop"_s));
    registry.keepLeft({0});
    registry.keepLeft({1}); // not watched
    QVERIFY(registry.takeLeft(targetOn(7000).label()).empty());
}

void tst_DeploymentRegistry::connectingInTheSameWayTakesThePlaceOfOneThatWasLeft()
{
    DeploymentRegistry registry;
    const QString label = targetOn(7000).label();
    registry.add({0}, watched(7000, m_watcher, {"a:"}));
    registry.add({1}, watched(7000, m_watcher, {"b:"}));
    for (const int number : {0, 1}) {
        registry.keepLeft({number});
        (void)registry.remove({number});
    }
    registry.add({2}, watched(7000, m_other, {"a:"}));
    const auto left = registry.takeLeft(label);
    QCOMPARE(left.size(), std::size_t(1));
    QCOMPARE(left.front().options.prefixes, std::vector<QByteArray>{"b:"});
}

LOCKSCOPE_TEST_SUITE(tst_DeploymentRegistry)
#include "tst_deploymentregistry.moc"
