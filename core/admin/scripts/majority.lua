-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- One of several keys of a lock: KEYS it first, then those that may be the others; ARGV the token.

local token = argument()
changedKeys = {KEYS[1]}

local function isHis(key)
  return typeOf(key) == 'string' and redis.call('GET', key) == token
end

local function isAsSeen()
  return isHis(KEYS[1])
end

local function hisKeys()
  local keys = {}
  for _, key in ipairs(KEYS) do
    if isHis(key) then
      keys[#keys + 1] = key
    end
  end
  return keys
end
