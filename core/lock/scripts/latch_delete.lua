-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Deletes a latch. KEYS: latch, channel. ARGV: what its waiters are told: 1 leaves them waiting, as
-- Redisson's deletion does; 0 opens it for them, whether or not it was there. Answers {1 or 0 if
-- there was none}.
local deleted = redis.call('del', KEYS[1])
if deleted == 1 or ARGV[1] == '0' then
  redis.call('publish', KEYS[2], ARGV[1])
end
return {deleted}
