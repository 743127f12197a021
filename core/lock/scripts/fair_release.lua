-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Gives one count back and wakes the next in the queue. KEYS: lock, queue, deadlines, latch.
-- ARGV: lease in ms, owner, the latch's ms, and the channel of the lock, which with an owner behind
-- it is that waiter's own.
-- Answers how many counts are left, or -1: not the owner's. If nobody holds it the next is woken all
-- the same: a lease that ended has told nobody.
-- Latch and order of the steps: see reentrant_release.
local told = redis.call('get', KEYS[4])
if told == '1' then
  return 0
end
local count = tonumber(redis.call('hget', KEYS[1], ARGV[2]))
if told then
  return count or -1
end
if count and count > 1 then
  redis.call('pexpire', KEYS[1], ARGV[1])
  redis.call('hincrby', KEYS[1], ARGV[2], -1)
  redis.call('set', KEYS[4], '0', 'px', ARGV[3])
  return count - 1
end
if not count and redis.call('exists', KEYS[1]) == 1 then
  return -1
end

local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local head = redis.call('lindex', KEYS[2], 0)
local due = head and redis.call('zscore', KEYS[3], head)
while due and tonumber(due) <= now do
  redis.call('zrem', KEYS[3], head)
  redis.call('lpop', KEYS[2])
  head = redis.call('lindex', KEYS[2], 0)
  due = head and redis.call('zscore', KEYS[3], head)
end
redis.call('del', KEYS[1])
if head then
  redis.call('publish', ARGV[4] .. ':' .. head, '0')
end
if not count then
  return -1
end
redis.call('set', KEYS[4], '1', 'px', ARGV[3])
return 0
