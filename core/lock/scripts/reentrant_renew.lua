-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Renews any number of holds. KEYS: locks. ARGV: for each lock its owner and the lease in ms.
-- Answers 1 for each that was its owner's, else 0; a key of another type must not keep the others
-- from being renewed. All are read once more at the end, by one command, for a client that tracks
-- what it reads.
local answers = {}
for i, lock in ipairs(KEYS) do
  local owner = ARGV[2 * i - 1]
  answers[i] = 0
  if redis.pcall('hexists', lock, owner) == 1 then
    answers[i] = redis.call('pexpire', lock, ARGV[2 * i])
  end
end
redis.call('exists', unpack(KEYS))
return answers
