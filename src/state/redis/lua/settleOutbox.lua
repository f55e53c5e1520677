--[[
Takes the prepared message and items out of an outbox. An empty one keeps the time of the last message.

KEYS  1 operation  2 outbox (HASH)
ARGV  1 how long the operation is remembered, ms
      2 when a transport accepted the message, ms; '' = none was sent
      3 how long an empty outbox is kept, ms
      4… fields
Reply how many items are left.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
for i = 1, tonumber(redis.call('HGET', KEYS[2], 'parts') or 0) do redis.call('HDEL', KEYS[2], 'prepared:' .. i) end
redis.call('HDEL', KEYS[2], 'prepared', 'parts', 'refused')
for i = 4, #ARGV do redis.call('HDEL', KEYS[2], ARGV[i]) end
if ARGV[2] ~= '' then redis.call('HSET', KEYS[2], 'lastSentAt', ARGV[2]) end
local left = redis.call('HLEN', KEYS[2]) - redis.call('HEXISTS', KEYS[2], 'lastSentAt')
if left == 0 then redis.call('PEXPIRE', KEYS[2], ARGV[3]) end
return remember(string.format('%d', left))
