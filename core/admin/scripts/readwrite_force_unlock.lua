-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later

if not isAsSeen() then
  return changedLock()
end
takenFrom = channel
local commands = {{'DEL', lock}}
for _, hold in ipairs(holds) do
  if hold.reads then
    commands[#commands + 1] = {'DEL', unpack(hold.keys)}
  end
end
commands[#commands + 1] = {'PUBLISH', channel, '1'}
return carryOut(commands)
