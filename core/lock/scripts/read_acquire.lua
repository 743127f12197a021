--!df flags=allow-undeclared-keys
-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Takes a read hold, beside other readers or beneath one's own write hold. Each has a key with its
-- own lease. KEYS: lock, the time-out key of this hold. ARGV: lease in ms, owner, and how many read
-- holds the owner has as far as it knows: the key's number is one more.
-- Answers {1, count} when the owner has it, {0, ms} until the writer may be gone (-1: never by
-- itself), or {-1, count} and has done nothing: it has that many already. Those whose time-out keys
-- are all gone are dead and do not count; the field stays while others read.
local mode = redis.call('hget', KEYS[1], 'mode')
if not mode and redis.call('exists', KEYS[1]) == 1 then
  return redis.error_reply('WRONGTYPE the key is a lock of another kind')
end
if mode == 'write' and redis.call('hexists', KEYS[1], ARGV[2] .. ':write') == 0 then
  return {0, redis.call('pttl', KEYS[1])}
end
local held = tonumber(redis.call('hget', KEYS[1], ARGV[2]) or 0)
if held > 0 and ARGV[3] == '0' then
  local alive = 0
  for number = 1, held do
    alive = alive + redis.call('exists', KEYS[2]:sub(1, -2) .. number)
  end
  if alive == 0 then
    redis.call('hdel', KEYS[1], ARGV[2])
    held = 0
  end
end
if held ~= tonumber(ARGV[3]) then
  return {-1, held}
end
local left = redis.call('pttl', KEYS[1])
if not mode then
  redis.call('hset', KEYS[1], 'mode', 'read')
end
local count = redis.call('hincrby', KEYS[1], ARGV[2], 1)
redis.call('set', KEYS[2], '1', 'px', ARGV[1])
-- A lock that somebody left without expiry is not given one by a reader.
if left ~= -1 then
  redis.call('pexpire', KEYS[1], math.max(left, tonumber(ARGV[1])))
end
return {1, count}
