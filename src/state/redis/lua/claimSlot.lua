--[[
Takes a slot of a schedule, once over the fleet.

KEYS  1 operation  2 slot (STRING)
ARGV  1 how long the operation is remembered, ms  2 how long the slot stays taken, ms
Reply '1', or '0' when it was taken already.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
if redis.call('SET', KEYS[2], '1', 'NX', 'PX', ARGV[2]) then return remember('1') end
return remember('0')
