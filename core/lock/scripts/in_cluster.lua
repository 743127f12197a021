-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- The beginning of each script that publishes, on a cluster: its calls of 'publish' are calls of this
-- there. A message goes to the sharded channel, on which Redisson listens since 3.22 if the cluster has
-- such channels (7.0), and to the plain one, on which everybody else listens. It is an error only if it
-- can go to neither.
local function publish(channel, message)
  local sharded = redis.pcall('spublish', channel, message)
  if type(sharded) ~= 'number' then
    return redis.call('publish', channel, message)
  end
  redis.pcall('publish', channel, message)
  return sharded
end
