-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV: whose values are to be free; none: everybody's.

local owner = argument()
if not isAsSeen() then
  return changedLock()
end
takenFrom = channel
local commands = {}
for id, values in pairs((valuesByOwner())) do
  if not owner or id == owner then
    for _, value in ipairs(values) do
      local detail = value .. ':' .. id
      commands[#commands + 1] =
        {'HDEL', lock, value, detail .. ':expire_time', detail .. ':lock_count'}
    end
  end
end
table.sort(commands, function(a, b)
  return a[3] < b[3]
end)
commands[#commands + 1] = {'PUBLISH', channel, '1'}
return carryOut(commands)
