// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/ui/madeup.h"
#include "ui/client/watchclient.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::test;

namespace {

class Listener final : public picture::ChangeSink
{
public:
    void note(const watch::LockId &id, const watch::LockPointer &lock) override
    {
        heard += (lock ? "lock " : "gone ") + id.name.bytes;
    }
    void noteStart() override { heard += "start"; }
    void note(const watch::ServerRecord &server) override
    {
        heard += "server " + QByteArray::number(server.server.number);
    }
    void note(const std::vector<watch::Event> &events) override
    {
        for (const watch::Event &event : events)
            heard += "event " + event.name->bytes;
    }

    void noteNames(const picture::AliasBook &) override { ++namings; }

    QByteArrayList heard;
    int namings = 0;
};

watch::LockPointer pointer(const watch::LockRecord &lock)
{
    return std::make_shared<const watch::LockRecord>(lock);
}

} // namespace

class tst_WatchClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void sinksHearWhatIsMerged();
    void whatComesDuringALongMergeIsTaken();
    void aLongMergeNamesAllLocksOnce();
    void eventsOfSeveralSourcesComeByTheirTimes();
    void aSourceThatHasGoneIsForgotten();
    void aPauseFreezesThePicture();
    void aLockThatGoesInAPauseLeavesNoGhost();
    void aBacklogKeepsTheLatest();
    void aBacklogForgetsWhatCameAndWent();
    void aBacklogCountsTheEventsThatItDrops();

private:
    void put(const watch::LockRecord &lock) { m_mailbox->put(lock.id, pointer(lock)); }
    bool has(const QByteArray &name) const
    {
        return m_client->locks().find({0, LockName(name)}) != nullptr;
    }

    StandingClock m_clock;
    std::unique_ptr<WatchClient> m_client;
    watch::WatchMailbox *m_mailbox = nullptr;
};

void tst_WatchClient::init()
{
    m_client = std::make_unique<WatchClient>(m_clock);
    m_mailbox = &m_client->addSource();
}

void tst_WatchClient::sinksHearWhatIsMerged()
{
    Listener listener;
    m_client->picture().addSink(&listener);
    m_mailbox->put(watch::ServerId{0}, std::make_shared<const watch::ServerRecord>(upServer()));
    put(heldLock("a", m_clock));
    m_mailbox->post(eventOf(watch::EventType::Acquired, "a", m_clock));
    const QByteArrayList first{"server 0", "lock a", "event a"};
    QTRY_COMPARE(listener.heard, first);
    m_mailbox->put(watch::LockId{0, LockName("a")}, watch::LockPointer());
    QTRY_COMPARE(listener.heard, first + QByteArrayList{"gone a"});
    m_client->picture().removeSink(&listener);
    put(heldLock("b", m_clock));
    QTRY_VERIFY(has("b"));
    QCOMPARE(listener.heard.size(), 4);
}

// The wake-up for the last lock comes while the client is busy with the first ones.
void tst_WatchClient::whatComesDuringALongMergeIsTaken()
{
    const int many = static_cast<int>(WatchClient::changesPerTurn) + 100;
    connect(
        &m_client->locks(), &LockTableModel::merged, this,
        [this] { put(heldLock("late", m_clock)); }, Qt::SingleShotConnection);
    for (int i = 0; i < many; ++i)
        put(heldLock("lock" + QByteArray::number(i), m_clock));
    QTRY_COMPARE(m_client->locks().lockCount(), static_cast<std::size_t>(many) + 1);
    QVERIFY(has("late"));
}

// So many clients that in each turn some share their words, and all locks get other names.
void tst_WatchClient::aLongMergeNamesAllLocksOnce()
{
    m_client->picture().setWordNames(true);
    Listener listener;
    m_client->picture().addSink(&listener);
    const int many = 3 * static_cast<int>(WatchClient::changesPerTurn);
    for (int i = 0; i < many; ++i) {
        watch::LockRecord lock = heldLock("lock" + QByteArray::number(i), m_clock);
        const QByteArray client = QByteArray::number(i, 16).rightJustified(12, '0');
        lock.holds.front().owner = OwnerId("3f2a9c44-5d1e-4b7a-9c0d-" + client + ":1");
        put(lock);
    }
    QTRY_COMPARE(m_client->locks().lockCount(), static_cast<std::size_t>(many));
    QTRY_COMPARE(listener.namings, 1);
    m_client->picture().removeSink(&listener);
}

// Each source keeps its own order, also where a time lies before the last one.
void tst_WatchClient::eventsOfSeveralSourcesComeByTheirTimes()
{
    watch::WatchMailbox &other = m_client->addSource();
    watch::WatchMailbox &third = m_client->addSource();
    const auto post = [this](watch::WatchMailbox &mailbox, const QByteArray &name, Millis after) {
        watch::Event event = eventOf(watch::EventType::Acquired, name, m_clock);
        event.at += after;
        mailbox.post(event);
    };
    for (const bool isPaused : {false, true}) {
        Listener listener;
        m_client->picture().addSink(&listener);
        m_client->setPaused(isPaused);
        post(*m_mailbox, "b", 2s);
        post(*m_mailbox, "e", 5s);
        post(*m_mailbox, "f", 4s);
        post(other, "a", 1s);
        post(other, "d", 4s);
        post(third, "c", 3s);
        post(third, "g", 7s);
        m_client->setPaused(false);
        const QByteArrayList all{"event a", "event b", "event c", "event d",
                                 "event e", "event f", "event g"};
        QTRY_COMPARE(listener.heard.size(), all.size());
        QCOMPARE(listener.heard, all);
        m_client->picture().removeSink(&listener);
    }
}

void tst_WatchClient::aSourceThatHasGoneIsForgotten()
{
    watch::WatchMailbox &other = m_client->addSource();
    m_client->setPaused(true);
    put(heldLock("a", m_clock));
    other.put(watch::LockId{1, LockName("b")}, pointer(heldLock("b", m_clock, 20s, 1)));
    QTRY_COMPARE(m_client->heldBack(), std::size_t(2));
    m_client->removeDeployment({0});
    m_client->removeSource(*m_mailbox);
    QCOMPARE(m_client->heldBack(), std::size_t(1));
    m_client->setPaused(false);
    QTRY_VERIFY(m_client->locks().find({1, LockName("b")}));
    QVERIFY(!has("a"));
    other.put(watch::LockId{1, LockName("c")}, pointer(heldLock("c", m_clock, 20s, 1)));
    QTRY_VERIFY(m_client->locks().find({1, LockName("c")}));
}

void tst_WatchClient::aPauseFreezesThePicture()
{
    put(heldLock("a", m_clock));
    QTRY_VERIFY(has("a"));
    QSignalSpy told(m_client.get(), &WatchClient::pausedChanged);
    QSignalSpy merged(&m_client->locks(), &LockTableModel::merged);
    m_client->setPaused(true);
    QVERIFY(m_client->isPaused());
    QCOMPARE(m_client->pausedAt(), std::optional(m_clock.now()));
    put(heldLock("b", m_clock));
    m_mailbox->put(watch::LockId{0, LockName("a")}, watch::LockPointer());
    m_mailbox->post(eventOf(watch::EventType::Released, "a", m_clock));
    // Goes on at last, so any pending change would have been merged before.
    QMetaObject::invokeMethod(
        this,
        [this, &merged] {
            QVERIFY(merged.isEmpty());
            QVERIFY(has("a") && !has("b"));
            m_client->setPaused(false);
        },
        Qt::QueuedConnection);
    QTRY_VERIFY(has("b"));
    QVERIFY(!has("a"));
    QTRY_COMPARE(m_client->events().rowCount(), 1);
    QCOMPARE(told.count(), 2);
    QVERIFY(!m_client->pausedAt());
    put(heldLock("c", m_clock));
    QTRY_VERIFY(has("c"));
}

// It was taken from the mailbox before the pause, but not merged yet.
void tst_WatchClient::aLockThatGoesInAPauseLeavesNoGhost()
{
    const int many = static_cast<int>(WatchClient::changesPerTurn) + 1;
    connect(
        &m_client->locks(), &LockTableModel::merged, this,
        [this] {
            m_client->setPaused(true);
            m_mailbox->put(watch::LockId{0, LockName("last")}, watch::LockPointer());
            QMetaObject::invokeMethod(
                this, [this] { m_client->setPaused(false); }, Qt::QueuedConnection);
        },
        Qt::SingleShotConnection);
    for (int i = 1; i < many; ++i)
        put(heldLock("lock" + QByteArray::number(i), m_clock));
    put(heldLock("last", m_clock));
    put(heldLock("after", m_clock));
    QTRY_VERIFY(has("after"));
    QVERIFY(!has("last"));
    QCOMPARE(m_client->locks().lockCount(), static_cast<std::size_t>(many));
}

void tst_WatchClient::aBacklogKeepsTheLatest()
{
    Backlog backlog(10);
    const auto nothing = [](const watch::LockId &) { return false; };
    const watch::LockRecord young = heldLock("a", m_clock, 9s);
    backlog.add({{{young.id, pointer(heldLock("a", m_clock, 1s))}}, {}, 0}, nothing);
    backlog.add({{{young.id, pointer(young)}}, {}, 0}, nothing);
    QCOMPARE(backlog.size(), 1U);
    const Backlog::Delivery all = backlog.take();
    QVERIFY(backlog.isEmpty());
    QCOMPARE(*std::get<watch::LockPointer>(all.changes.front().second), young);
}

void tst_WatchClient::aBacklogForgetsWhatCameAndWent()
{
    Backlog backlog(10);
    const watch::LockId known{0, LockName("known")};
    const auto isKnown = [&](const watch::LockId &id) { return id == known; };
    const auto gone = [](const QByteArray &name) {
        return std::pair(watch::LockId{0, LockName(name)}, watch::Change(watch::LockPointer()));
    };
    for (int i = 0; i < 1000; ++i) {
        const watch::LockRecord lock = heldLock("short" + QByteArray::number(i), m_clock);
        const watch::LockRecord stays = heldLock("stays" + QByteArray::number(i % 3), m_clock);
        backlog.add({{{lock.id, pointer(lock)}, {stays.id, pointer(stays)}}, {}, 0}, isKnown);
        backlog.add({{gone(lock.id.name.bytes)}, {}, 0}, isKnown);
    }
    backlog.add({{gone("known"), gone("never seen")}, {}, 0}, isKnown);
    const Backlog::Delivery all = backlog.take();
    std::set<QByteArray> names;
    for (const auto &[key, change] : all.changes) {
        const auto &id = std::get<watch::LockId>(key);
        names.insert(id.name.bytes);
        const watch::LockPointer lock = std::get<watch::LockPointer>(change);
        QCOMPARE(lock == nullptr, id == known);
        QVERIFY(!lock || lock->id == id);
    }
    QCOMPARE(names, std::set<QByteArray>({"known", "stays0", "stays1", "stays2"}));
    QCOMPARE(all.changes.size(), names.size());
}

void tst_WatchClient::aBacklogCountsTheEventsThatItDrops()
{
    Backlog backlog(10);
    const auto nothing = [](const watch::LockId &) { return false; };
    for (int i = 0; i < 25; ++i) {
        const QByteArray name = QByteArray::number(i);
        backlog.add({{}, {eventOf(watch::EventType::Renewed, name, m_clock)}, 1}, nothing);
    }
    const Backlog::Delivery all = backlog.take();
    QCOMPARE(all.events.size(), 10U);
    QCOMPARE(all.events.front().name->bytes, QByteArray("15"));
    QCOMPARE(all.events.back().name->bytes, QByteArray("24"));
    QCOMPARE(all.droppedEvents, 25U + 15U);
}

LOCKSCOPE_TEST_SUITE(tst_WatchClient)
#include "tst_watchclient.moc"
