--[[
Claims the one message again that an owner may get in a while.

KEYS  1 operation  2 claim (STRING)
ARGV  1 how long the operation is remembered, ms  2 now, ms  3 how long a claim lasts, ms  4 the actor
Reply '' = claimed, or the claim that lasts: `at|actor`.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
local claimed = redis.call('GET', KEYS[2])
local at = claimed and tonumber(string.match(claimed, '^(%d+)|'))
if at and tonumber(ARGV[2]) < at + tonumber(ARGV[3]) then return remember(claimed) end
redis.call('SET', KEYS[2], ARGV[2] .. '|' .. ARGV[4], 'PX', ARGV[3])
return remember('')
