-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Renews any number of holds. KEYS: locks. ARGV: for each lock its token and the lease in ms.
-- Answers 1 for each that bore its token, else 0.
local answers = {}
for i, lock in ipairs(KEYS) do
  answers[i] = 0
  if redis.call('get', lock) == ARGV[2 * i - 1] then
    answers[i] = redis.call('pexpire', lock, ARGV[2 * i])
  end
end
return answers
