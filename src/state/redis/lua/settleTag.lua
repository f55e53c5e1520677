--[[
A tag was written, or is to be tried again. A newer decision about the same id is left alone.

KEYS  1 operation  2 pending tags (ZSET)  3 tag intents (HASH)
ARGV  1 how long the operation is remembered, ms
      2 id  3 the tag intent that was tried: `version|until`  4 when to try again, ms; '' = done
Reply '1', or '0' when there is a newer decision.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end

if redis.call('HGET', KEYS[3], ARGV[2]) ~= ARGV[3] then return remember('0') end
if ARGV[4] == '' then
  redis.call('ZREM', KEYS[2], ARGV[2])
  redis.call('HDEL', KEYS[3], ARGV[2])
else
  redis.call('ZADD', KEYS[2], ARGV[4], ARGV[2])
end
return remember('1')
