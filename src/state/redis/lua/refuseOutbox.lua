--[[
Notes that the message was not accepted, or came back; settling forgets it. An outbox with nothing else ends.

KEYS  1 operation  2 outbox (HASH)
ARGV  1 how long the operation is remembered, ms  2 the refusal, JSON  3 how long an empty outbox is kept, ms
Reply 'stored'.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
redis.call('HSET', KEYS[2], 'refused', ARGV[2])
if redis.call('HLEN', KEYS[2]) == 1 + redis.call('HEXISTS', KEYS[2], 'lastSentAt') then
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
end
return remember('stored')
