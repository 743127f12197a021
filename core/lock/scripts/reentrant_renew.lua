-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Renews any number of holds. KEYS: locks. ARGV: for each lock its owner and the lease in ms.
-- Answers 1 for each that was its owner's, else 0.
local answers = {}
for i, lock in ipairs(KEYS) do
  answers[i] = redis.call('hexists', lock, ARGV[2 * i - 1])
  if answers[i] == 1 then
    redis.call('pexpire', lock, ARGV[2 * i])
  end
end
return answers
