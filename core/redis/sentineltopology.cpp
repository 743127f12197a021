// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/sentineltopology.h"

#include "core/base/text.h"
#include "core/redis/wire.h"

#include <algorithm>
#include <map>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

constexpr std::size_t mostSentinels = 32;

} // namespace

struct SentinelTopology::Word {
    std::optional<HostPort> primary;
    qint64 epoch = 0;
    bool isUnknown = false; // it watches no primary of that name
    std::optional<Error> refusal; // it answers, but not to this user
    std::vector<Member> replicas;
    std::vector<std::pair<HostPort, QByteArray>> sentinels; // with their run ids
    int quorum = 0;
    std::optional<bool> hasQuorum; // by CKQUORUM; empty: not permitted
};

struct SentinelTopology::Seat {
    HostPort address;
    bool isGiven = false; // by the user
    bool isListed = false; // by another sentinel
    QByteArray runId;
    std::optional<Word> word;
    bool knowsMasters = false;
    QString masters; // the names that it knows, if it does not know ours
    Pending<Reply> askedMasters;
    std::unique_ptr<TopologyPeer> peer; // last: it calls back
};

SentinelTopology::SentinelTopology(const ConnectionConfig &config)
    : m_config(std::make_unique<ConnectionConfig>(config))
    , m_name(config.target.masterName.toUtf8())
{
    m_timer.setInterval(TopologyPeer::period);
    connect(&m_timer, &QTimer::timeout, this, [this] { poll(); });
}

SentinelTopology::~SentinelTopology() = default;

void SentinelTopology::begin()
{
    for (const HostPort &host : m_config->target.hosts)
        addSeat(host, {}, true);
    m_timer.start();
}

HostPort SentinelTopology::reachable(const HostPort &announced) const
{
    return mapped(announced, m_config->target.addressMap);
}

// One that reaches its quorum is enough: it may fail over.
SentinelQuorum SentinelTopology::together(const std::optional<SentinelQuorum> &others,
                                          const Word &word)
{
    SentinelQuorum quorum = others.value_or(SentinelQuorum{});
    quorum.known = std::max(quorum.known, static_cast<int>(word.sentinels.size()) + 1);
    quorum.needed = std::max(quorum.needed, word.quorum);
    if (word.hasQuorum)
        quorum.isReachable = quorum.isReachable.value_or(false) || *word.hasQuorum;
    return quorum;
}

void SentinelTopology::addSeat(const HostPort &address, const QByteArray &runId, bool isGiven)
{
    const std::vector<Arguments> questions{{"SENTINEL"_ba, "MASTER"_ba, m_name},
                                           {"SENTINEL"_ba, "GET-MASTER-ADDR-BY-NAME"_ba, m_name},
                                           {"SENTINEL"_ba, "REPLICAS"_ba, m_name},
                                           {"SENTINEL"_ba, "SENTINELS"_ba, m_name},
                                           {"SENTINEL"_ba, "MYID"_ba},
                                           {"SENTINEL"_ba, "CKQUORUM"_ba, m_name}};
    Seat *const seat = m_seats.emplace_back(std::make_unique<Seat>()).get();
    seat->address = address;
    seat->isGiven = isGiven;
    seat->isListed = !isGiven;
    seat->runId = runId;
    TopologyPeer::Handlers handlers;
    handlers.answered = [this, seat](const std::vector<Reply> &answers) {
        takeWord(*seat, answers);
    };
    handlers.changed = [this] { decideSoon(); };
    seat->peer = std::make_unique<TopologyPeer>(configForSentinel(*m_config, address), questions,
                                                std::move(handlers));
}

void SentinelTopology::takeWord(Seat &seat, const std::vector<Reply> &answers)
{
    Word word;
    const Fields master = fieldsFrom(answers[0]);
    word.primary = primaryFrom(answers[1]);
    word.epoch = valueOf(master, "config-epoch").toLongLong();
    word.isUnknown = isNoSuchPrimary(answers[0]) && isNoSuchPrimary(answers[1]);
    if (word.primary)
        word.primary = reachable(*word.primary);
    else if (!word.isUnknown)
        word.refusal = answers[1].isError()
            ? errorFrom(answers[1], toText(seat.address))
            : Error{ErrorKind::Protocol,
                    {},
                    Sentence::say("unexpected reply to a question about the primary; is this a "
                                  "Sentinel?"),
                    toText(seat.address)};
    for (const Fields &replica : listFrom(answers[2])) {
        const auto address = addressFrom(valueOf(replica, "ip"), valueOf(replica, "port"));
        if (!address)
            continue;
        Member member{Member::Kind::Replica, reachable(*address), {}, false, {}};
        const auto follows =
            addressFrom(valueOf(replica, "master-host"), valueOf(replica, "master-port"));
        if (follows)
            member.follows = reachable(*follows);
        member.isUp = valueOf(replica, "master-link-status") == "ok"
            && !valueOf(replica, "flags").contains("down")
            && !valueOf(replica, "flags").contains("disconnected");
        bool isNumber = false;
        const qint64 offset = valueOf(replica, "slave-repl-offset").toLongLong(&isNumber);
        if (isNumber)
            member.offset = offset;
        word.replicas.push_back(std::move(member));
    }
    for (const Fields &other : listFrom(answers[3])) {
        if (const auto address = addressFrom(valueOf(other, "ip"), valueOf(other, "port")))
            word.sentinels.emplace_back(reachable(*address), valueOf(other, "runid"));
    }
    if (answers[4].isString() && !answers[4].bytes.isEmpty())
        seat.runId = answers[4].bytes;
    word.quorum = valueOf(master, "quorum").toInt();
    if (answers[5].bytes.startsWith("OK") || answers[5].bytes.startsWith("NOQUORUM"))
        word.hasQuorum = !answers[5].isError();
    seat.word = std::move(word);
    if (!m_firstWordAt) {
        m_firstWordAt = TopologyPeer::now();
        QTimer::singleShot(TopologyPeer::patienceForOthers, this, [this] { decide(); });
    }
    if (seat.word->isUnknown && !seat.knowsMasters)
        learnMasters(seat);
}

void SentinelTopology::learnMasters(Seat &seat)
{
    seat.askedMasters = seat.peer->connection().send({"SENTINEL"_ba, "MASTERS"_ba});
    seat.askedMasters.then([this, &seat](Result<Reply> &&reply) {
        seat.knowsMasters = true;
        if (reply)
            seat.masters = namesFrom(listFrom(*reply)).join(u", "_s);
        decideSoon();
    });
}

void SentinelTopology::poll()
{
    for (const auto &seat : m_seats)
        seat->peer->poll();
    if (m_probe)
        m_probe->poll();
    decideSoon(); // a sentinel that kept us waiting since the last time is believed no more
}

// Never from inside a connection, which the decision may end.
void SentinelTopology::decideSoon()
{
    if (std::exchange(m_isDecisionDue, true))
        return;
    QMetaObject::invokeMethod(
        this, [this] { decide(); }, Qt::QueuedConnection);
}

void SentinelTopology::decide()
{
    m_isDecisionDue = false;
    const Instant now = TopologyPeer::now();
    learnSentinels(now);
    listen(now);
    if (!isEnough(now))
        return;
    choose(now);
    settle(viewAt(now), hindranceOf(now));
}

void SentinelTopology::learnSentinels(Instant now)
{
    std::vector<std::pair<HostPort, QByteArray>> listed;
    for (const auto &seat : m_seats) {
        if (seat->word && seat->peer->isFresh(now))
            listed.insert(listed.end(), seat->word->sentinels.begin(), seat->word->sentinels.end());
    }
    if (listed.empty())
        return;
    for (const auto &seat : m_seats)
        seat->isListed = false;
    for (const auto &[address, runId] : listed) {
        const auto known = std::ranges::find_if(m_seats, [&](const auto &seat) {
            return seat->address == address || (!runId.isEmpty() && seat->runId == runId);
        });
        if (known != m_seats.end())
            (*known)->isListed = true;
        else if (m_seats.size() < mostSentinels)
            addSeat(address, runId, false);
    }
    // One that another name leads to, too, or that nobody knows any more.
    std::erase_if(m_seats, [&](const auto &seat) {
        if (seat->isGiven)
            return false;
        const bool isDouble = std::ranges::any_of(m_seats, [&](const auto &other) {
            return other && seat && other != seat && other->isGiven && !seat->runId.isEmpty()
                && other->runId == seat->runId;
        });
        return isDouble || (!seat->isListed && !seat->peer->isFresh(now));
    });
}

void SentinelTopology::listen(Instant now)
{
    // A sentinel that throws it out at once is not stormed.
    if (m_listener && (!m_isListenerLost || now - m_listenerMadeAt < TopologyPeer::period))
        return;
    m_listener.reset();
    m_isListenerLost = false;
    const auto seat = std::ranges::find_if(
        m_seats, [&](const auto &each) { return each->word && each->peer->isFresh(now); });
    if (seat == m_seats.end())
        return;
    m_listener = std::make_unique<Connection>(configForSentinel(*m_config, (*seat)->address));
    m_listenerMadeAt = now;
    Connection *const listener = m_listener.get();
    connect(listener, &Connection::ready, this, [listener] {
        (void)listener->send({"SUBSCRIBE"_ba, "+switch-master"_ba});
    });
    connect(listener, &Connection::lost, this, [this, listener] {
        m_isListenerLost = true;
        listener->close(); // another one takes its place
        decideSoon();
    });
    listener->setPushHandler([this](const Reply &message) {
        // "NAME OLDHOST OLDPORT NEWHOST NEWPORT". All sentinels are asked, since the message has no
        // epoch.
        if (message.elements.size() == 3
            && message.elements[2].bytes.startsWith(QByteArray(m_name + ' ')))
            poll();
    });
    listener->open();
}

bool SentinelTopology::isEnough(Instant now)
{
    if (view().primary)
        return true;
    return std::ranges::all_of(m_seats, [](const auto &seat) { return seat->peer->isSettled(); })
        || (m_firstWordAt && now - *m_firstWordAt >= TopologyPeer::patienceForOthers);
}

std::optional<SentinelTopology::Choice> SentinelTopology::chosen(Instant now) const
{
    std::map<std::pair<qint64, HostPort>, int> votes;
    qint64 newest = -1;
    for (const auto &seat : m_seats) {
        if (!seat->word || !seat->word->primary || !seat->peer->isFresh(now))
            continue;
        newest = std::max(newest, seat->word->epoch);
        ++votes[{seat->word->epoch, *seat->word->primary}];
    }
    std::optional<Choice> choice;
    int most = 0;
    for (const auto &[vote, count] : votes) {
        const auto &[epoch, address] = vote;
        const bool isKnown = m_candidate && *m_candidate == address;
        if (epoch == newest && (count > most || (count == most && isKnown))) {
            choice = Choice{address, epoch};
            most = count;
        }
    }
    return choice;
}

void SentinelTopology::choose(Instant now)
{
    auto choice = chosen(now);
    // Those that knew of the last failover do not answer, but the primary says that it is one.
    if (choice && m_epoch && m_candidate && choice->epoch < *m_epoch
        && isProbed(*m_candidate, true, now))
        choice.reset();
    if (choice) {
        m_candidate = choice->primary;
        m_epoch = choice->epoch;
    } else if (m_candidate && m_role && isProbed(*m_candidate, false, now)
               && !m_role->follows.host.isEmpty()) {
        const bool isAnySentinel = std::ranges::any_of(m_seats, [&](const auto &seat) {
            return seat->word && seat->word->primary && seat->peer->isFresh(now);
        });
        if (!isAnySentinel) // nobody else tells
            m_candidate = reachable(m_role->follows);
    }
    if (!m_candidate)
        return;
    if (isProbed(*m_candidate, false, now))
        m_refuted = m_candidate;
    else if (isProbed(*m_candidate, true, now) || m_refuted != m_candidate)
        m_refuted.reset();
    if (m_probe && m_probed != *m_candidate) {
        m_probe.reset();
        m_role.reset();
        if (!view().primary || m_refuted)
            probe(*m_candidate);
    }
}

void SentinelTopology::report(const HostPort &address, bool isPrimary)
{
    if (!m_candidate || *m_candidate != address)
        return; // it stood on another one
    if (!m_probe || m_probed != address)
        probe(address);
    if (isPrimary)
        return;
    m_refuted = address;
    poll();
}

void SentinelTopology::probe(const HostPort &address)
{
    m_probed = address;
    m_role.reset();
    TopologyPeer::Handlers handlers;
    handlers.answered = [this](const std::vector<Reply> &answers) {
        m_role = roleOf(*m_probe, answers);
    };
    handlers.changed = [this] { decideSoon(); };
    m_probe = std::make_unique<TopologyPeer>(configForNode(*m_config, address),
                                             roleQuestions(false), std::move(handlers));
}

bool SentinelTopology::isProbed(const HostPort &address, bool asPrimary, Instant now) const
{
    return m_probe && m_probed == address && m_role && m_role->isPrimary == asPrimary
        && m_probe->isFresh(now);
}

std::optional<Error> SentinelTopology::hindranceOf(Instant now) const
{
    if (m_candidate)
        return {}; // it is a replica now: waiters go on waiting
    const auto isSaid = [&](const auto &seat) { return seat->word && seat->peer->isFresh(now); };
    const QString name = visibleElided(m_name, 60);
    const QString label = m_config->target.label();
    for (const auto &seat : m_seats) {
        if (!isSaid(seat) || !seat->word->isUnknown)
            continue;
        if (!seat->knowsMasters)
            return {}; // in a moment
        return Error{ErrorKind::Unsupported, "NOMASTER",
                     seat->masters.isEmpty()
                         ? Sentence::say("the Sentinel at %1 watches no primary named \"%2\"")
                               .arg(toText(seat->address), name)
                         : Sentence::say("the Sentinel at %1 watches no primary named \"%2\"; it "
                                         "watches %3")
                               .arg(toText(seat->address), name, seat->masters),
                     label};
    }
    for (const auto &seat : m_seats) {
        if (isSaid(seat) && seat->word->refusal)
            return Error{seat->word->refusal->kind, seat->word->refusal->code,
                         Sentence::say("the Sentinel at %1: %2")
                             .arg(toText(seat->address), seat->word->refusal->text),
                         label};
    }
    const Seat *shown = nullptr;
    bool areAllGivenUp = true;
    for (const auto &seat : m_seats) {
        if (!seat->peer->error())
            return {};
        areAllGivenUp = areAllGivenUp && seat->peer->isGivenUp();
        // An error that the user can mend says more than that one is not there.
        if (!shown || (seat->peer->isGivenUp() && !shown->peer->isGivenUp()))
            shown = seat.get();
    }
    if (!shown)
        return {};
    const Error &error = *shown->peer->error();
    const ErrorKind kind = areAllGivenUp ? error.kind : ErrorKind::Unreachable;
    // A secret of a profile says itself what to do.
    const bool isOfProfile = error.code == "NOSECRET" || error.code == "BADSECRET";
    const QByteArray code =
        kind == ErrorKind::Auth && !isOfProfile ? "SENTINELAUTH"_ba : error.code;
    return Error{kind, code,
                 m_seats.size() == 1 ? Sentence::say("the Sentinel at %1 does not reply: %2")
                                           .arg(toText(shown->address), error.text)
                                     : Sentence::say("none of the %1 Sentinels replies (%2: %3)")
                                           .arg(m_seats.size(), toText(shown->address), error.text),
                 label};
}

TopologyView SentinelTopology::viewAt(Instant now) const
{
    TopologyView view;
    if (m_candidate && m_candidate != m_refuted)
        view.primary = m_candidate;
    view.epoch = m_epoch;
    const Word *newest = nullptr;
    for (const auto &seat : m_seats) {
        const bool isFresh = seat->word && seat->peer->isFresh(now);
        view.members.push_back({Member::Kind::Sentinel, seat->address, {}, isFresh, {}});
        if (isFresh && seat->word->primary && (!newest || seat->word->epoch > newest->epoch))
            newest = &*seat->word;
        if (isFresh && seat->word->primary)
            view.quorum = together(view.quorum, *seat->word);
    }
    const RoleWord *const role =
        view.primary && isProbed(*view.primary, true, now) ? &*m_role : nullptr;
    if (view.primary)
        view.members.push_back({Member::Kind::Primary,
                                *view.primary,
                                {},
                                role != nullptr,
                                role ? std::optional(role->offset) : std::nullopt});
    for (Member replica : newest ? newest->replicas : std::vector<Member>()) {
        if (view.primary && replica.address == *view.primary)
            continue;
        if (role) { // newer than the sentinel's knowledge of it
            const auto linked = std::ranges::find_if(role->replicas, [&](const auto &each) {
                return reachable(each.announced) == replica.address;
            });
            if (linked != role->replicas.end()) {
                replica.isUp = true;
                replica.offset = linked->offset;
            }
        }
        view.members.push_back(std::move(replica));
    }
    if (m_candidate && m_candidate == m_refuted)
        view.doubt = Sentence::say("the Sentinels name %1, which answers as a replica")
                         .arg(toText(*m_candidate));
    return view;
}

} // namespace lockscope::redis
