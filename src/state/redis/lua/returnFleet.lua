--[[
Gives back the reserved shares of a permit that was denied, or whose request certainly did nothing. A place that is not
given back is one too few, which is no harm. Counters that began anew since, in a Redis that lost something, never had it.

KEYS  1 operation  2 control (HASH)  3 budget of the day
ARGV  1 how long the operation is remembered, ms  2 the field of the canary, `used|at, ms`; '' = it was not counted as one
      3 the incarnation in which it was reserved; '' = there was none
Reply 'returned', or 'outlived': nothing was given back.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
if (redis.call('HGET', KEYS[2], 'incarnation') or '') ~= ARGV[3] then return remember('outlived') end
if tonumber(redis.call('GET', KEYS[3]) or '0') > 0 then redis.call('DECR', KEYS[3]) end
local count, at = string.match(ARGV[2] ~= '' and redis.call('HGET', KEYS[2], ARGV[2]) or '', '^(%d+)|(%d+)$')
if count and tonumber(count) > 0 then
  redis.call('HSET', KEYS[2], ARGV[2], string.format('%d|%s', tonumber(count) - 1, at))
end
return remember('returned')
