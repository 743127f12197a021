-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Gives one write hold back. KEYS: lock, channel, latch. ARGV: lease in ms, owner, the latch's ms.
-- Answers how many write holds are left, or -1: not the owner's. If he also reads, his read holds
-- stay and others may read beside him: all are told, which Redisson leaves out.
-- Latch and order of the steps: see reentrant_release.
local field = ARGV[2] .. ':write'
local told = redis.call('get', KEYS[3])
if told == '1' then
  return 0
end
local count = tonumber(redis.call('hget', KEYS[1], field))
if told then
  return count or -1
end
if not count then
  return -1
end
if count > 1 then
  redis.call('pexpire', KEYS[1], math.max(redis.call('pttl', KEYS[1]), tonumber(ARGV[1])))
  redis.call('hincrby', KEYS[1], field, -1)
  redis.call('set', KEYS[3], '0', 'px', ARGV[3])
  return count - 1
end
redis.call('hdel', KEYS[1], field)
if redis.call('hlen', KEYS[1]) > 1 then
  redis.call('hset', KEYS[1], 'mode', 'read')
else
  redis.call('del', KEYS[1])
end
redis.call('publish', KEYS[2], '1')
redis.call('set', KEYS[3], '1', 'px', ARGV[3])
return 0
