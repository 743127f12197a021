-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Counts a latch down by one; at zero it goes, and its waiters are told. KEYS: latch, channel,
-- unlock latch. ARGV: the unlock latch's ms.
-- The unlock latch remembers what is left: asked again with it, nothing is counted twice. A server
-- short of memory takes what follows on a command that frees some: hence its deletion.
-- Answers {1 or 0 if there was no count, what is left}.
local told = redis.call('get', KEYS[3])
if told then
  return {1, tonumber(told)}
end
local value = redis.call('get', KEYS[1])
if not value then
  return {0, 0}
end
redis.call('del', KEYS[3])
local left = redis.call('decr', KEYS[1])
if left <= 0 then
  redis.call('del', KEYS[1])
  if left == 0 then
    redis.call('publish', KEYS[2], '0')
  end
  left = 0
end
redis.call('set', KEYS[3], left, 'px', ARGV[1])
return {1, left}
