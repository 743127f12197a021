-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Renews any number of write holds. KEYS: locks. ARGV: for each lock its owner and the lease in ms.
-- Answers 1 for each that was its owner's, 0 for each that was not, and -1 where the server would not
-- say. Never shortens the time left: read holds beneath may last longer, too. Reads once more at the
-- end: see reentrant_renew.
local answers = {}
for i, lock in ipairs(KEYS) do
  local field = ARGV[2 * i - 1] .. ':write'
  answers[i] = 0
  local held = redis.pcall('hexists', lock, field)
  if type(held) == 'table' and not string.find(held.err, 'WRONGTYPE', 1, true) then
    answers[i] = -1
  end
  if held == 1 then
    local left = redis.call('pttl', lock)
    if left ~= -1 then
      redis.call('pexpire', lock, math.max(left, tonumber(ARGV[2 * i])))
    end
    answers[i] = redis.call('hexists', lock, field)
  end
end
return answers
