-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV: for each command the number of its words, and the words. The number is as it was seen, so
-- they are what the operator was shown.

local commands = givenCommands()
if not isAsSeen() then
  return changedLock()
end
return carryOut(commands)
