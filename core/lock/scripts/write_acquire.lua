-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Takes or re-enters for writing: alone, also without reading oneself, since two readers who both
-- want to write would wait for each other. KEYS: lock. ARGV: lease in ms, owner.
-- Answers {1, count} when the owner has it, else {0, ms until the others may be gone, or -1}.
local mode = redis.call('hget', KEYS[1], 'mode')
local field = ARGV[2] .. ':write'
if not mode then
  if redis.call('exists', KEYS[1]) == 1 then
    return redis.error_reply('WRONGTYPE the key is a lock of another kind')
  end
  redis.call('hset', KEYS[1], 'mode', 'write', field, 1)
  redis.call('pexpire', KEYS[1], ARGV[1])
  return {1, 1}
end
local left = redis.call('pttl', KEYS[1])
if mode == 'write' and redis.call('hexists', KEYS[1], field) == 1 then
  local count = redis.call('hincrby', KEYS[1], field, 1)
  redis.call('pexpire', KEYS[1], math.max(left, tonumber(ARGV[1])))
  return {1, count}
end
return {0, left}
