-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Deletes the lock if it still bears the token, and tells those who wait. KEYS: lock, channel.
-- ARGV: token. Answers 0: free now, or -1: not the owner's. Nothing is done twice by asking again.
if redis.call('get', KEYS[1]) == ARGV[1] then
  redis.call('del', KEYS[1])
  redis.call('publish', KEYS[2], '0')
  return 0
end
return -1
