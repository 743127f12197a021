-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Renews the read holds of one owner. KEYS: lock, the time-out keys of his holds. ARGV: owner, lease
-- in ms.
-- Answers 1, or 0: they are no longer his, or every one has ended before.
if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then
  return 0
end
local alive = 0
for i = 2, #KEYS do
  alive = math.max(alive, redis.call('pexpire', KEYS[i], ARGV[2]))
end
local left = redis.call('pttl', KEYS[1])
if alive == 1 and left ~= -1 then
  redis.call('pexpire', KEYS[1], math.max(left, tonumber(ARGV[2])))
end
return alive
