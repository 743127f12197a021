-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Frees the lock from any holder, and wakes the next in the queue, also if nobody held it: then it
-- may have missed that a lease ended. KEYS: lock, queue, deadlines. ARGV: the channel of the lock,
-- which with an owner behind it is that waiter's own.
-- Answers 1, or 0 if nobody held it.
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
local removed = redis.call('del', KEYS[1])
if head then
  redis.call('publish', ARGV[1] .. ':' .. head, '0')
end
return removed
