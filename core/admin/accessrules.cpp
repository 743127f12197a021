// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/admin/accessrules.h"

#include "core/base/glob.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockscope::admin {

namespace {

constexpr int redis6 = 600;
constexpr int redis62 = 602; // channels, HRANDFIELD, CLIENT INFO
constexpr int redis7 = 700; // rights to read keys, PEXPIRETIME, sharded channels

struct Rule {
    const char *text;
    int since = redis6;
};

constexpr Rule reading[] = {
    {"+ping"},
    {"+select"},
    {"+time"},
    {"+client|setname"},
    {"+info"},
    {"+dbsize"},
    {"+scan"},
    {"+type"},
    {"+exists"},
    {"+pttl"},
    {"+pexpiretime", redis7},
    {"+get"},
    {"+getrange"},
    {"+strlen"},
    {"+hgetall"},
    {"+hlen"},
    {"+hscan"},
    {"+hrandfield", redis62},
    {"+memory|usage"},
    {"+lrange"},
    {"+llen"},
    {"+zrange"},
    {"+zcard"},
    {"+scard"},
    {"+sscan"},
    {"+pubsub|numsub"},
    {"+pubsub|channels"},
    {"+pubsub|shardnumsub", redis7},
    {"+pubsub|shardchannels", redis7},
    {"+acl|whoami"}, // what the user may do is asked before it is tried
    {"+acl|dryrun", redis7},
};

constexpr Rule listening[] = {
    {"+client|id"},
    {"+client|tracking"},
    {"+subscribe"},
    {"+psubscribe"},
    {"+unsubscribe"},
    {"+punsubscribe"},
    {"&__redis__:invalidate", redis62},
    {"&redisson_lock__channel:*", redis62},
    {"&redisson_lock__channel__*", redis62},
    {"&redisson_rwlock:*", redis62},
    {"&redisson_sc:*", redis62},
    {"&redisson_countdownlatch__channel__*", redis62},
};

constexpr Rule inCluster[] = {{"+cluster|nodes"},
                              {"+asking"},
                              {"+readonly"},
                              {"+ssubscribe", redis7},
                              {"+sunsubscribe", redis7}};

// Of the scripts of all actions and kinds; what a lost connection left behind is ended by CLIENT
// KILL.
constexpr Rule acting[] = {{"+eval"},
                           {"+evalsha"},
                           {"+publish"},
                           {"+hset"},
                           {"+hget"},
                           {"+hexists"},
                           {"+hincrby"},
                           {"+hdel"},
                           {"+del"},
                           {"+set"},
                           {"+pexpire"},
                           {"+zadd"},
                           {"+zrem"},
                           {"+zincrby"},
                           {"+zscore"},
                           {"+zrangebyscore"},
                           {"+zremrangebyscore"},
                           {"+rpush"},
                           {"+lpush"},
                           {"+srem"},
                           {"+unlink"},
                           {"+lrem"},
                           {"+lpop"},
                           {"+lindex"},
                           {"+lpos"},
                           {"+incr"},
                           {"+incrby"},
                           {"+decr"},
                           {"+decrby"},
                           {"+smembers"},
                           {"+sismember"},
                           {"+wait"},
                           {"+client|caching"},
                           {"+client|info", redis62},
                           {"+client|kill"}};

constexpr Rule actingInCluster[] = {{"+spublish", redis7}};

int versionOf(const AccessPlace &place)
{
    if (place.server.isEmpty())
        return redis7;
    const qsizetype space = place.server.indexOf(' ');
    if (place.server.first(std::max<qsizetype>(space, 0)) != "Redis")
        return redis7; // Valkey and others count in their own way, and are all newer
    const QByteArrayList parts = place.server.sliced(space + 1).split('.');
    return parts.value(0).toInt() * 100 + parts.value(1).toInt();
}

template <std::size_t size>
void append(QByteArrayList &rules, const Rule (&list)[size], int version)
{
    for (const Rule &rule : list) {
        if (version >= rule.since)
            rules += rule.text;
    }
}

// The beginning of a key as a rule has it. The server takes no rule with white space in it: any
// byte may stand there.
QByteArray patternOf(const QByteArray &prefix)
{
    QByteArray pattern = globEscaped(prefix);
    for (char &byte : pattern) {
        if (QByteArrayView(" \t\n\v\f\r\0", 7).contains(byte))
            byte = '?';
    }
    return pattern + '*';
}

QByteArrayList keyRules(const AccessPlace &place, QByteArrayView right)
{
    const auto rule = [&](const QByteArray &pattern) -> QByteArray {
        return right.toByteArray() + pattern;
    };
    if (place.prefixes.empty())
        return {rule("*"_ba)};
    QByteArrayList rules;
    for (const QByteArray &prefix : place.prefixes) {
        const QByteArray pattern = patternOf(prefix);
        rules += rule(pattern);
        rules += rule('{' + pattern);
    }
    rules += rule("redisson_*"_ba);
    return rules;
}

QByteArrayList rulesFor(const AccessPlace &place, QByteArrayView keyRight)
{
    const int version = versionOf(place);
    QByteArrayList rules{"resetkeys"};
    rules += keyRules(place, keyRight);
    if (version >= redis62)
        rules += "resetchannels"_ba;
    rules += "-@all"_ba;
    append(rules, reading, version);
    append(rules, listening, version);
    if (place.hasSeveralServers)
        rules += "+role"_ba;
    if (place.isCluster)
        append(rules, inCluster, version);
    return rules;
}

// As redis-cli reads a word.
QByteArray quoted(const QByteArray &word)
{
    const bool isPlain = std::ranges::all_of(
        word, [](char byte) { return byte > ' ' && byte < '\x7f' && byte != '"' && byte != '\''; });
    if (isPlain)
        return word;
    QByteArray text = "\"";
    for (const char byte : word) {
        if (byte == '"' || byte == '\\')
            text += QByteArray(1, '\\') + byte;
        else if (byte >= ' ' && byte < '\x7f')
            text += byte;
        else
            text += "\\x" + QByteArray(1, byte).toHex();
    }
    return text + '"';
}

} // namespace

QByteArrayList observerRules(const AccessPlace &place)
{
    return rulesFor(place, versionOf(place) >= redis7 ? "%R~" : "~");
}

QByteArrayList operatorRules(const AccessPlace &place)
{
    QByteArrayList rules = rulesFor(place, "~");
    append(rules, acting, versionOf(place));
    if (place.isCluster)
        append(rules, actingInCluster, versionOf(place));
    return rules;
}

bool hasAccessRules(const AccessPlace &place)
{
    return versionOf(place) >= redis6;
}

QByteArray setUserCommand(const QByteArray &user, const QByteArrayList &rules)
{
    QByteArrayList words{"ACL", "SETUSER", user, "reset", "on", ">PASSWORD"};
    words += rules;
    std::ranges::transform(words, words.begin(), quoted);
    return words.join(' ');
}

} // namespace lockscope::admin
