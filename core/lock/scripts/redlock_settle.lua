-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Leaves the owner of a reentrant lock at most so many counts: what was asked for and never
-- answered is given back, once it is known what is still held. KEYS: lock, channel. ARGV: owner,
-- counts. Answers the counts left. Nothing is done twice by asking again.
local count = tonumber(redis.call('hget', KEYS[1], ARGV[1]))
local most = tonumber(ARGV[2])
if not count then
  return 0
end
if count <= most then
  return count
end
if most > 0 then
  redis.call('hincrby', KEYS[1], ARGV[1], most - count)
  return most
end
redis.call('hdel', KEYS[1], ARGV[1])
if redis.call('exists', KEYS[1]) == 0 then
  redis.call('publish', KEYS[2], '0')
end
return 0
