-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV: field of the hold, 1 to give back one count of several.

local field, oneCount = argument(), argument() == '1'
if not isAsSeen() then
  return changedLock()
end
takenFrom = channel
local hold = holdOf(field)

-- The writer's hold goes; reads of its own that are alive stay, and then other readers may join.
local function releaseWrite()
  if oneCount then
    return {oneLess(lock, field)}
  elseif longestRead({}) == 0 and not hasOlder() then
    return freeing()
  end
  return {{'HDEL', lock, field}, {'HSET', lock, 'mode', 'read'}, {'PUBLISH', channel, '1'}}
end

local function hasWriter()
  for _, other in ipairs(holds) do
    if not other.reads then
      return true
    end
  end
  return false
end

-- One count has one key: that with the highest number.
local function releaseRead()
  local keys = oneCount and {hold.keys[#hold.keys]} or hold.keys
  local gone = {}
  for _, timeout in ipairs(keys) do
    gone[timeout] = true
  end
  local commands = {{'DEL', unpack(keys)}}
  local longest = longestRead(gone)
  local older = hasOlder(not oneCount and hold or nil)
  if longest == 0 and not older and not hasWriter() then
    return append(commands, freeing())
  end
  commands[2] = oneCount and oneLess(lock, field) or {'HDEL', lock, field}
  if longest > 0 and not older and not hasWriter() then
    commands[3] = {'PEXPIRE', lock, string.format('%.0f', longest)}
  end
  return commands
end

return carryOut(hold.reads and releaseRead() or releaseWrite())
