-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- ARGV: owner, 1 to give back one count of several.

local owner, oneCount = argument(), argument() == '1'
if not isAsSeen() then
  return changedLock()
end
takenFrom = channel
if oneCount then
  return carryOut({oneLess(lock, owner)})
elseif #holds > 1 then
  return carryOut({{'HDEL', lock, owner}})
end
return carryOut(freeing())
