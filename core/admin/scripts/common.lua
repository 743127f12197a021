-- SPDX-FileCopyrightText: 2026 The Lockscope authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- The common beginning of all scripts of actions. Answers:
--   {'done', N}             N receivers of the wake-ups; -1 if that cannot be told
--   {'partly', i, error}    the i-th command was refused after the ones before it were run
--   {'changed', now, {key, type, pttl, length, contents}...}    nothing was done
--   an error                nothing was done

local elementLimit = 1000
local bytesLimit = 512

local position = 0
local function argument()
  position = position + 1
  return ARGV[position]
end

local function typeOf(key)
  return redis.call('TYPE', key).ok
end

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- The new time to live: `span` in milliseconds, added to the remaining time if `extends` is '1'; nil
-- if there is no expiry to extend.
local function spanOf(key, span, extends)
  if extends ~= '1' then
    return span
  end
  local left = redis.call('PTTL', key)
  return left >= 0 and string.format('%.0f', left + tonumber(span)) or nil
end

-- The rest of the arguments: of each command the number of its words, and the words.
local function givenCommands()
  local commands = {}
  local length = argument()
  while length do
    local command = {}
    for i = 1, tonumber(length) do
      command[i] = argument()
    end
    commands[#commands + 1] = command
    length = argument()
  end
  return commands
end

-- True if the count is as it was seen; leading zeros that a client wrote do not matter.
local function sameCount(value, count)
  local sign, digits = string.match(value or '', '^(%-?)0*(%d+)$')
  return digits and (digits == '0' and '0' or sign .. digits) == count
end

-- Takes one of a hold's counts. HINCRBY refuses a number with zeros before it.
local function oneLess(key, field)
  local count = redis.call('HGET', key, field)
  if string.find(count, '^0%d') then
    return {'HSET', key, field, string.format('%.0f', tonumber(count) - 1)}
  end
  return {'HINCRBY', key, field, '-1'}
end

local function lengthOf(key, kind)
  local commands = {hash = 'HLEN', string = 'STRLEN', list = 'LLEN', zset = 'ZCARD', set = 'SCARD'}
  return commands[kind] and redis.call(commands[kind], key) or 0
end

local function contentsOf(key, kind, length)
  if kind == 'hash' and length <= elementLimit then
    return redis.call('HGETALL', key)
  elseif kind == 'hash' then
    local part = redis.call('HSCAN', key, 0, 'COUNT', elementLimit)[2]
    local mode = redis.call('HGET', key, 'mode')
    if mode then
      part[#part + 1] = 'mode'
      part[#part + 1] = mode
    end
    return part
  elseif kind == 'string' then
    return {redis.call('GETRANGE', key, 0, bytesLimit - 1)}
  elseif kind == 'list' then
    return redis.call('LRANGE', key, 0, elementLimit - 1)
  elseif kind == 'zset' then
    return redis.call('ZRANGE', key, 0, elementLimit - 1, 'WITHSCORES')
  elseif kind == 'set' and length <= elementLimit then
    return redis.call('SMEMBERS', key)
  end
  return {}
end

local function describe(key)
  local kind = typeOf(key)
  local length = lengthOf(key, kind)
  return {key, kind, redis.call('PTTL', key), length, contentsOf(key, kind, length)}
end

-- The keys that the answer describes if the lock has changed; a family sets them if some of KEYS are
-- not its own.
local changedKeys = KEYS

-- The lock has changed since it was seen: answers with the present state of its keys.
local function changedLock()
  local answer = {'changed', string.format('%.0f', now())}
  for _, key in ipairs(changedKeys) do
    answer[#answer + 1] = describe(key)
  end
  return answer
end

local function failed(reply)
  return type(reply) == 'table' and reply.err
end

-- A server without memory refuses to count as a first command, though a number takes no more room
-- than before. It permits everything once the script has written: so first remove a field that
-- cannot be there, since every field of the hash was just found to be a hold. Of a number, which has
-- no fields, that is an error without any effect, and counts as a write all the same.
local counting = {HINCRBY = true, HSET = true, INCRBY = true, DECR = true, DECRBY = true}
local function run(command)
  local reply = redis.pcall(unpack(command))
  if failed(reply) and string.find(reply.err, 'OOM', 1, true) and counting[command[1]] then
    redis.pcall('HDEL', command[2], '')
    reply = redis.pcall(unpack(command))
  end
  return reply
end

-- Names the command that the user lacks: the server's own text does not.
local function notPermitted(command, text)
  if string.find(text, 'command or subcommand', 1, true) then
    text = "the user may not run '" .. string.lower(command[1]) .. "'"
  end
  text = string.gsub(text, '^@user_script: ?%d+: ', '') -- Redis 6
  return redis.error_reply('NOPERM ' .. string.gsub(text, '^%-?ERR ', ''))
end

-- The number of clients that wait for messages there. The answer to PUBLISH also counts clients that
-- listen to a pattern, as the watch of this program does: these are not woken.
local function waitersOn(channel, received)
  local question = {'PUBSUB', 'NUMSUB', channel}
  if redis.acl_check_cmd and not redis.acl_check_cmd(unpack(question)) then
    return received
  end
  local reply = redis.pcall(unpack(question))
  return failed(reply) and received or reply[2]
end

-- Channels in use; none if the user may not ask.
local function channelsLike(pattern)
  local question = {'PUBSUB', 'CHANNELS', pattern}
  if redis.acl_check_cmd and not redis.acl_check_cmd(unpack(question)) then
    return {}
  end
  local reply = redis.pcall(unpack(question))
  return failed(reply) and {} or reply
end

-- Messages reach the clients of replicas as well, and only these know how many there are.
local function mayBeHeardElsewhere()
  local question = {'INFO', 'replication'}
  if redis.acl_check_cmd and not redis.acl_check_cmd(unpack(question)) then
    return true
  end
  local info = redis.pcall(unpack(question))
  return type(info) ~= 'string' or string.match(info, 'connected_slaves:(%d+)') ~= '0'
end

-- Redis 6 does not tell the user's permissions: there the messages are published first. A wake-up in
-- vain is harmless if the rest is refused, and to the woken clients all of it is one step.
local function messagesFirst(commands)
  local messages, rest = {}, {}
  for _, command in ipairs(commands) do
    local list = command[1] == 'PUBLISH' and messages or rest
    list[#list + 1] = command
  end
  for _, command in ipairs(rest) do
    messages[#messages + 1] = command
  end
  return messages
end

-- The channel of a lock from which a hold is taken away; nil: of none. A watch hears there that its end is
-- no release. Redisson wakes nobody for this number. Of those who act the sight is another one, so
-- nothing depends on it: it is left out where the user may not publish there.
local takenFrom = nil
local function announce()
  local message = {'PUBLISH', takenFrom, '2'}
  if takenFrom and (not redis.acl_check_cmd or redis.acl_check_cmd(unpack(message))) then
    run(message)
  end
end

-- Checks the user's permission for all commands before the first one, if the server can tell (7.0):
-- a lock that is deleted while its waiters cannot be woken is worse than one that is left.
local function carryOut(commands)
  if redis.acl_check_cmd then
    for _, command in ipairs(commands) do
      if not redis.acl_check_cmd(unpack(command)) then
        return notPermitted(command, failed(redis.pcall(unpack(command))) or '')
      end
    end
  else
    commands = messagesFirst(commands)
  end
  announce()
  local woken, hasChanged, hasPublished = 0, false, false
  for i, command in ipairs(commands) do
    local reply = run(command)
    local err = failed(reply)
    if err and hasChanged then
      return {'partly', i, err}
    elseif err and string.find(err, 'user executing the script', 1, true) then
      return notPermitted(command, err)
    elseif err then
      return reply
    end
    if command[1] == 'PUBLISH' then
      hasPublished = true
      woken = woken + (command.isHeardByPattern and reply or waitersOn(command[2], reply))
    else
      hasChanged = true
    end
  end
  if hasPublished and woken == 0 and mayBeHeardElsewhere() then
    woken = -1
  end
  return {'done', woken}
end
