-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Sets a semaphore up or changes it as a whole. KEYS: semaphore, channel. ARGV: what to do, how
-- many, the time to live in ms or 0.
--   try    sets it if there is none                         {1 or 0, how many are free}
--   add    adds permits; a negative number takes some away  {1, how many are free}
--   drain  takes all that are free                          {1 or 0, how many were taken}
-- A message of none or less would tell nobody anything, and Java's clients cannot read it.
local value = redis.call('get', KEYS[1])
local free = value and string.match(value, '^-?%d+$') and tonumber(value)
if value and not free then
  return redis.error_reply('WRONGTYPE the key holds no number of permits')
end
if ARGV[1] == 'drain' then
  if not free or free <= 0 then
    return {0, 0}
  end
  redis.call('set', KEYS[1], '0')
  return {1, free}
end
if ARGV[1] == 'try' then
  if free then
    return {0, free}
  end
  free = tonumber(ARGV[2])
else
  free = (free or 0) + tonumber(ARGV[2])
end
local text = string.format('%.0f', free)
if ARGV[3] == '0' then
  redis.call('set', KEYS[1], text)
else
  redis.call('set', KEYS[1], text, 'px', ARGV[3])
end
if free > 0 then
  redis.call('publish', KEYS[2], text)
end
return {1, free}
