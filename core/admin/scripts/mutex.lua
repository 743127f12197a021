-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Redisson's reentrant, fenced and fair locks: KEYS lock, queue, time-outs, token;
-- ARGV channel, 1 for a fair lock, the token or nothing, number of holds, owner and count of each.

local lock, queue, timeouts, token = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
-- Of a queue so many are gone through; the server stands still meanwhile.
local queueLimit = 20000
local channel = argument()
local fair = argument() == '1'
local seenToken = argument()
local holds = {}
for i = 1, tonumber(argument()) do
  holds[i] = {owner = argument(), count = argument()}
end

local function tokenNow()
  if typeOf(token) ~= 'string' then
    return ''
  end
  local value = redis.call('GETRANGE', token, 0, bytesLimit - 1)
  return string.find(value, '^%-?%d+$') and value or ''
end

local function sameQueues()
  local list, set = typeOf(queue), typeOf(timeouts)
  if not fair then
    return list == 'none' and set == 'none'
  end
  return (list == 'none' or list == 'list') and (set == 'none' or set == 'zset')
end

local function isAsSeen()
  if typeOf(lock) ~= (#holds > 0 and 'hash' or 'none') or redis.call('HLEN', lock) ~= #holds then
    return false
  end
  for _, hold in ipairs(holds) do
    if not sameCount(redis.call('HGET', lock, hold.owner), hold.count) then
      return false
    end
  end
  return sameQueues() and tokenNow() == seenToken
end

-- Removes waiters past their deadline from the head of the queue, as each of the library's own
-- scripts does first, and answers with the one who is next then.
local function nextWaiter(commands, waiters)
  local time = now()
  for _, waiter in ipairs(waiters) do
    local deadline = tonumber(redis.call('ZSCORE', timeouts, waiter) or nil)
    if not deadline or deadline > time then
      return waiter
    end
    commands[#commands + 1] = {'ZREM', timeouts, waiter}
    commands[#commands + 1] = {'LPOP', queue}
  end
  return nil
end

local function firstWaiters()
  return redis.call('LRANGE', queue, 0, queueLimit)
end

local function wake(commands, waiter)
  if waiter then
    commands[#commands + 1] = {'PUBLISH', channel .. ':' .. waiter, '0'}
  end
end

-- The end of a lock with its wake-up.
local function freeing()
  local commands = {}
  if not fair then
    return {{'DEL', lock}, {'PUBLISH', channel, '0'}}
  end
  local waiter = nextWaiter(commands, firstWaiters())
  commands[#commands + 1] = {'DEL', lock}
  wake(commands, waiter)
  return commands
end

