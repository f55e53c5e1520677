--[[
Takes items out of an outbox.

KEYS  1 operation  2 outbox (HASH)
ARGV  1 how long the operation is remembered, ms  2… fields
Reply 'removed'.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
for i = 2, #ARGV do redis.call('HDEL', KEYS[2], ARGV[i]) end
return remember('removed')
