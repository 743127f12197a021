-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Takes, re-enters, or stands in the queue. KEYS: lock, queue, deadlines. ARGV: lease in ms, owner,
-- the ms that it waits at most, '1' to stand in the queue or '0' for one attempt, and '1' if it may
-- re-enter (else an error tells it that it holds it).
-- Answers {1, count} when the owner has it, else {why, ms} or, in the queue, {why, ms, again}. why: 0
-- if it is held, 2 if it is free but the turn of the first in the queue. ms: until the holder's or
-- that one's time is over, or -1: without end. again: when to ask again if no message comes before, at
-- the latest when its own place ends: others may take it away then.
-- A deadline is what is left to the holder, plus the wait of everybody before, plus its own; when
-- somebody leaves the queue, its wait is taken off those behind it. It is by the server's clock,
-- on which all clients agree.
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local wait = tonumber(ARGV[3])

-- Removes heads of the queue that are past their deadline. Other waiters are not looked at, and a
-- head without a deadline stays, as Redisson does it.
local head = redis.call('lindex', KEYS[2], 0)
local due = head and redis.call('zscore', KEYS[3], head)
while due and tonumber(due) <= now do
  redis.call('zrem', KEYS[3], head)
  redis.call('lpop', KEYS[2])
  head = redis.call('lindex', KEYS[2], 0)
  due = head and redis.call('zscore', KEYS[3], head)
end

-- Free, but the next in the queue has not come yet: it has time until its deadline.
local function untilNext()
  local left = redis.call('pttl', KEYS[1])
  if left == -2 then
    return 2, due and tonumber(due) - now or -1
  end
  return 0, left
end

if redis.call('exists', KEYS[1]) == 0 and (not head or head == ARGV[2]) then
  if head then
    redis.call('lpop', KEYS[2])
  end
  -- Only if need be: with memory short, a script that has freed some may take more.
  if redis.call('zscore', KEYS[3], ARGV[2]) then
    redis.call('zrem', KEYS[3], ARGV[2])
  end
  for _, waiter in ipairs(redis.call('zrange', KEYS[3], 0, -1)) do
    redis.call('zincrby', KEYS[3], -wait, waiter)
  end
  redis.call('hset', KEYS[1], ARGV[2], 1)
  redis.call('pexpire', KEYS[1], ARGV[1])
  return {1, 1}
end
if redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
  if ARGV[5] == '0' then
    return redis.error_reply('NON_REENTRANT_REACQUIRE the owner holds it already')
  end
  local count = redis.call('hincrby', KEYS[1], ARGV[2], 1)
  redis.call('pexpire', KEYS[1], ARGV[1])
  return {1, count}
end
-- A place without a deadline (somebody deleted it) is used again where it is the first, and else
-- given up: a second one would stay behind when the owner leaves the queue.
if ARGV[4] == '1' and not redis.call('zscore', KEYS[3], ARGV[2]) then
  -- Before Redis 6.0.6 there is no LPOS. Only if need be: see above.
  local at = head and head ~= ARGV[2] and redis.pcall('lpos', KEYS[2], ARGV[2])
  if at then
    redis.call('lrem', KEYS[2], 0, ARGV[2])
  end
  local last = head ~= ARGV[2] and redis.call('lindex', KEYS[2], -1)
  local before = last and redis.call('zscore', KEYS[3], last)
  local base = before and tonumber(before) - now or redis.call('pttl', KEYS[1])
  redis.call('zadd', KEYS[3], now + math.max(base, 0) + wait, ARGV[2])
  if head ~= ARGV[2] then
    redis.call('rpush', KEYS[2], ARGV[2])
  end
end
local why, left = untilNext()
if ARGV[4] ~= '1' then
  return {why, left}
end
local mine = math.max(redis.call('zscore', KEYS[3], ARGV[2]) - now, 0)
return {why, left, left >= 0 and math.min(left, mine) or mine}
