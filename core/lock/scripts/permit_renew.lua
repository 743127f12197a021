-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Renews the leases of any number of permits. KEYS: the permits of a semaphore, once for each. ARGV:
-- for each its id and the lease in ms.
-- Answers 1 for each that was still held, else 0; a key of another type must not keep the others
-- from being renewed. It reads once more at the end, for a client that tracks what it reads.
-- With memory short a server refuses what may need more, but not in a script that has removed
-- something before, be it a member that is not there: hence the ZREM.
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answers = {}
for i, permits in ipairs(KEYS) do
  local id = ARGV[2 * i - 1]
  local score = redis.pcall('zscore', permits, id)
  answers[i] = 0
  if type(score) == 'string' and tonumber(score) > now then
    redis.call('zrem', permits, '')
    redis.call('zadd', permits, string.format('%.0f', now + ARGV[2 * i]), id)
    answers[i] = redis.call('zscore', permits, id) and 1 or 0
  end
end
return answers
