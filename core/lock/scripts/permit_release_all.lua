-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Gives several permits back, all or none: none if one of them is unknown or has lapsed. KEYS:
-- semaphore, channel, its permits, latch. ARGV: the ids, the latch's ms.
-- Asked again with the same latch, the answer is the same. Answers {how many}.
local told = redis.call('get', KEYS[4])
if told then
  return {tonumber(told)}
end
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 1, #ARGV - 1 do
  local score = redis.call('zscore', KEYS[3], ARGV[i])
  if not score or tonumber(score) <= now then
    return {0}
  end
end
local lapsed = redis.call('zremrangebyscore', KEYS[3], '-inf', string.format('%.0f', now))
local given = 0
for i = 1, #ARGV - 1 do
  given = given + redis.call('zrem', KEYS[3], ARGV[i])
end
if lapsed > 0 then
  local free = redis.call('incrby', KEYS[1], lapsed)
  if free > 0 then
    redis.call('publish', KEYS[2], free)
  end
end
redis.call('incrby', KEYS[1], given)
redis.call('publish', KEYS[2], given)
redis.call('set', KEYS[4], given, 'px', ARGV[#ARGV])
return {given}
