--[[
Gives a unit one of its provider's places, or renews it. Running it twice after a lost reply does no harm: the place is
given once, or its lease ends by itself.

KEYS  1 due (ZSET)  2 unfinished (ZSET)  3 places (ZSET)  4 places given so far (STRING)
ARGV  1 unit  2 places in the fleet  3 how long a place lasts, ms
      4 the waiting pass that gets it, and then no longer waits; '' = the unit runs already
Reply '1', or '0' when no place is free, or the pass no longer waits or its unit has a place.
]]
-- include: redisNow
local now = redisNow()
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', string.format('%.0f', now))
local has = redis.call('ZSCORE', KEYS[3], ARGV[1])
if not has and redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[2]) then return '0' end
if ARGV[4] ~= '' then
  if has then return '0' end
  if redis.call('ZREM', KEYS[1], ARGV[4]) + redis.call('ZREM', KEYS[2], ARGV[4]) == 0 then return '0' end
  redis.call('INCR', KEYS[4])
end
redis.call('ZADD', KEYS[3], string.format('%.0f', now + tonumber(ARGV[3])), ARGV[1])
return '1'
