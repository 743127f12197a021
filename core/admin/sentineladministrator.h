// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/auditlines.h"
#include "core/admin/sentinelplan.h"
#include "core/redis/topology.h"

namespace lockscope::admin {

// Asks the operator for confirmation, as Confirmation does for actions on locks. If the place is
// production the operator has to type the name of the primary.
class SentinelConfirmation
{
public:
    SentinelConfirmation() = default;
    SentinelConfirmation(const SentinelConfirmation &) = delete;
    SentinelConfirmation &operator=(const SentinelConfirmation &) = delete;
    virtual ~SentinelConfirmation() = default;

    virtual Pending<Decision> confirm(const Place &place, const SentinelPlan &plan) = 0;
    virtual QString givenReason() const { return {}; } // as Confirmation has it
};

struct SentinelOutcome {
    // One for each deed of the plan, in its order. Declined: none.
    std::vector<Outcome> deeds;
    Outcome::Status status = Outcome::Status::Failed; // of all: the worst
    std::optional<Error> error; // why nothing was begun
    // Failover: the new primary, and the time from the command until it answered as one.
    std::optional<redis::HostPort> primary = {};
    std::optional<Millis> took = {};
};

// Carries out plans on Sentinels in the same steps as Administrator: refuses on a read-only place,
// asks, writes the log, acts, writes the log again. The Sentinels are asked one after the other,
// each bound to what was seen of it: one that watches another primary by now, or fails over, is
// left alone. The effect is looked for, not concluded from the answer: a lost answer is Done if the
// Sentinel has done it, else Unknown. Nothing is sent twice. If one of several does not complete,
// Reset leaves the others alone. I/O thread; audit, confirmation and clock must outlive it.
class SentinelAdministrator
{
public:
    SentinelAdministrator(Audit &audit, SentinelConfirmation &confirmation, const Clock &clock);

    // `config` has the target of the Sentinels.
    [[nodiscard]] Pending<SentinelOutcome> act(redis::ConnectionConfig config, Place place,
                                               SentinelPlan plan);
    // The longest time in which a failover, or a Sentinel that was reset, has to be complete.
    void setPatience(Millis patience) { m_patience = patience; }

private:
    QCoro::Task<Result<SentinelOutcome>> carryOut(redis::ConnectionConfig config, Place place,
                                                  SentinelPlan plan);
    QCoro::Task<SentinelOutcome> refuse(Place place, SentinelPlan plan, QString profile);
    QCoro::Task<Outcome> doDeed(redis::ConnectionConfig config, SentinelPlan plan,
                                std::size_t number, SentinelOutcome &whole);
    QCoro::Task<Result<SeenSentinel>> lookAgain(SentinelTalk &talk, QByteArray name,
                                                redis::HostPort sentinel,
                                                std::vector<redis::AddressRule> rules);
    QCoro::Task<Outcome> sendAll(SentinelTalk &talk, SentinelDeed deed);
    QCoro::Task<Outcome> awaitPrimary(std::shared_ptr<redis::Topology> topology, SentinelPlan plan,
                                      Outcome sent, SentinelOutcome &whole);
    QCoro::Task<Outcome> awaitPeers(SentinelTalk &talk, SentinelPlan plan, SentinelDeed deed,
                                    std::vector<redis::AddressRule> rules, Outcome sent);
    QCoro::Task<Outcome> checkDone(SentinelTalk &talk, SentinelPlan plan, SentinelDeed deed,
                                   std::vector<redis::AddressRule> rules, Outcome sent);

    SentinelConfirmation &m_confirmation;
    const Clock &m_clock;
    AuditLines m_lines;
    Millis m_patience{60'000};
    std::vector<std::unique_ptr<SentinelTalk>> m_talks;
    TaskScope m_scope{"action on Sentinels"};
};

} // namespace lockscope::admin
