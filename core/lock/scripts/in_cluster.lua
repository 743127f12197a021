-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- The beginning of each script that publishes, on a cluster. A message goes to the sharded channel, on
-- which Redisson listens since 3.22 if the cluster has such channels (7.0), and to the plain one, on
-- which everybody else listens. It is an error only if it can go to neither.
local server = redis
local redis = setmetatable({
  call = function(command, ...)
    if command ~= 'publish' then
      return server.call(command, ...)
    end
    local sharded = server.pcall('spublish', ...)
    if type(sharded) ~= 'number' then
      return server.call('publish', ...)
    end
    server.pcall('publish', ...)
    return sharded
  end
}, {__index = server})
