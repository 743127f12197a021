// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/flavourproxy.h"

#include "tests/support/aclrules.h"
#include "tests/support/waiting.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::test {

namespace {

using Command = std::vector<QByteArray>;

const QByteArray unknownCommand = "ERR unknown command '%1', with args beginning with: '%2' ";
const QByteArray unknownSubcommand = "ERR unknown subcommand '%2'. Try %1 HELP.";

QByteArray filled(QByteArray error, const Command &command)
{
    error.replace("%1", command.front());
    return error.replace("%2", command.size() > 1 ? command[1] : QByteArray());
}

bool isWord(const QByteArray &one, const QByteArray &other)
{
    return one.compare(other, Qt::CaseInsensitive) == 0;
}

bool beginsWith(const Command &command, const QByteArrayList &words)
{
    return command.size() >= std::size_t(words.size())
        && std::equal(words.begin(), words.end(), command.begin(), isWord);
}

bool isScript(const Command &command)
{
    return command.size() >= 3 && (isWord(command[0], "EVAL") || isWord(command[0], "EVALSHA"));
}

// A script that may touch its declared keys alone, unless it says otherwise (dragonfly#3512): in
// front of its text, `redis` becomes one that looks at the keys first.
const QByteArray keyGuard = R"(
local redis = (function(real)
  local declared = {}
  for _, key in ipairs(KEYS) do declared[key] = true end
  local without = {time = true, publish = true, spublish = true, pubsub = true}
  local several = {del = true, exists = true, unlink = true, touch = true, mget = true}
  local function undeclared(name, ...)
    local verb = string.lower(name)
    if without[verb] then return nil end
    local arguments = {...}
    for i = 1, several[verb] and #arguments or 1 do
      if not declared[arguments[i]] then
        return 'ERR script tried accessing undeclared key, key: ' .. tostring(arguments[i])
      end
    end
  end
  return setmetatable({
    call = function(...)
      local refusal = undeclared(...)
      if refusal then error(refusal) end
      return real.call(...)
    end,
    pcall = function(...)
      local refusal = undeclared(...)
      if refusal then return {err = refusal} end
      return real.pcall(...)
    end,
  }, {__index = real})
end)(redis)
)";

// INFO, with a few of its values replaced. ARGV: a field and its value, each; then the sections.
const QByteArray otherInfo = R"(
local count = tonumber(ARGV[1])
local info = redis.call('info', unpack(ARGV, 2 * count + 2))
for i = 1, count do
  local field, value = ARGV[2 * i], ARGV[2 * i + 1]
  info = string.gsub(info, '(\n' .. field .. ':)[^\r\n]*', '%1' .. value)
end
return info
)";

Command infoOf(const Flavour &flavour, const Command &command)
{
    Command changed{"EVAL", otherInfo, "0", QByteArray::number(qlonglong(flavour.info.size()))};
    for (const auto &[field, value] : flavour.info)
        changed.insert(changed.end(), {field, value});
    changed.insert(changed.end(), command.begin() + 1, command.end());
    return changed;
}

// As RecordingProxy::Rule.
std::optional<Command> passed(const Flavour &flavour, const Command &command)
{
    for (const auto &[words, error] : flavour.refused) {
        if (beginsWith(command, words))
            return RecordingProxy::refusal(filled(error, command));
    }
    const auto isUntracked = [&](const QByteArray &word) {
        return std::ranges::any_of(command,
                                   [&](const QByteArray &each) { return isWord(each, word); });
    };
    if (beginsWith(command, {"CLIENT", "TRACKING"})
        && std::ranges::any_of(flavour.untracked, isUntracked))
        return RecordingProxy::refusal(flavour.untrackedError);
    const auto isAllowed = [&](const QByteArray &word) { return isWord(word, command.front()); };
    if (!flavour.allowed.isEmpty() && std::ranges::none_of(flavour.allowed, isAllowed)) {
        if (flavour.otherError.isEmpty())
            return std::nullopt;
        return RecordingProxy::refusal(filled(flavour.otherError, command));
    }
    if (isScript(command) && command[2] == "0" && !flavour.keylessError.isEmpty())
        return RecordingProxy::refusal(flavour.keylessError);
    if (isScript(command) && flavour.declaredKeysOnly && isWord(command[0], "EVAL")
        && !command[1].startsWith("--!df flags=allow-undeclared-keys\n")) {
        Command guarded = command; // by its digest the server does not know it
        guarded[1].prepend(keyGuard);
        return guarded;
    }
    if (!flavour.info.empty() && isWord(command.front(), "INFO"))
        return infoOf(flavour, command);
    return command;
}

QByteArrayList words(const char *all)
{
    return QByteArray(all).simplified().split(' ');
}

using Refusals = std::vector<std::pair<QByteArrayList, QByteArray>>;

// One row for each subcommand.
Refusals clientRefused(const char *subcommands)
{
    Refusals refused;
    for (const QByteArray &subcommand : words(subcommands))
        refused.push_back({{"CLIENT", subcommand}, unknownSubcommand});
    return refused;
}

Refusals both(Refusals one, const Refusals &other)
{
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

Refusals unknown(const char *commands)
{
    Refusals refused;
    for (const QByteArray &command : words(commands))
        refused.push_back({{command}, unknownCommand});
    return refused;
}

// envoyproxy/envoy: source/extensions/filters/network/common/redis/supported_commands.h. Neither
// CLIENT, INFO, SELECT, SCAN, SUBSCRIBE nor HELLO.
const char *const envoyCommands = R"(
    append bitcount bitfield bitpos decr decrby dump expire expireat get getbit getdel getrange
    getset hdel hexists hget hgetall hincrby hincrbyfloat hkeys hlen hmget hmset hscan hset hsetnx
    hstrlen hvals incr incrby incrbyfloat lindex linsert llen lmove lpop lpush lpushx lrange lrem
    lset ltrim persist pexpire pexpireat psetex pttl publish restore rpop rpush rpushx sadd scard
    set setbit setex setnx setrange sismember smembers spop srandmember srem sscan strlen ttl type
    zadd zcard zcount zincrby zpopmin zpopmax zrange zrangebyscore zrank zrem zremrangebyscore
    zrevrange zscan zscore eval evalsha del exists touch unlink multi exec discard auth echo mget
    mset ping time quit)";

// twitter/twemproxy: notes/redis.md.
const char *const twemproxyCommands = R"(
    del exists expire expireat persist pexpire pexpireat pttl ttl type append decr decrby get
    getbit getrange getset incr incrby mget psetex set setex setnx setrange strlen hdel hexists
    hget hgetall hincrby hincrbyfloat hkeys hlen hmget hmset hset hsetnx hvals hscan lindex linsert
    llen lpop lpush lpushx lrange lrem lset ltrim rpop rpush rpushx sadd scard sismember smembers
    srem sscan zadd zcard zcount zincrby zrange zrangebyscore zrank zrem zrevrange zscan zscore eval
    evalsha auth ping quit)";

std::vector<Flavour> makeFlavours()
{
    // docs.aws.amazon.com, ElastiCache, "Restricted commands"; phpredis#609 (the wording of
    // CONFIG); rueidis#612 (CLIENT TRACKING on 7.1).
    const auto elastiCache = both(clientRefused("tracking trackinginfo caching"),
                                  unknown("config bgrewriteaof bgsave debug migrate replicaof "
                                          "save slaveof shutdown sync"));
    // The same documentation, "unavailable for serverless caches"; spring-data-redis#2815 (the
    // wording of PSUBSCRIBE).
    const auto serverless =
        both(both(clientRefused("caching getredir id info kill list no-evict pause tracking "
                                "trackinginfo unblock unpause"),
                  elastiCache),
             unknown("fcall function keys lastsave latency memory monitor move object psubscribe "
                     "punsubscribe slowlog swapdb wait"));
    const Flavour envoy{.name = "envoy",
                        .allowed = words(envoyCommands),
                        // envoy#38517
                        .otherError = unknownCommand};
    return {
        {.name = "elasticache", .refused = elastiCache},
        {.name = "elasticache-serverless",
         .refused = serverless,
         // channels_redis#379; redisson#6718 (scripts touch their own slot alone, which a node of a
         // cluster sees to)
         .keylessError = "ERR Lua scripts without any input keys are not supported.",
         // docs.aws.amazon.com, "Valkey and Redis OSS configuration and limits": cluster-enabled,
         // all slots are those of one virtual node
         .isCluster = true},
        // metarank#1231 (CLIENT TRACKING is NOPERM); docs.cloud.google.com, "Redis configurations"
        // (volatile-lru). CONFIG is blocked: "Supported commands".
        {.name = "memorystore",
         .refused =
             {{{"CONFIG"},
               "NOPERM this user has no permissions to run the 'config' command or its subcommand"},
              {{"CLIENT", "TRACKING"},
               "NOPERM this user has no permissions to run the 'client' command or its "
               "subcommand"}},
         .arguments = {u"--maxmemory"_s, u"100mb"_s, u"--maxmemory-policy"_s, u"volatile-lru"_s}},
        // Before Redis 6 all of CLIENT is blocked: patrikx3/redis-ui#31.
        {.name = "memorystore-5",
         .refused = {{{"CLIENT"}, "ERR unknown command `%1`, with args beginning with: `%2`, "},
                     {{"CONFIG"}, "ERR unknown command `%1`, with args beginning with: `%2`, "}},
         .arguments = {u"--maxmemory"_s, u"100mb"_s, u"--maxmemory-policy"_s, u"volatile-lru"_s}},
        // redis.io, "Client-side caching compatibility": RESP3 alone, no REDIRECT, from 7.4. Also
        // Redis Cloud, and Azure Managed Redis, which is made of it. The wording is not documented.
        {.name = "redis-software", .untracked = {"REDIRECT"}, .untrackedError = "ERR syntax error"},
        // HybridRedisCache#16, an older database.
        {.name = "redis-software-7.2",
         .refused = {{{"CLIENT", "TRACKING"}, "ERR command 'client|tracking' is not allowed"},
                     {{"CLIENT", "CACHING"}, "ERR command 'client|caching' is not allowed"}}},
        envoy,
        // Versions before that wording: envoy#24149, #17571.
        {.name = "envoy-old", .allowed = envoy.allowed, .otherError = "unsupported command '%1'"},
        // twemproxy#113, #374: a command that it does not know ends the connection, without a reply
        // to what came before it.
        {.name = "twemproxy", .allowed = words(twemproxyCommands)},
        // dragonfly#272, PR#3245 (the wording); dragonflydb.io, "CLIENT TRACKINGINFO" (CLIENT
        // TRACKING has neither REDIRECT, BCAST nor PREFIX; the wording is not documented).
        {.name = "dragonfly",
         .untracked = {"REDIRECT", "BCAST", "PREFIX"},
         .untrackedError = "ERR syntax error",
         .declaredKeysOnly = true},
        // KeyDB#838 (what INFO says); #247 (both sides take a write at the same time).
        {.name = "keydb", .info = {{"role", "active-replica"}}},
        // tencentcloud.com, "Connection Group" and "Server Group". The wording is not documented.
        {.name = "tencent",
         .refused = both(clientRefused("caching getredir info tracking trackinginfo unpause list "
                                       "kill pause reply"),
                         {{{"HELLO", "3"}, "NOPROTO unsupported protocol version"},
                          {{"CONFIG", "SET"}, unknownSubcommand}})},
        // alibabacloud.com, Tair, "Limits on commands supported by cluster instances", proxy mode.
        // The wording is not documented.
        {.name = "tair-proxy",
         .refused =
             both(clientRefused("info id"), {{{"CLIENT", "KILL", "ID"}, "ERR syntax error"}})},
        // upstash.com, "Connection commands": of CLIENT there are GETNAME, ID, INFO, LIST, SETINFO
        // and SETNAME. The wording is not documented.
        {.name = "upstash",
         .refused = clientRefused("caching getredir kill tracking trackinginfo")},
        // A real ACL.
        {.name = "acl-nothing", .rights = {"resetchannels", "resetkeys", "-@all", "+ping"}},
    };
}

RedisOptions optionsOf(const Flavour &flavour)
{
    RedisOptions options;
    options.arguments = flavour.arguments;
    options.clusterNode = flavour.isCluster;
    return options;
}

} // namespace

const std::vector<Flavour> &flavours()
{
    static const std::vector<Flavour> all = makeFlavours();
    return all;
}

const Flavour &flavour(const QByteArray &name)
{
    const auto found = std::ranges::find(flavours(), name, &Flavour::name);
    if (found == flavours().end())
        qFatal("no such flavour: %s", name.constData());
    return *found;
}

FlavouredServer::FlavouredServer(const Flavour &flavour)
    : m_flavour(flavour)
    , m_server(optionsOf(flavour))
{}

bool FlavouredServer::start()
{
    if (!m_server.start())
        return false;
    m_proxy = std::make_unique<RecordingProxy>(m_server.port());
    m_proxy->setRule([this](const Command &command) { return passed(m_flavour, command); });
    m_target =
        m_flavour.rights.isEmpty() ? m_server.target() : targetOf(m_server, m_flavour.rights);
    m_target.hosts.front().port = m_proxy->port();
    if (!m_flavour.isCluster)
        return true;
    // Clients learn the address of the proxy from it.
    const QByteArray port = QByteArray::number(m_proxy->port());
    return m_server.command({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"}).isOk()
        && m_server.command({"CONFIG", "SET", "cluster-announce-port", port}).isOk()
        && eventually([this] {
               return m_server.command({"CLUSTER", "INFO"}).bytes.contains("cluster_state:ok");
           });
}

redis::Target FlavouredServer::target() const
{
    return m_target;
}

QString FlavouredServer::url(bool asCluster) const
{
    const QString login = m_target.user.isEmpty()
        ? QString()
        : QString::fromUtf8(m_target.user + ':' + m_target.password + '@');
    const QString scheme = asCluster ? u"redis+cluster://"_s : u"redis://"_s;
    return scheme + login + u"127.0.0.1:"_s + QString::number(m_proxy->port());
}

} // namespace lockscope::test
