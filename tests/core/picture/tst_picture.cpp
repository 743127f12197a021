// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/picture/picture.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using watch::LockPointer;

namespace {

const WallInstant now(1h);
const watch::DeploymentId first{0};
const watch::DeploymentId second{1};

watch::LockId idOf(watch::DeploymentId deployment, const QByteArray &name)
{
    return {deployment, LockName(name)};
}

LockPointer lockOf(const watch::LockId &id, const QByteArray &owner = "owner")
{
    watch::LockRecord lock;
    lock.id = id;
    lock.holds.emplace_back().owner = OwnerId(owner);
    return std::make_shared<const watch::LockRecord>(lock);
}

watch::KeyedChange changeOf(const watch::LockId &id, const QByteArray &owner = "owner")
{
    return {id, lockOf(id, owner)};
}

watch::KeyedChange goneOf(const watch::LockId &id)
{
    return {id, LockPointer()};
}

// A deployment of one server.
watch::ServerRecord serverOf(watch::DeploymentId deployment)
{
    watch::ServerRecord server;
    server.server = {deployment.number + 10};
    server.deployment = deployment;
    server.label = u"server %1"_s.arg(deployment.number);
    server.state = watch::ServerState::Up;
    return server;
}

watch::KeyedChange changeOf(const watch::ServerRecord &server)
{
    return {server.server, std::make_shared<const watch::ServerRecord>(server)};
}

watch::Event eventOf(watch::EventType type, watch::DeploymentId deployment,
                     const std::optional<QByteArray> &name = {})
{
    watch::Event event;
    event.at = now - 1s;
    event.type = type;
    event.deploymentId = deployment;
    event.deployment = event.server = u"server %1"_s.arg(deployment.number);
    if (name)
        event.name = LockName(*name);
    event.owner = OwnerId("owner");
    event.detail = u"why"_s;
    return event;
}

QByteArray text(const watch::LockId &id)
{
    return id.name.bytes + '@' + QByteArray::number(id.deployment.number);
}

// Records its calls, and the picture's state of a lock at that moment.
class Listener final : public picture::ChangeSink
{
public:
    explicit Listener(picture::Picture &picture)
        : m_picture(picture)
    {
        picture.addSink(this);
    }
    ~Listener() { m_picture.removeSink(this); }

    void note(const watch::LockId &id, const LockPointer &lock) override
    {
        const bool isNew = !m_picture.find(id);
        heard += (!lock ? "gone " : isNew ? "new " : "lock ") + text(id);
        if (lock && !lock->holds.front().alias->isEmpty())
            heard.back() += " by " + lock->holds.front().alias->name;
    }
    void noteStart() override { heard += "start"; }
    void note(const watch::ServerRecord &server) override
    {
        heard += "server " + QByteArray::number(server.server.number);
    }
    void note(const std::vector<watch::Event> &events) override
    {
        for (const watch::Event &event : events) {
            heard += "event " + (event.name ? event.name->bytes : QByteArray("of a server"));
            if (!event.alias.isEmpty())
                heard.back() += " by " + event.alias.name;
        }
    }
    void noteNames(const picture::AliasBook & /*aliases*/) override { heard += "names"; }
    void noteRemoved(watch::DeploymentId deployment) override
    {
        heard += "removed " + QByteArray::number(deployment.number);
    }

    QByteArrayList take() { return std::exchange(heard, {}); }

    QByteArrayList heard;

private:
    picture::Picture &m_picture;
};

// Writes down in which order it is told what.
class Shown final : public picture::Store
{
public:
    LockPointer find(const watch::LockId &id) const override { return m_locks.find(id); }
    void visit(const picture::LockVisitor &visitor) const override { m_locks.visit(visitor); }
    void merge(picture::LockChanges changes) override
    {
        told += "locks " + QByteArray::number(changes.size());
        m_locks.merge(std::move(changes));
    }
    void setServer(const watch::ServerRecord &server) override
    {
        told += "server " + QByteArray::number(server.server.number);
    }
    void append(std::vector<watch::Event> events) override
    {
        told += "events " + QByteArray::number(events.size());
    }
    void removeDeployment(watch::DeploymentId deployment) override
    {
        told += "removed " + QByteArray::number(deployment.number);
    }
    void noteNames(watch::DeploymentId deployment) override
    {
        told += "names " + QByteArray::number(deployment.number);
    }

    QByteArrayList take() { return std::exchange(told, {}); }

    QByteArrayList told;

private:
    picture::MapStore m_locks;
};

} // namespace

class tst_Picture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void aDeliveryBecomesRecords();
    void aLockIsKeptOnce();
    void sinksHearBeforeTheStoreHasIt();
    void theStoreGetsServersBeforeLocks();
    void sinksHearInTheOrderInWhichTheyCame();
    void aSliceAtATime();
    void beginsAnew();
    void recordedNamesStay();
    void gapsOfServersAreKept();
    void gapsAreBounded();
    void droppedEventsAreAGap();
    void aRemovedDeploymentStaysRemoved();
    void whatIsNotThereIsNotRemoved();
    void newNamesReachWhatIsThere();
    void namesAreWrittenInSlices();
    void aServerTellsWhatItHasLearned();
    void wordsAreWrittenBesideOwners();
    void clientsOfOneNameAreToldApart();

private:
    void merge(std::vector<watch::KeyedChange> changes) { m_picture->merge(changes); }
    QByteArrayList names(watch::DeploymentId deployment) const
    {
        QByteArrayList all;
        m_picture->forEachLockOf(deployment,
                                 [&](const LockPointer &lock) { all += lock->id.name.bytes; });
        return all;
    }

    std::unique_ptr<Shown> m_store;
    std::unique_ptr<picture::Picture> m_picture;
};

void tst_Picture::init()
{
    m_picture.reset();
    m_store = std::make_unique<Shown>();
    m_picture = std::make_unique<picture::Picture>(*m_store);
}

void tst_Picture::aDeliveryBecomesRecords()
{
    watch::WatchMailbox::Delivery delivery;
    delivery.changes = {changeOf(serverOf(first)), changeOf(serverOf(second)),
                        changeOf(idOf(first, "a")), changeOf(idOf(second, "a")),
                        changeOf(idOf(second, "b"))};
    delivery.events = {eventOf(watch::EventType::Acquired, first, "a")};
    Listener listener(*m_picture);
    m_picture->take(std::move(delivery), now);
    QCOMPARE(
        listener.take(),
        (QByteArrayList{"server 10", "server 11", "new a@0", "new a@1", "new b@1", "event a"}));
    QCOMPARE(names(first), QByteArrayList{"a"});
    QCOMPARE(names(second), (QByteArrayList{"a", "b"}));
    QCOMPARE(m_picture->servers().size(), 2U);
    QCOMPARE(*m_picture->findServer({11}), serverOf(second));
    QVERIFY(!m_picture->findServer({1}));
    QCOMPARE(m_picture->serversOf(second).size(), 1U);
    QVERIFY(m_picture->gaps().empty());

    merge({goneOf(idOf(second, "a")), changeOf(idOf(second, "b"), "another")});
    QCOMPARE(listener.take(), (QByteArrayList{"gone a@1", "lock b@1"}));
    QCOMPARE(names(second), QByteArrayList{"b"});
    QCOMPARE(m_picture->find(idOf(second, "b"))->holds.front().owner, OwnerId("another"));
}

void tst_Picture::aLockIsKeptOnce()
{
    const watch::LockId id = idOf(first, "a");
    const LockPointer lock = lockOf(id);
    merge({{id, lock}});
    QCOMPARE(m_picture->find(id), lock);
    QCOMPARE(lock.use_count(), 2); // ours and the store's
}

void tst_Picture::sinksHearBeforeTheStoreHasIt()
{
    Listener listener(*m_picture);
    merge({changeOf(idOf(first, "a"))});
    merge({changeOf(idOf(first, "a"), "another")});
    QCOMPARE(listener.take(), (QByteArrayList{"new a@0", "lock a@0"}));
}

void tst_Picture::theStoreGetsServersBeforeLocks()
{
    merge({changeOf(idOf(first, "a")), changeOf(idOf(first, "b")), changeOf(serverOf(first))});
    QCOMPARE(m_store->take(), (QByteArrayList{"server 10", "locks 2"}));
    merge({changeOf(serverOf(first))});
    m_picture->append({}, 0, now);
    QCOMPARE(m_store->take(), QByteArrayList{"server 10"});
}

void tst_Picture::sinksHearInTheOrderInWhichTheyCame()
{
    class Order final : public picture::ChangeSink
    {
    public:
        Order(QByteArrayList &heard, QByteArray name)
            : m_heard(heard)
            , m_name(std::move(name))
        {}
        void note(const watch::LockId &, const LockPointer &) override { m_heard += m_name; }
        void note(const watch::ServerRecord &) override {}
        void note(const std::vector<watch::Event> &) override {}
        void noteStart() override {}

    private:
        QByteArrayList &m_heard;
        QByteArray m_name;
    };
    QByteArrayList heard;
    Order one(heard, "one");
    Order two(heard, "two");
    m_picture->addSink(&one);
    m_picture->addSink(&two);
    merge({changeOf(idOf(first, "a"))});
    m_picture->removeSink(&one);
    merge({changeOf(idOf(first, "a"))});
    QCOMPARE(heard, (QByteArrayList{"one", "two", "two"}));
}

// Also of a deployment that was removed, and of a lock whose server has left.
void tst_Picture::beginsAnew()
{
    merge({changeOf(serverOf(first)), changeOf(idOf(first, "a")), changeOf(idOf(second, "b"))});
    m_picture->removeDeployment(first);
    Listener listener(*m_picture);
    m_picture->startAnew();
    QCOMPARE(listener.heard.back(), QByteArray("start"));
    QVERIFY(listener.heard.contains("gone " + text(idOf(second, "b"))));
    QVERIFY(m_picture->servers().empty() && m_picture->gaps().empty());
    QVERIFY(!m_picture->find(idOf(second, "b")));
    merge({changeOf(serverOf(first)), changeOf(idOf(first, "a"))});
    QVERIFY(m_picture->find(idOf(first, "a")));
    QCOMPARE(m_picture->servers().size(), 1U);
}

void tst_Picture::recordedNamesStay()
{
    m_picture->keepNames();
    m_picture->setAliases(first, AliasOrigin::Learned,
                          {{"*", u"by a rule"_s, AliasOrigin::Learned}});
    watch::LockRecord named = *lockOf(idOf(first, "a"));
    named.holds.front().alias = Alias("of then", AliasOrigin::File);
    watch::LockRecord unnamed = named;
    unnamed.id = idOf(first, "b");
    unnamed.holds.front().alias = Alias();
    merge({{named.id, std::make_shared<const watch::LockRecord>(named)},
           {unnamed.id, std::make_shared<const watch::LockRecord>(unnamed)}});
    QCOMPARE(m_picture->find(named.id)->holds.front().alias->name, QByteArray("of then"));
    QVERIFY(m_picture->find(unnamed.id)->holds.front().alias->isEmpty());
}

void tst_Picture::aSliceAtATime()
{
    std::vector<watch::KeyedChange> changes{changeOf(idOf(first, "a")), changeOf(idOf(first, "b")),
                                            changeOf(idOf(first, "c"))};
    const std::span<watch::KeyedChange> all(changes);
    m_picture->merge(all.first(2));
    QCOMPARE(names(first), (QByteArrayList{"a", "b"}));
    m_picture->merge(all.last(1));
    QCOMPARE(names(first), (QByteArrayList{"a", "b", "c"}));
}

// A gap of a lock says why that one could not be read.
void tst_Picture::gapsOfServersAreKept()
{
    m_picture->append({eventOf(watch::EventType::Gap, first),
                       eventOf(watch::EventType::Gap, first, "a"),
                       eventOf(watch::EventType::ServerDown, first)},
                      0, now);
    const watch::Gap gap{now - 1s, now - 1s, u"server 0"_s, u"server 0"_s, u"why"_s};
    QCOMPARE(m_picture->gaps(), std::vector<watch::Gap>{gap});
}

void tst_Picture::gapsAreBounded()
{
    std::vector<watch::Event> events(picture::Picture::mostGaps,
                                     eventOf(watch::EventType::Gap, first));
    m_picture->append(events, 0, now);
    watch::Event last = eventOf(watch::EventType::Gap, first);
    last.detail = u"last"_s;
    m_picture->append({last}, 0, now);
    QCOMPARE(m_picture->gaps().size(), picture::Picture::mostGaps);
    QCOMPARE(m_picture->gaps().back().reason.english(), u"last"_s);
}

void tst_Picture::droppedEventsAreAGap()
{
    Listener listener(*m_picture);
    m_picture->append({}, 7, now);
    QCOMPARE(m_picture->gaps().size(), 1U);
    QCOMPARE(m_picture->gaps().front().at, now);
    QVERIFY(m_picture->gaps().front().reason.english().contains(u'7'));
    m_picture->append({eventOf(watch::EventType::Acquired, first, "a")}, 1, now);
    QCOMPARE(m_picture->gaps().back().at, now - 1s); // before the first that was kept
    QCOMPARE(listener.take(),
             (QByteArrayList{"event of a server", "event of a server", "event a"}));
}

void tst_Picture::aRemovedDeploymentStaysRemoved()
{
    merge({changeOf(serverOf(first)), changeOf(serverOf(second)), changeOf(idOf(first, "a")),
           changeOf(idOf(second, "b"))});
    Listener listener(*m_picture);
    m_store->take();
    QVERIFY(m_picture->removeDeployment(first, {eventOf(watch::EventType::ServerDown, first)}));
    QCOMPARE(listener.take(), (QByteArrayList{"gone a@0", "event of a server", "removed 0"}));
    QCOMPARE(m_store->take(), (QByteArrayList{"locks 1", "events 1", "removed 0"}));
    QVERIFY(names(first).isEmpty());
    QCOMPARE(names(second), QByteArrayList{"b"});
    QVERIFY(!m_picture->findServer({10}));

    // Changes that were still in flight.
    merge({changeOf(serverOf(first)), changeOf(idOf(first, "a"))});
    m_picture->append({eventOf(watch::EventType::Acquired, first, "a"),
                       eventOf(watch::EventType::Acquired, second, "b")},
                      0, now);
    QCOMPARE(listener.take(), QByteArrayList{"event b"});
    QVERIFY(names(first).isEmpty());
    QVERIFY(!m_picture->findServer({10}));
    QVERIFY(!m_picture->removeDeployment(first));
    QVERIFY(listener.take().isEmpty());
}

void tst_Picture::whatIsNotThereIsNotRemoved()
{
    Listener listener(*m_picture);
    QVERIFY(!m_picture->removeDeployment(first, {eventOf(watch::EventType::ServerDown, first)}));
    QVERIFY(listener.take().isEmpty());
    merge({changeOf(serverOf(first))}); // it comes too late
    QVERIFY(m_picture->servers().empty());
}

void tst_Picture::newNamesReachWhatIsThere()
{
    merge({changeOf(idOf(first, "a")), changeOf(idOf(first, "b"), "another"),
           changeOf(idOf(second, "a"))});
    Listener listener(*m_picture);
    m_store->take();
    QVERIFY(m_picture->setAliases(first, {{"owner", u"billing"_s}}));
    QVERIFY(m_picture->isRenaming());
    QVERIFY(!m_picture->rename());
    QVERIFY(!m_picture->isRenaming());
    QCOMPARE(listener.take(), (QByteArrayList{"names", "lock a@0 by billing"}));
    QCOMPARE(m_store->take(), (QByteArrayList{"names 0", "locks 1"}));
    QVERIFY(!m_picture->setAliases(first, {{"owner", u"billing"_s}}));
    QVERIFY(listener.take().isEmpty());

    // Later changes have the name at once.
    merge({changeOf(idOf(first, "c"))});
    m_picture->append({eventOf(watch::EventType::Acquired, first, "c")}, 0, now);
    QCOMPARE(listener.take(), (QByteArrayList{"new c@0 by billing", "event c by billing"}));
    QVERIFY(m_picture->nameOwner(first, OwnerId("another"), u"cron"_s));
    m_picture->rename();
    QCOMPARE(listener.take(), (QByteArrayList{"names", "lock b@0 by cron"}));
}

void tst_Picture::namesAreWrittenInSlices()
{
    merge({changeOf(idOf(first, "a")), changeOf(idOf(first, "b")), changeOf(idOf(first, "c"))});
    m_picture->setAliases(first, AliasOrigin::File, {{"owner", u"billing"_s}});
    Listener listener(*m_picture);
    QVERIFY(m_picture->rename(2));
    QCOMPARE(listener.take(), (QByteArrayList{"lock a@0 by billing", "lock b@0 by billing"}));
    merge({goneOf(idOf(first, "c"))}); // it went meanwhile
    listener.take();
    QVERIFY(!m_picture->rename(2));
    QVERIFY(listener.take().isEmpty());
}

void tst_Picture::aServerTellsWhatItHasLearned()
{
    watch::ServerRecord server = serverOf(first);
    merge({changeOf(server), changeOf(idOf(first, "a"))});
    server.learned = std::make_shared<const std::vector<AliasRule>>(
        std::vector<AliasRule>{{"owner", u"guess"_s}});
    Listener listener(*m_picture);
    merge({changeOf(server)});
    m_picture->rename();
    QCOMPARE(listener.take(), (QByteArrayList{"server 10", "names", "lock a@0 by guess"}));
    QCOMPARE(m_picture->aliases().find(first, OwnerId("owner")),
             Alias("guess", AliasOrigin::Learned));
    merge({changeOf(server)}); // nothing new
    QCOMPARE(listener.take(), QByteArrayList{"server 10"});
    QVERIFY(!m_picture->isRenaming());
    server.learned = nullptr;
    merge({changeOf(server)});
    QVERIFY(m_picture->aliases().find(first, OwnerId("owner")).isEmpty());
}

void tst_Picture::wordsAreWrittenBesideOwners()
{
    const QByteArray owner = "76a0c7a5-0c31-404b-abda-dc68577ee300:64";
    merge({changeOf(serverOf(first)), changeOf(idOf(first, "a"), owner),
           changeOf(idOf(first, "b"), "token")});
    Listener listener(*m_picture);
    m_store->take();
    QVERIFY(m_picture->setWordNames(true));
    QVERIFY(!m_picture->setWordNames(true));
    QVERIFY(!m_picture->rename());
    QCOMPARE(listener.take(), (QByteArrayList{"names", "lock a@0 by shiny-hare"}));
    QCOMPARE(m_store->take(), (QByteArrayList{"names 0", "locks 1"}));
    merge({changeOf(idOf(first, "c"), owner)}); // at once
    QCOMPARE(listener.take(), QByteArrayList{"new c@0 by shiny-hare"});
    QVERIFY(m_picture->setWordNames(false));
    QVERIFY(!m_picture->rename());
    QVERIFY(m_picture->find(idOf(first, "a"))->holds.front().alias->isEmpty());
}

void tst_Picture::clientsOfOneNameAreToldApart()
{
    QVERIFY(m_picture->setWordNames(true));
    merge({changeOf(serverOf(first)),
           changeOf(idOf(first, "a"), "00000000-0000-4000-8000-000000000086:1")});
    m_picture->append({}, 0, now);
    QVERIFY(!m_picture->isRenaming());
    const auto nameOf = [this](const QByteArray &lock) {
        return m_picture->find(idOf(first, lock))->holds.front().alias->name;
    };
    QCOMPARE(nameOf("a"), "fond-herring"_ba);
    merge({changeOf(idOf(first, "b"), "00000000-0000-4000-8000-00000000008d:1")});
    m_picture->append({}, 0, now);
    QVERIFY(m_picture->isRenaming());
    QVERIFY(!m_picture->rename());
    QCOMPARE(nameOf("a"), "fond-herring-a0"_ba);
    QCOMPARE(nameOf("b"), "fond-herring-89"_ba);
}

LOCKSCOPE_TEST_SUITE(tst_Picture)
#include "tst_picture.moc"
