-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Renews any number of write holds. KEYS: locks. ARGV: for each lock its owner and the lease in ms.
-- Answers 1 for each that was its owner's, else 0; a key of another type must not keep the others
-- from being renewed. Read holds beneath may last longer: the time left is never shortened. It reads
-- once more at the end, for a client that tracks what it reads.
local answers = {}
for i, lock in ipairs(KEYS) do
  local field = ARGV[2 * i - 1] .. ':write'
  answers[i] = 0
  if redis.pcall('hexists', lock, field) == 1 then
    local left = redis.call('pttl', lock)
    if left ~= -1 then
      redis.call('pexpire', lock, math.max(left, tonumber(ARGV[2 * i])))
    end
    answers[i] = redis.call('hexists', lock, field)
  end
end
return answers
