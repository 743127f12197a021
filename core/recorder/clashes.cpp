// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recorder/clashes.h"

#include "core/base/wordnames.h"
#include "core/format/traits.h"
#include "core/recorder/clashfacts.h"
#include "core/recorder/labelkey.h"
#include "core/recorder/quorumclashes.h"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <set>
#include <unordered_map>

using namespace Qt::StringLiterals;

namespace lockscope::recorder {

namespace {

using watch::Event;
using watch::EventType;

constexpr std::size_t mostTales = 200'000;
constexpr std::size_t mostClashes = 10'000;
constexpr std::size_t mostFollowed = 100'000;
constexpr std::size_t mostLabels = 1000;

struct Holder {
    OwnerId owner;
    Alias alias;
    std::optional<WallInstant> since;
    bool isOverdue = false;
};

// A hold that ended without a release by its owner, until somebody takes the lock.
struct Pending {
    Holder first;
    ClashCause cause = ClashCause::Unknown;
    ClashDoubt doubt = ClashDoubt::None;
    WallInstant lostAt;
    Instant at;
    WallInstant from; // where the part of the time that is not compared with marks yet begins
    int watch = 0; // which one, of those that were recorded
    watch::DeploymentId deployment;
    watch::ServerId server;
    std::optional<OwnerId> by;
    bool isClockSet = false;
};

// All that is known of one lock.
struct Tale {
    std::optional<Holder> holder;
    std::optional<Pending> pending;
    qint64 acquired = 0;
    qint64 expired = 0;
    qint64 clash = -1; // whose second owner has the lock
    bool isTogether = false;
    bool isPart = false; // may be a part of a lock on several servers
};

// The facts that decide on the cause of a loss once all is read.
struct OpenLoss {
    std::size_t clash = 0;
    Upheavals::Loss loss;
};

class Search final : public StretchVisitor
{
public:
    Search(const EventQuery &query, std::vector<RecordMark> marks,
           const std::vector<insight::GroupMembers> &groups)
        : m_lock(query.lock)
        , m_dropped(marks)
        , m_groups(groups)
        , m_seats(groups)
        , m_quorums(groups, groups.size(), m_dropped, query.lock)
    {
        m_report.marks = std::move(marks);
    }

    Result<void> begin(RunKind kind, const PastPicture &picture) override;
    Result<void> take(const Stamped &stamped) override;
    Result<void> beginAnew(WallInstant /*at*/) override { return {}; }
    Result<void> end(WallInstant at) override;
    Result<void> take(const RecordMark & /*mark*/, WallInstant /*taken*/) override { return {}; }

    // Groups that nobody named, of servers in no other one.
    std::vector<insight::GroupMembers> inferredGroups() const { return m_evidence.groups(); }
    // To be told the same record once more, with inferred groups alone.
    QuorumClashes quorumsOf(const std::vector<insight::GroupMembers> &inferred) const
    {
        return {inferred, 0, m_dropped, m_lock};
    }
    ClashReport finished(QuorumClashes *others, const std::vector<insight::GroupMembers> &inferred);

private:
    void noteLabel(const watch::ServerRecord &server);
    void beginEvidence(const PastPicture &picture);
    Tale &taleOf(const QString &deployment, const LockName &name, QByteArrayView kind);
    void tidy();
    void note(const watch::LockRecord &lock, WallInstant at);
    void note(const Stamped &stamped, const Event &event);
    void noteSign(const Event &event);
    void noteOfLock(const Stamped &stamped, const Event &event);
    void acquired(Tale &tale, const Stamped &stamped, const Event &event);
    void released(Tale &tale, const Stamped &stamped, const Event &event);
    void lost(Tale &tale, const Stamped &stamped, const Event &event, ClashCause cause);
    Pending pendingOf(const Stamped &stamped, const Event &event, ClashCause cause) const;
    void setPending(Tale &tale, Pending pending);
    void dropPending(Tale &tale);
    void closeClash(Tale &tale, const OwnerId &owner, WallInstant at);
    void settle(Tale &tale, const Stamped &stamped, const Event &event);
    void add(Tale &tale, Clash clash, const Pending *pending);
    void settleLosses();
    void leaveOut(const std::vector<insight::GroupMembers> &groups);

    const std::optional<LockName> m_lock;
    const DroppedTimes m_dropped;
    const std::vector<insight::GroupMembers> m_groups;
    const GroupSeats m_seats;
    QuorumClashes m_quorums;
    GroupEvidence m_evidence;
    std::set<QString> m_unseated; // labels of servers that are in no group
    ClashReport m_report;
    std::unordered_map<LabelKey<LockName>, Tale, LabelKeyHash> m_tales;
    std::size_t m_tidyAt = mostTales;
    int m_watch = 0;
    std::optional<RunKind> m_begun;
    // Of owners that have lost a lock: in how many places, and the latest sign.
    struct Followed {
        int places = 0;
        std::optional<SignOfLife> sign;
    };
    std::unordered_map<OwnerId, Followed> m_followed;
    std::unordered_map<OwnerId, std::vector<std::size_t>> m_firsts; // of clashes without a sign
    std::unordered_map<QByteArray, std::vector<std::size_t>> m_clients;
    Upheavals m_upheavals;
    std::vector<OpenLoss> m_losses;
};

Tale &Search::taleOf(const QString &deployment, const LockName &name, QByteArrayView kind)
{
    if (m_tales.size() >= m_tidyAt)
        tidy();
    const auto [tale, isNew] = m_tales.try_emplace({deployment, name});
    if (isNew) {
        const format::KindTraits &traits = format::traitsOf(kind);
        tale->second.isPart = traits.isRedlockPart || traits.isPlainString;
    }
    return tale->second;
}

// Forgets locks that are free and of which nothing is expected.
void Search::tidy()
{
    std::erase_if(m_tales, [](const auto &each) {
        const Tale &tale = each.second;
        return !tale.holder && !tale.pending && tale.clash < 0 && tale.expired == 0;
    });
    if (m_tales.size() >= mostTales)
        std::erase_if(m_tales, [](const auto &each) {
            return !each.second.pending && each.second.clash < 0;
        });
    m_tidyAt = std::max(mostTales, m_tales.size() + mostTales / 10);
}

Result<void> Search::begin(RunKind kind, const PastPicture &picture)
{
    const bool isFirst = !m_begun;
    m_begun = kind;
    if (!m_report.span)
        m_report.span = {picture.at, picture.at};
    const bool isHole = !isFirst && isBehindHole(kind);
    if (isHole)
        ++m_watch;
    for (auto &[key, tale] : m_tales) {
        if (isHole) {
            tale.holder.reset();
            tale.clash = -1;
        }
        if (!tale.pending)
            continue;
        if (isHole && tale.pending->doubt == ClashDoubt::None)
            tale.pending->doubt = ClashDoubt::NotRecorded;
        tale.pending->from = picture.at;
        tale.pending->isClockSet |= kind == RunKind::ClockChanged;
    }
    if (const auto begun = m_quorums.begin(kind, picture); !begun)
        return begun;
    if (!isFirst && !isHole)
        return {};
    m_upheavals.beginWatch();
    for (const auto &[id, server] : picture.picture.servers()) {
        m_upheavals.note(*server, m_watch, picture.now);
        noteLabel(*server);
    }
    beginEvidence(picture);
    for (const auto &[id, lock] : picture.picture.locks()) {
        note(*lock, picture.at);
        if ((m_lock && lock->id.name != *m_lock) || lock->holds.size() != 1
            || !isExclusive(*lock->kind, lock->holds.front().mode))
            continue;
        const watch::HoldRecord &hold = lock->holds.front();
        const Alias alias = hold.alias;
        taleOf(lock->deployment, lock->id.name, *lock->kind).holder = Holder{
            hold.owner, alias, hold.observedSince, hold.watchdog == watch::Watchdog::Overdue};
    }
    return {};
}

Result<void> Search::end(WallInstant at)
{
    m_report.span->second = at;
    for (auto &[key, tale] : m_tales) {
        if (tale.pending && tale.pending->doubt == ClashDoubt::None
            && m_dropped.touch(tale.pending->from, at))
            tale.pending->doubt = ClashDoubt::Dropped;
    }
    return {};
}

Result<void> Search::take(const Stamped &stamped)
{
    if (const auto *event = std::get_if<Event>(&stamped.entry))
        note(stamped, *event);
    else if (const auto *lock = std::get_if<LockEntry>(&stamped.entry); lock && lock->lock) {
        note(*lock->lock, stamped.wall);
    } else if (const auto *server = std::get_if<watch::ServerPointer>(&stamped.entry)) {
        m_upheavals.note(**server, m_watch, stamped.at);
        noteLabel(**server);
    }
    return m_quorums.take(stamped);
}

void Search::noteLabel(const watch::ServerRecord &server)
{
    if (m_seats.of(server.label).empty() && m_unseated.size() < mostLabels)
        m_unseated.insert(server.label);
}

// One server alone is no group.
void Search::beginEvidence(const PastPicture &picture)
{
    m_evidence.forget();
    if (m_unseated.size() < 2)
        return;
    for (const auto &[id, lock] : picture.picture.locks()) {
        if (lock->holds.size() != 1 || !m_unseated.contains(lock->deployment))
            continue;
        const watch::HoldRecord &hold = lock->holds.front();
        Event event;
        event.type = EventType::Appeared;
        event.at = picture.at;
        event.name = id.name;
        event.kind = lock->kind;
        event.mode = hold.mode;
        event.deployment = lock->deployment;
        event.owner = hold.owner;
        if (hold.deadline)
            event.ttl = std::chrono::duration_cast<Millis>(*hold.deadline - picture.now);
        m_evidence.note({picture.now, picture.at, event}, event);
    }
}

// Two entries in one lock. Only a state shows that.
void Search::note(const watch::LockRecord &lock, WallInstant at)
{
    if (lock.holds.empty() || (m_lock && lock.id.name != *m_lock))
        return;
    const watch::HoldRecord *first = nullptr;
    const watch::HoldRecord *second = nullptr;
    for (const watch::HoldRecord &hold : lock.holds) {
        if (hold.stale || !isExclusive(*lock.kind, hold.mode))
            continue;
        if (!first)
            first = &hold;
        else if (hold.owner != first->owner && !second)
            second = &hold;
    }
    const auto known = m_tales.find({lock.deployment, lock.id.name});
    if (!second) {
        if (known != m_tales.end())
            known->second.isTogether = false;
        return;
    }
    Tale &tale = taleOf(lock.deployment, lock.id.name, *lock.kind);
    if (std::exchange(tale.isTogether, true))
        return;
    if (second->observedSince < first->observedSince)
        std::swap(first, second);
    Clash clash;
    clash.deployment = lock.deployment;
    clash.server = lock.server;
    clash.lock = lock.id.name;
    clash.kind = lock.kind;
    clash.cause = ClashCause::Together;
    clash.first = first->owner;
    clash.firstAlias = first->alias;
    clash.firstSince = first->observedSince;
    clash.second = second->owner;
    clash.secondAlias = second->alias;
    clash.lostAt = clash.takenAt = std::min(second->observedSince, at);
    clash.between = Millis(0);
    add(tale, std::move(clash), nullptr);
}

void Search::note(const Stamped &stamped, const Event &event)
{
    if (m_unseated.size() > 1 && m_unseated.contains(event.deployment))
        m_evidence.note(stamped, event);
    if (event.type == EventType::Failover) {
        m_upheavals.noteFailover(event.deploymentId, m_watch, stamped.at);
        return;
    }
    if (event.lost) {
        const ClashCause cause = isFlush(event) ? ClashCause::Flushed : ClashCause::Restarted;
        for (const Event &part : watch::partsOf(event)) {
            if (!part.name || (m_lock && *part.name != *m_lock)
                || !isExclusive(part.kind, part.mode))
                continue;
            lost(taleOf(part.deployment, *part.name, part.kind), stamped, part, cause);
        }
        return;
    }
    noteSign(event);
    if (event.name && event.owner && (!m_lock || *event.name == *m_lock)
        && isExclusive(event.kind, event.mode))
        noteOfLock(stamped, event);
}

void Search::noteSign(const Event &event)
{
    if (!event.owner || !event.name || !isDoneByOwner(event.type) || event.unseen)
        return;
    const SignOfLife sign{event.at, event.type, *event.name};
    if (const auto followed = m_followed.find(*event.owner); followed != m_followed.end())
        followed->second.sign = sign;
    if (const auto found = m_firsts.find(*event.owner); found != m_firsts.end()) {
        for (const std::size_t number : found->second)
            m_report.clashes[number].sign = sign;
        m_firsts.erase(found);
    }
    if (m_clients.empty())
        return;
    const auto client = m_clients.find(clientUuid(*event.owner).toByteArray());
    if (client == m_clients.end())
        return;
    for (const std::size_t number : client->second) {
        Clash &clash = m_report.clashes[number];
        if (!clash.sign) {
            clash.sign = sign;
            clash.sign->isOfClient = true;
        }
    }
    m_clients.erase(client);
}

void Search::noteOfLock(const Stamped &stamped, const Event &event)
{
    const auto isHolder = [&](const Tale &tale) {
        return tale.holder && tale.holder->owner == *event.owner;
    };
    switch (event.type) {
    case EventType::Acquired:
    case EventType::Appeared:
    case EventType::HandedOver:
        acquired(taleOf(event.deployment, *event.name, event.kind), stamped, event);
        break;
    case EventType::Expired: {
        Tale &tale = taleOf(event.deployment, *event.name, event.kind);
        ++tale.expired;
        lost(tale, stamped, event, ClashCause::Expired);
        break;
    }
    case EventType::Released:
    case EventType::PartiallyReleased:
    case EventType::ForceUnlocked:
        released(taleOf(event.deployment, *event.name, event.kind), stamped, event);
        break;
    case EventType::Reentered:
    case EventType::Renewed:
    case EventType::RenewalResumed:
    case EventType::RenewalOverdue: {
        Tale &tale = taleOf(event.deployment, *event.name, event.kind);
        if (tale.pending && tale.pending->first.owner == *event.owner)
            dropPending(tale); // it has it all the same
        if (isHolder(tale))
            tale.holder->isOverdue = event.type == EventType::RenewalOverdue;
        break;
    }
    default:
        break;
    }
}

void Search::acquired(Tale &tale, const Stamped &stamped, const Event &event)
{
    ++tale.acquired;
    if (event.type == EventType::HandedOver && event.former)
        closeClash(tale, *event.former, event.at);
    if (tale.pending)
        settle(tale, stamped, event);
    const bool isNew = event.type != EventType::Appeared && !event.unseen;
    tale.holder = Holder{*event.owner, event.alias, isNew ? std::optional(event.at) : std::nullopt};
}

// Somebody has the lock now that an owner had lost.
void Search::settle(Tale &tale, const Stamped &stamped, const Event &event)
{
    Pending pending = *tale.pending;
    const bool isSameWatch = pending.watch == m_watch;
    const Millis between = isSameWatch ? std::chrono::duration_cast<Millis>(stamped.at - pending.at)
                                       : event.at - pending.lostAt;
    const bool isOther = pending.first.owner != *event.owner;
    if (!isOther || between > recentLoss || between < -Millis(recentLoss)) {
        dropPending(tale);
        return;
    }
    if (pending.doubt == ClashDoubt::None) {
        if (m_dropped.touch(pending.from, stamped.wall))
            pending.doubt = ClashDoubt::Dropped;
        // After a restart or failover the first that is seen of the second owner is after a gap.
        else if (pending.cause == ClashCause::Expired || pending.cause == ClashCause::Forced
                 || pending.cause == ClashCause::LateRelease)
            pending.doubt = event.unseen || event.type == EventType::Appeared ? ClashDoubt::Unseen
                                                                              : ClashDoubt::None;
    }
    Clash clash;
    clash.deployment = event.deployment;
    clash.server = event.server;
    clash.lock = *event.name;
    clash.kind = event.kind;
    clash.cause = pending.doubt == ClashDoubt::None ? pending.cause : ClashCause::Unknown;
    clash.doubt = pending.doubt;
    clash.first = pending.first.owner;
    clash.firstAlias = pending.first.alias;
    clash.firstSince = pending.first.since;
    clash.second = *event.owner;
    clash.secondAlias = event.alias;
    clash.lostAt = pending.lostAt;
    clash.takenAt = event.at;
    if (isSameWatch && pending.doubt == ClashDoubt::None)
        clash.between = std::max(Millis(0), between);
    clash.isClockSet = pending.isClockSet;
    clash.hadStopped = pending.first.isOverdue;
    clash.by = pending.by;
    if (const auto followed = m_followed.find(clash.first); followed != m_followed.end())
        clash.sign = followed->second.sign;
    add(tale, std::move(clash), &pending);
    dropPending(tale);
}

void Search::add(Tale &tale, Clash clash, const Pending *pending)
{
    if (m_report.clashes.size() >= mostClashes) {
        ++m_report.more;
        return;
    }
    const std::size_t number = m_report.clashes.size();
    if (clash.cause != ClashCause::Together) {
        tale.clash = static_cast<qint64>(number);
        if (!clash.sign) {
            m_firsts[clash.first].push_back(number);
            if (const QByteArrayView client = clientUuid(clash.first); !client.isEmpty())
                m_clients[client.toByteArray()].push_back(number);
        }
    }
    if (pending && clash.cause == ClashCause::Restarted)
        m_losses.push_back(
            {number, {pending->watch, pending->at, pending->deployment, pending->server}});
    m_report.clashes.push_back(std::move(clash));
}

void Search::released(Tale &tale, const Stamped &stamped, const Event &event)
{
    const OwnerId &owner = *event.owner;
    if (tale.pending && tale.pending->first.owner == owner)
        dropPending(tale); // it had it all the same
    Clash *clash =
        tale.clash < 0 ? nullptr : &m_report.clashes[static_cast<std::size_t>(tale.clash)];
    const bool isSeconds = clash && tale.holder && clash->second == tale.holder->owner;
    // By an owner whose hold had ended: it takes the lock from the one that has it.
    if (isSeconds && clash->first == owner && clash->second != owner && !event.unseen) {
        clash->lateReleaseAt = event.at;
        Pending pending = pendingOf(stamped, event, ClashCause::LateRelease);
        pending.first = *tale.holder;
        pending.by = owner;
        setPending(tale, std::move(pending));
        return;
    }
    if (event.type == EventType::PartiallyReleased)
        return;
    if (event.type == EventType::ForceUnlocked) {
        std::optional<OwnerId> by;
        if (isSeconds && clash->second == owner && !isOurs(event))
            by = clash->first;
        lost(tale, stamped, event, ClashCause::Forced);
        if (tale.pending)
            tale.pending->by = std::move(by);
        return;
    }
    closeClash(tale, owner, event.at);
    if (tale.holder && tale.holder->owner == owner)
        tale.holder.reset();
}

Pending Search::pendingOf(const Stamped &stamped, const Event &event, ClashCause cause) const
{
    Pending pending;
    pending.cause = cause;
    pending.lostAt = event.at;
    pending.at = stamped.at;
    pending.from = stamped.wall;
    pending.watch = m_watch;
    pending.deployment = event.deploymentId;
    pending.server = event.serverId;
    return pending;
}

// The hold has ended on the server, and its owner did not end it.
void Search::lost(Tale &tale, const Stamped &stamped, const Event &event, ClashCause cause)
{
    if (!event.owner)
        return;
    closeClash(tale, *event.owner, event.at);
    Pending pending = pendingOf(stamped, event, cause);
    pending.first = Holder{*event.owner, event.alias, std::nullopt};
    if (tale.holder && tale.holder->owner == *event.owner) {
        pending.first.since = tale.holder->since;
        pending.first.isOverdue = tale.holder->isOverdue;
        if (pending.first.alias.isEmpty())
            pending.first.alias = tale.holder->alias;
        tale.holder.reset();
    }
    // Its deadline passed in a gap: it may have been renewed and released there.
    const bool isOfGap = cause == ClashCause::Expired || cause == ClashCause::Forced;
    pending.doubt = isOfGap && event.unseen ? ClashDoubt::Unseen : ClashDoubt::None;
    setPending(tale, std::move(pending));
}

void Search::setPending(Tale &tale, Pending pending)
{
    dropPending(tale);
    if (m_followed.size() < mostFollowed || m_followed.contains(pending.first.owner)) {
        Followed &followed = m_followed[pending.first.owner];
        ++followed.places;
        followed.sign.reset();
    }
    tale.pending = std::move(pending);
}

void Search::dropPending(Tale &tale)
{
    if (!tale.pending)
        return;
    const auto followed = m_followed.find(tale.pending->first.owner);
    if (followed != m_followed.end() && --followed->second.places <= 0)
        m_followed.erase(followed);
    tale.pending.reset();
}

void Search::closeClash(Tale &tale, const OwnerId &owner, WallInstant at)
{
    if (tale.clash < 0)
        return;
    Clash &clash = m_report.clashes[static_cast<std::size_t>(tale.clash)];
    if (clash.second != owner)
        return;
    clash.endedAt = at;
    tale.clash = -1;
}

// The event says "in a restart or failover"; what else was seen then tells which.
void Search::settleLosses()
{
    for (const OpenLoss &open : m_losses) {
        Clash &clash = m_report.clashes[open.clash];
        const Upheavals::Verdict verdict = m_upheavals.verdictOn(open.loss);
        clash.cause = verdict.cause;
        clash.doubt = verdict.doubt;
        clash.keptLog = verdict.keptLog;
    }
}

void Search::leaveOut(const std::vector<insight::GroupMembers> &groups)
{
    const GroupSeats seats(groups);
    std::unordered_map<LockName, std::set<QString>> places;
    for (const auto &[key, tale] : m_tales) {
        if (tale.isPart)
            places[key.id].insert(key.deployment);
    }
    const auto isSeveral = [&](const Clash &clash) {
        const auto found = places.find(clash.lock);
        return found != places.end() && found->second.size() > 1;
    };
    // As the rules of core/health have it: at least three, and half of the acquisitions.
    const auto isLapsing = [&](const Clash &clash) {
        const auto tale = m_tales.find({clash.deployment, clash.lock});
        const bool isOfTime =
            clash.cause == ClashCause::Expired || clash.cause == ClashCause::Unknown;
        return isOfTime && clash.doubt != ClashDoubt::Unclear && tale != m_tales.end()
            && tale->second.expired >= 3 && tale->second.expired * 2 >= tale->second.acquired;
    };
    std::set<std::pair<QString, LockName>> several;
    std::set<std::pair<QString, LockName>> lapsing;
    std::erase_if(m_report.clashes, [&](const Clash &clash) {
        if (isSeveral(clash)) {
            // Of a group its majority counts, which has been judged.
            if (!seats.areOfOne(places[clash.lock]))
                several.emplace(clash.deployment, clash.lock);
            return true;
        }
        const bool isLeftOut = isLapsing(clash);
        if (isLeftOut)
            lapsing.emplace(clash.deployment, clash.lock);
        return isLeftOut;
    });
    m_report.several = static_cast<qint64>(several.size());
    std::ranges::copy(lapsing | std::views::values, std::back_inserter(m_report.lapsing));
}

ClashReport Search::finished(QuorumClashes *others,
                             const std::vector<insight::GroupMembers> &inferred)
{
    settleLosses();
    std::vector<insight::GroupMembers> groups = m_groups;
    groups.insert(groups.end(), inferred.begin(), inferred.end());
    leaveOut(groups);
    for (QuorumClashes *quorums : {&m_quorums, others}) {
        if (quorums == nullptr)
            continue;
        QuorumClashes::Found found = quorums->finished(m_upheavals);
        std::ranges::copy(found.lapsing | std::views::values, std::back_inserter(m_report.lapsing));
        m_report.more += found.more;
        std::vector<Clash> all;
        std::ranges::merge(m_report.clashes, found.clashes, std::back_inserter(all), {},
                           &Clash::takenAt, &Clash::takenAt);
        m_report.clashes = std::move(all);
    }
    return std::move(m_report);
}

} // namespace

QByteArray name(ClashCause cause)
{
    switch (cause) {
    case ClashCause::Expired:
        return "expired-while-held";
    case ClashCause::Promoted:
        return "promoted-replica";
    case ClashCause::Restarted:
        return "restart";
    case ClashCause::Flushed:
        return "flush";
    case ClashCause::Forced:
        return "force-unlocked";
    case ClashCause::LateRelease:
        return "late-release";
    case ClashCause::Together:
        return "together";
    case ClashCause::Unknown:
        return "not-known";
    }
    return {};
}

QByteArray name(ClashDoubt doubt)
{
    switch (doubt) {
    case ClashDoubt::None:
        return {};
    case ClashDoubt::Unseen:
        return "gap";
    case ClashDoubt::NotRecorded:
        return "not-recorded";
    case ClashDoubt::Dropped:
        return "dropped";
    case ClashDoubt::Unclear:
        return "restart-or-failover";
    }
    return {};
}

Result<ClashReport> findClashes(RecordReader &reader, const EventQuery &query,
                                const std::vector<insight::GroupMembers> &groups)
{
    auto marks = reader.marks(query.since, query.until);
    if (!marks)
        return fail(marks.error());
    Search search(query, std::move(*marks), groups);
    if (const auto told = reader.tell(query.since, query.until, search); !told)
        return fail(told.error());
    const std::vector<insight::GroupMembers> inferred = search.inferredGroups();
    if (inferred.empty())
        return search.finished(nullptr, {});
    QuorumClashes quorums = search.quorumsOf(inferred);
    if (const auto told = reader.tell(query.since, query.until, quorums); !told)
        return fail(told.error());
    return search.finished(&quorums, inferred);
}

} // namespace lockscope::recorder
