--[[
Puts items into an owner's outbox, each once.

KEYS  1 operation  2 outbox (HASH)
ARGV  1 how long the operation is remembered, ms  2… fields
Reply how many were new.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
local new = 0
for i = 2, #ARGV do new = new + redis.call('HSETNX', KEYS[2], ARGV[i], '') end
redis.call('PERSIST', KEYS[2])
return remember(string.format('%d', new))
