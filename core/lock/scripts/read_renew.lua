-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Renews the read holds of any number of owners. KEYS: for each its lock and the time-out keys of his
-- holds. ARGV: for each the owner, the lease in ms, and how many time-out keys there are.
-- Answers 1 for each, or 0: they are no longer his, or every one has ended before. A key of another
-- type must not keep the others from being renewed. It reads once more at the end, for a client that
-- tracks what it reads.
local answers = {}
local key = 1
for i = 1, #ARGV / 3 do
  local owner, lease, holds = ARGV[3 * i - 2], tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  local lock = KEYS[key]
  answers[i] = 0
  if redis.pcall('hexists', lock, owner) == 1 then
    for j = key + 1, key + holds do
      answers[i] = math.max(answers[i], redis.call('pexpire', KEYS[j], lease))
    end
    local left = redis.call('pttl', lock)
    if answers[i] == 1 and left ~= -1 then
      redis.call('pexpire', lock, math.max(left, lease))
    end
    redis.call('hexists', lock, owner)
  end
  key = key + 1 + holds
end
return answers
