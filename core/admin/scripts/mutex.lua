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

-- Digits as INCR writes and takes them, in 64 bits; all else is no token, as in the sight.
local function isInteger(value)
  local sign, digits = string.match(value, '^(%-?)([1-9]%d*)$')
  if not digits then
    return value == '0'
  end
  local most = sign == '' and '9223372036854775807' or '9223372036854775808'
  return #digits < #most or (#digits == #most and digits <= most)
end

local function tokenNow()
  if typeOf(token) ~= 'string' then
    return ''
  end
  local value = redis.call('GETRANGE', token, 0, bytesLimit - 1)
  return isInteger(value) and value or ''
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

-- Channels in use on which one waiter of a queue listens. The server goes through all of its channels.
local function waiterChannels(pattern)
  local channels = {}
  for _, name in ipairs(channelsLike(pattern)) do
    if string.find(name, ':%x+%-%x+%-%x+%-%x+%-%x+:%-?%d+$') then
      channels[#channels + 1] = name
    end
  end
  return channels
end

local function literally(text)
  return (string.gsub(text, '[%*%?%[%]%^\\]', '\\%0'))
end

-- Redisson before 3.52 keeps the queue of a fair lock under the name without that of a NameMapper; its
-- waiters listen under the mapped one. So where nobody listens to the channel that the queue's name
-- makes, the waiter's own id tells which one is its.
local function wake(commands, waiter)
  if not waiter then
    return
  end
  local channels = {channel .. ':' .. waiter}
  if waitersOn(channels[1], 1) == 0 then
    local others = waiterChannels('redisson_lock__channel:*:' .. literally(waiter))
    channels = #others > 0 and others or channels
  end
  for _, name in ipairs(channels) do
    commands[#commands + 1] = {'PUBLISH', name, '0'}
  end
end

-- A lock without a queue: wakes the listeners on its channel and, for the same reason, the waiters in
-- the queue of another name. A surplus wake-up is harmless, since the queue keeps its order.
local function wakeAll(commands)
  commands[#commands + 1] = {'PUBLISH', channel, '0'}
  for _, name in ipairs(waiterChannels(literally(channel) .. ':*')) do
    commands[#commands + 1] = {'PUBLISH', name, '0'}
  end
  return commands
end

-- The end of a lock with its wake-up.
local function freeing()
  local commands = {}
  if not fair then
    return wakeAll({{'DEL', lock}})
  end
  local waiter = nextWaiter(commands, firstWaiters())
  commands[#commands + 1] = {'DEL', lock}
  wake(commands, waiter)
  return commands
end

