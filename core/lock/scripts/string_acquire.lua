-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Takes a free lock. KEYS: lock. ARGV: lease in ms, token.
-- Answers {1, 1} when it was free, else {0, the holder's remaining ms or -1}.
-- It reads before it writes: a client that tracks what it reads hears of the key's next change.
if redis.call('get', KEYS[1]) then
  return {0, redis.call('pttl', KEYS[1])}
end
redis.call('set', KEYS[1], ARGV[2], 'px', ARGV[1])
return {1, 1}
