-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV may go on with the channel on which waiters are told.

if not isAsSeen() then
  return changedLock()
end
local channel = argument()
local commands = {{'DEL', lock}}
if channel then
  commands[2] = {'PUBLISH', channel, '0'}
end
return carryOut(commands)
