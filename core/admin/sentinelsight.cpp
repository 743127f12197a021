// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/sentinelsight.h"

#include "core/redis/wire.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

using redis::Fields;
using redis::HostPort;
using redis::valueOf;

std::optional<HostPort> placeIn(const Fields &fields, const std::vector<redis::AddressRule> &rules)
{
    const auto announced = redis::addressFrom(valueOf(fields, "ip"), valueOf(fields, "port"));
    return announced ? std::optional(redis::mapped(*announced, rules)) : std::nullopt;
}

bool isDown(const Fields &fields)
{
    const QByteArray flags = valueOf(fields, "flags");
    return flags.contains("down") || flags.contains("disconnected");
}

constexpr std::size_t mostOnReplicas = 200;

// By what the replicas that may be promoted say of a lock.
LockAtRisk::Fate fateOf(const std::vector<std::optional<bool>> &present)
{
    using Fate = LockAtRisk::Fate;
    using Answer = std::optional<bool>;
    if (std::ranges::any_of(present, [](const Answer &has) { return has == false; }))
        return Fate::Lost;
    const bool isKnown = !present.empty() && std::ranges::all_of(present, &Answer::has_value);
    return isKnown ? Fate::Kept : Fate::Unknown;
}

// By what the primary says of its replicas, which is newer than what a Sentinel knows.
void addOffsets(SentinelSight &sight, const redis::RoleWord &role,
                const std::vector<redis::AddressRule> &rules)
{
    for (SeenReplica &replica : sight.replicas) {
        const auto linked = std::ranges::find_if(role.replicas, [&](const auto &each) {
            return redis::mapped(each.announced, rules) == replica.address;
        });
        if (linked != role.replicas.end())
            replica.behind = std::max<qint64>(role.offset - linked->offset, 0);
    }
}

std::vector<HostPort> othersKnownBy(const std::vector<SeenSentinel> &given)
{
    std::vector<HostPort> others;
    for (const SeenSentinel &sentinel : given) {
        for (const auto &[address, runId] : sentinel.peers) {
            const bool isGiven = std::ranges::any_of(given, [&](const SeenSentinel &each) {
                return each.address == address || (!runId.isEmpty() && each.runId == runId);
            });
            if (!isGiven && std::ranges::find(others, address) == others.end())
                others.push_back(address);
        }
    }
    std::sort(others.begin(), others.end());
    return others;
}

} // namespace

const SeenSentinel *SentinelSight::best() const
{
    const SeenSentinel *best = nullptr;
    for (const SeenSentinel &each : sentinels) {
        if (each.isWatching && each.primary && (!best || each.epoch > best->epoch))
            best = &each;
    }
    return best;
}

std::vector<redis::Arguments> sentinelQuestions(const QByteArray &name)
{
    return {{"SENTINEL"_ba, "MASTER"_ba, name},
            {"SENTINEL"_ba, "SENTINELS"_ba, name},
            {"SENTINEL"_ba, "REPLICAS"_ba, name},
            {"SENTINEL"_ba, "MYID"_ba},
            {"SENTINEL"_ba, "MASTERS"_ba}};
}

SeenSentinel seenFrom(const HostPort &sentinel, const std::vector<Reply> &answers,
                      const std::vector<redis::AddressRule> &rules)
{
    SeenSentinel seen;
    seen.address = sentinel;
    if (redis::isNoSuchPrimary(answers[0])) {
        seen.masters = redis::namesFrom(redis::listFrom(answers[4])).join(u", "_s);
        return seen;
    }
    const Fields master = redis::fieldsFrom(answers[0]);
    if (answers[0].isError()) {
        seen.error = redis::errorFrom(answers[0], redis::toText(sentinel));
        return seen;
    }
    seen.primary = placeIn(master, rules);
    if (!seen.primary) {
        seen.error = Error{ErrorKind::Protocol,
                           {},
                           Sentence::say("unexpected reply to a question about the primary; is "
                                         "this a Sentinel?"),
                           redis::toText(sentinel)};
        return seen;
    }
    seen.isWatching = true;
    seen.epoch = valueOf(master, "config-epoch").toLongLong();
    seen.quorum = valueOf(master, "quorum").toInt();
    seen.failoverTimeout = Millis(valueOf(master, "failover-timeout").toLongLong());
    seen.isPrimaryDown = isDown(master);
    seen.isFailingOver = valueOf(master, "flags").contains("failover_in_progress");
    seen.runId = answers[3].bytes;
    for (const Fields &peer : redis::listFrom(answers[1])) {
        const auto address = placeIn(peer, rules);
        if (address && !isDown(peer))
            seen.peers.emplace_back(*address, valueOf(peer, "runid"));
    }
    for (const Fields &replica : redis::listFrom(answers[2])) {
        const auto address = placeIn(replica, rules);
        if (!address)
            continue;
        bool isNumber = false;
        const int priority = valueOf(replica, "slave-priority").toInt(&isNumber);
        seen.replicas.push_back(
            {.address = *address,
             .isUp = !isDown(replica) && valueOf(replica, "master-link-status") == "ok",
             .priority = isNumber ? priority : 100});
    }
    std::sort(seen.replicas.begin(), seen.replicas.end(),
              [](const auto &one, const auto &other) { return one.address < other.address; });
    return seen;
}

SentinelLook::SentinelLook(redis::ConnectionConfig config)
    : m_config(std::move(config))
{}

Pending<SentinelSight> SentinelLook::look(std::optional<HostPort> supposed,
                                          std::optional<std::vector<LockAtRisk>> held)
{
    return m_scope.start([this, supposed = std::move(supposed), held = std::move(held)] {
        return read(supposed, held);
    });
}

QCoro::Task<SentinelSight> SentinelLook::read(std::optional<HostPort> supposed,
                                              std::optional<std::vector<LockAtRisk>> held)
{
    const redis::Target &target = m_config.target;
    SentinelSight sight;
    sight.locks = std::move(held);
    sight.name = target.masterName.toUtf8();
    std::vector<QCoro::Task<SeenSentinel>> asking; // all at once: a task begins when it is made
    for (const HostPort &host : target.hosts)
        asking.push_back(ask(host));
    for (auto &each : asking) {
        SeenSentinel seen = co_await each;
        sight.sentinels.push_back(std::move(seen));
    }
    sight.others = othersKnownBy(sight.sentinels);
    if (const SeenSentinel *const best = sight.best()) {
        sight.primary = best->primary;
        sight.replicas = best->replicas;
        auto asked = roleOf(*best->primary);
        const auto role = co_await asked;
        sight.isPrimaryUp = role && role->isPrimary;
        if (sight.isPrimaryUp)
            addOffsets(sight, *role, target.addressMap);
    }
    auto askingReplicas = askForLocks(sight);
    co_await askingReplicas;
    if (supposed) {
        auto asked = roleOf(redis::mapped(*supposed, target.addressMap));
        sight.role = co_await asked;
    }
    co_return sight;
}

QCoro::Task<> SentinelLook::askForLocks(SentinelSight &sight)
{
    std::vector<LockName> names;
    for (const LockAtRisk &lock : sight.locks.value_or(std::vector<LockAtRisk>())) {
        if (names.size() < mostOnReplicas)
            names.push_back(lock.name);
    }
    if (names.empty())
        co_return;
    std::vector<QCoro::Task<Presence>> asking; // all at once, as the Sentinels
    for (const SeenReplica &replica : sight.replicas) {
        if (replica.priority > 0)
            asking.push_back(presenceOn(replica.address, names));
    }
    std::vector<Presence> present(names.size()); // by lock
    for (auto &each : asking) {
        const Presence onOne = co_await each;
        for (std::size_t i = 0; i < names.size(); ++i)
            present[i].push_back(onOne[i]);
    }
    for (std::size_t i = 0; i < names.size(); ++i)
        (*sight.locks)[i].fate = fateOf(present[i]);
}

QCoro::Task<SentinelLook::Presence> SentinelLook::presenceOn(HostPort replica,
                                                             std::vector<LockName> names)
{
    Presence present(names.size());
    SentinelTalk &talk = talkTo(redis::configForNode(m_config, replica));
    auto opening = talk.open();
    const auto opened = co_await opening;
    if (!opened)
        co_return present;
    std::vector<redis::Arguments> questions;
    for (const LockName &name : names)
        questions.push_back({"EXISTS"_ba, name.bytes});
    auto asked = talk.askAll(std::move(questions));
    const auto answers = co_await asked;
    for (std::size_t i = 0; answers && i < names.size(); ++i) {
        if ((*answers)[i].type == Reply::Type::Integer)
            present[i] = (*answers)[i].integer > 0;
    }
    co_return present;
}

QCoro::Task<SeenSentinel> SentinelLook::ask(HostPort sentinel)
{
    SentinelTalk &talk = talkTo(redis::configForSentinel(m_config, sentinel));
    SeenSentinel silent;
    silent.address = sentinel;
    auto opening = talk.open();
    const auto opened = co_await opening;
    if (!opened) {
        silent.error = opened.error();
        co_return silent;
    }
    auto asked = talk.askAll(sentinelQuestions(m_config.target.masterName.toUtf8()));
    const auto answers = co_await asked;
    if (!answers) {
        silent.error = answers.error();
        co_return silent;
    }
    co_return seenFrom(sentinel, *answers, m_config.target.addressMap);
}

// Asks INFO, too: one of the two may not be permitted.
QCoro::Task<std::optional<redis::RoleWord>> SentinelLook::roleOf(HostPort server)
{
    SentinelTalk &talk = talkTo(redis::configForNode(m_config, server));
    auto opening = talk.open();
    const auto opened = co_await opening;
    if (!opened)
        co_return std::nullopt;
    std::vector<redis::Arguments> questions;
    questions.push_back({"ROLE"_ba});
    questions.push_back({"INFO"_ba, "replication"_ba});
    auto asked = talk.askAll(std::move(questions));
    const auto answers = co_await asked;
    if (!answers)
        co_return std::nullopt;
    const auto role = redis::roleFrom(answers->front());
    co_return role ? role : redis::roleFrom(answers->back());
}

SentinelTalk &SentinelLook::talkTo(redis::ConnectionConfig config)
{
    return *m_talks.emplace_back(std::make_unique<SentinelTalk>(m_scope, std::move(config)));
}

} // namespace lockscope::admin
