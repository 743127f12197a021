-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later

if not isAsSeen() then
  return changedLock()
end
takenFrom = channel
return carryOut(freeing())
