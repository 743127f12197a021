-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later

if not isAsSeen() then
  return changedLock()
end
local commands = {}
for i, key in ipairs(hisKeys()) do
  commands[i] = {'DEL', key}
end
return carryOut(commands)
