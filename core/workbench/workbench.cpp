// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workbench/workbench.h"

#include "core/lock/reentrantlock.h"
#include "core/lock/stringlock.h"

#include <QTimer>

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::workbench {

namespace {

// How often the ends of the leases are looked up, which renewals move.
constexpr Millis refreshInterval{200};

QString textOf(lock::Loss loss)
{
    switch (loss) {
    case lock::Loss::Expired:
        return u"the lease ended before it was renewed"_s;
    case lock::Loss::TakenAway:
        return u"somebody else released it or took it"_s;
    case lock::Loss::RenewalsSpent:
        return u"the watchdog has renewed it as often as it may"_s;
    case lock::Loss::NoQuorum:
        return u"servers were restarted and no majority has it any more"_s;
    }
    return {};
}

QString textOf(const lock::AcquireOutcome &outcome)
{
    using Status = lock::AcquireOutcome::Status;
    switch (outcome.status) {
    case Status::Held:
        return {};
    case Status::Busy:
        return u"somebody else holds it"_s;
    case Status::WrongType:
        return u"the key is there, and is no lock of this kind"_s;
    case Status::Cancelled:
        return u"taken back"_s;
    case Status::Failed:
    case Status::Unknown:
        break;
    }
    const QString reason = outcome.error ? outcome.error->text : QString();
    return outcome.status == Status::Unknown
        ? u"no answer came, and it is not known who holds it: %1"_s.arg(reason)
        : reason;
}

} // namespace

struct Workbench::Private {
    struct Server {
        Server(const redis::ConnectionConfig &config, const Clock &clock)
            : deployment(config)
            , space(deployment, clock)
        {
            deployment.open();
        }
        redis::Deployment deployment;
        lock::LockSpace space;
    };
    struct Item {
        Entry entry;
        lock::Lease lease;
        Millis wait{0};
        std::unique_ptr<lock::Lock> lock;
        std::shared_ptr<lock::Cancellation> cancel;
    };

    explicit Private(Workbench &owner);

    Server &serverFor(const redis::ConnectionConfig &config);
    Item *find(int id);
    Item *findHeld(const AcquireRequest &request, const QString &deployment);
    QCoro::Task<> take(int id);
    QCoro::Task<> takeAgain(int id);
    QCoro::Task<> giveBack(int id);
    QCoro::Task<> giveAllBack();
    void onTaken(Item &item, const Result<lock::AcquireOutcome> &outcome);
    void onLost(int id, lock::Loss loss);
    void refresh();
    void tell();

    Workbench &q;
    SystemClock clock;
    std::vector<std::unique_ptr<Server>> servers;
    std::map<int, Item> items;
    int lastId = 0;
    QTimer refreshing;
    TaskScope scope{"workbench"}; // last
};

Workbench::Private::Private(Workbench &owner)
    : q(owner)
    , refreshing(&owner)
{
    refreshing.setInterval(refreshInterval);
    QObject::connect(&refreshing, &QTimer::timeout, &q, [this] { refresh(); });
}

Workbench::Private::Server &Workbench::Private::serverFor(const redis::ConnectionConfig &config)
{
    for (const auto &server : servers) {
        const redis::ConnectionConfig &known = server->deployment.config();
        if (known.target == config.target && known.caFile == config.caFile)
            return *server;
    }
    return *servers.emplace_back(std::make_unique<Server>(config, clock));
}

Workbench::Private::Item *Workbench::Private::find(int id)
{
    const auto known = items.find(id);
    return known == items.end() ? nullptr : &known->second;
}

Workbench::Private::Item *Workbench::Private::findHeld(const AcquireRequest &request,
                                                       const QString &deployment)
{
    for (auto &[id, item] : items) {
        const Entry &entry = item.entry;
        if (entry.state == Entry::State::Held && entry.owner == request.owner
            && entry.name == request.name && entry.kind == request.kind
            && entry.deployment == deployment)
            return &item;
    }
    return nullptr;
}

QCoro::Task<> Workbench::Private::take(int id)
{
    Item *item = find(id);
    const Millis patience = item->wait + std::chrono::minutes(1);
    auto taking = item->lock->tryLock(item->entry.owner, item->wait, item->lease, item->cancel);
    const auto outcome = co_await scope.wait(std::move(taking), patience);
    item = find(id);
    if (item && !scope.isCancelled())
        onTaken(*item, outcome);
}

void Workbench::Private::onTaken(Item &item, const Result<lock::AcquireOutcome> &outcome)
{
    Entry &entry = item.entry;
    entry.waitsUntil.reset();
    if (outcome && outcome->isHeld()) {
        entry.state = Entry::State::Held;
        entry.count = outcome->count;
        entry.validUntil = outcome->validUntil;
        entry.text.clear();
    } else if (outcome && outcome->status == lock::AcquireOutcome::Status::Cancelled) {
        entry.state = Entry::State::Released;
        entry.text = textOf(*outcome);
    } else {
        entry.state = Entry::State::Failed;
        entry.text = outcome ? textOf(*outcome) : outcome.error().text;
    }
    tell();
}

QCoro::Task<> Workbench::Private::takeAgain(int id)
{
    Item *item = find(id);
    auto taking = item->lock->tryLock(item->entry.owner, Millis(0), item->lease);
    const auto outcome = co_await scope.wait(std::move(taking), std::chrono::minutes(1));
    item = find(id);
    if (!item || scope.isCancelled() || item->entry.state != Entry::State::Held)
        co_return;
    if (outcome && outcome->isHeld()) {
        item->entry.count = outcome->count;
        item->entry.validUntil = outcome->validUntil;
        item->entry.text.clear();
    } else {
        item->entry.text = outcome ? textOf(*outcome) : outcome.error().text;
    }
    tell();
}

QCoro::Task<> Workbench::Private::giveBack(int id)
{
    using Status = lock::ReleaseOutcome::Status;
    Item *item = find(id);
    item->entry.state = Entry::State::Releasing;
    tell();
    auto releasing = item->lock->unlock(item->entry.owner);
    const auto outcome = co_await scope.wait(std::move(releasing), std::chrono::minutes(1));
    item = find(id);
    if (!item || scope.isCancelled())
        co_return;
    Entry &entry = item->entry;
    entry.validUntil = item->lock->validUntil(entry.owner);
    entry.count = outcome ? outcome->count : 0;
    if (outcome && outcome->status == Status::Released) {
        entry.state = Entry::State::Released;
    } else if (outcome && outcome->status == Status::StillHeld) {
        entry.state = Entry::State::Held;
    } else {
        entry.state = Entry::State::Lost;
        const std::optional<Error> error = outcome ? outcome->error : outcome.error();
        entry.text =
            error ? u"it is left to its lease: %1"_s.arg(error->text) : u"it was no longer held"_s;
    }
    tell();
}

// One after the other; what cannot be reached is left to its lease.
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
    Q_EMIT q.allReleased();
}

void Workbench::Private::onLost(int id, lock::Loss loss)
{
    Item *const item = find(id);
    if (!item)
        return;
    item->entry.state = Entry::State::Lost;
    item->entry.count = 0;
    item->entry.validUntil.reset();
    item->entry.text = textOf(loss);
    tell();
}

void Workbench::Private::refresh()
{
    bool isDifferent = false;
    for (auto &[id, item] : items) {
        if (item.entry.state != Entry::State::Held)
            continue;
        const auto until = item.lock->validUntil(item.entry.owner);
        if (!until || until == item.entry.validUntil)
            continue;
        item.entry.validUntil = until;
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
    const bool anyHeld = std::any_of(entries.begin(), entries.end(), [](const Entry &entry) {
        return entry.state == Entry::State::Held;
    });
    if (!anyHeld)
        refreshing.stop();
    else if (!refreshing.isActive())
        refreshing.start();
    Q_EMIT q.changed(entries);
}

Workbench::Workbench(QObject *parent)
    : QObject(parent)
    , m_d(std::make_unique<Private>(*this))
{}

Workbench::~Workbench() = default;

int Workbench::acquire(const AcquireRequest &request)
{
    Private &d = *m_d;
    const QString deployment = request.server.target.label();
    if (!request.owner.isEmpty()) {
        if (Private::Item *const held = d.findHeld(request, deployment)) {
            const int id = held->entry.id;
            reenter(id);
            return id;
        }
    }
    const int id = ++d.lastId;
    Private::Item &item = d.items[id];
    Entry &entry = item.entry;
    entry.id = id;
    entry.name = request.name;
    entry.kind = request.kind;
    entry.deployment = deployment;
    entry.owner = request.owner;
    item.lease = {request.lease, request.watchdogTimeout, {}};
    item.wait = request.wait;
    item.cancel = std::make_shared<lock::Cancellation>();
    const bool isString = request.kind == "string";
    if (request.server.target.readOnly || (!isString && request.kind != "reentrant")) {
        entry.state = Entry::State::Failed;
        entry.text = request.server.target.readOnly ? u"the profile is read-only"_s
                                                    : u"no such kind of lock can be taken here"_s;
        d.tell();
        return id;
    }
    lock::LockSpace &space = d.serverFor(request.server).space;
    if (isString)
        item.lock = std::make_unique<lock::StringLock>(space, request.name);
    else
        item.lock = std::make_unique<lock::ReentrantLock>(space, request.name);
    item.lock->setLostHandler([&d, id](const OwnerId &, lock::Loss loss) { d.onLost(id, loss); });
    if (entry.owner.isEmpty())
        entry.owner = item.lock->newOwner();
    entry.watchdog = request.lease ? Entry::Watchdog::None : Entry::Watchdog::Running;
    entry.waitsUntil = d.clock.now() + request.wait;
    d.tell();
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

void Workbench::setWatchdog(int id, bool running)
{
    Private::Item *const item = m_d->find(id);
    if (!item || item->entry.watchdog == Entry::Watchdog::None
        || item->entry.state != Entry::State::Held)
        return;
    item->entry.watchdog = running ? Entry::Watchdog::Running : Entry::Watchdog::Paused;
    item->lock->setWatchdogRunning(item->entry.owner, running);
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
