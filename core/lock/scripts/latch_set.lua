-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Sets a latch up if there is none, and tells its waiters that it is closed. KEYS: latch, channel.
-- ARGV: the count. Answers {1 or 0}.
if redis.call('exists', KEYS[1]) == 1 then
  return {0}
end
redis.call('set', KEYS[1], ARGV[1])
redis.call('publish', KEYS[2], '1')
return {1}
