-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Frees the lock from any holder, and wakes a waiter. KEYS: lock, channel. Answers 1, or 0 if
-- nothing was there.
if redis.call('del', KEYS[1]) == 0 then
  return 0
end
redis.call('publish', KEYS[2], '0')
return 1
