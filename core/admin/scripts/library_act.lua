-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV: the commands. Two are of our own, as only now is known what they come to: "extend" a key by
-- so many milliseconds, and "drop" the permits of an owner from a sorted set.

local commands = givenCommands()
if not isAsSeen() then
  return changedLock()
end
for i, command in ipairs(commands) do
  if command[1] == 'extend' then
    local span = spanOf(command[2], command[3], '1')
    if not span then
      return changedLock()
    end
    commands[i] = {'PEXPIRE', command[2], span}
  elseif command[1] == 'drop' then
    commands[i] = {'ZREM', command[2], unpack(permitsOf(command[2], command[3]))}
  end
end
return carryOut(commands)
