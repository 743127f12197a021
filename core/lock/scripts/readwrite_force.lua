--!df flags=allow-undeclared-keys
-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Frees the lock from any holder if it is in that mode, and wakes all waiters. KEYS: lock, channel,
-- the part that the names of all time-out keys begin with. ARGV: mode.
-- Answers 1, or 0 if it was not held so. Of each owner the newest 100 time-out keys are deleted, too;
-- older ones mean nothing without the lock and expire. Only the script knows the number of holds, so
-- their time-out keys are named here; all bear the lock's name as their hash tag.
if redis.call('hget', KEYS[1], 'mode') ~= ARGV[1] then
  return 0
end
local fields = redis.call('hgetall', KEYS[1])
redis.call('del', KEYS[1])
for i = 1, #fields, 2 do
  local held = tonumber(fields[i + 1]) or 0
  for number = math.max(1, held - 99), held do
    redis.call('del', KEYS[3] .. ':' .. fields[i] .. ':rwlock_timeout:' .. number)
  end
end
redis.call('publish', KEYS[2], '1')
return 1
