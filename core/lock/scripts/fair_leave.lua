-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Leaves the queue. KEYS: lock, queue, deadlines. ARGV: owner, the ms that it wanted to wait at
-- most, and the channel of the lock, which with an owner behind it is that waiter's own.
-- Those behind it get earlier deadlines by its wait. If it was next and the lock is free, the
-- next living waiter is woken: its message went to the one that leaves.
-- Answers 1 if it stood in the queue, else 0.
local queue = redis.call('lrange', KEYS[2], 0, -1)
local at
for i, waiter in ipairs(queue) do
  at = at or (waiter == ARGV[1] and i)
end
local had = redis.call('zrem', KEYS[3], ARGV[1])
redis.call('lrem', KEYS[2], 0, ARGV[1])
if not at then
  return had
end
for i = at + 1, #queue do
  if redis.call('zscore', KEYS[3], queue[i]) then
    redis.call('zincrby', KEYS[3], -tonumber(ARGV[2]), queue[i])
  end
end
if at > 1 or redis.call('exists', KEYS[1]) == 1 then
  return 1
end
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local head = redis.call('lindex', KEYS[2], 0)
local due = head and redis.call('zscore', KEYS[3], head)
while due and tonumber(due) <= now do
  redis.call('zrem', KEYS[3], head)
  redis.call('lpop', KEYS[2])
  head = redis.call('lindex', KEYS[2], 0)
  due = head and redis.call('zscore', KEYS[3], head)
end
if head then
  redis.call('publish', ARGV[3] .. ':' .. head, '0')
end
return 1
