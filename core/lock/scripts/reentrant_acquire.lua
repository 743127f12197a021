-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Takes or re-enters. KEYS: lock. ARGV: lease in ms, owner.
-- Answers {1, count} when the owner has it, else {0, the holder's remaining ms or -1}.
if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
  local count = redis.call('hincrby', KEYS[1], ARGV[2], 1)
  redis.call('pexpire', KEYS[1], ARGV[1])
  return {1, count}
end
return {0, redis.call('pttl', KEYS[1])}
