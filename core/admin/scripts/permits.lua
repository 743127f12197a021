-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- A semaphore or a latch: KEYS the number, and its permits if they lapse; ARGV the number as it was
-- seen (empty: there was none), what has to be taken: "any", "all" (these and no other) or "these",
-- how many ids, how many are taken in all, the ids as they are in Redis.

local lock = KEYS[1]
local permits = KEYS[2]
local number = argument()
local which = argument()
local ids = {}
local given = tonumber(argument())
local total = tonumber(argument())
for i = 1, given do
  ids[i] = argument()
end

local function isAsSeen()
  if number == '' then
    if typeOf(lock) ~= 'none' then
      return false
    end
  elseif typeOf(lock) ~= 'string' or redis.call('GET', lock) ~= number then
    return false
  end
  if not permits then
    return true
  end
  local kind = typeOf(permits)
  if kind ~= 'zset' and kind ~= 'none' then
    return false
  end
  if which == 'all' and redis.call('ZCARD', permits) ~= total then
    return false
  end
  for _, id in ipairs(ids) do
    if not redis.call('ZSCORE', permits, id) then
      return false
    end
  end
  return true
end
