-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV: milliseconds, 1 to add them.

local span, extends = argument(), argument()
local wanted = isAsSeen() and spanOf(lock, span, extends)
if not wanted then
  return changedLock()
end
return carryOut({{'PEXPIRE', lock, wanted}})
