-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV: milliseconds, 1 to add them.

local span, extends = argument(), argument()
if not isAsSeen() then
  return changedLock()
end
local commands = {}
for i, key in ipairs(hisKeys()) do
  local own = spanOf(key, span, extends)
  if not own then
    return changedLock()
  end
  commands[i] = {'PEXPIRE', key, own}
end
return carryOut(commands)
