// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "tests/ui/nonavigator.h"
#include "ui/window/awaitedlock.h"

#include <QTest>

#include <memory>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

// Tells the awaited lock what is shown, as the detail does.
class Ways final : public NoNavigator
{
public:
    void openLock(const watch::LockId &id) override
    {
        told += "open " + id.name.bytes;
        show(id);
    }
    void chooseLock(const std::optional<watch::LockId> &id) override
    {
        told += id ? "choose " + id->name.bytes + " of " + QByteArray::number(id->deployment.number)
                   : QByteArray("choose none");
        show(id);
    }
    void show(const std::optional<watch::LockId> &id) const
    {
        if (awaited)
            awaited->noteShown(id);
    }

    AwaitedLock *awaited = nullptr;
    QByteArrayList told;
};

} // namespace

class tst_AwaitedLock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_client.reset(); }

    void aNamedLockIsOpenedOnceItIsThere();
    void theShownLockComesBackWithItsDeployment();
    void aChoiceMeanwhileStays();
    void anotherServerOfItsDeploymentKeepsIt();

private:
    void put(const watch::ServerRecord &server)
    {
        m_mailbox->put(server.server, std::make_shared<const watch::ServerRecord>(server));
    }
    void put(const watch::LockRecord &lock)
    {
        m_mailbox->put(lock.id, std::make_shared<const watch::LockRecord>(lock));
    }
    // The same server, as another deployment.
    void comeBack()
    {
        watch::ServerRecord server = upServer(1);
        server.label = upServer(0).label;
        put(server);
        put(heldLock("a", m_clock, 20s, 1));
    }
    bool has(const QByteArray &name, int deployment = 0)
    {
        return m_client->locks().find({deployment, LockName(name)}) != nullptr;
    }

    StandingClock m_clock;
    std::unique_ptr<WatchClient> m_client;
    watch::WatchMailbox *m_mailbox = nullptr;
    Ways m_ways;
    std::unique_ptr<AwaitedLock> m_awaited;
};

void tst_AwaitedLock::init()
{
    m_client = std::make_unique<WatchClient>(m_clock);
    m_mailbox = &m_client->addSource();
    m_ways = Ways();
    m_awaited = std::make_unique<AwaitedLock>(*m_client, m_ways, nullptr);
    m_ways.awaited = m_awaited.get();
    put(upServer(0));
    QTRY_COMPARE(m_client->servers().rowCount(), 1);
}

void tst_AwaitedLock::aNamedLockIsOpenedOnceItIsThere()
{
    m_awaited->open("a");
    put(heldLock("b", m_clock));
    QTRY_VERIFY(has("b"));
    QVERIFY(m_ways.told.isEmpty());
    put(heldLock("a", m_clock));
    QTRY_COMPARE(m_ways.told, QByteArrayList({"open a"}));
    put(heldLock("c", m_clock));
    QTRY_VERIFY(has("c"));
    QCOMPARE(m_ways.told, QByteArrayList({"open a"}));
    m_awaited->open("b"); // is there already
    QCOMPARE(m_ways.told, QByteArrayList({"open a", "open b"}));
}

void tst_AwaitedLock::theShownLockComesBackWithItsDeployment()
{
    put(heldLock("a", m_clock));
    QTRY_VERIFY(has("a"));
    m_ways.show(watch::LockId{0, LockName("a")});
    m_client->removeDeployment({0});
    QCOMPARE(m_ways.told, QByteArrayList({"choose none"}));
    comeBack();
    QTRY_COMPARE(m_ways.told, QByteArrayList({"choose none", "choose a of 1"}));
}

void tst_AwaitedLock::aChoiceMeanwhileStays()
{
    put(heldLock("a", m_clock));
    QTRY_VERIFY(has("a"));
    m_ways.show(watch::LockId{0, LockName("a")});
    m_client->removeDeployment({0});
    m_ways.show(watch::LockId{2, LockName("other")});
    comeBack();
    QTRY_VERIFY(has("a", 1));
    QCOMPARE(m_ways.told, QByteArrayList({"choose none"}));
}

void tst_AwaitedLock::anotherServerOfItsDeploymentKeepsIt()
{
    watch::ServerRecord second = upServer(1);
    second.deployment = {0};
    put(second);
    put(heldLock("a", m_clock));
    QTRY_COMPARE(m_client->servers().rowCount(), 2);
    QTRY_VERIFY(has("a"));
    m_ways.show(watch::LockId{0, LockName("a")});
    second.hasLeft = true;
    put(second);
    QTRY_COMPARE(m_client->servers().rowCount(), 1);
    QVERIFY(m_ways.told.isEmpty());
}

LOCKSCOPE_TEST_SUITE(tst_AwaitedLock)
#include "tst_awaitedlock.moc"
