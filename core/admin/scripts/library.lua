-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- A lock that another library keeps in several keys, or in no string: KEYS those that matter; ARGV
-- how many conditions have to hold, and of each the number of its words, its name, the place of its
-- key and what else it takes.

local conditions = {}

-- It is not there, or of that type.
function conditions.open(key, kind)
  local found = typeOf(key)
  return found == 'none' or found == kind
end

function conditions.string(key, value)
  return typeOf(key) == 'string' and redis.call('GET', key) == value
end

function conditions.field(key, field, value)
  return typeOf(key) == 'hash' and redis.call('HGET', key, field) == value
end

local function membersOf(key, kind)
  if kind == 'hash' then
    return redis.call('HKEYS', key)
  elseif kind == 'set' then
    return redis.call('SMEMBERS', key)
  elseif kind == 'list' then
    return redis.call('LRANGE', key, 0, -1)
  end
  return redis.call('ZRANGE', key, 0, -1)
end

local function has(members, wanted)
  for _, member in ipairs(members) do
    if member == wanted then
      return true
    end
  end
  return false
end

function conditions.contains(key, kind, member)
  return typeOf(key) == kind and has(membersOf(key, kind), member)
end

-- In one of two lists.
function conditions.either(key, other, item)
  for _, list in ipairs({key, other}) do
    if conditions.contains(list, 'list', item) then
      return true
    end
  end
  return false
end

-- These and no others.
function conditions.members(key, kind, ...)
  if typeOf(key) ~= kind or lengthOf(key, kind) ~= select('#', ...) then
    return false
  end
  local members = membersOf(key, kind)
  for _, wanted in ipairs({...}) do
    if not has(members, wanted) then
      return false
    end
  end
  return true
end

function conditions.size(key, kind, size)
  return typeOf(key) == kind and lengthOf(key, kind) == tonumber(size)
end

-- Members of a sorted set that bear the owner's name with or without a number behind it.
local function permitsOf(key, owner)
  local permits = {}
  for _, member in ipairs(redis.call('ZRANGE', key, 0, -1)) do
    if member == owner or string.gsub(member, '_%d+$', '') == owner then
      permits[#permits + 1] = member
    end
  end
  return permits
end

function conditions.permits(key, owner, count)
  return typeOf(key) == 'zset' and #permitsOf(key, owner) == tonumber(count)
end

local wanted = {}
for i = 1, tonumber(argument()) do
  wanted[i] = {}
  for j = 1, tonumber(argument()) do
    wanted[i][j] = argument()
  end
end

local function isAsSeen()
  for _, condition in ipairs(wanted) do
    local key = KEYS[tonumber(condition[2])]
    if not conditions[condition[1]](key, unpack(condition, 3)) then
      return false
    end
  end
  return true
end
