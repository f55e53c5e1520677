--[[
Takes an owner out of the index, unless something was put into the outbox since.

KEYS  1 operation  2 index (ZSET)
ARGV  1 how long the operation is remembered, ms  2 owner  3 the score that was read before the outbox was seen empty
Reply '1', or '0' when it stays.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
if redis.call('ZSCORE', KEYS[2], ARGV[2]) ~= ARGV[3] then return remember('0') end
redis.call('ZREM', KEYS[2], ARGV[2])
return remember('1')
