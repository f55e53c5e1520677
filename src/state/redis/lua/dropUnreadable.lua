--[[
Removes marks that cannot be read, each if it is still the very value that a person was shown.

KEYS  1 operation  2 marks (HASH)  3 schedule (ZSET)  4 retry (ZSET)  5 audit (STREAM)  6 refused (ZSET)
ARGV  1 how long the operation is remembered, ms  2 how many entries the audit stream keeps, about
      then three per mark: id, the value, audit entry, JSON
Reply a letter per mark: '1', or '0' when there is another value or none.
]]
-- replicated
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
local reply = ''
for i = 3, #ARGV, 3 do
  local id = ARGV[i]
  if redis.call('HGET', KEYS[2], id) == ARGV[i + 1] then
    redis.call('HDEL', KEYS[2], id)
    redis.call('ZREM', KEYS[3], id)
    redis.call('ZREM', KEYS[4], id)
    redis.call('ZREM', KEYS[6], id)
    redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[2], '*', 'id', id, 'entry', ARGV[i + 2])
    reply = reply .. '1'
  else
    reply = reply .. '0'
  end
end
return remember(reply)
