-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Reads an owner's hold. KEYS: lock, token. ARGV: owner. Answers {its count or nil, the last token or
-- nil}, both as text.
return {redis.call('hget', KEYS[1], ARGV[1]), redis.call('get', KEYS[2])}
