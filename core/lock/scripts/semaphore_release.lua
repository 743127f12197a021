-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Gives permits back, or adds them: there is no owner. KEYS: semaphore, channel, latch. ARGV: how
-- many, 1 if only where the semaphore exists, the latch's ms.
-- Asked again with the same latch, nothing is added twice. A server that is short of memory takes
-- what follows on a command that frees some: hence the deletion of a latch that is not there.
-- Answers {1 or 0 if there was none, how many are free}.
local told = redis.call('get', KEYS[3])
if told then
  return {1, tonumber(told)}
end
if ARGV[2] == '1' and redis.call('exists', KEYS[1]) == 0 then
  return {0, 0}
end
redis.call('del', KEYS[3])
local free = redis.call('incrby', KEYS[1], ARGV[1])
if free > 0 then
  redis.call('publish', KEYS[2], free)
end
redis.call('set', KEYS[3], free, 'px', ARGV[3])
return {1, free}
