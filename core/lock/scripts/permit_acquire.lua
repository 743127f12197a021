-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Takes permits that lapse, all or none. KEYS: semaphore, its permits, channel, latch. ARGV: the
-- lease in ms or -1 for none, 1 if this request was asked before and not answered, the latch's ms,
-- the ids of the permits.
-- As many lapsed permits as are wanted come back first, by this server's clock. A request that was
-- asked twice leaves a latch (1 taken, 0 not), so that the one that was lost does nothing when it
-- comes late.
-- Answers {1 or 0, how many are free, 1 or 0: is it set up, ms until the first permit lapses or -1}.
local wanted = #ARGV - 3
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local told = redis.call('get', KEYS[4])
if not told and ARGV[2] == '1' and redis.call('zscore', KEYS[2], ARGV[4]) then
  told = '1'
  redis.call('set', KEYS[4], told, 'px', ARGV[3])
end
local value = redis.call('get', KEYS[1])
local free = value and string.match(value, '^-?%d+$') and tonumber(value)
if value and not free then
  return redis.error_reply('WRONGTYPE the key holds no number of permits')
end
local function next_end()
  local first = redis.call('zrange', KEYS[2], 0, 0, 'withscores')
  if not first[2] or tonumber(first[2]) >= 922337203685477 then
    return -1
  end
  return math.max(math.ceil(tonumber(first[2]) - now), 0)
end
if told then
  return {tonumber(told), free or 0, value and 1 or 0, next_end()}
end
local lapsed = redis.call('zrangebyscore', KEYS[2], '-inf', string.format('%.0f', now), 'limit', 0,
  wanted)
if #lapsed > 0 then
  for _, id in ipairs(lapsed) do
    redis.call('zrem', KEYS[2], id)
  end
  free = redis.call('incrby', KEYS[1], #lapsed)
  value = true
  if free > 0 then
    redis.call('publish', KEYS[3], free)
  end
end
local taken = 0
if free and free >= wanted then
  taken = 1
  free = redis.call('decrby', KEYS[1], wanted)
  local score = ARGV[1] == '-1' and '922337203685477' or string.format('%.0f', now + ARGV[1])
  for i = 4, #ARGV do
    redis.call('zadd', KEYS[2], score, ARGV[i])
  end
  local left = redis.call('pttl', KEYS[1])
  if left > 0 then
    redis.call('pexpire', KEYS[2], left)
  end
end
if ARGV[2] == '1' then
  redis.call('set', KEYS[4], taken, 'px', ARGV[3])
end
return {taken, free or 0, value and 1 or 0, taken == 1 and -1 or next_end()}
