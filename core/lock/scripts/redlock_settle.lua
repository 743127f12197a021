-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Leaves the owner of a reentrant lock at most so many counts: what was asked for and never
-- answered is given back, once it is known what is still held. KEYS: lock, channel. ARGV: owner,
-- counts, lease in ms. With counts left the lock lasts for the lease at least: what is given back
-- may have cut its time to live short. Answers the counts left. Nothing is done twice by asking
-- again.
local count = tonumber(redis.call('hget', KEYS[1], ARGV[1]))
local most = tonumber(ARGV[2])
if not count then
  return 0
end
if most > 0 then
  local left = redis.call('pttl', KEYS[1])
  if left >= 0 and left < tonumber(ARGV[3]) then
    redis.call('pexpire', KEYS[1], ARGV[3])
  end
  if count <= most then
    return count
  end
  -- With memory short a server refuses what may need more, but not behind what frees some.
  redis.call('hdel', KEYS[1], '')
  redis.call('hincrby', KEYS[1], ARGV[1], most - count)
  return most
end
redis.call('hdel', KEYS[1], ARGV[1])
if redis.call('exists', KEYS[1]) == 0 then
  redis.call('publish', KEYS[2], '0')
end
return 0
