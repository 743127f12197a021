--!df flags=allow-undeclared-keys
-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Gives one write hold back. KEYS: lock, channel, latch, the part that the names of all time-out keys
-- begin with. ARGV: lease in ms, owner, the latch's ms.
-- Answers how many write holds are left, or -1: not the owner's. Read holds beneath stay for as long
-- as the longest of them lives, and others may read beside them: all are told, which Redisson leaves
-- out. If none of them lives, the lock goes. Of each reader the newest 100 are looked at; a reader
-- with more keeps the lock.
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
local longest = -2
local endless = redis.call('pttl', KEYS[1]) == -1
local fields = redis.call('hgetall', KEYS[1])
for i = 1, #fields, 2 do
  local held = tonumber(fields[i + 1]) or 0
  endless = endless or held > 100
  longest = held > 100 and math.max(longest, 0) or longest
  for number = math.max(1, held - 99), held do
    local left = redis.call('pttl', KEYS[4] .. ':' .. fields[i] .. ':rwlock_timeout:' .. number)
    endless = endless or left == -1
    longest = math.max(longest, left)
  end
end
if longest == -2 then
  redis.call('del', KEYS[1])
else
  redis.call('hset', KEYS[1], 'mode', 'read')
  if not endless then
    redis.call('pexpire', KEYS[1], longest)
  end
end
redis.call('publish', KEYS[2], '1')
redis.call('set', KEYS[3], '1', 'px', ARGV[3])
return 0
