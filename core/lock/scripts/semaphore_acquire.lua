-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Takes permits, all or none. KEYS: semaphore, latch. ARGV: how many, 1 if this request was asked
-- before and not answered, the latch's ms.
-- Nobody owns a plain permit, so the latch remembers what became of the request (1 taken, 0 not):
-- asked again, nothing is taken twice, and a request that comes late finds that it is over.
-- Answers {1 or 0, how many are free, 1 or 0: is it set up}.
local told = redis.call('get', KEYS[2])
local value = redis.call('get', KEYS[1])
local free = value and string.match(value, '^-?%d+$') and tonumber(value)
if value and not free then
  return redis.error_reply('WRONGTYPE the key holds no number of permits')
end
local taken = 0
if told then
  taken = tonumber(told)
elseif free and free >= tonumber(ARGV[1]) then
  redis.call('set', KEYS[2], '1', 'px', ARGV[3])
  free = redis.call('decrby', KEYS[1], ARGV[1])
  taken = 1
elseif ARGV[2] == '1' then
  redis.call('set', KEYS[2], '0', 'px', ARGV[3])
end
return {taken, free or 0, value and 1 or 0}
