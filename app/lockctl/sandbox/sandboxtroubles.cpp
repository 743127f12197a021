// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/sandbox/sandboxtroubles.h"

#include "app/lockctl/sandbox/sandboxsteps.h"
#include "core/lock/kind/countdownlatch.h"
#include "core/lock/kind/fairlock.h"
#include "core/lock/kind/permitexpirablesemaphore.h"
#include "core/lock/kind/reentrantlock.h"
#include "core/lock/kind/semaphore.h"
#include "core/lock/kind/stringlock.h"

#include <array>
#include <numeric>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using namespace std::chrono_literals;
using namespace scenes;
using lock::Lease;
using In = SandboxScene::In;

// Holds one lock and waits for another: each part is a link of the cycle. It never gives up the
// first, like programs without a timeout; a force-unlock resolves the deadlock.
struct Link {
    QByteArray has;
    QByteArray wants;
    int thread;
};

QCoro::Task<> playLink(SandboxStage *stage, Link link)
{
    const LockName wanted(link.wants);
    const OwnerId owner = stage->owner(link.thread);
    lock::FairLock first(stage->space(), LockName(link.has));
    lock::FairLock second(stage->space(), wanted);
    while (!stage->isOver()) {
        auto taking = first.tryLock(owner, patience, Lease::watchdog(30s));
        if (!co_await stage->held(std::move(taking))) {
            co_await stage->sleep(later);
            continue;
        }
        co_await taken(stage, wanted);
        bool isHeld = false;
        while (!isHeld && !stage->isOver()) {
            auto waiting = second.tryLock(owner, patience, Lease::watchdog(30s));
            co_await stage->sleep(soon);
            stage->tellPlaced();
            isHeld = co_await stage->held(std::move(waiting));
        }
        co_await stage->sleep(5s);
        auto leavingSecond = second.unlock(owner);
        co_await stage->released(std::move(leavingSecond));
        auto leavingFirst = first.unlock(owner);
        co_await stage->released(std::move(leavingFirst)); // fails if it was taken away
        co_await stage->sleep(10s);
    }
}

// Two transfers between two accounts, each with the other's: a deadlock. Behind them the statement
// of one of the accounts, and behind that its mail.
QCoro::Task<> playTransfer(SandboxStage *stage)
{
    const QByteArray one = "payment:account:1042";
    const QByteArray other = "payment:account:2071";
    const std::array links{
        Link{one, other, 21},
        Link{other, one, 34},
        Link{"payment:statement"_ba, one, 8},
        Link{"payment:mail"_ba, "payment:statement"_ba, 52},
    };
    co_await playLink(stage, links.at(static_cast<std::size_t>(stage->part())));
}

// A fair lock whose keeper is long at work. In its queue: a dead waiter whose time is over, a dead
// waiter whose time is not (nobody listens on its channel: a ghost), and behind both a live one.
QCoro::Task<> playDock(SandboxStage *stage)
{
    const LockName name("stock:dock:1");
    lock::FairLock dock(stage->space(), name);
    const OwnerId keeper = stage->owner(19);
    while (!stage->isOver()) {
        auto taking = dock.tryLock(keeper, patience, Lease::of(12s));
        if (!co_await stage->held(std::move(taking))) {
            co_await stage->sleep(later);
            continue;
        }
        stage->tellPlaced();
        co_await queued(stage, name, 3, patience);
        // Nobody asks again while the lease is long, so that the dead stay where they are.
        auto extending = dock.tryLock(keeper, 0ms, Lease::of(10min));
        co_await stage->held(std::move(extending));
        co_await stage->sleep(330s);
        auto giving = giveBack(stage, &dock, keeper, 2, 0ms);
        co_await giving;
        co_await stage->sleep(10s);
    }
}

// The dead: first the one whose time is short, then the ghost.
QCoro::Task<> playDockDead(SandboxStage *stage)
{
    const LockName name("stock:dock:1");
    lock::FairLock dock(stage->space(), name);
    const bool isGhost = stage->part() == 1;
    if (isGhost)
        co_await queued(stage, name, 1, patience);
    else
        co_await taken(stage, name);
    auto waiting = dock.tryLock(stage->owner(isGhost ? 26 : 63), isGhost ? patience : 2s,
                                Lease::watchdog(30s));
    if (isGhost)
        co_await queued(stage, name, 2, patience);
    co_await stage->sleep(2 * soon);
    stage->tellPlaced();
    stage->askToBeKilled(345s); // back for the next time
    co_await stage->sleep(patience);
}

QCoro::Task<> playDockLiving(SandboxStage *stage)
{
    const LockName name("stock:dock:1");
    lock::FairLock dock(stage->space(), name);
    const OwnerId owner = stage->owner(44);
    while (!stage->isOver()) {
        co_await queued(stage, name, 2, patience);
        auto turn = takeTurn(stage, &dock, owner, 10min, Lease::watchdog(12s), 4s);
        co_await turn;
        co_await stage->sleep(later);
    }
}

// Renewed twice, then no more, as when the thread of the watchdog has died and the work goes on:
// overdue, and expired while its holder believes that it has it.
QCoro::Task<> playBatch(SandboxStage *stage)
{
    lock::ReentrantLock batch(stage->space(), LockName("payment:batch"));
    const OwnerId owner = stage->owner(15);
    while (!stage->isOver()) {
        auto taking = batch.tryLock(owner, patience, Lease::watchdog(21s));
        const bool isHeld = co_await stage->held(std::move(taking));
        stage->tellPlaced();
        if (!isHeld) {
            co_await stage->sleep(later);
            continue;
        }
        co_await stage->sleep(15s);
        batch.setWatchdogRunning(owner, false);
        while (!stage->isOver() && batch.validUntil(owner))
            co_await stage->sleep(200ms);
        co_await stage->sleep(5s);
    }
}

// Holds the lock on these servers with one token, renewed; a lost part is taken again.
QCoro::Task<> playVotes(SandboxStage *stage, LockName name, std::vector<std::size_t> servers)
{
    std::vector<std::unique_ptr<lock::StringLock>> locks;
    locks.reserve(servers.size());
    for (const std::size_t server : servers)
        locks.push_back(std::make_unique<lock::StringLock>(stage->space(server), name));
    const OwnerId token = locks.front()->newOwner();
    while (!stage->isOver()) {
        for (const auto &each : locks) {
            if (each->validUntil(token))
                continue;
            auto taking = each->tryLock(token, 0ms, Lease::watchdog(24s));
            co_await stage->held(std::move(taking));
        }
        stage->tellPlaced();
        co_await stage->sleep(later);
    }
}

// On a bare majority of the servers, the others have lost it: valid, with none to spare.
QCoro::Task<> playCheckout(SandboxStage *stage)
{
    std::vector<std::size_t> servers(stage->servers() / 2 + 1);
    std::iota(servers.begin(), servers.end(), std::size_t(0));
    auto voting = playVotes(stage, LockName("lock:checkout-rollout"), servers);
    co_await voting;
}

// Three asked at the same time, and each was the first on one server: nobody has a majority.
QCoro::Task<> playPriceFeed(SandboxStage *stage)
{
    const std::vector<std::size_t> servers(1, static_cast<std::size_t>(stage->part()));
    auto voting = playVotes(stage, LockName("lock:price-feed"), servers);
    co_await voting;
}

// The residue of an abandoned Redlock on one server.
QCoro::Task<> playMailDigest(SandboxStage *stage)
{
    const std::vector<std::size_t> servers(1, 1);
    auto voting = playVotes(stage, LockName("lock:mail-digest"), servers);
    co_await voting;
}

// One of the users of a semaphore with leases; there are more users than permits.
QCoro::Task<> playPrinter(SandboxStage *stage, int turn)
{
    lock::PermitExpirableSemaphore printers(stage->space(), LockName("billing:printers"));
    while (!stage->isOver()) {
        auto asking = printers.acquire(1, Lease::watchdog(20s));
        const auto granted = co_await stage->scope().wait(std::move(asking), forever);
        if (granted && granted->isGranted()) {
            co_await stage->sleep(9s + turn * 2s);
            auto releasing = printers.tryRelease(granted->ids);
            (void)co_await stage->scope().wait(std::move(releasing), forever);
        }
        co_await stage->sleep(later);
    }
}

QCoro::Task<> playPrinters(SandboxStage *stage)
{
    lock::PermitExpirableSemaphore printers(stage->space(), LockName("billing:printers"));
    auto setting = printers.trySetPermits(3);
    (void)co_await stage->scope().wait(std::move(setting), forever);
    for (int turn = 1; turn < 5; ++turn)
        (void)stage->scope().start([stage, turn] { return playPrinter(stage, turn); });
    co_await stage->sleep(soon);
    stage->tellPlaced();
    co_await playPrinter(stage, 0);
}

QCoro::Task<> playScanner(SandboxStage *stage, int turn)
{
    lock::Semaphore scanners(stage->space(), LockName("stock:scanners"));
    while (!stage->isOver()) {
        auto asking = scanners.acquire();
        const auto granted = co_await stage->scope().wait(std::move(asking), forever);
        if (granted && granted->isGranted()) {
            co_await stage->sleep(8s + turn * 3s);
            auto releasing = scanners.release();
            (void)co_await stage->scope().wait(std::move(releasing), forever);
        }
        co_await stage->sleep(later);
    }
}

QCoro::Task<> playScanners(SandboxStage *stage)
{
    lock::Semaphore scanners(stage->space(), LockName("stock:scanners"));
    auto setting = scanners.trySetPermits(2);
    (void)co_await stage->scope().wait(std::move(setting), forever);
    for (int turn = 1; turn < 5; ++turn)
        (void)stage->scope().start([stage, turn] { return playScanner(stage, turn); });
    co_await stage->sleep(soon);
    stage->tellPlaced();
    co_await playScanner(stage, 0);
}

// The sale begins when all branches have counted; two wait for it.
QCoro::Task<> playSaleWaiter(SandboxStage *stage)
{
    lock::CountDownLatch counted(stage->space(), LockName("stock:branches-counted"));
    while (!stage->isOver()) {
        auto waiting = counted.wait();
        (void)co_await stage->scope().wait(std::move(waiting), forever);
        co_await stage->sleep(later);
    }
}

QCoro::Task<> playSale(SandboxStage *stage)
{
    lock::CountDownLatch counted(stage->space(), LockName("stock:branches-counted"));
    bool areThere = false;
    while (!stage->isOver()) {
        auto setting = counted.trySetCount(5);
        (void)co_await stage->scope().wait(std::move(setting), forever);
        for (int i = 0; !areThere && i < 2; ++i)
            (void)stage->scope().start([stage] { return playSaleWaiter(stage); });
        areThere = true;
        co_await stage->sleep(soon);
        stage->tellPlaced();
        for (int count = 5; count > 0 && !stage->isOver(); --count) {
            co_await stage->sleep(20s);
            auto counting = counted.countDown();
            (void)co_await stage->scope().wait(std::move(counting), forever);
        }
    }
}

} // namespace

const std::vector<SandboxScene> &sandboxTroubles()
{
    static const std::vector<SandboxScene> scenes{
        {"transfer"_ba, 4, 2, playTransfer, In::Lively},
        {"dock"_ba, 1, 1, playDock, In::Lively},
        {"dock-dead"_ba, 2, 1, playDockDead, In::Lively},
        {"dock-living"_ba, 1, 1, playDockLiving, In::Lively},
        {"batch"_ba, 1, 2, playBatch, In::Lively},
        {"checkout"_ba, 1, std::nullopt, playCheckout, In::Lively},
        {"price-feed"_ba, 3, std::nullopt, playPriceFeed, In::Lively},
        {"mail-digest"_ba, 1, std::nullopt, playMailDigest, In::Lively},
        {"printers"_ba, 1, 0, playPrinters},
        {"scanners"_ba, 1, 1, playScanners},
        {"sale"_ba, 1, 1, playSale},
    };
    return scenes;
}

} // namespace lockscope::lockctl
