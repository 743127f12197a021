// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/replicatedtopology.h"

#include "core/redis/wire.h"

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

constexpr std::size_t mostNodes = 64;

} // namespace

struct ReplicatedTopology::Node {
    HostPort address;
    bool isGiven = false; // by the user
    bool isListed = false; // by another server
    std::optional<HostPort> twin; // it is the same process as this one
    std::optional<RoleWord> role;
    std::optional<Error> refusal; // it answers, but tells no role
    std::unique_ptr<TopologyPeer> peer; // last: it calls back

    bool isKnown(Instant now) const { return role && peer->isFresh(now); }
};

ReplicatedTopology::ReplicatedTopology(const ConnectionConfig &config)
    : m_config(std::make_unique<ConnectionConfig>(config))
{
    m_timer.setInterval(TopologyPeer::period);
    connect(&m_timer, &QTimer::timeout, this, [this] { poll(); });
}

ReplicatedTopology::~ReplicatedTopology() = default;

void ReplicatedTopology::begin()
{
    for (const HostPort &host : m_config->target.hosts)
        addNode(host, true);
    m_timer.start();
}

HostPort ReplicatedTopology::reachable(const HostPort &announced) const
{
    return mapped(announced, m_config->target.addressMap);
}

ReplicatedTopology::Node *ReplicatedTopology::find(const HostPort &address) const
{
    const auto found = std::ranges::find(
        m_nodes, address, [](const auto &node) -> const HostPort & { return node->address; });
    return found == m_nodes.end() ? nullptr : found->get();
}

void ReplicatedTopology::addNode(const HostPort &address, bool isGiven)
{
    Node *const node = m_nodes.emplace_back(std::make_unique<Node>()).get();
    node->address = address;
    node->isGiven = isGiven;
    node->isListed = true;
    TopologyPeer::Handlers handlers;
    handlers.answered = [this, node](const std::vector<Reply> &answers) {
        node->role = roleOf(*node->peer, answers);
        node->refusal.reset();
        if (!node->role && answers.front().isError())
            node->refusal = errorFrom(answers.front(), toText(node->address));
        if (node->role && !m_firstWordAt) {
            m_firstWordAt = TopologyPeer::now();
            QTimer::singleShot(TopologyPeer::patienceForOthers, this, [this] { decide(); });
        }
    };
    handlers.changed = [this] { decideSoon(); };
    node->peer = std::make_unique<TopologyPeer>(configForNode(*m_config, address),
                                                roleQuestions(true), std::move(handlers));
}

void ReplicatedTopology::poll()
{
    for (const auto &node : m_nodes)
        node->peer->poll();
    decideSoon(); // a server that kept us waiting since the last time is believed no more
}

// Never from inside a connection, which the decision may end.
void ReplicatedTopology::decideSoon()
{
    if (std::exchange(m_isDecisionDue, true))
        return;
    QMetaObject::invokeMethod(
        this, [this] { decide(); }, Qt::QueuedConnection);
}

void ReplicatedTopology::learnNodes(Instant now)
{
    std::vector<HostPort> listed;
    for (const auto &node : m_nodes) {
        if (!node->isKnown(now))
            continue;
        for (const ReplicaWord &replica : node->role->replicas)
            listed.push_back(reachable(replica.announced));
        if (!node->role->isPrimary && !node->role->follows.host.isEmpty())
            listed.push_back(reachable(node->role->follows));
    }
    for (const auto &node : m_nodes)
        node->isListed = false;
    for (const HostPort &address : listed) {
        if (Node *const known = find(address))
            known->isListed = true;
        else if (m_nodes.size() < mostNodes)
            addNode(address, false);
    }
    // The same process by another name counts once.
    for (const auto &node : m_nodes) {
        node->twin.reset();
        const QByteArray runId = node->peer->runId();
        for (const auto &other : m_nodes) {
            if (other == node)
                break;
            if (!runId.isEmpty() && other->peer->runId() == runId && other->isKnown(now)) {
                node->twin = other->address;
                break;
            }
        }
    }
    std::erase_if(m_nodes, [&](const auto &node) {
        return !node->isGiven && !node->isListed && !node->isKnown(now)
            && node->address != m_primary;
    });
}

bool ReplicatedTopology::isEnough(Instant now)
{
    if (m_primary)
        return true;
    return std::ranges::all_of(m_nodes, [](const auto &node) { return node->peer->isSettled(); })
        || (m_firstWordAt && now - *m_firstWordAt >= TopologyPeer::patienceForOthers);
}

std::vector<ReplicatedTopology::Node *> ReplicatedTopology::primaries(Instant now) const
{
    std::vector<Node *> found;
    for (const auto &node : m_nodes) {
        if (node->isKnown(now) && node->role->isPrimary && !node->twin)
            found.push_back(node.get());
    }
    std::ranges::stable_sort(found, std::ranges::greater(), [this](const Node *node) {
        return std::tuple(node->role->replicas.size(), node->role->offset,
                          node->address == m_primary);
    });
    return found;
}

void ReplicatedTopology::decide()
{
    m_isDecisionDue = false;
    const Instant now = TopologyPeer::now();
    learnNodes(now);
    if (!isEnough(now))
        return;
    const auto found = primaries(now);
    const Node *const former = m_primary ? find(*m_primary) : nullptr;
    if (!found.empty())
        m_primary = found.front()->address;
    else if (former && former->isKnown(now) && !former->role->isPrimary)
        m_primary.reset();
    TopologyView view;
    view.primary = m_primary;
    if (found.size() > 1)
        view.doubt = Sentence::say("%1 and %2 both say that they are the primary")
                         .arg(toText(found[0]->address), toText(found[1]->address));
    for (const auto &node : m_nodes) {
        if (node->twin)
            continue;
        const bool isKnown = node->isKnown(now);
        Member member{node->address == m_primary ? Member::Kind::Primary : Member::Kind::Replica,
                      node->address,
                      {},
                      isKnown,
                      {}};
        if (isKnown)
            member.offset = node->role->offset;
        if (isKnown && !node->role->isPrimary) {
            member.isUp = node->role->isLinked;
            member.follows = reachable(node->role->follows);
        }
        view.members.push_back(std::move(member));
    }
    settle(std::move(view), hindranceOf(now));
}

// It has gone over to another role since it was asked last.
void ReplicatedTopology::report(const HostPort &address, bool isPrimary)
{
    if (isPrimary)
        return;
    if (Node *const node = find(address); node && node->role && node->role->isPrimary) {
        node->role.reset();
        if (m_primary == address)
            m_primary.reset();
    }
    poll();
}

std::optional<Error> ReplicatedTopology::hindranceOf(Instant now) const
{
    if (m_primary)
        return {};
    const QString label = m_config->target.label();
    const Node *shown = nullptr;
    const Node *replica = nullptr;
    bool areAllGivenUp = true;
    for (const auto &node : m_nodes) {
        if (!node->peer->isSettled() && !node->isKnown(now))
            return {}; // in a moment
        const auto &error = node->refusal ? node->refusal : node->peer->error();
        if (!error) {
            replica = replica ? replica : node.get();
            continue;
        }
        areAllGivenUp = areAllGivenUp && (node->refusal || node->peer->isGivenUp());
        if (!shown || (node->peer->isGivenUp() && !shown->peer->isGivenUp()))
            shown = node.get();
    }
    if (replica && replica->role && !replica->role->isPrimary) {
        const HostPort follows = reachable(replica->role->follows);
        const Node *const followed = find(follows);
        const auto why = followed ? followed->peer->error() : std::nullopt;
        return Error{ErrorKind::Unreachable, "NOPRIMARY"_ba,
                     why ? Sentence::say("%1 is a replica of %2, which does not reply: %3")
                               .arg(toText(replica->address), toText(follows), why->text)
                         : Sentence::say("%1 is a replica of %2, and no server is the primary")
                               .arg(toText(replica->address), toText(follows)),
                     label};
    }
    if (!shown || replica)
        return {};
    const Error &error = shown->refusal ? *shown->refusal : *shown->peer->error();
    return Error{areAllGivenUp ? error.kind : ErrorKind::Unreachable, error.code,
                 Sentence::say("none of the %1 servers tells its role (%2: %3)")
                     .arg(m_nodes.size(), toText(shown->address), error.text),
                 label};
}

} // namespace lockscope::redis
