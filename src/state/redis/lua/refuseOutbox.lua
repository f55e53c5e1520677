--[[
Notes that the prepared message was not accepted; settling forgets it.

KEYS  1 operation  2 outbox (HASH)
ARGV  1 how long the operation is remembered, ms  2 the refusal, JSON
Reply 'stored'.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
redis.call('HSET', KEYS[2], 'refused', ARGV[2])
return remember('stored')
