-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Takes. KEYS: lock. ARGV: lease in ms, owner.
-- Answers {1, 1} when the owner has it, else {0, the holder's remaining ms or -1}, and an error to an
-- owner that holds it already.
if redis.call('exists', KEYS[1]) == 0 then
  redis.call('hset', KEYS[1], ARGV[2], 1)
  redis.call('pexpire', KEYS[1], ARGV[1])
  return {1, 1}
end
if redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
  return redis.error_reply('NON_REENTRANT_REACQUIRE the owner holds it already')
end
return {0, redis.call('pttl', KEYS[1])}
