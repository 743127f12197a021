-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV: for each command the number of its words, and the words. The number is as it was seen, so
-- they are what the operator was shown.

local commands = {}
local length = argument()
while length do
  local command = {}
  for i = 1, tonumber(length) do
    command[i] = argument()
  end
  commands[#commands + 1] = command
  length = argument()
end
if not isAsSeen() then
  return changedLock()
end
return carryOut(commands)
