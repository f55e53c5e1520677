--[[
Takes an opt-out back.

KEYS  1 operation  2 opt-outs (HASH)  3 pending tags (ZSET)  4 tag intents (HASH)  5 audit (STREAM)
ARGV  1 how long the operation is remembered, ms
      2 target
      3 id whose tag is to be removed; '' = a group, which has none
      4 the tag intent: `version|`  5 when, ms
      6 how many entries the audit stream keeps, about  7 audit entry, JSON
Reply '1', or '0' when there was none.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end

if redis.call('HDEL', KEYS[2], ARGV[2]) == 0 then return remember('0') end
if ARGV[3] ~= '' then
  redis.call('ZADD', KEYS[3], ARGV[5], ARGV[3])
  redis.call('HSET', KEYS[4], ARGV[3], ARGV[4])
end
redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[6], '*', 'id', ARGV[3], 'entry', ARGV[7])
return remember('1')
