-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Takes lapsed permits back, and then what ARGV[1] says. KEYS: semaphore, channel, its permits.
--   count               {how many are free, how many are taken}
--   lease id            {ms left, -1 if without end, 0 if unknown}
--   update id ms        {1, or 0 if unknown}; -1 ms is without end
--   total n             sets how many there are, free and taken: {1, or 0 if it was so}
--   add n               {how many are free}; nobody is told of fewer
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local value = redis.call('get', KEYS[1])
local free = value and string.match(value, '^-?%d+$') and tonumber(value)
if value and not free then
  return redis.error_reply('WRONGTYPE the key holds no number of permits')
end
local function tell(permits)
  if permits > 0 then
    redis.call('publish', KEYS[2], permits)
  end
end
-- Redisson does these two without taking back.
if ARGV[1] == 'add' then
  free = (free or 0) + tonumber(ARGV[2])
  redis.call('set', KEYS[1], string.format('%.0f', free))
  tell(tonumber(ARGV[2]))
  return {free}
end
if ARGV[1] == 'total' then
  local wanted = tonumber(ARGV[2])
  if not free then
    redis.call('set', KEYS[1], ARGV[2])
  else
    local change = wanted - free - redis.call('zcard', KEYS[3])
    if change == 0 then
      return {0}
    end
    redis.call('incrby', KEYS[1], change)
  end
  tell(wanted)
  return {1}
end
local lapsed = redis.call('zremrangebyscore', KEYS[3], '-inf', string.format('%.0f', now))
if lapsed > 0 then
  free = redis.call('incrby', KEYS[1], lapsed)
  tell(free)
end
if ARGV[1] == 'count' then
  return {free or 0, redis.call('zcard', KEYS[3])}
end
local score = redis.call('zscore', KEYS[3], ARGV[2])
if not score then
  return {0}
end
if ARGV[1] == 'update' then
  local ends = ARGV[3] == '-1' and '922337203685477' or string.format('%.0f', now + ARGV[3])
  redis.call('zadd', KEYS[3], ends, ARGV[2])
  return {1}
end
if tonumber(score) >= 922337203685477 then
  return {-1}
end
return {math.ceil(tonumber(score) - now)}
