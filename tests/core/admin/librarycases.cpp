// SPDX-FileCopyrightText: 2026 The Lockscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/admin/librarycases.h"

#include <QDateTime>

using namespace Qt::StringLiterals;

namespace lockscope::test {

using admin::Action;
using admin::ActionType;
using admin::Effect;
using format::Mode;
using redis::Arguments;

QByteArray soon()
{
    return QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 3'600'000);
}

Action force()
{
    return {};
}

Action releaseOf(const QByteArray &owner, Mode mode)
{
    return {ActionType::ReleaseHold, OwnerId(owner), mode, true};
}

Action removalOf(const QByteArray &owner)
{
    Action action;
    action.type = ActionType::RemoveWaiter;
    action.owner = OwnerId(owner);
    return action;
}

Action waking()
{
    Action action;
    action.type = ActionType::Nudge;
    return action;
}

Action timed(ActionType type, Millis span)
{
    return {type, {}, Mode::Exclusive, false, span};
}

namespace {

std::vector<LibraryCase> stringRows()
{
    const Commands signalled{{"SET", "lock:orders", python, "PX", "60000"}};
    const Commands retaken{{"SET", "lock:orders", "somebody"}, {"DEL", "lock:orders"}};
    const Arguments wake{"LPUSH", "lock-signal:orders", "1"};
    const Arguments brief{"PEXPIRE", "lock-signal:orders", "1000"};
    const Commands three{{"SET", "rueidislock:0:orders", "tok", "PX", "60000"},
                         {"SET", "rueidislock:1:orders", "tok", "PX", "60000"},
                         {"SET", "rueidislock:2:orders", "tok", "PX", "60000"}};
    const Commands lost{{"SET", "rueidislock:1:orders", "new"}, {"DEL", "rueidislock:1:orders"}};
    const QByteArray worker = uuid + ":3";
    const QByteArray jobKey = "bull:mails:7:lock";
    return {
        {"python-redis-lock: force",
         "lock:orders",
         signalled,
         force(),
         {{"DEL", "lock-signal:orders"}, wake, brief, {"DEL", "lock:orders"}},
         {"lock-signal:orders"},
         retaken,
         Effect::SleeperWakes},
        {"python-redis-lock: nudge",
         "lock:orders",
         signalled,
         waking(),
         {{"DEL", "lock-signal:orders"}, wake, brief},
         {"lock-signal:orders", "lock:orders"},
         retaken,
         Effect::SleeperWakes},
        {"python-redis-lock: ttl",
         "lock:orders",
         signalled,
         timed(ActionType::SetTimeToLive, Millis(5000)),
         {{"PEXPIRE", "lock:orders", "5000"}},
         {"lock:orders"},
         retaken,
         Effect::SleepersAreNotTold},
        {"python-redis-lock: extend",
         "lock:orders",
         signalled,
         timed(ActionType::ExtendTimeToLive, Millis(5000)),
         {{"PEXPIRE", "lock:orders", "65000"}},
         {"lock:orders"},
         {{"PERSIST", "lock:orders"}},
         Effect::LapsesLater},
        {"rueidislock: force",
         "rueidislock:1:orders",
         three,
         force(),
         {{"DEL", "rueidislock:1:orders"},
          {"DEL", "rueidislock:0:orders"},
          {"DEL", "rueidislock:2:orders"}},
         {},
         lost,
         Effect::HolderStopsAtOnce},
        {"rueidislock: extend",
         "rueidislock:1:orders",
         three,
         timed(ActionType::ExtendTimeToLive, Millis(5000)),
         {{"PEXPIRE", "rueidislock:1:orders", "65000"},
          {"PEXPIRE", "rueidislock:0:orders", "65000"},
          {"PEXPIRE", "rueidislock:2:orders", "65000"}},
         {"rueidislock:0:orders", "rueidislock:1:orders", "rueidislock:2:orders"},
         lost,
         Effect::SiblingKeysToo},
        {"bullmq: force",
         jobKey,
         {{"SET", jobKey, worker, "PX", "30000"}},
         force(),
         {{"DEL", jobKey}},
         {},
         {{"SET", jobKey, uuid2 + ":1"}, {"DEL", jobKey}},
         Effect::JobRunsTwice},
        {"RedLock.net: force",
         "redlock:orders",
         {{"SET", "redlock:orders", uuid, "PX", "30000"}},
         force(),
         {{"DEL", "redlock:orders"}},
         {},
         {{"SET", "redlock:orders", uuid2}},
         Effect::HolderTakesItBack},
        {"a uuid: force",
         "orders-lock",
         {{"SET", "orders-lock", uuid, "PX", "30000"}},
         force(),
         {{"DEL", "orders-lock"}},
         {},
         {{"SET", "orders-lock", uuid2}},
         Effect::HolderMayTakeItBack}, // one of the libraries that it may be of does
        {"ShedLock: force",
         "job-lock:default:report",
         {{"SET", "job-lock:default:report", "ADDED:2026-11-22T01:00:00.000Z@web-3:" + uuid, "PX",
           "30000"}},
         force(),
         {{"DEL", "job-lock:default:report"}},
         {},
         {{"DEL", "job-lock:default:report"}},
         Effect::HolderBreaksNext},
        {"redbeat: force",
         "redbeat::lock",
         {{"SET", "redbeat::lock", "0123456789abcdef0123456789abcdef", "PX", "30000"}},
         force(),
         {{"DEL", "redbeat::lock"}},
         {},
         {{"DEL", "redbeat::lock"}},
         Effect::HolderExits},
        {"redis-py without an end",
         "orders-lock",
         {{"SET", "orders-lock", "9c0b62f0c74911f080a10242ac120002"}},
         force(),
         {{"DEL", "orders-lock"}},
         {},
         {{"DEL", "orders-lock"}},
         Effect::HolderNeverNotices},
        {"redsync: force",
         "orders-lock",
         {{"SET", "orders-lock", "q1W2e3R4t5Y6u7I8o9P0aQ==", "PX", "8000"}},
         force(),
         {{"DEL", "orders-lock"}},
         {},
         {{"DEL", "orders-lock"}},
         Effect::HolderMayTakeItBack},
        {"Hangfire: force",
         "{hangfire}:lock:recurring",
         {{"SET", "{hangfire}:lock:recurring", uuid, "PX", "30000"}},
         force(),
         {{"DEL", "{hangfire}:lock:recurring"}},
         {},
         {{"DEL", "{hangfire}:lock:recurring"}},
         Effect::JobFails},
    };
}

std::vector<LibraryCase> jobRows()
{
    const QByteArray locked = digest + ":LOCKED";
    const QByteArray queued = digest + ":QUEUED";
    const QByteArray primed = digest + ":PRIMED";
    const Commands one{{"HSET", locked, job, "1710843330.5"},
                       {"SET", digest, job},
                       {"LPUSH", queued, job2},
                       {"ZADD", "uniquejobs:digests", "1", digest},
                       {"ZADD", "uniquejobs:digests", "2", "uniquejobs:other"}};
    const Commands two{{"HSET", locked, job, "1710843330.5", job2, "1710843331.5"}};
    const QByteArray run = digest + ":RUN";
    Arguments all{"UNLINK"};
    for (const QByteArray &base : {digest, run}) {
        for (const char *part : {"", ":QUEUED", ":PRIMED", ":LOCKED", ":INFO"})
            all.push_back(base + part);
    }
    const Commands whole{all,
                         {"ZREM", "uniquejobs:digests", digest},
                         {"ZREM", "uniquejobs:expiring_digests", digest}};
    const Commands taken{{"HSET", locked, "a", "1"}, {"DEL", locked}, {"RENAME", locked, "x"}};
    return {
        {"sidekiq: force",
         digest,
         one,
         force(),
         whole,
         {"uniquejobs:digests"},
         taken,
         Effect::WaitersAreDropped},
        {"sidekiq: the only one",
         digest,
         one,
         releaseOf(job),
         whole,
         {"uniquejobs:digests"},
         taken,
         Effect::AnotherJobMayStart},
        {"sidekiq: one of two",
         digest,
         two,
         releaseOf(job),
         {{"HDEL", locked, job}, {"LPUSH", queued, "1"}, {"PEXPIRE", queued, "5000"}},
         {locked, queued},
         {{"HDEL", locked, job2}},
         Effect::SleeperWakes},
        {"sidekiq: a waiter",
         digest,
         one,
         removalOf(job2),
         {{"LREM", queued, "0", job2}, {"LREM", primed, "0", job2}},
         {locked, digest, "uniquejobs:digests"},
         {{"DEL", queued}},
         Effect::WaiterLosesPlace},
    };
}

std::vector<LibraryCase> queuedRows()
{
    const Commands held{{"HSET", "rql:lock:mail", "acq_id", me, "hst_id", "h", "ts", "1710843330.5",
                         "ini_ttl", "60000"},
                        {"PEXPIRE", "rql:lock:mail", "60000"},
                        {"ZADD", "rql:lock_queue:mail", "1710843331.5", them}};
    const Commands changes{{"HSET", "rql:lock:mail", "acq_id", them}, {"DEL", "rql:lock:mail"}};
    const std::vector<QByteArray> both{"rql:lock:mail", "rql:lock_queue:mail"};
    return {
        {"rql: force",
         "rql:lock:mail",
         held,
         force(),
         {{"DEL", "rql:lock:mail"}},
         {"rql:lock_queue:mail"},
         changes,
         Effect::WaitersKeepPlaces},
        {"rql: release",
         "rql:lock:mail",
         held,
         releaseOf(me),
         {{"DEL", "rql:lock:mail"}},
         {"rql:lock_queue:mail"},
         changes,
         Effect::HolderNeverNotices},
        {"rql: a waiter",
         "rql:lock:mail",
         held,
         removalOf(them),
         {{"ZREM", "rql:lock_queue:mail", them}},
         {"rql:lock:mail"},
         {{"DEL", "rql:lock_queue:mail"}},
         Effect::WaiterComesBack},
        {"rql: extend",
         "rql:lock:mail",
         held,
         timed(ActionType::ExtendTimeToLive, Millis(9000)),
         {{"PEXPIRE", "rql:lock:mail", "69000"}},
         both,
         changes,
         Effect::LapsesLater},
    };
}

std::vector<LibraryCase> semaphoreRows()
{
    const Commands pool{{"ZADD", "pool-lock", soon(), machine, soon(), other},
                        {"PEXPIRE", "pool-lock", "60000"}};
    const QByteArray now = QByteArray::number(QDateTime::currentMSecsSinceEpoch());
    const Commands node{{"ZADD", "semaphore:db", now, uuid + "_0", now, uuid + "_1", now, uuid2},
                        {"PEXPIRE", "semaphore:db", "60000"}};
    const Commands ruby{{"SET", "SEMAPHORE:db:EXISTS", "1"},
                        {"RPUSH", "SEMAPHORE:db:AVAILABLE", "2"},
                        {"HSET", "SEMAPHORE:db:GRABBED", "0", "1710843330.5", "1", "1710843331"}};
    const std::vector<QByteArray> rubyKeys{"SEMAPHORE:db:AVAILABLE", "SEMAPHORE:db:EXISTS"};
    std::vector<QByteArray> rubyTaken = rubyKeys;
    rubyTaken.emplace_back("SEMAPHORE:db:GRABBED");
    return {
        {"madelson semaphore: force",
         "pool-lock",
         pool,
         force(),
         {{"DEL", "pool-lock"}},
         {},
         {{"ZREM", "pool-lock", other}, {"ZADD", "pool-lock", soon(), third}},
         Effect::HolderLearnsAtExtension},
        {"madelson semaphore: one",
         "pool-lock",
         pool,
         releaseOf(machine),
         {{"ZREM", "pool-lock", machine}},
         {"pool-lock"},
         {{"ZREM", "pool-lock", machine}, {"DEL", "pool-lock"}}},
        {"redis-semaphore: one of a few",
         "semaphore:db",
         node,
         releaseOf(uuid),
         {{"ZREM", "semaphore:db", uuid + "_0", uuid + "_1"}},
         {"semaphore:db"},
         {{"ZREM", "semaphore:db", uuid + "_1"}, {"ZREM", "semaphore:db", uuid2}}},
        {"redis-semaphore: plain",
         "semaphore:db",
         node,
         releaseOf(uuid2),
         {{"ZREM", "semaphore:db", uuid2}},
         {"semaphore:db"},
         {{"ZREM", "semaphore:db", uuid2}, {"ZADD", "semaphore:db", now, uuid2 + "_0"}}},
        {"redis-semaphore: force",
         "semaphore:db",
         node,
         force(),
         {{"DEL", "semaphore:db"}},
         {},
         {{"ZREM", "semaphore:db", uuid2}, {"ZADD", "semaphore:db", now, uuid + "_2"}}},
        {"ruby semaphore: one",
         "SEMAPHORE:db",
         ruby,
         releaseOf("1"),
         {{"HDEL", "SEMAPHORE:db:GRABBED", "1"}, {"LPUSH", "SEMAPHORE:db:AVAILABLE", "1"}},
         rubyTaken,
         {{"HDEL", "SEMAPHORE:db:GRABBED", "1"}},
         Effect::PermitMayDouble},
        {"ruby semaphore: force",
         "SEMAPHORE:db",
         ruby,
         force(),
         {{"HDEL", "SEMAPHORE:db:GRABBED", "0"},
          {"LPUSH", "SEMAPHORE:db:AVAILABLE", "0"},
          {"HDEL", "SEMAPHORE:db:GRABBED", "1"},
          {"LPUSH", "SEMAPHORE:db:AVAILABLE", "1"}},
         rubyKeys,
         {{"HDEL", "SEMAPHORE:db:GRABBED", "1"}},
         Effect::SleeperWakes},
    };
}

std::vector<LibraryCase> readWriteRows()
{
    const Commands read{{"SADD", "tree.readers", machine, other},
                        {"PEXPIRE", "tree.readers", "60000"},
                        {"SET", "tree.writer", third + "_WRITERWAITING", "PX", "60000"}};
    const Commands write{{"SET", "tree.writer", machine, "PX", "60000"}};
    const Commands written{{"ZADD", "tree-lock", soon(), token, soon(), "__write__"}};
    const Commands shared{{"ZADD", "tree-lock", soon(), token, soon(), token2}};
    return {
        {"madelson: readers",
         "tree",
         read,
         force(),
         {{"DEL", "tree.readers"}},
         {"tree.writer"},
         {{"SREM", "tree.readers", other}, {"DEL", "tree.readers"}}},
        {"madelson: one reader",
         "tree",
         read,
         releaseOf(machine, Mode::Read),
         {{"SREM", "tree.readers", machine}},
         {"tree.readers", "tree.writer"},
         {{"SREM", "tree.readers", machine}}},
        {"madelson: the waiting writer",
         "tree",
         read,
         removalOf(third),
         {{"DEL", "tree.writer"}},
         {"tree.readers"},
         {{"SET", "tree.writer", third}, {"DEL", "tree.writer"}},
         Effect::WaiterLosesPlace},
        {"madelson: the writer",
         "tree",
         write,
         releaseOf(machine, Mode::Write),
         {{"DEL", "tree.writer"}},
         {},
         {{"SET", "tree.writer", other}, {"DEL", "tree.writer"}}},
        {"madelson: extend",
         "tree",
         write,
         timed(ActionType::ExtendTimeToLive, Millis(1000)),
         {{"PEXPIRE", "tree.writer", "61000"}},
         {"tree.writer"},
         {{"SET", "tree.writer", other, "PX", "60000"}},
         Effect::LapsesLater},
        {"symfony: the writer",
         "tree-lock",
         written,
         force(),
         {{"DEL", "tree-lock"}},
         {},
         {{"ZREM", "tree-lock", "__write__"}, {"ZADD", "tree-lock", soon(), token2}}},
        {"symfony: one reader",
         "tree-lock",
         shared,
         releaseOf(token, Mode::Read),
         {{"ZREM", "tree-lock", token}},
         {"tree-lock"},
         {{"ZADD", "tree-lock", soon(), "__write__"}, {"ZREM", "tree-lock", token2}}},
    };
}

} // namespace

std::vector<LibraryCase> libraryCases()
{
    std::vector<LibraryCase> rows = stringRows();
    for (const auto &more : {jobRows(), queuedRows(), semaphoreRows(), readWriteRows()})
        rows.insert(rows.end(), more.begin(), more.end());
    return rows;
}

} // namespace lockscope::test
