-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- Follows the common beginning on a cluster. Redisson listens to sharded channels since 3.22 if the
-- cluster has them (7.0), everybody else to plain ones: a message of Redisson's goes to both.

-- Servers have sharded channels and this function since the same version.
local function isSharded(command)
  return command[1] == 'PUBLISH' and redis.acl_check_cmd and string.find(command[2], '^redisson_')
end

local function shardedOf(command)
  return {'SPUBLISH', command[2], command[3]}
end

local runAlone = run
run = function(command)
  if isSharded(command) then
    redis.pcall(unpack(shardedOf(command)))
  end
  return runAlone(command)
end

local function ask(question)
  if redis.acl_check_cmd and not redis.acl_check_cmd(unpack(question)) then
    return nil
  end
  local reply = redis.pcall(unpack(question))
  return not failed(reply) and reply or nil
end

-- Only those of this server: listeners to a plain channel may be connected to any other. Those to the
-- mark of the sharded channel (core/redis/channelmark.h) are a watch, or listen to the plain one, too.
waitersOn = function(channel, received)
  local plain = ask({'PUBSUB', 'NUMSUB', channel})
  local sharded = ask({'PUBSUB', 'SHARDNUMSUB', channel, channel .. ':lockscope-uncounted'})
  return plain and plain[2] + (sharded and math.max(0, sharded[2] - sharded[4]) or 0) or received
end

channelsLike = function(pattern)
  local channels = ask({'PUBSUB', 'CHANNELS', pattern}) or {}
  for _, name in ipairs(ask({'PUBSUB', 'SHARDCHANNELS', pattern}) or {}) do
    channels[#channels + 1] = name
  end
  return channels
end

local carryOutAlone = carryOut
carryOut = function(commands)
  local hasPublished = false
  for _, command in ipairs(commands) do
    hasPublished = hasPublished or command[1] == 'PUBLISH'
    local sharded = isSharded(command) and shardedOf(command)
    if sharded and not redis.acl_check_cmd(unpack(sharded)) then
      return notPermitted(sharded, failed(redis.pcall(unpack(sharded))) or '')
    end
  end
  local answer = carryOutAlone(commands)
  if hasPublished and answer[1] == 'done' then
    answer[2] = -1
  end
  return answer
end
