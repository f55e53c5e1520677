--[[
Notes a message before it is sent, or sent again.

KEYS  1 operation  2 message (HASH)
ARGV  1 how long the operation is remembered, ms  2 the record of the message  3 how long it is kept, ms
      4… the resources of the message, in parts
Reply 'stored'.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
redis.call('HSETNX', KEYS[2], 'message', ARGV[2])
for i = 4, #ARGV do redis.call('HSETNX', KEYS[2], 'told:' .. (i - 4), ARGV[i]) end
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return remember('stored')
