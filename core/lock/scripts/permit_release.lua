-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Gives one permit back. KEYS: semaphore, channel, its permits, latch. ARGV: the id, the latch's ms.
-- Asked again with the same latch, the answer is the same. A permit that has lapsed and that nobody
-- has taken back yet comes back as well, but it was not the owner's any more.
-- Answers {1 or 0}.
local told = redis.call('get', KEYS[4])
if told then
  return {tonumber(told)}
end
local score = redis.call('zscore', KEYS[3], ARGV[1])
if not score then
  return {0}
end
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('zrem', KEYS[3], ARGV[1])
local free = redis.call('incrby', KEYS[1], 1)
if free > 0 then
  redis.call('publish', KEYS[2], free)
end
local mine = tonumber(score) > now and 1 or 0
redis.call('set', KEYS[4], mine, 'px', ARGV[2])
return {mine}
