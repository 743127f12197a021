// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lockctl/sandbox/sandboxscenes.h"

#include "app/lockctl/sandbox/sandboxsteps.h"
#include "app/lockctl/sandbox/sandboxtroubles.h"
#include "core/lock/kind/fairlock.h"
#include "core/lock/kind/fencedlock.h"
#include "core/lock/kind/readwritelock.h"
#include "core/lock/kind/reentrantlock.h"
#include "core/lock/kind/stringlock.h"

#include <array>

using namespace Qt::StringLiterals;

namespace lockscope::lockctl {

namespace {

using namespace std::chrono_literals;
using namespace scenes;
using lock::Lease;
using In = SandboxScene::In;

// Three want it, renewed and re-entered: always held and contended.
QCoro::Task<> playInvoices(SandboxStage *stage)
{
    lock::ReentrantLock invoices(stage->space(), LockName("billing:invoices"));
    const OwnerId owner = stage->owner(61 + stage->part());
    const Lease lease = Lease::watchdog(15s);
    while (!stage->isOver()) {
        auto waiting = invoices.tryLock(owner, patience, lease);
        co_await stage->sleep(soon);
        stage->tellPlaced();
        if (!co_await stage->held(std::move(waiting))) {
            co_await stage->sleep(later);
            continue;
        }
        co_await stage->sleep(9s);
        auto again = invoices.tryLock(owner, 0ms, lease);
        co_await stage->held(std::move(again));
        co_await stage->sleep(10s);
        auto giving = giveBack(stage, &invoices, owner, 2, 4s);
        co_await giving;
    }
}

// One of those who take turns at a fair lock.
QCoro::Task<> playClerk(SandboxStage *stage, int thread, Millis work)
{
    lock::FairLock ledger(stage->space(), LockName("billing:ledger"));
    const OwnerId owner = stage->owner(thread);
    while (!stage->isOver()) {
        auto turn = takeTurn(stage, &ledger, owner, patience, Lease::watchdog(30s), work);
        co_await turn;
        co_await stage->sleep(later);
    }
}

// Two threads in each of two processes: a queue of three.
QCoro::Task<> playClerks(SandboxStage *stage, Millis work)
{
    const int first = 71 + 20 * stage->part();
    (void)stage->scope().start([stage, first, work] { return playClerk(stage, first + 5, work); });
    co_await playClerk(stage, first, work);
}

QCoro::Task<> playLedger(SandboxStage *stage)
{
    return playClerks(stage, 14s);
}

// So short that nobody waits for long.
QCoro::Task<> playCalmLedger(SandboxStage *stage)
{
    return playClerks(stage, 5s);
}

// One of those who take turns at a fair lock as fast as they can.
QCoro::Task<> playPicker(SandboxStage *stage, QByteArray name, int thread, Millis work)
{
    lock::FairLock lock(stage->space(), LockName(name));
    const OwnerId owner = stage->owner(thread);
    while (!stage->isOver()) {
        auto turn = takeTurn(stage, &lock, owner, patience, Lease::watchdog(30s), work);
        co_await turn;
    }
}

// So many threads of this process, of which each is always in the queue or at work.
QCoro::Task<> playPickers(SandboxStage *stage, QByteArray name, int threads, Millis work)
{
    for (int thread = 2; thread <= threads; ++thread)
        (void)stage->scope().start(
            [stage, name, thread, work] { return playPicker(stage, name, thread, work); });
    co_await playPicker(stage, name, 1, work);
}

// One works and ten wait, each for some 20 s.
QCoro::Task<> playPicking(SandboxStage *stage)
{
    return playPickers(stage, "stock:picking", stage->part() == 0 ? 6 : 5, 2s);
}

// One works and fifty wait, of four clients.
QCoro::Task<> playPallets(SandboxStage *stage)
{
    return playPickers(stage, "stock:pallets", stage->part() == 0 ? 12 : 13, 4s);
}

// So short that nobody of the fifty waits for long.
QCoro::Task<> playCalmPallets(SandboxStage *stage)
{
    return playPickers(stage, "stock:pallets", stage->part() == 0 ? 12 : 13, 400ms);
}

// Held; next in its queue is a dead waiter, and behind it a live one. The first waiter that retries
// removes the dead one: while the lease is long none does.
QCoro::Task<> playArchive(SandboxStage *stage)
{
    const LockName name("billing:archive");
    lock::FairLock archive(stage->space(), name);
    const OwnerId keeper = stage->owner(64);
    const OwnerId follower = stage->owner(35);
    while (!stage->isOver()) {
        auto taking = archive.tryLock(keeper, patience, Lease::of(12s));
        const bool isHeld = co_await stage->held(std::move(taking));
        stage->tellPlaced();
        if (!isHeld) {
            co_await stage->sleep(later);
            continue;
        }
        co_await queued(stage, name, 1, 10s);
        auto extending = archive.tryLock(keeper, 0ms, Lease::of(45s));
        co_await stage->held(std::move(extending));
        auto following = archive.tryLock(follower, patience, Lease::of(9s));
        co_await stage->sleep(30s);
        auto giving = giveBack(stage, &archive, keeper, 2, 0ms);
        co_await giving;
        if (co_await stage->held(std::move(following))) {
            co_await stage->sleep(4s);
            auto leaving = archive.unlock(follower);
            co_await stage->released(std::move(leaving));
        }
        co_await stage->sleep(4s);
    }
}

// The one who dies in the queue.
QCoro::Task<> playArchiveImport(SandboxStage *stage)
{
    const LockName name("billing:archive");
    lock::FairLock archive(stage->space(), name);
    co_await taken(stage, name);
    auto waiting = archive.tryLock(stage->owner(30), 2s, Lease::watchdog(9s));
    co_await stage->sleep(2 * soon);
    stage->tellPlaced();
    stage->askToBeKilled(36s); // back for the next time
    co_await stage->sleep(patience);
}

// Fenced, by two in turn: each gets a higher token. Free now and then.
QCoro::Task<> playExport(SandboxStage *stage)
{
    lock::FencedLock exporting(stage->space(), LockName("billing:export"));
    for (int turn = 0; !stage->isOver(); ++turn) {
        const OwnerId owner = stage->owner(turn % 2 == 0 ? 4 : 80);
        auto taking = exporting.tryLock(owner, patience, Lease::of(20s));
        const bool isHeld = co_await stage->held(std::move(taking));
        stage->tellPlaced();
        if (isHeld) {
            co_await stage->sleep(11s);
            auto releasing = exporting.unlock(owner);
            co_await stage->released(std::move(releasing));
        }
        co_await stage->sleep(5s);
    }
}

// Two readers who overlap, one of them twice; then a pause, in which a writer gets its turn.
QCoro::Task<> playPrices(SandboxStage *stage)
{
    lock::ReadLock prices(stage->space(), LockName("stock:prices"));
    struct Reader {
        OwnerId owner;
        Lease lease;
    };
    const Reader catalog{stage->owner(90), Lease::watchdog(30s)};
    const Reader search{stage->owner(55), Lease::watchdog(20s)};
    struct Step {
        const Reader &reader;
        bool isTaken;
        Millis then;
    };
    const std::array steps{Step{catalog, true, 4s}, Step{search, true, 4s},
                           Step{catalog, true, 8s}, Step{catalog, false, 4s},
                           Step{search, false, 4s}, Step{catalog, false, 9s}};
    while (!stage->isOver()) {
        for (const Step &step : steps) {
            if (step.isTaken) {
                auto taking = prices.tryLock(step.reader.owner, patience, step.reader.lease);
                co_await stage->held(std::move(taking));
            } else {
                auto releasing = prices.unlock(step.reader.owner);
                co_await stage->released(std::move(releasing));
            }
            stage->tellPlaced();
            co_await stage->sleep(step.then);
        }
    }
}

QCoro::Task<> playPriceUpdate(SandboxStage *stage)
{
    lock::WriteLock prices(stage->space(), LockName("stock:prices"));
    const OwnerId owner = stage->owner(13);
    co_await taken(stage, prices.name()); // the readers come first
    while (!stage->isOver()) {
        auto turn = takeTurn(stage, &prices, owner, patience, Lease::watchdog(15s), 7s);
        co_await turn;
        co_await stage->sleep(3s);
    }
}

// A reader who dies: its field stays among those of the others when its own lease is over.
QCoro::Task<> playPriceReport(SandboxStage *stage)
{
    lock::ReadLock prices(stage->space(), LockName("stock:prices"));
    co_await taken(stage, prices.name());
    auto taking = prices.tryLock(stage->owner(12), patience, Lease::of(8s));
    co_await stage->held(std::move(taking));
    stage->tellPlaced();
    co_await stage->sleep(later);
    stage->askToBeKilled(25s);
    co_await stage->sleep(patience);
}

// Renewed, then stopped right after a renewal: overdue before it goes on; every third time so long
// that the lock lapses meanwhile.
QCoro::Task<> playReindex(SandboxStage *stage)
{
    lock::ReentrantLock reindex(stage->space(), LockName("stock:reindex"));
    const OwnerId owner = stage->owner(27);
    for (int turn = 1; !stage->isOver(); ++turn) {
        if (!reindex.validUntil(owner)) {
            auto taking = reindex.tryLock(owner, patience, Lease::watchdog(15s));
            const bool isHeld = co_await stage->held(std::move(taking));
            stage->tellPlaced();
            if (!isHeld) {
                co_await stage->sleep(later);
                continue;
            }
        }
        const auto before = reindex.validUntil(owner);
        while (!stage->isOver() && reindex.validUntil(owner) == before)
            co_await stage->sleep(100ms);
        co_await stage->sleep(500ms);
        stage->askToBeStopped(turn % 3 == 0 ? 20s : 12s);
        co_await stage->sleep(2s);
    }
}

// Left behind by a program that set no expiry: it stays until somebody deletes it.
QCoro::Task<> playMigration(SandboxStage *stage)
{
    const QByteArray name = "stock:migration";
    const redis::Arguments look{"EXISTS"_ba, name};
    const redis::Arguments leave{"HSET"_ba, name, stage->owner(5).bytes, "1"_ba};
    while (!stage->isOver()) {
        auto looking = stage->deployment().send(look);
        const auto exists = co_await stage->scope().wait(std::move(looking), 1min);
        if (exists && exists->integer == 0) {
            auto leaving = stage->deployment().send(leave);
            co_await stage->scope().wait(std::move(leaving), 1min);
        }
        if (exists)
            stage->tellPlaced();
        co_await stage->sleep(exists ? Millis(1min) : soon);
    }
}

// This process holds the lock, has the next place in its queue, and dies: the lease ends soon
// after, and yet nobody gets the free lock until the dead waiter's time is over.
QCoro::Task<> playCrane(SandboxStage *stage)
{
    lock::FairLock dock(stage->space(), LockName("stock:dock:2"));
    auto unloading = dock.tryLock(stage->owner(17), patience, Lease::of(6s));
    co_await stage->held(std::move(unloading));
    auto loading = dock.tryLock(stage->owner(18), 20s, Lease::of(6s));
    co_await stage->sleep(2 * soon);
    stage->tellPlaced();
    stage->askToBeKilled(30s);
    co_await stage->sleep(patience);
}

QCoro::Task<> playForklift(SandboxStage *stage)
{
    lock::FairLock dock(stage->space(), LockName("stock:dock:2"));
    const OwnerId owner = stage->owner(42);
    while (!stage->isOver()) {
        co_await queued(stage, dock.name(), 1, patience);
        auto turn = takeTurn(stage, &dock, owner, patience, Lease::watchdog(12s), 8s);
        co_await turn;
        co_await stage->sleep(later);
    }
}

// A long, quiet hold.
QCoro::Task<> playSettlement(SandboxStage *stage)
{
    lock::ReentrantLock settlement(stage->space(), LockName("payment:settlement"));
    const OwnerId owner = stage->owner(11);
    while (!stage->isOver()) {
        auto taking = settlement.tryLock(owner, patience, Lease::watchdog());
        if (co_await stage->held(std::move(taking))) {
            stage->tellPlaced();
            co_await stage->sleep(2min);
            auto releasing = settlement.unlock(owner);
            co_await stage->released(std::move(releasing));
        }
        co_await stage->sleep(3s);
    }
}

// Short holds on a fixed lease, each of an order of its own.
QCoro::Task<> playOrders(SandboxStage *stage, bool someAreForgotten)
{
    (void)stage->scope().start([stage] { return playSettlement(stage); });
    for (int order = 0; !stage->isOver(); ++order) {
        const QByteArray name = "payment:payout:" + QByteArray::number(20517 + order % 40);
        lock::ReentrantLock payout(stage->space(), LockName(name));
        const OwnerId owner = stage->owner(40 + order % 4);
        auto taking = payout.tryLock(owner, 0ms, Lease::of(10s));
        if (co_await stage->held(std::move(taking))) {
            co_await stage->sleep(3s);
            if (!someAreForgotten || order % 4 != 3) {
                auto releasing = payout.unlock(owner);
                co_await stage->released(std::move(releasing));
            }
        }
        co_await stage->sleep(later);
    }
}

// Some are forgotten and expire.
QCoro::Task<> playPayouts(SandboxStage *stage)
{
    return playOrders(stage, true);
}

QCoro::Task<> playCalmPayouts(SandboxStage *stage)
{
    return playOrders(stage, false);
}

// A plain string lock, wanted by two; waiters are told by the key's invalidation.
QCoro::Task<> playNightlyReport(SandboxStage *stage)
{
    lock::StringLock report(stage->space(), LockName("lock:nightly-report"));
    const OwnerId owner(stage->part() == 0 ? "report-worker-3:8f1d2c77"_ba
                                           : "report-worker-7:d3adc0de"_ba);
    const Lease lease = stage->part() == 0 ? Lease::of(45s) : Lease::watchdog(21s);
    while (!stage->isOver()) {
        auto turn = takeTurn(stage, &report, owner, patience, lease, 20s);
        co_await turn;
        co_await stage->sleep(2s);
    }
}

// The same name and token on all servers, as Redlock does it.
QCoro::Task<> playCatalog(SandboxStage *stage)
{
    std::vector<std::unique_ptr<lock::StringLock>> locks;
    for (std::size_t server = 0; server < stage->servers(); ++server)
        locks.push_back(std::make_unique<lock::StringLock>(stage->space(server),
                                                           LockName("lock:catalog-publish")));
    while (!stage->isOver()) {
        const OwnerId token = locks.front()->newOwner();
        bool isHeld = true;
        for (const auto &lock : locks) {
            auto taking = lock->tryLock(token, 0ms, Lease::of(30s));
            isHeld = co_await stage->held(std::move(taking)) && isHeld;
        }
        if (isHeld) {
            stage->tellPlaced();
            co_await stage->sleep(18s);
        }
        for (const auto &lock : locks) {
            auto releasing = lock->unlock(token);
            co_await stage->released(std::move(releasing));
        }
        co_await stage->sleep(4s);
    }
}

} // namespace

const std::vector<SandboxScene> &sandboxScenes()
{
    static const std::vector<SandboxScene> scenes = [] {
        std::vector<SandboxScene> all{
            {"invoices"_ba, 3, 0, playInvoices},
            {"ledger"_ba, 2, 0, playLedger, In::Lively},
            {"ledger-calm"_ba, 2, 0, playCalmLedger, In::Calm},
            {"archive"_ba, 1, 0, playArchive, In::Lively},
            {"archive-import"_ba, 1, 0, playArchiveImport, In::Lively},
            {"export"_ba, 1, 0, playExport},
            {"prices"_ba, 1, 1, playPrices},
            {"price-update"_ba, 1, 1, playPriceUpdate},
            {"price-report"_ba, 1, 1, playPriceReport, In::Lively},
            {"picking"_ba, 2, 1, playPicking},
            {"pallets"_ba, 4, 1, playPallets, In::Lively},
            {"pallets-calm"_ba, 4, 1, playCalmPallets, In::Calm},
            {"reindex"_ba, 1, 1, playReindex, In::Lively},
            {"migration"_ba, 1, 1, playMigration, In::Lively},
            {"crane"_ba, 1, 1, playCrane, In::Lively},
            {"forklift"_ba, 1, 1, playForklift, In::Lively},
            {"payouts"_ba, 1, 2, playPayouts, In::Lively},
            {"payouts-calm"_ba, 1, 2, playCalmPayouts, In::Calm},
            {"nightly-report"_ba, 2, 2, playNightlyReport},
            {"catalog"_ba, 1, std::nullopt, playCatalog},
        };
        all.insert(all.end(), sandboxTroubles().begin(), sandboxTroubles().end());
        return all;
    }();
    return scenes;
}

} // namespace lockscope::lockctl
