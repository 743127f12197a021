--!df flags=allow-undeclared-keys
-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Answers the number of an owner's read holds. KEYS: lock, the part that the names of all time-out
-- keys begin with. ARGV: owner. Those whose time-out keys are all gone are dead: 0.
local count = tonumber(redis.call('hget', KEYS[1], ARGV[1]) or 0)
local alive = 0
for number = 1, count do
  local key = KEYS[2] .. ':' .. ARGV[1] .. ':rwlock_timeout:' .. number
  alive = alive + redis.call('exists', key)
end
return alive > 0 and count or 0
