-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Gives one count back. KEYS: lock, channel, latch. ARGV: lease in ms, owner, the latch's ms.
-- The latch remembers that it was done (0 still held, 1 free): asked again with the same latch,
-- nothing is given back twice. Watchers know a proper release by it, too.
-- Answers how many counts are left, or -1: not the owner's.
-- With memory short a server refuses what may need more, but not in a script that has freed some or
-- set a time to live before: hence the order.
local told = redis.call('get', KEYS[3])
if told == '1' then
  return 0
end
local count = tonumber(redis.call('hget', KEYS[1], ARGV[2]))
if told then
  return count or -1
end
if not count then
  return -1
end
if count > 1 then
  redis.call('pexpire', KEYS[1], ARGV[1])
  redis.call('hincrby', KEYS[1], ARGV[2], -1)
  redis.call('set', KEYS[3], '0', 'px', ARGV[3])
  return count - 1
end
redis.call('del', KEYS[1])
redis.call('publish', KEYS[2], '0')
redis.call('set', KEYS[3], '1', 'px', ARGV[3])
return 0
