-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Redisson's faster multi-lock, a hash of values with an owner each: KEYS lock; ARGV channel, number
-- of owners, and of each its id, how many values it has, and 1 if they have all lapsed.

local lock = KEYS[1]
local channel = argument()
local owners = {}
for i = 1, tonumber(argument()) do
  owners[i] = {id = argument(), count = tonumber(argument()), lapsed = argument() == '1'}
end

local function isDetail(field)
  return string.find(field, ':expire_time$') or string.find(field, ':lock_count$')
end

-- The fields of each owner that are values of that owner.
local function valuesByOwner()
  local found = {}
  local number = 0
  local flat = redis.call('HGETALL', lock)
  for i = 1, #flat, 2 do
    if not isDetail(flat[i]) then
      local owner = flat[i + 1]
      if not found[owner] then
        found[owner] = {}
        number = number + 1
      end
      table.insert(found[owner], flat[i])
    end
  end
  return found, number
end

-- Lapsed values count only where the owner has no others.
local function isSame(owner, values)
  local live = 0
  local time = now()
  for _, value in ipairs(values) do
    local untilWhen = redis.call('HGET', lock, value .. ':' .. owner.id .. ':expire_time')
    if untilWhen and (tonumber(untilWhen) or 0) > time then
      live = live + 1
    end
  end
  if owner.lapsed then
    return live == 0 and #values == owner.count
  end
  return live == owner.count
end

local function isAsSeen()
  if typeOf(lock) ~= 'hash' then
    return false
  end
  local found, number = valuesByOwner()
  if number ~= #owners then
    return false
  end
  for _, owner in ipairs(owners) do
    if not found[owner.id] or not isSame(owner, found[owner.id]) then
      return false
    end
  end
  return true
end
