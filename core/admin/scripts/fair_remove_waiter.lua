-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV: number of waiters from the head up to and with the one to remove, and these; 1 if others that
-- were not read may stand before the last of them.

local removed
local before = {}
for i = 1, tonumber(argument()) do
  removed = argument()
  before[i] = removed
end
local isFar = argument() == '1'

-- Those in the queue, then those that are only in the set of deadlines: the order in which they
-- were seen.
local function allWaiters()
  local waiters = redis.call('LRANGE', queue, 0, queueLimit)
  local queued = {}
  for _, waiter in ipairs(waiters) do
    queued[waiter] = true
  end
  local behind = #waiters
  for _, waiter in ipairs(redis.call('ZRANGE', timeouts, 0, queueLimit)) do
    if not queued[waiter] then
      waiters[#waiters + 1] = waiter
    end
  end
  return waiters, behind
end

if not isAsSeen() then
  return changedLock()
end
local waiters, queued = allWaiters()
local place = #before
for i, waiter in ipairs(before) do
  if waiters[i] ~= waiter and not (isFar and i == #before) then
    return changedLock()
  end
end
while isFar and waiters[place] ~= removed do
  place = place + 1
  if place > #waiters then
    return changedLock()
  end
end

local function deadlineOf(waiter)
  return tonumber(redis.call('ZSCORE', timeouts, waiter) or nil)
end

-- The removed waiter's share of the deadlines behind it: the time between the earlier waiter's
-- deadline and its own, as far as it is still to come. No deadline passes by the change.
local function share()
  local deadline = deadlineOf(removed)
  local from = now() + math.max(0, redis.call('PTTL', lock))
  if place > 1 then
    from = math.max(from, deadlineOf(waiters[place - 1]) or 0)
  end
  local span = deadline and deadline - from or 0
  return span > 0 and span < 2 ^ 53 and span or 0
end

local commands = {{'LREM', queue, '0', removed}, {'ZREM', timeouts, removed}}
local earlier = share()
local others = {}
for i = 1, queued do
  local waiter = waiters[i]
  if waiter ~= removed then
    others[#others + 1] = waiter
    if i > place and earlier > 0 and deadlineOf(waiter) then
      commands[#commands + 1] = {'ZINCRBY', timeouts, string.format('-%.0f', earlier), waiter}
    end
  end
end
if place == 1 and #holds == 0 then
  wake(commands, nextWaiter(commands, others))
end
return carryOut(commands)
