-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Renews the leases of any number of permits. KEYS: the permits of a semaphore, once for each. ARGV:
-- for each its id and the lease in ms.
-- Answers 1 for each that was still held, 0 for each that was not, and -1 where the server would not
-- say; never shortens a lease; reads once more at the end: see reentrant_renew.
-- With memory short a server refuses what may need more, but not in a script that has freed some
-- before: no permit has an empty id, so that removing it does nothing else.
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local answers = {}
for i, permits in ipairs(KEYS) do
  local id = ARGV[2 * i - 1]
  local score = redis.pcall('zscore', permits, id)
  answers[i] = 0
  if type(score) == 'table' and not string.find(score.err, 'WRONGTYPE', 1, true) then
    answers[i] = -1
  end
  if type(score) == 'string' and tonumber(score) > now then
    redis.call('zrem', permits, '')
    local ends = math.max(tonumber(score), now + ARGV[2 * i])
    redis.call('zadd', permits, string.format('%.0f', ends), id)
    answers[i] = redis.call('zscore', permits, id) and 1 or 0
  end
end
return answers
