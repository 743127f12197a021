-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- A plain string lock: KEYS lock; ARGV the token.

local lock = KEYS[1]
local token = argument()

local function isAsSeen()
  return typeOf(lock) == 'string' and redis.call('GET', lock) == token
end

