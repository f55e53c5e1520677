--[[
Reserves a place in the fleet's budget of the day. Counted also while there is no limit, so that one that is set at
noon knows of the morning.

KEYS  1 operation  2 control (HASH)  3 budget of the day
ARGV  1 how long the operation is remembered, ms  2 how long the counter is kept, ms
Reply 'reserved', or the limit that is reached.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
local limit = redis.call('HGET', KEYS[2], 'deletesPerDay')
if limit and tonumber(redis.call('GET', KEYS[3]) or '0') >= (tonumber(limit) or 0) then return remember(limit) end
redis.call('INCR', KEYS[3])
redis.call('PEXPIRE', KEYS[3], ARGV[2])
return remember('reserved')
