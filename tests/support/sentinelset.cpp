// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sentinelset.h"

#include "tests/support/waiting.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::test {

namespace {

const QByteArray name = "mymaster"_ba;

bool answers(const RedisProcess &process)
{
    return process.isRunning() && !process.isPaused();
}

QByteArray role(const Reply &reply)
{
    return reply.elements.empty() ? QByteArray() : reply.elements.front().bytes;
}

bool follow(const RedisProcess &replica, const RedisProcess &primary)
{
    return !replica.command({"REPLICAOF"_ba, "127.0.0.1"_ba, QByteArray::number(primary.port())})
                .isError();
}

bool isPrimary(const RedisProcess &server)
{
    return role(server.command({"ROLE"_ba})) == "master";
}

// Finds a value in a flat list of names and values.
QByteArray valueOf(const Reply &reply, const QByteArray &field)
{
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2)
        if (reply.elements[i].bytes == field)
            return reply.elements[i + 1].bytes;
    return {};
}

// Lists of sentinels and replicas may hold some that were there before.
int connectedOnes(const Reply &reply)
{
    const auto isConnected = [](const Reply &entry) {
        const QByteArray flags = valueOf(entry, "flags"_ba);
        return !flags.contains("down") && !flags.contains("disconnected");
    };
    return static_cast<int>(
        std::count_if(reply.elements.begin(), reply.elements.end(), isConnected));
}

QString hostsOf(const std::vector<std::unique_ptr<RedisProcess>> &processes)
{
    QStringList hosts;
    for (const auto &process : processes)
        hosts.append(u"127.0.0.1:"_s + QString::number(process->port()));
    return hosts.join(u',');
}

// Redis 6.2 does not know this, and takes some ten seconds. A sentinel that was not given the
// processor for two seconds would else do nothing for thirty.
// A replica is promoted only if its last INFO, which is asked for once a second while the
// primary is down, is not older than five periods of PING.
void hurry(const RedisProcess &sentinel)
{
    static_cast<void>(sentinel.command(
        {"SENTINEL"_ba, "DEBUG"_ba, "INFO-PERIOD"_ba, "200"_ba, "PING-PERIOD"_ba, "300"_ba,
         "ASK-PERIOD"_ba, "100"_ba, "PUBLISH-PERIOD"_ba, "200"_ba, "TILT-PERIOD"_ba, "1000"_ba}));
}

QByteArray numbered(const char *directive, Millis value)
{
    return QByteArray("sentinel ") + directive + ' ' + name + ' '
        + QByteArray::number(qint64(value.count())) + '\n';
}

} // namespace

SentinelSet::SentinelSet(SentinelSetOptions options)
    : m_options(std::move(options))
{}

SentinelSet::~SentinelSet()
{
    // First those that would start a failover.
    m_sentinels.clear();
    m_servers.clear();
}

bool SentinelSet::start()
{
    return startServers() && eventually([this] { return isInStep(); }) && startSentinels()
        && eventually([this] { return isKnown(); });
}

bool SentinelSet::startServers()
{
    for (int i = 0; i <= m_options.replicas; ++i) {
        RedisOptions options;
        options.user = m_options.user;
        options.password = m_options.password;
        // A replica would else wait five seconds for others before it is given the data.
        options.arguments << u"--repl-diskless-sync-delay"_s << u"0"_s
                          << u"--repl-ping-replica-period"_s << u"1"_s;
        if (!m_options.user.isEmpty())
            options.arguments << u"--masteruser"_s << QString::fromUtf8(m_options.user);
        if (!m_options.password.isEmpty())
            options.arguments << u"--masterauth"_s << QString::fromUtf8(m_options.password);
        if (i > 0) {
            const RedisProcess &followed = server(m_options.chain ? i - 1 : 0);
            options.arguments << u"--replicaof"_s << u"127.0.0.1"_s
                              << QString::number(followed.port());
            const auto place = static_cast<std::size_t>(i - 1);
            if (place < m_options.priorities.size())
                options.arguments << u"--replica-priority"_s
                                  << QString::number(m_options.priorities[place]);
        }
        options.arguments << m_options.arguments;
        if (static_cast<std::size_t>(i) < m_options.tls.size())
            options.tls = m_options.tls[static_cast<std::size_t>(i)];
        m_servers.push_back(std::make_unique<RedisProcess>(options));
        if (!m_servers.back()->start())
            return false;
    }
    return true;
}

bool SentinelSet::startSentinels()
{
    RedisOptions options;
    options.sentinel = true;
    options.user = m_options.sentinelUser;
    options.password = m_options.sentinelPassword;
    options.configuration = "sentinel monitor " + name + " 127.0.0.1 "
        + QByteArray::number(server(0).port()) + ' '
        + QByteArray::number(m_options.sentinels / 2 + 1) + '\n'
        + numbered("down-after-milliseconds", m_options.downAfter)
        + numbered("failover-timeout", m_options.failoverTimeout);
    if (!m_options.user.isEmpty())
        options.configuration += "sentinel auth-user " + name + ' ' + m_options.user + '\n';
    if (!m_options.password.isEmpty())
        options.configuration += "sentinel auth-pass " + name + ' ' + m_options.password + '\n';
    if (!m_options.sentinelUser.isEmpty())
        options.configuration += "sentinel sentinel-user " + m_options.sentinelUser + '\n';
    if (!m_options.sentinelPassword.isEmpty())
        options.configuration += "sentinel sentinel-pass " + m_options.sentinelPassword + '\n';
    for (int i = 0; i < m_options.sentinels; ++i) {
        m_sentinels.push_back(std::make_unique<RedisProcess>(options));
        if (!m_sentinels.back()->start())
            return false;
        hurry(sentinel(i));
    }
    return true;
}

QString SentinelSet::url() const
{
    return u"redis+sentinel://"_s + hostsOf(m_sentinels) + u'/' + QString::fromUtf8(name);
}

QString SentinelSet::replicatedUrl() const
{
    return u"redis://"_s + hostsOf(m_servers);
}

RedisProcess *SentinelSet::primary() const
{
    std::vector<RedisProcess *> found;
    for (const auto &server : m_servers)
        if (answers(*server) && isPrimary(*server))
            found.push_back(server.get());
    if (found.size() == 1)
        return found.front();
    for (RedisProcess *server : found)
        if (isNamedBySentinels(*server))
            return server;
    return nullptr;
}

std::vector<RedisProcess *> SentinelSet::replicas() const
{
    const RedisProcess *const current = primary();
    std::vector<RedisProcess *> others;
    for (const auto &server : m_servers)
        if (server.get() != current)
            others.push_back(server.get());
    return others;
}

RedisProcess &SentinelSet::killPrimary()
{
    RedisProcess *const current = primary();
    Q_ASSERT(current != nullptr);
    current->kill();
    return *current;
}

RedisProcess &SentinelSet::pausePrimary()
{
    RedisProcess *const current = primary();
    Q_ASSERT(current != nullptr);
    current->pause();
    return *current;
}

bool SentinelSet::awaitPromotion(const RedisProcess &former) const
{
    return eventually([&] {
        const RedisProcess *const current = primary();
        return current != nullptr && current != &former;
    });
}

bool SentinelSet::failover()
{
    RedisProcess *const former = primary();
    if (former == nullptr)
        return false;
    if (m_sentinels.empty()) {
        const auto others = replicas();
        const auto next = std::find_if(others.begin(), others.end(),
                                       [](const RedisProcess *other) { return answers(*other); });
        return next != others.end() && promote(**next);
    }
    const auto isDone = [&] {
        const RedisProcess *const current = primary();
        return current != nullptr && current != former;
    };
    // INPROG while the one before is not over, NOGOODSLAVE until the replicas were looked at. And a
    // sentinel that was not given the processor gives a failover up that it had begun.
    constexpr Millis untilGivenUp{5'000};
    return eventually(
        [&] {
            if (isDone()) // late: to ask again would be a second failover
                return true;
            for (const auto &sentinel : m_sentinels) {
                if (answers(*sentinel)
                    && !sentinel->command({"SENTINEL"_ba, "FAILOVER"_ba, name}).isError())
                    break;
            }
            return eventually(isDone, untilGivenUp);
        },
        3 * patience);
}

bool SentinelSet::promote(RedisProcess &server)
{
    if (server.command({"REPLICAOF"_ba, "NO"_ba, "ONE"_ba}).isError())
        return false;
    for (const auto &other : m_servers)
        if (other.get() != &server && answers(*other) && !follow(*other, server))
            return false;
    return primary() == &server;
}

bool SentinelSet::reviveAll() const
{
    const RedisProcess *const current = primary();
    for (const auto &server : m_servers) {
        if (server->isRunning())
            continue;
        if (!server->start())
            return false;
        // By its arguments it follows the primary of long ago, or is a second one. Where two follow
        // each other, the sentinels may find nothing to mend for minutes.
        if (current != nullptr && !follow(*server, *current))
            return false;
    }
    for (const auto &sentinel : m_sentinels) {
        if (sentinel->isRunning())
            continue;
        if (!sentinel->start())
            return false;
        hurry(*sentinel);
    }
    return settle();
}

// A sentinel takes ten seconds and more until it has a former primary follow the new one; on a busy
// machine it may take itself for late (TILT), and do nothing for half a minute.
// Its failover has to be over as well: one that hears of the next failover before the end of its
// own takes the new epoch, and then puts its own choice under it. The sentinels never agree again.
bool SentinelSet::settle() const
{
    const bool isSettled = eventually(
        [this] {
            const RedisProcess *const current = primary();
            return current != nullptr && isInStep()
                && std::all_of(m_sentinels.begin(), m_sentinels.end(), [&](const auto &sentinel) {
                       if (!answers(*sentinel))
                           return true;
                       const Reply master = sentinel->command({"SENTINEL"_ba, "MASTER"_ba, name});
                       return valueOf(master, "port"_ba).toUInt() == current->port()
                           && !valueOf(master, "flags"_ba).contains("failover_in_progress");
                   });
        },
        Millis(150'000));
    if (!isSettled)
        qCritical("The set did not settle:\n%s", describe().constData());
    return isSettled;
}

QByteArray SentinelSet::describe() const
{
    QByteArray lines;
    for (const auto &server : m_servers) {
        lines += "server " + QByteArray::number(server->port()) + ':';
        for (const Reply &word : server->command({"ROLE"_ba}).elements)
            lines += ' '
                + (word.type == Reply::Type::Integer ? QByteArray::number(word.integer)
                                                     : word.bytes);
        lines += '\n';
    }
    for (const auto &sentinel : m_sentinels) {
        lines += "sentinel " + QByteArray::number(sentinel->port()) + ':';
        const Reply master = sentinel->command({"SENTINEL"_ba, "MASTER"_ba, name});
        for (const char *field : {"port", "flags", "num-slaves", "num-other-sentinels",
                                  "config-epoch", "role-reported", "failover-timeout"})
            lines += QByteArray(" ") + field + '=' + valueOf(master, field);
        lines += '\n' + sentinel->log().right(2'000) + '\n';
    }
    return lines;
}

// One primary, and all others linked to the one that they follow, with all that the primary had
// written when it was asked. WAIT knows only of writes of its own connection.
bool SentinelSet::isInStep() const
{
    const RedisProcess *primary = nullptr;
    qint64 written = 0;
    for (const auto &server : m_servers) {
        if (!answers(*server))
            continue;
        const Reply reply = server->command({"ROLE"_ba});
        if (role(reply) != "master")
            continue;
        if (primary)
            return false;
        primary = server.get();
        written = reply.elements.at(1).integer;
    }
    return primary && std::ranges::all_of(m_servers, [&](const auto &server) {
               return server.get() == primary || !answers(*server) || server->hasFollowed(written);
           });
}

bool SentinelSet::isKnown() const
{
    const int followers = m_options.chain ? std::min(m_options.replicas, 1) : m_options.replicas;
    return std::all_of(m_sentinels.begin(), m_sentinels.end(), [&](const auto &sentinel) {
        const Reply replicas = sentinel->command({"SENTINEL"_ba, "REPLICAS"_ba, name});
        const Reply others = sentinel->command({"SENTINEL"_ba, "SENTINELS"_ba, name});
        const Reply quorum = sentinel->command({"SENTINEL"_ba, "CKQUORUM"_ba, name});
        return connectedOnes(replicas) == followers
            && connectedOnes(others) == m_options.sentinels - 1 && !quorum.isError();
    });
}

bool SentinelSet::isNamedBySentinels(const RedisProcess &server) const
{
    int votes = 0;
    for (const auto &sentinel : m_sentinels) {
        if (!answers(*sentinel))
            continue;
        const Reply reply = sentinel->command({"SENTINEL"_ba, "GET-MASTER-ADDR-BY-NAME"_ba, name});
        if (reply.elements.size() == 2 && reply.elements[1].bytes.toUInt() == server.port())
            ++votes;
    }
    return votes > m_options.sentinels / 2;
}

} // namespace lockscope::test
