-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Tells whether the lock is held in that mode. KEYS: lock. ARGV: mode. Answers 1 or 0. A writer may
-- read beneath.
local mode = redis.call('hget', KEYS[1], 'mode')
if mode == ARGV[1] then
  return 1
end
return ARGV[1] == 'read' and mode == 'write' and redis.call('hlen', KEYS[1]) > 2 and 1 or 0
