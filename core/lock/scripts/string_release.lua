-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Deletes the lock if it still bears the token. KEYS: lock. ARGV: token.
-- Answers 0: free now, or -1: not the owner's.
if redis.call('get', KEYS[1]) == ARGV[1] then
  redis.call('del', KEYS[1])
  return 0
end
return -1
