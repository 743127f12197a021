--!df flags=allow-undeclared-keys
-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Gives one read hold back. KEYS: lock, channel, latch, the part that the names of all time-out keys
-- begin with. ARGV: owner, the latch's ms.
-- Answers how many read holds are left to the owner, 0 if the lock went with this one, or -1: the
-- owner had none, or what it had was dead.
-- Readers whose time-out key is there keep the lock, and so does a writer. A reader without one is
-- dead: the last living one deletes the lock. Only the script knows their number, so their keys are
-- named here; all bear the lock's name as their hash tag.
-- Of each owner at most the newest 100 are looked at: an owner with more keeps the lock, which then
-- expires. Latch and order of the steps: see reentrant_release.
local told = redis.call('get', KEYS[3])
local count = tonumber(redis.call('hget', KEYS[1], ARGV[1]))
if told then
  return count or 0
end
if not count then
  return -1
end

local function timeoutKey(owner, number)
  return KEYS[4] .. ':' .. owner .. ':rwlock_timeout:' .. number
end

local wasAlive = redis.call('del', timeoutKey(ARGV[1], count)) == 1
if count == 1 then
  redis.call('hdel', KEYS[1], ARGV[1])
else
  redis.call('hincrby', KEYS[1], ARGV[1], -1)
end
local kept = redis.call('hget', KEYS[1], 'mode') == 'write'
if not kept then
  local most = 100
  local longest = 0
  local endless = redis.call('pttl', KEYS[1]) == -1
  local fields = redis.call('hgetall', KEYS[1])
  for i = 1, #fields, 2 do
    local held = tonumber(fields[i + 1]) or 0
    kept = kept or held > most
    endless = endless or held > most
    for number = math.max(1, held - most + 1), held do
      local left = redis.call('pttl', timeoutKey(fields[i], number))
      longest = math.max(longest, left)
      endless = endless or left == -1
      kept = kept or left ~= -2
    end
  end
  if kept and not endless then
    redis.call('pexpire', KEYS[1], longest)
  end
end
if kept then
  redis.call('set', KEYS[3], '0', 'px', ARGV[2])
else
  redis.call('del', KEYS[1])
  redis.call('publish', KEYS[2], '0')
  redis.call('set', KEYS[3], '1', 'px', ARGV[2])
end
if not kept then
  return wasAlive and 0 or -1
end
return (count > 1 or wasAlive) and count - 1 or -1
