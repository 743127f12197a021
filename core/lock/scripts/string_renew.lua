-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Renews any number of holds. KEYS: locks. ARGV: for each lock its token and the lease in ms.
-- Answers 1 for each that bore its token, 0 for each that did not, and -1 where the server would not
-- say; never shortens the time left; reads all once more at the end: see reentrant_renew.
local answers = {}
for i, lock in ipairs(KEYS) do
  local token = redis.pcall('get', lock)
  if token == ARGV[2 * i - 1] then
    local left = redis.call('pttl', lock)
    answers[i] = redis.call('pexpire', lock, math.max(left, tonumber(ARGV[2 * i])))
  else
    local isUnknown = type(token) == 'table' and not string.find(token.err, 'WRONGTYPE', 1, true)
    answers[i] = isUnknown and -1 or 0
  end
end
redis.pcall('exists', unpack(KEYS))
return answers
