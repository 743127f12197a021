-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV: milliseconds, 1 to add them. A read hold lives as long as its own key, so that has to last as long; one
-- that is gone is not made again. Waiters are woken when it becomes less: see mutex_set_ttl.

local given, extends = argument(), argument()
local span = isAsSeen() and spanOf(lock, given, extends)
if not span then
  return changedLock()
end
local left = redis.call('PTTL', lock)
local commands = {{'PEXPIRE', lock, span}}
for _, hold in ipairs(holds) do
  for _, timeout in ipairs(hold.keys) do
    local own = redis.call('EXISTS', timeout) == 1 and spanOf(timeout, given, extends)
    if own then
      commands[#commands + 1] = {'PEXPIRE', timeout, own}
    end
  end
end
if left < 0 or left > tonumber(span) then
  commands[#commands + 1] = {'PUBLISH', channel, '1'}
end
return carryOut(commands)
