-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Whether somebody holds the lock so. KEYS: lock. ARGV: mode. Answers 1 or 0. Who writes may read
-- beneath.
local mode = redis.call('hget', KEYS[1], 'mode')
if mode == ARGV[1] then
  return 1
end
return ARGV[1] == 'read' and mode == 'write' and redis.call('hlen', KEYS[1]) > 2 and 1 or 0
