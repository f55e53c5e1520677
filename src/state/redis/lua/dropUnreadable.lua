--[[
Removes a mark that cannot be read, if it is still the very value that a person was shown.

KEYS  1 operation  2 marks (HASH)  3 schedule (ZSET)  4 retry (ZSET)  5 audit (STREAM)
ARGV  1 how long the operation is remembered, ms
      2 id  3 the value  4 how many entries the audit stream keeps, about  5 audit entry, JSON
Reply '1', or '0' when there is another value or none.
]]
-- replicated
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
if redis.call('HGET', KEYS[2], ARGV[2]) ~= ARGV[3] then return remember('0') end
redis.call('HDEL', KEYS[2], ARGV[2])
redis.call('ZREM', KEYS[3], ARGV[2])
redis.call('ZREM', KEYS[4], ARGV[2])
redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[4], '*', 'id', ARGV[2], 'entry', ARGV[5])
return remember('1')
