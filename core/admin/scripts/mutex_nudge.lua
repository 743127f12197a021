-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later

if not isAsSeen() then
  return changedLock()
end
if not fair then
  return carryOut(wakeAll({}))
end
local commands = {}
wake(commands, nextWaiter(commands, firstWaiters()))
return carryOut(commands)
