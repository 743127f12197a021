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

-- One look-up, however many there are.
local function has(key, kind, member)
  if kind == 'hash' then
    return redis.call('HEXISTS', key, member) == 1
  elseif kind == 'set' then
    return redis.call('SISMEMBER', key, member) == 1
  elseif kind == 'list' then
    return redis.call('LPOS', key, member) and true
  end
  return redis.call('ZSCORE', key, member) and true
end

function conditions.contains(key, kind, member)
  return typeOf(key) == kind and has(key, kind, member)
end

-- In one of two lists.
function conditions.either(key, other, item)
  return conditions.contains(key, 'list', item) or conditions.contains(other, 'list', item)
end

-- These, each of them once, and no others.
function conditions.members(key, kind, ...)
  if typeOf(key) ~= kind or lengthOf(key, kind) ~= select('#', ...) then
    return false
  end
  for _, wanted in ipairs({...}) do
    if not has(key, kind, wanted) then
      return false
    end
  end
  return true
end

function conditions.size(key, kind, size)
  return typeOf(key) == kind and lengthOf(key, kind) == tonumber(size)
end

-- Members of a sorted set by the owner whose name they bear, with or without a number behind it. A
-- set is gone through once.
local permitsByKey = {}
local function permitsOf(key, owner)
  if not permitsByKey[key] then
    local permits = {}
    local function add(owner, member)
      permits[owner] = permits[owner] or {}
      table.insert(permits[owner], member)
    end
    for _, member in ipairs(redis.call('ZRANGE', key, 0, -1)) do
      local owner = string.gsub(member, '_%d+$', '')
      add(member, member)
      if owner ~= member then
        add(owner, member)
      end
    end
    permitsByKey[key] = permits
  end
  return permitsByKey[key][owner] or {}
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
