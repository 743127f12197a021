-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Renews any number of holds. KEYS: locks. ARGV: for each lock its owner and the lease in ms.
-- Answers 1 for each that was its owner's, 0 for each that was not, and -1 where the server would
-- not say (no permission): a key of another type, or a forbidden one, must not keep the others from
-- being renewed. The time left is never shortened: a renewal that comes late may meet a new hold of
-- the same owner. All keys are read once more at the end, by one command, for a client that tracks
-- what it reads.
local answers = {}
for i, lock in ipairs(KEYS) do
  local held = redis.pcall('hexists', lock, ARGV[2 * i - 1])
  if held == 1 then
    local left = redis.call('pttl', lock)
    answers[i] = redis.call('pexpire', lock, math.max(left, tonumber(ARGV[2 * i])))
  else
    local isUnknown = type(held) == 'table' and not string.find(held.err, 'WRONGTYPE', 1, true)
    answers[i] = isUnknown and -1 or 0
  end
end
redis.pcall('exists', unpack(KEYS))
return answers
