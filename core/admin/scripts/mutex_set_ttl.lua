-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV: milliseconds, 1 to add them. Waiters sleep for as long as the lock had when they looked, without end if it
-- had no expiry: when it becomes less they are woken to look again.

local given, extends = argument(), argument()
local span = isAsSeen() and spanOf(lock, given, extends)
if not span then
  return changedLock()
end
local left = redis.call('PTTL', lock)
local commands = {{'PEXPIRE', lock, span}}
if left < 0 or left > tonumber(span) then
  if fair then
    wake(commands, firstWaiters()[1])
  else
    commands[2] = {'PUBLISH', channel, '1'}
  end
end
return carryOut(commands)
