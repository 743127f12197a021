-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Redisson's read-write lock: KEYS lock, time-out keys of all readers; ARGV channel, number of
-- holds, and of each its field, its count, and how many of the keys are its own (0: the writer). Or
-- "part" in place of the number, the mode, and the number of fields.

local lock = KEYS[1]
local channel = argument()
local holds = {}
local part
local key = 1
local number = argument()
if number == 'part' then
  part = {mode = argument(), fields = tonumber(argument())}
end
for i = 1, part and 0 or tonumber(number) do
  local hold = {field = argument(), count = argument(), keys = {}}
  for j = 1, tonumber(argument()) do
    key = key + 1
    hold.keys[j] = KEYS[key]
  end
  hold.reads = #hold.keys > 0
  holds[i] = hold
end

local function isAsSeen()
  if part then
    return typeOf(lock) == 'hash' and redis.call('HGET', lock, 'mode') == part.mode
      and redis.call('HLEN', lock) == part.fields
  end
  if typeOf(lock) ~= (#holds > 0 and 'hash' or 'none') then
    return false
  elseif #holds == 0 then
    return true
  end
  local mode = redis.call('HGET', lock, 'mode')
  if (mode ~= 'read' and mode ~= 'write') or redis.call('HLEN', lock) ~= #holds + 1 then
    return false
  end
  for _, hold in ipairs(holds) do
    if not sameCount(redis.call('HGET', lock, hold.field), hold.count) then
      return false
    end
  end
  return true
end

local function holdOf(field)
  for _, hold in ipairs(holds) do
    if hold.field == field then
      return hold
    end
  end
end

-- The longest time that a reader still has, reading holds and keys but those that are about to go:
-- 0 if none is alive, -1 without end.
local function longestRead(gone)
  local longest = 0
  for _, hold in ipairs(holds) do
    for _, timeout in ipairs(hold.keys) do
      local left = gone[timeout] and -2 or redis.call('PTTL', timeout)
      if left == -1 then
        return -1
      end
      longest = math.max(longest, left)
    end
  end
  return longest
end

-- True if a reader has older holds than those whose keys are known here: they may be alive.
local function hasOlder(except)
  for _, hold in ipairs(holds) do
    if hold ~= except and hold.reads and tonumber(hold.count) > #hold.keys then
      return true
    end
  end
  return false
end

local function append(commands, more)
  for _, command in ipairs(more) do
    commands[#commands + 1] = command
  end
  return commands
end

local function freeing()
  return {{'DEL', lock}, {'PUBLISH', channel, '1'}}
end

