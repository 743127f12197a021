// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/sentineladministrator.h"

#include "core/base/text.h"
#include "core/redis/wire.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace lockscope::admin {

namespace {

using Status = Outcome::Status;
using Type = SentinelActionType;

constexpr Millis untilNextLook{100};
// A failover of which no answer came may not have begun at all.
constexpr Millis withoutAnswer{5'000};

Outcome outcomeOf(Status status, std::optional<Error> error = {})
{
    Outcome outcome;
    outcome.status = status;
    outcome.error = std::move(error);
    return outcome;
}

Outcome ofReply(const Result<Reply> &reply, const QString &sentinel)
{
    if (!reply) {
        const bool wasRefused = reply.error().code == "READONLYPROFILE";
        return wasRefused ? outcomeOf(Status::Refused, reply.error())
                          : outcomeOf(Status::Unknown, reply.error());
    }
    if (!reply->isError())
        return outcomeOf(Status::Done);
    return failed(redis::errorFrom(*reply, sentinel));
}

QString addressesText(const std::vector<SeenReplica> &replicas)
{
    QStringList texts;
    for (const SeenReplica &replica : replicas)
        texts += redis::toText(replica.address);
    return texts.join(u", "_s);
}

// As the log has it, in English.
QString sightText(const SentinelSight &sight, const SentinelDeed &deed)
{
    const QString sentinel = redis::toText(deed.sentinel);
    if (!deed.primary)
        return Sentence::say("the Sentinel at %1 watches no such primary").arg(sentinel).english();
    Sentence text =
        Sentence::say("the Sentinel at %1 watches %2").arg(sentinel, redis::toText(*deed.primary));
    if (!sight.replicas.empty())
        text = joined(text, Sentence::say("replicas %1").arg(addressesText(sight.replicas)));
    if (sight.locks)
        text = joined(text,
                      sight.locks->size() == 1
                          ? Sentence::say("1 lock held")
                          : Sentence::say("%1 locks held").arg(sight.locks->size()));
    return text.english();
}

AuditRecord recordOf(const Place &place, const SentinelPlan &plan, const SentinelDeed &deed,
                     const QString &reason)
{
    AuditRecord record = newRecord(place, reason);
    record.action = name(plan.action.type);
    record.lock = plan.sight.name;
    record.kind = "primary";
    record.seen = sightText(plan.sight, deed);
    for (const redis::Arguments &command : deed.shown)
        record.commands.push_back(auditText(command));
    return record;
}

// Done is the best, Unknown the worst.
Status worst(const std::vector<Outcome> &outcomes)
{
    Status worst = Status::Done;
    for (const Outcome &outcome : outcomes)
        worst = std::max(worst, outcome.status);
    return worst;
}

// The change of the Sentinel since it was seen; empty: it is as seen.
std::optional<Sentence> changeOf(const SentinelDeed &deed, const SeenSentinel &now)
{
    if (now.isFailingOver)
        return Sentence::say("a failover is under way");
    if (now.primary == deed.primary)
        return std::nullopt;
    return now.primary ? Sentence::say("it watches %1 now").arg(redis::toText(*now.primary))
                       : Sentence::say("it no longer watches such a primary");
}

bool hasAll(const SeenSentinel &now, const SentinelDeed &deed)
{
    const auto isPeer = [&](const QByteArray &runId) {
        return std::ranges::any_of(now.peers,
                                   [&](const auto &peer) { return peer.second == runId; });
    };
    const auto isReplica = [&](const redis::HostPort &address) {
        return std::ranges::any_of(now.replicas, [&](const SeenReplica &replica) {
            return replica.isUp && replica.address == address;
        });
    };
    return std::ranges::all_of(deed.peers, isPeer) && std::ranges::all_of(deed.replicas, isReplica);
}

} // namespace

SentinelAdministrator::SentinelAdministrator(Audit &audit, SentinelConfirmation &confirmation,
                                             const Clock &clock)
    : m_confirmation(confirmation)
    , m_clock(clock)
    , m_lines(audit, clock, m_scope)
{}

Pending<SentinelOutcome> SentinelAdministrator::act(redis::ConnectionConfig config, Place place,
                                                    SentinelPlan plan)
{
    return m_scope.start([this, config = std::move(config), place = std::move(place),
                          plan = std::move(plan)] { return carryOut(config, place, plan); });
}

QCoro::Task<Result<SentinelOutcome>> SentinelAdministrator::carryOut(redis::ConnectionConfig config,
                                                                     Place place, SentinelPlan plan)
{
    if (place.readOnly || config.target.readOnly) {
        auto refusing =
            refuse(place, plan,
                   config.target.guardedBy.isEmpty() ? place.profile : config.target.guardedBy);
        co_return co_await refusing;
    }
    auto asked = m_confirmation.confirm(place, plan);
    const auto decision = co_await m_scope.wait(std::move(asked), unlimited);
    if (!decision && m_scope.isCancelled())
        co_return fail(decision.error());
    SentinelOutcome whole;
    if (!decision || !decision->confirmed) {
        whole.status = Status::Declined;
        co_return whole;
    }
    std::vector<AuditRecord> intended;
    for (const SentinelDeed &deed : plan.deeds)
        intended.push_back(recordOf(place, plan, deed, decision->reason));
    auto announcing = m_lines.announce(std::move(intended));
    auto records = co_await announcing;
    if (!records) {
        whole.error = records.error();
        co_return whole;
    }
    bool isStopped = false;
    for (std::size_t i = 0; i < plan.deeds.size(); ++i) {
        Outcome outcome;
        if (isStopped) {
            outcome.error = Error{ErrorKind::InvalidInput,
                                  {},
                                  Sentence::say("not sent, because the Sentinel before it is not "
                                                "complete"),
                                  redis::toText(plan.deeds[i].sentinel)};
        } else {
            auto doing = doDeed(config, plan, i, whole);
            outcome = co_await doing;
        }
        isStopped = isStopped || (plan.action.type == Type::Reset && outcome.status != Status::Done)
            || m_scope.isCancelled();
        auto completing = m_lines.complete(std::move((*records)[i]), std::move(outcome));
        whole.deeds.push_back(co_await completing);
    }
    whole.status = worst(whole.deeds);
    co_return whole;
}

QCoro::Task<SentinelOutcome> SentinelAdministrator::refuse(Place place, SentinelPlan plan,
                                                           QString profile)
{
    SentinelOutcome whole;
    whole.status = Status::Refused;
    whole.error = refusedBy(profile).error;
    for (const SentinelDeed &deed : plan.deeds) {
        auto completing = m_lines.complete(
            recordOf(place, plan, deed, m_confirmation.givenReason()), refusedBy(profile));
        whole.deeds.push_back(co_await completing);
    }
    co_return whole;
}

QCoro::Task<Outcome> SentinelAdministrator::doDeed(redis::ConnectionConfig config,
                                                   SentinelPlan plan, std::size_t number,
                                                   SentinelOutcome &whole)
{
    const SentinelDeed deed = plan.deeds[number];
    const auto rules = config.target.addressMap;
    redis::ConnectionConfig own = redis::configForSentinel(config, deed.sentinel);
    own.target.readOnly = config.target.readOnly;
    SentinelTalk &talk =
        *m_talks.emplace_back(std::make_unique<SentinelTalk>(m_scope, std::move(own)));
    auto looking = lookAgain(talk, plan.sight.name, deed.sentinel, rules);
    const auto now = co_await looking;
    if (!now || now->error)
        co_return failed(now ? *now->error : now.error());
    if (const auto change = changeOf(deed, *now)) {
        Outcome changed = outcomeOf(Status::Changed);
        changed.detail = *change;
        co_return changed;
    }
    // It is to know the present primary before that changes.
    std::shared_ptr<redis::Topology> topology;
    if (plan.action.type == Type::Failover) {
        topology = redis::makeTopology(config);
        auto known = topology->primary();
        (void)co_await m_scope.wait(std::move(known), config.connectTimeout);
    }
    auto sending = sendAll(talk, deed);
    Outcome sent = co_await sending;
    if (sent.status != Status::Done && sent.status != Status::Unknown)
        co_return sent;
    switch (plan.action.type) {
    case Type::Failover: {
        auto waiting = awaitPrimary(std::move(topology), plan, sent, whole);
        co_return co_await waiting;
    }
    case Type::Reset: {
        auto waiting = awaitPeers(talk, plan, deed, rules, sent);
        co_return co_await waiting;
    }
    case Type::Monitor:
    case Type::Remove:
        break;
    }
    auto checking = checkDone(talk, plan, deed, rules, sent);
    co_return co_await checking;
}

QCoro::Task<Result<SeenSentinel>> SentinelAdministrator::lookAgain(
    SentinelTalk &talk, QByteArray name, redis::HostPort sentinel,
    std::vector<redis::AddressRule> rules)
{
    auto opening = talk.open();
    const auto opened = co_await opening;
    if (!opened)
        co_return fail(opened.error());
    auto asked = talk.askAll(sentinelQuestions(name));
    const auto answers = co_await asked;
    if (!answers)
        co_return fail(answers.error());
    co_return Result<SeenSentinel>(seenFrom(sentinel, *answers, rules));
}

// Up to the first that is not accepted.
QCoro::Task<Outcome> SentinelAdministrator::sendAll(SentinelTalk &talk, SentinelDeed deed)
{
    for (std::size_t i = 0; i < deed.commands.size(); ++i) {
        auto asking = talk.ask(deed.commands[i]);
        const auto reply = co_await asking;
        Outcome outcome = ofReply(reply, redis::toText(deed.sentinel));
        if (outcome.status == Status::Done)
            continue;
        if (i > 0)
            outcome.detail = Sentence::say("it watches the primary, but was not given the user or "
                                           "the password");
        co_return outcome;
    }
    co_return outcomeOf(Status::Done);
}

// The Sentinels name another one, and it says itself that it is the primary.
QCoro::Task<Outcome> SentinelAdministrator::awaitPrimary(std::shared_ptr<redis::Topology> topology,
                                                         SentinelPlan plan, Outcome sent,
                                                         SentinelOutcome &whole)
{
    const Instant begun = m_clock.now();
    const Millis usual = plan.sight.best() ? plan.sight.best()->failoverTimeout + 5s : m_patience;
    Millis patience = std::min(std::max(usual, Millis(10s)), m_patience);
    if (sent.status == Status::Unknown)
        patience = std::min(patience, withoutAnswer);
    while (m_clock.now() - begun < patience) {
        const auto primary = topology->view().primary;
        if (primary && primary != plan.sight.primary) {
            topology->report(*primary, true); // it asks for the role from now on
            const auto &members = topology->view().members;
            const bool isConfirmed = std::ranges::any_of(members, [&](const redis::Member &each) {
                return each.kind == redis::Member::Kind::Primary && each.address == *primary
                    && each.isUp;
            });
            if (isConfirmed) {
                whole.primary = primary;
                whole.took = std::chrono::duration_cast<Millis>(m_clock.now() - begun);
                Outcome done = outcomeOf(Status::Done);
                done.detail = Sentence::say("the primary is %1").arg(redis::toText(*primary));
                if (sent.status == Status::Unknown)
                    done.detail = joined(done.detail, Sentence::say("no reply came"));
                co_return done;
            }
        }
        const auto slept = co_await m_scope.sleep(untilNextLook);
        if (!slept)
            break;
    }
    Outcome outcome = outcomeOf(Status::Unknown, sent.error);
    outcome.detail =
        Sentence::say("no other primary was seen within %1 s").arg(patience.count() / 1000);
    co_return outcome;
}

QCoro::Task<Outcome> SentinelAdministrator::awaitPeers(SentinelTalk &talk, SentinelPlan plan,
                                                       SentinelDeed deed,
                                                       std::vector<redis::AddressRule> rules,
                                                       Outcome sent)
{
    if (sent.status == Status::Unknown) // it may not have forgotten anything yet
        co_return sent;
    const Instant begun = m_clock.now();
    while (m_clock.now() - begun < m_patience) {
        auto looking = lookAgain(talk, plan.sight.name, deed.sentinel, rules);
        const auto now = co_await looking;
        if (m_scope.isCancelled())
            break;
        if (now && hasAll(*now, deed)) {
            Outcome done = outcomeOf(Status::Done);
            done.detail = Sentence::say("it knows %1 other Sentinels and %2 replicas")
                              .arg(now->peers.size(), now->replicas.size());
            co_return done;
        }
        const auto slept = co_await m_scope.sleep(untilNextLook);
        if (!slept)
            break;
    }
    Outcome outcome = outcomeOf(Status::Unknown);
    outcome.detail =
        Sentence::say("it was reset, but has not found the replicas and the other Sentinels again "
                      "within %1 s")
            .arg(m_patience.count() / 1000);
    co_return outcome;
}

QCoro::Task<Outcome> SentinelAdministrator::checkDone(SentinelTalk &talk, SentinelPlan plan,
                                                      SentinelDeed deed,
                                                      std::vector<redis::AddressRule> rules,
                                                      Outcome sent)
{
    auto looking = lookAgain(talk, plan.sight.name, deed.sentinel, rules);
    const auto now = co_await looking;
    Outcome unknown = outcomeOf(Status::Unknown, sent.error);
    if (!now || now->error) {
        if (!unknown.error)
            unknown.error = now ? now->error : now.error();
        co_return unknown;
    }
    const bool isMonitor = plan.action.type == Type::Monitor;
    const bool isDone = isMonitor ? now->isWatching && now->quorum == plan.action.quorum
            && now->primary == redis::mapped(plan.action.server, rules)
                                  : !now->isWatching;
    // A lost answer to the password that a Sentinel is given cannot be looked for.
    if (!isDone || (sent.status == Status::Unknown && isMonitor && deed.commands.size() > 1)) {
        unknown.detail =
            joined(sent.detail,
                   isDone || !now->primary
                       ? Sentence()
                       : Sentence::say("it watches %1 now").arg(redis::toText(*now->primary)));
        co_return unknown;
    }
    Outcome done = outcomeOf(Status::Done);
    if (sent.status == Status::Unknown)
        done.detail = Sentence::say("no reply came");
    co_return done;
}

} // namespace lockscope::admin
