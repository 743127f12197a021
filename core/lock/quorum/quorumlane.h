// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lock/protocol/quorumprotocol.h"
#include "core/lock/quorum/quorumfacts.h"

#include <list>
#include <set>

namespace lockscope::lock {

struct QuorumHoldKey {
    const QuorumProtocol *kind = nullptr;
    LockName name;
    OwnerId owner;

    friend bool operator==(const QuorumHoldKey &, const QuorumHoldKey &) = default;
    friend auto operator<=>(const QuorumHoldKey &, const QuorumHoldKey &) = default;
};

// The caller of the same question to several servers. Kept by the lanes until each has answered.
class QuorumCaller
{
public:
    virtual ~QuorumCaller() = default;
    // Once for each server that was asked, in any order; possibly before asking has returned. An
    // error other than a reply: whether it was applied is unknown, unless `wasSent` is false.
    virtual void answered(std::size_t server, Result<Reply> &&reply, bool wasSent) = 0;
    // A script that the server does not know is sent again with its text only while this holds.
    virtual bool isWanted() const { return true; }
};

// A caller that ignores the answers.
class QuorumIndifferent final : public QuorumCaller
{
public:
    void answered(std::size_t /*server*/, Result<Reply> && /*reply*/, bool /*wasSent*/) override {}
};

// The message that settles a debt.
struct QuorumSettlement {
    SharedMessage message; // null: nothing is to be done
    Instant askedAt{};
    Millis lease{0}; // that it leaves to the owner's hold
};

// The lanes' interface to their group.
class QuorumLaneOwner
{
public:
    virtual ~QuorumLaneOwner() = default;
    // Counts that may stay there, as the holds are now.
    virtual QuorumSettlement settlement(std::size_t server, const QuorumHoldKey &key) = 0;
    virtual void onSettled(std::size_t server, const QuorumHoldKey &key,
                           const QuorumSettlement &settlement, const Reply &reply) = 0;
    // It is being asked for right now: a settlement would take back what is about to be granted.
    virtual bool isAskedFor(const QuorumHoldKey &key) const = 0;
    virtual void onIdentified(std::size_t server, bool isOtherRun) = 0;
    virtual void onAvailability(std::size_t server) = 0; // came, went, or will not come now
    virtual void onQuiet() = 0; // a lane owes no answer any more
};

// One server of a quorum group: its identity, and the commands that it owes answers to, never more
// than a limit, so that a server that hangs costs little. All go over one connection, so a release
// runs after its acquire. I/O thread; belongs to its group.
//
//   server      meaning                                      may be asked   may be told
//   away        not connected                                no             no: it is owed
//   unknown     connected; INFO is asked                     no             no: it is owed
//   quarantined restarted less than maxLease ago, or another no             yes
//               server of a replicated member took over
//   present     all is well                                  yes            yes
class QuorumLane : public std::enable_shared_from_this<QuorumLane>
{
    struct Errand;
    class Payment;
    using Errands = std::list<Errand>;

public:
    using Ticket = Errands::iterator; // of an acquire, until it is answered

    QuorumLane(redis::Deployment &deployment, std::size_t index, std::size_t limit, Millis maxLease,
               bool isDurable, const Clock &clock, QuorumLaneOwner &owner);
    ~QuorumLane();
    QuorumLane(const QuorumLane &) = delete;
    QuorumLane &operator=(const QuorumLane &) = delete;

    void begin(); // when the owner is whole
    void end(); // calls nobody any more

    redis::Deployment &deployment() { return m_deployment; }
    const QString &label() const { return m_label; }
    const ServerFacts &facts() const { return m_facts; }
    bool isPresent() const; // may be told
    bool mayBeAsked() const { return isPresent() && !isQuarantined(); }
    bool isQuarantined() const;
    Millis quarantine() const; // the rest of it
    bool isRestartUnknown() const { return m_isIdentified && !m_facts.isKnown(); }
    // It is known whether it can be asked, or why not for now.
    bool isSettled() const;
    std::optional<Error> reason() const; // why it may not be asked

    // Its answer is overdue: others are asked first.
    void setSilent() { m_isSilent = true; }
    bool isSilent() const { return m_isSilent; }

    // An acquire: sent when there are two slots, its own and the one of its release.
    void ask(std::optional<Ticket> &ticket, SharedMessage message,
             std::shared_ptr<QuorumCaller> caller);
    // True: it was never sent and nobody is called.
    bool withdraw(Ticket ticket);
    // A release; in the slot that its acquire has reserved, if that is not answered yet.
    void tell(SharedMessage message, std::shared_ptr<QuorumCaller> caller,
              std::optional<Ticket> behind = {});
    // Now or never.
    void send(SharedMessage message, std::shared_ptr<QuorumCaller> caller);
    // Notes a debt, which is settled as soon as the server answers again.
    void owe(const QuorumHoldKey &key) { m_owed.insert(key); }
    void settle(const QuorumHoldKey &key); // now if possible
    void payDebts();

    bool isQuiet() const { return m_sent.empty() && m_waiting.empty(); }
    std::size_t outstanding() const { return m_sent.size(); }
    std::size_t owed() const { return m_owed.size(); }

private:
    struct Errand {
        SharedMessage message;
        std::shared_ptr<QuorumCaller> caller;
        Pending<Reply> reply;
        bool isAcquire = false;
        bool isReserving = false; // a slot for its release
        bool isSent = false;
    };

    void onReady();
    void onLost(const Error &error);
    void identify();
    void onInfo(Result<Reply> &&reply);
    void quarantineRun(bool isOtherRun);
    bool mayFailOver() const;
    std::size_t freeSlots() const;
    void transmit(Errands &from, Ticket errand, bool withText = false);
    void onAnswer(Ticket errand, Result<Reply> &&reply);
    void drain();

    redis::Deployment &m_deployment;
    const std::size_t m_index;
    const std::size_t m_limit;
    const Millis m_maxLease;
    const bool m_isDurable;
    const Clock &m_clock;
    QuorumLaneOwner &m_owner;
    const QString m_label;

    ServerFacts m_facts;
    QByteArray m_info;
    Pending<Reply> m_asked;
    bool m_isIdentified = false;
    bool m_isSilent = false;
    bool m_isDraining = false;
    std::optional<Instant> m_lastSeen; // the end of the last connection
    std::optional<Instant> m_absentAt; // nothing listened there
    Millis m_lead{0}; // the lead of its clock, if that leaves its uptime in doubt
    bool m_hasTakenOver = false; // it may have: the reason of the quarantine
    Instant m_quarantinedUntil{};
    std::size_t m_reserved = 0;
    Errands m_sent;
    Errands m_waiting;
    std::set<QuorumHoldKey> m_owed;
    std::vector<QMetaObject::Connection> m_connections;
};

} // namespace lockscope::lock
