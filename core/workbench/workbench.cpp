// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workbench/workbench.h"

#include "core/base/async/taskscope.h"
#include "core/format/traits.h"
#include "core/lock/kind/countdownlatch.h"
#include "core/redis/readonly.h"
#include "core/workbench/refusal.h"

#include <QTimer>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::workbench {

namespace {

// The interval for looking up the ends of the leases, which renewals move.
constexpr Millis refreshInterval{200};

std::optional<Instant> endOf(std::optional<Instant> validUntil)
{
    return validUntil == Instant::max() ? std::nullopt : validUntil;
}

Entry entryOf(int id, const HoldRequest &request)
{
    Entry entry;
    entry.id = id;
    entry.names = request.what.names;
    entry.kind = request.what.kind;
    entry.mode = request.what.mode;
    entry.servers = request.what.labels();
    entry.places = request.places;
    entry.owner = request.owner;
    entry.label = request.label;
    return entry;
}

// The reason why nothing may be taken there; empty: it may.
std::optional<Error> readOnlyRefusal(const Asked &what)
{
    const auto guarded =
        std::find_if(what.servers.begin(), what.servers.end(),
                     [](const redis::ConnectionConfig &each) { return each.target.readOnly; });
    if (guarded == what.servers.end())
        return std::nullopt;
    return redis::readOnlyRefusal(guarded->target.label(), guarded->target.guardedBy);
}

} // namespace

struct Workbench::Private {
    struct Item {
        Entry entry;
        lock::Lease lease;
        Millis wait{0};
        std::unique_ptr<Assembly> assembly; // empty: it could not be made
        std::shared_ptr<lock::Cancellation> cancel;

        lock::Lock &lock() const { return assembly->lock(); }
    };

    Private(Workbench &owner, redis::DeploymentPool &pool);

    Item *find(int id);
    Item *findHeld(const HoldRequest &request);
    void begin(int id, const HoldRequest &request);
    QCoro::Task<> take(int id);
    QCoro::Task<> takeAgain(int id);
    QCoro::Task<> giveBack(int id);
    QCoro::Task<> giveAllBack();
    QCoro::Task<> extend(int id, Millis time);
    QCoro::Task<> countDown(int id);
    static void note(Entry &entry, const Result<lock::AcquireOutcome> &outcome);
    void onTaken(Item &item, const Result<lock::AcquireOutcome> &outcome);
    void onLost(int id, lock::Loss loss);
    void onStanding(int id, const lock::Standing &standing);
    void refresh();
    void tell();

    Workbench &q;
    SystemClock clock;
    Servers servers;
    std::map<int, Item> items;
    int lastId = 0;
    QTimer refreshing;
    TaskScope scope{"workbench"}; // last
};

Workbench::Private::Private(Workbench &owner, redis::DeploymentPool &pool)
    : q(owner)
    , servers(clock, pool)
    , refreshing(&owner)
{
    refreshing.setInterval(refreshInterval);
    QObject::connect(&refreshing, &QTimer::timeout, &q, [this] { refresh(); });
}

Workbench::Private::Item *Workbench::Private::find(int id)
{
    const auto known = items.find(id);
    return known == items.end() ? nullptr : &known->second;
}

// The one that this owner would re-enter.
Workbench::Private::Item *Workbench::Private::findHeld(const HoldRequest &request)
{
    const Entry wanted = entryOf(0, request);
    for (auto &[id, item] : items) {
        const Entry &entry = item.entry;
        if (entry.state == Entry::State::Held && entry.owner == wanted.owner
            && entry.names == wanted.names && entry.kind == wanted.kind && entry.mode == wanted.mode
            && entry.servers == wanted.servers)
            return &item;
    }
    return nullptr;
}

void Workbench::Private::begin(int id, const HoldRequest &request)
{
    Item &item = items[id];
    Entry &entry = item.entry;
    auto made = Assembly::create(servers, request.what);
    if (!made) {
        entry.state = Entry::State::Failed;
        entry.trouble = made.error();
        return;
    }
    item.assembly = std::move(*made);
    item.assembly->open();
    item.lock().setLostHandler([this, id](const OwnerId &, lock::Loss loss) { onLost(id, loss); });
    item.lock().setStandingHandler(
        [this, id](const OwnerId &, const lock::Standing &standing) { onStanding(id, standing); });
    if (entry.owner.isEmpty())
        entry.owner = item.lock().newOwner();
    const KindOptions *const options = optionsOf(entry.kind);
    if (!request.lease && options && options->hasLease && options->isHeld) {
        entry.watchdog = Entry::Watchdog::Running;
        entry.watchdogTimeout = request.watchdogTimeout;
        entry.maxRenewals = request.maxRenewals;
    }
    entry.waitsUntil = entry.askedAt + request.wait;
}

QCoro::Task<> Workbench::Private::take(int id)
{
    Item *item = find(id);
    const Millis patience = item->wait + std::chrono::minutes(1);
    auto taking = item->lock().tryLock(item->entry.owner, item->wait, item->lease, item->cancel);
    auto outcome = co_await scope.wait(std::move(taking), patience);
    item = find(id);
    if (item && outcome && !scope.isCancelled()
        && isWorthALook(item->assembly->asked(), *outcome)) {
        auto looking =
            afterALook(scope, item->assembly->firstServer(), item->assembly->asked(), *outcome);
        outcome = co_await looking;
        item = find(id);
    }
    if (item && !scope.isCancelled())
        onTaken(*item, outcome);
}

// Notes the result of an attempt, for any state that follows.
void Workbench::Private::note(Entry &entry, const Result<lock::AcquireOutcome> &outcome)
{
    entry.trouble = {};
    if (!outcome) {
        entry.trouble = outcome.error();
        return;
    }
    entry.votes = outcome->votes;
    if (!outcome->isHeld()) {
        entry.trouble = *outcome;
        return;
    }
    entry.count = outcome->count;
    entry.validUntil = endOf(outcome->validUntil);
    entry.fencingToken = outcome->fencingToken;
}

void Workbench::Private::onTaken(Item &item, const Result<lock::AcquireOutcome> &outcome)
{
    Entry &entry = item.entry;
    entry.waitsUntil.reset();
    note(entry, outcome);
    const KindOptions *const options = optionsOf(entry.kind);
    if (outcome && outcome->isHeld())
        entry.state = options && !options->isHeld ? Entry::State::Passed : Entry::State::Held;
    else if (outcome && outcome->status == lock::AcquireOutcome::Status::Cancelled)
        entry.state = Entry::State::Released;
    else
        entry.state = Entry::State::Failed;
    tell();
}

QCoro::Task<> Workbench::Private::takeAgain(int id)
{
    Item *item = find(id);
    auto taking = item->lock().tryLock(item->entry.owner, Millis(0), item->lease);
    const auto outcome = co_await scope.wait(std::move(taking), std::chrono::minutes(1));
    item = find(id);
    if (!item || scope.isCancelled() || item->entry.state != Entry::State::Held)
        co_return;
    note(item->entry, outcome);
    tell();
}

QCoro::Task<> Workbench::Private::giveBack(int id)
{
    using Status = lock::ReleaseOutcome::Status;
    Item *item = find(id);
    item->entry.state = Entry::State::Releasing;
    tell();
    auto releasing = item->lock().unlock(item->entry.owner);
    const auto outcome = co_await scope.wait(std::move(releasing), std::chrono::minutes(1));
    item = find(id);
    if (!item || scope.isCancelled())
        co_return;
    Entry &entry = item->entry;
    entry.validUntil = endOf(item->lock().validUntil(entry.owner));
    entry.count = outcome ? outcome->count : 0;
    entry.trouble = {};
    if (outcome && outcome->status == Status::Released) {
        entry.state = Entry::State::Released;
    } else if (outcome && outcome->status == Status::StillHeld) {
        entry.state = Entry::State::Held;
    } else if (outcome && outcome->triesAgainFor) {
        entry.trouble = *outcome;
        entry.validUntil = clock.now() + *outcome->triesAgainFor;
    } else {
        entry.state = Entry::State::Lost;
        entry.trouble = outcome ? Trouble(*outcome) : Trouble(outcome.error());
    }
    tell();
}

// One after the other; locks on servers that cannot be reached are left to their leases.
QCoro::Task<> Workbench::Private::giveAllBack()
{
    std::vector<int> ids;
    for (auto &[id, item] : items) {
        if (item.entry.state == Entry::State::Waiting)
            item.cancel->request();
    }
    for (const auto &[id, item] : items) {
        if (item.entry.state == Entry::State::Held)
            ids.push_back(id);
    }
    for (const int id : ids) {
        for (Item *item = find(id); item && item->entry.state == Entry::State::Held;
             item = find(id)) {
            auto giving = giveBack(id);
            co_await giving;
            if (scope.isCancelled())
                co_return;
        }
    }
    auto quiet = servers.whenQuiet();
    (void)co_await scope.wait(std::move(quiet), std::chrono::minutes(1));
    if (!scope.isCancelled())
        Q_EMIT q.allReleased();
}

QCoro::Task<> Workbench::Private::extend(int id, Millis time)
{
    Item *item = find(id);
    auto extending = item->lock().extend(item->entry.owner, time);
    const auto outcome = co_await scope.wait(std::move(extending), std::chrono::minutes(1));
    item = find(id);
    if (!item || scope.isCancelled())
        co_return;
    Entry &entry = item->entry;
    if (outcome && !outcome->votes.empty())
        entry.votes = outcome->votes; // they tell also why it is lost
    if (entry.state == Entry::State::Held) {
        entry.trouble = {};
        if (!outcome)
            entry.trouble = outcome.error();
        else if (!outcome->isExtended())
            entry.trouble = *outcome;
        if (const auto until = item->lock().validUntil(entry.owner))
            entry.validUntil = endOf(until);
    }
    tell();
}

QCoro::Task<> Workbench::Private::countDown(int id)
{
    Item *item = find(id);
    const Asked asked = item->assembly->asked();
    lock::CountDownLatch latch(servers.space(asked.servers.front()), asked.names.front());
    auto counting = latch.countDown();
    const auto left = co_await scope.wait(std::move(counting), std::chrono::minutes(1));
    item = find(id);
    if (!item || scope.isCancelled())
        co_return;
    if (left)
        item->entry.count = *left;
    else
        item->entry.trouble = left.error();
    tell();
}

void Workbench::Private::onLost(int id, lock::Loss loss)
{
    Item *const item = find(id);
    if (!item)
        return;
    item->entry.state = Entry::State::Lost;
    item->entry.standing = {};
    item->entry.count = 0;
    item->entry.validUntil.reset();
    item->entry.trouble = loss;
    tell();
}

void Workbench::Private::onStanding(int id, const lock::Standing &standing)
{
    Item *const item = find(id);
    if (!item || item->entry.state != Entry::State::Held)
        return;
    item->entry.standing = standing;
    tell();
}

void Workbench::Private::refresh()
{
    bool isDifferent = false;
    for (auto &[id, item] : items) {
        if (item.entry.state == Entry::State::Releasing
            && !std::holds_alternative<std::monostate>(item.entry.trouble)
            && item.entry.validUntil <= clock.now()) {
            item.entry.state = Entry::State::Released; // given back by then, or at its end
            item.entry.trouble = {};
            isDifferent = true;
        }
        if (item.entry.state != Entry::State::Held)
            continue;
        const auto until = item.lock().validUntil(item.entry.owner);
        if (!until || endOf(until) == item.entry.validUntil)
            continue;
        item.entry.validUntil = endOf(until);
        isDifferent = true;
    }
    if (isDifferent)
        tell();
}

void Workbench::Private::tell()
{
    std::vector<Entry> entries;
    for (const auto &[id, item] : items)
        entries.push_back(item.entry);
    const bool anyEnds = std::any_of(entries.begin(), entries.end(), [](const Entry &entry) {
        return entry.state == Entry::State::Held || entry.state == Entry::State::Releasing;
    });
    if (!anyEnds)
        refreshing.stop();
    else if (!refreshing.isActive())
        refreshing.start();
    Q_EMIT q.changed(entries);
}

Workbench::Workbench(redis::DeploymentPool &pool, QObject *parent)
    : QObject(parent)
    , m_d(std::make_unique<Private>(*this, pool))
{}

Workbench::~Workbench() = default;

int Workbench::acquire(const HoldRequest &request)
{
    Private &d = *m_d;
    if (!request.owner.isEmpty()) {
        if (Private::Item *const held = d.findHeld(request)) {
            const int id = held->entry.id;
            if (!request.label.isEmpty())
                held->entry.label = request.label;
            reenter(id);
            return id;
        }
    }
    const int id = ++d.lastId;
    Private::Item &item = d.items[id];
    item.entry = entryOf(id, request);
    item.entry.askedAt = d.clock.now();
    item.lease = {request.lease, request.watchdogTimeout, request.maxRenewals};
    item.wait = request.wait;
    item.cancel = std::make_shared<lock::Cancellation>();
    if (const auto refusal = readOnlyRefusal(request.what)) {
        item.entry.state = Entry::State::Failed;
        item.entry.trouble = *refusal;
    } else {
        d.begin(id, request);
    }
    const bool isPossible = item.entry.state == Entry::State::Waiting;
    d.tell();
    if (isPossible)
        (void)d.scope.start([&d, id] { return d.take(id); });
    return id;
}

void Workbench::reenter(int id)
{
    const Private::Item *const item = m_d->find(id);
    if (item && item->entry.state == Entry::State::Held)
        (void)m_d->scope.start([d = m_d.get(), id] { return d->takeAgain(id); });
}

void Workbench::release(int id)
{
    const Private::Item *const item = m_d->find(id);
    if (!item)
        return;
    if (item->entry.state == Entry::State::Waiting)
        item->cancel->request();
    else if (item->entry.state == Entry::State::Held)
        (void)m_d->scope.start([d = m_d.get(), id] { return d->giveBack(id); });
}

void Workbench::extend(int id, Millis time)
{
    const Private::Item *const item = m_d->find(id);
    if (item && item->entry.state == Entry::State::Held)
        (void)m_d->scope.start([d = m_d.get(), id, time] { return d->extend(id, time); });
}

void Workbench::countDown(int id)
{
    const Private::Item *const item = m_d->find(id);
    if (item && item->assembly && format::traitsOf(item->entry.kind).isLatch())
        (void)m_d->scope.start([d = m_d.get(), id] { return d->countDown(id); });
}

void Workbench::setWatchdog(int id, bool running)
{
    Private::Item *const item = m_d->find(id);
    if (!item || item->entry.watchdog == Entry::Watchdog::None
        || item->entry.state != Entry::State::Held)
        return;
    item->entry.watchdog = running ? Entry::Watchdog::Running : Entry::Watchdog::Paused;
    item->lock().setWatchdogRunning(item->entry.owner, running);
    m_d->tell();
}

void Workbench::forget(int id)
{
    const Private::Item *const item = m_d->find(id);
    if (!item || !item->entry.isOver())
        return;
    m_d->items.erase(id);
    m_d->tell();
}

void Workbench::releaseAll()
{
    (void)m_d->scope.start([d = m_d.get()] { return d->giveAllBack(); });
}

} // namespace lockscope::workbench
