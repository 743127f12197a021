-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Reads a semaphore's or a latch's number. KEYS: the key. Answers {1 or 0: is it there, the
-- number}.
local value = redis.call('get', KEYS[1])
local count = value and string.match(value, '^-?%d+$') and tonumber(value)
if value and not count then
  return redis.error_reply('WRONGTYPE the key holds no number')
end
return {value and 1 or 0, count or 0}
