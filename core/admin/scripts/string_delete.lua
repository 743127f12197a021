-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV may go on with messages that wake waiters, three words each: the channel, what is said there,
-- and how: with a 'p' waiters listen by a pattern, with a '?' it is not certain that there are any,
-- so it is left out where the user may not publish there.

if not isAsSeen() then
  return changedLock()
end
local commands = {{'DEL', lock}}
local channel = argument()
while channel do
  local message = {'PUBLISH', channel, argument()}
  local how = argument()
  message.isHeardByPattern = string.find(how, 'p', 1, true) ~= nil
  local isSure = not string.find(how, '?', 1, true)
  if isSure or not redis.acl_check_cmd or redis.acl_check_cmd(unpack(message)) then
    commands[#commands + 1] = message
  end
  channel = argument()
end
return carryOut(commands)
