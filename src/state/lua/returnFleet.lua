--[[
Gives back what was reserved for a permit that was denied. A place that is not given back is one too few, which is no
harm.

KEYS  1 operation  2 control (HASH)  3 budget of the day
ARGV  1 how long the operation is remembered, ms  2 the field of the canary, `used|at, ms`; '' = it was not counted as one
Reply 'returned'.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
if redis.call('EXISTS', KEYS[3]) == 1 then redis.call('DECR', KEYS[3]) end
local count, at = string.match(ARGV[2] ~= '' and redis.call('HGET', KEYS[2], ARGV[2]) or '', '^(%d+)|(%d+)$')
if count and tonumber(count) > 0 then
  redis.call('HSET', KEYS[2], ARGV[2], string.format('%d|%s', tonumber(count) - 1, at))
end
return remember('returned')
