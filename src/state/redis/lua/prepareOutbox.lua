--[[
Stores a message before it is sent.

KEYS  1 operation  2 outbox (HASH)
ARGV  1 how long the operation is remembered, ms  2 the message with its first rows, JSON  3… more rows, JSON
Reply 'stored'.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
for i = 1, tonumber(redis.call('HGET', KEYS[2], 'parts') or 0) do redis.call('HDEL', KEYS[2], 'prepared:' .. i) end
redis.call('HDEL', KEYS[2], 'parts')
redis.call('HSET', KEYS[2], 'prepared', ARGV[2])
for i = 3, #ARGV do redis.call('HSET', KEYS[2], 'prepared:' .. (i - 2), ARGV[i], 'parts', i - 2) end
return remember('stored')
