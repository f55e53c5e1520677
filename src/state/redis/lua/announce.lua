--[[
An instance says that it lives, and learns of the other live ones. Redis forgets one that has not said so in time.
A Redis that was emptied, restarted or failed over may have forgotten others: the field '' has `life|since, ms`.

KEYS  1 instances (HASH)  2 the instance's configuration (HASH)
ARGV  1 id; '' = only look
      2 how long it counts as live, ms  3 its own description, JSON  4 how long its configuration is kept, ms
Reply { 1 or 0 = the configuration is known, for how long this life of the server has had the list, ms, id, JSON, … }.
]]
-- include: redisNow
-- include: members
local now = redisNow()
if ARGV[1] ~= '' then
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f|%s', now + tonumber(ARGV[2]), ARGV[3]))
end
local life = lifeOfServer()
local seen, since = string.match(redis.call('HGET', KEYS[1], '') or '', '^(.-)|(%d+)$')
-- A clock that was set back makes the list new.
if seen ~= life or tonumber(since) > now then
  since = string.format('%.0f', now)
  redis.call('HSET', KEYS[1], '', life .. '|' .. since)
end
local reply = { redis.call('PEXPIRE', KEYS[2], ARGV[4]), now - tonumber(since) }
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local expiresAt, json = string.match(all[i + 1], '^(%d+)|(.*)$')
  if all[i] ~= '' and (not expiresAt or tonumber(expiresAt) <= now) then
    redis.call('HDEL', KEYS[1], all[i])
  elseif all[i] ~= '' then
    reply[#reply + 1] = all[i]
    reply[#reply + 1] = json
  end
end
return reply
