-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Takes a free lock on one of several servers. KEYS: lock. ARGV: lease in ms, token.
-- Answers nothing when it was free, else the holder's remaining ms, or -1 for no expiry.
if redis.call('set', KEYS[1], ARGV[2], 'nx', 'px', ARGV[1]) then
  return nil
end
return redis.call('pttl', KEYS[1])
