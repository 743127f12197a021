// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readonly.h"

#include "core/base/text.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace lockscope::redis {

namespace {

QSet<QByteArray> wordsOf(const QByteArray &text)
{
    const QByteArrayList words = text.simplified().split(' ');
    return {words.begin(), words.end()};
}

// Commands that only read, with any arguments. Missing on purpose: SORT, GEORADIUS and BITFIELD
// (some arguments write), GETEX and GETDEL, EVAL_RO and FCALL_RO (their code is not seen here),
// TOUCH, MONITOR, CONFIG (but for one setting, below), WATCH and MULTI.
const QSet<QByteArray> &readers()
{
    static const QSet<QByteArray> verbs =
        wordsOf("SCAN TYPE EXISTS TTL PTTL EXPIRETIME PEXPIRETIME DBSIZE "
                "GET MGET GETRANGE STRLEN "
                "HGET HMGET HGETALL HEXISTS HKEYS HVALS HLEN HSTRLEN HSCAN HRANDFIELD "
                "LRANGE LINDEX LLEN LPOS "
                "SCARD SISMEMBER SMISMEMBER SMEMBERS SSCAN "
                "ZCARD ZCOUNT ZRANGE ZRANGEBYSCORE ZREVRANGE ZRANK ZSCORE ZMSCORE ZSCAN "
                "TIME INFO ROLE PING ECHO ASKING READONLY "
                "AUTH HELLO SELECT "
                "SUBSCRIBE UNSUBSCRIBE PSUBSCRIBE PUNSUBSCRIBE SSUBSCRIBE SUNSUBSCRIBE"_ba);
    return verbs;
}

// The harmless subcommands of commands that have others too. CLIENT KILL, PAUSE and UNBLOCK are
// about other connections; CLIENT REPLY would part replies from commands.
QSet<QByteArray> subcommandsOf(const QByteArray &verb)
{
    if (verb == "CLIENT")
        return wordsOf("ID INFO LIST GETNAME SETNAME SETINFO GETREDIR MAINT_NOTIFICATIONS TRACKING "
                       "TRACKINGINFO "
                       "CACHING"_ba);
    if (verb == "PUBSUB")
        return wordsOf("CHANNELS NUMSUB NUMPAT SHARDCHANNELS SHARDNUMSUB"_ba);
    if (verb == "COMMAND")
        return wordsOf("COUNT INFO DOCS LIST GETKEYS"_ba);
    if (verb == "ACL")
        return wordsOf("WHOAMI DRYRUN"_ba);
    if (verb == "CLUSTER")
        return wordsOf("NODES SHARDS SLOTS INFO MYID KEYSLOT"_ba);
    if (verb == "SENTINEL")
        return wordsOf("MASTER MASTERS GET-MASTER-ADDR-BY-NAME REPLICAS SLAVES SENTINELS MYID "
                       "CKQUORUM"_ba);
    if (verb == "OBJECT")
        return wordsOf("ENCODING IDLETIME FREQ"_ba);
    if (verb == "MEMORY")
        return wordsOf("USAGE"_ba);
    return {};
}

} // namespace

bool isReadOnly(const Arguments &command)
{
    if (command.empty())
        return false;
    // The whole argument counts: a server reads neither blanks nor a NUL out of a verb as we might.
    const QByteArray verb = command[0].toUpper();
    if (readers().contains(verb))
        return true;
    if (command.size() == 1)
        return verb == "COMMAND";
    // Any other parameter, such as requirepass, may be a secret.
    if (verb == "CONFIG")
        return command.size() == 3 && command[1].toUpper() == "GET"
            && (command[2] == "notify-keyspace-events" || command[2] == "min-replicas-to-write");
    return subcommandsOf(verb).contains(command[1].toUpper());
}

Error readOnlyRefusal(const Arguments &command, const QString &endpoint, const QString &profile)
{
    constexpr qsizetype longestVerb = 30;
    Error refusal = readOnlyRefusal(endpoint, profile);
    refusal.text = Sentence::say("%1; %2 was not sent")
                       .arg(refusal.text,
                            command.empty() ? Sentence::say("an empty command")
                                            : Sentence(visibleElided(command[0], longestVerb)));
    return refusal;
}

Error readOnlyRefusal(const QString &endpoint, const QString &profile)
{
    constexpr qsizetype longestName = 64;
    const Sentence text = profile.isEmpty()
        ? Sentence::say("the profile is read-only")
        : Sentence::say("the profile \"%1\" guards this server and is read-only")
              .arg(visibleElided(profile.toUtf8(), longestName));
    return {ErrorKind::Permission, "READONLYPROFILE"_ba, text, endpoint};
}

} // namespace lockscope::redis
