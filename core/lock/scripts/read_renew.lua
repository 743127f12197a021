-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Renews the read holds of any number of owners. KEYS: for each its lock and the time-out keys of its
-- holds. ARGV: for each the owner, the lease in ms, and how many time-out keys there are.
-- Answers 1 for each, or 0: they are no longer the owner's, or every one has ended before; or -1: the
-- server would not say. Never shortens a time left, reads once more at the end: see reentrant_renew.
local answers = {}
local key = 1
for i = 1, #ARGV / 3 do
  local owner, lease, holds = ARGV[3 * i - 2], tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  local lock = KEYS[key]
  answers[i] = 0
  local held = redis.pcall('hexists', lock, owner)
  if type(held) == 'table' and not string.find(held.err, 'WRONGTYPE', 1, true) then
    answers[i] = -1
  end
  if held == 1 then
    for j = key + 1, key + holds do
      local longer = math.max(redis.call('pttl', KEYS[j]), lease)
      answers[i] = math.max(answers[i], redis.call('pexpire', KEYS[j], longer))
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
