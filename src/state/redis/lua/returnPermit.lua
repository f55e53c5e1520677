--[[
Gives back the place in the namespace's budget of the day of a permit whose request certainly did nothing, and counts it
as refused, unless it is tried again soon. A counter that began anew since, in a Redis that lost something, never had the place.

KEYS  1 operation  2 budget of the day  3 refusals of the day  4 pass (HASH)
ARGV  1 how long the operation is remembered, ms  2 how long the counters are kept, ms
      3 the incarnation in which the permit was given; '' = none was asked for
      4 '' = it is not counted as refused  5 refused requests of the day, as the caller counted
Reply refused requests of the day.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
local isSameLife = ARGV[3] == '' or redis.call('HGET', KEYS[4], 'incarnation') == ARGV[3]
if isSameLife and tonumber(redis.call('GET', KEYS[2]) or '0') > 0 then redis.call('DECR', KEYS[2]) end
local refusals = math.max(tonumber(redis.call('GET', KEYS[3]) or '0') or 0, tonumber(ARGV[5]))
if ARGV[4] ~= '' then
  refusals = refusals + 1
  redis.call('SET', KEYS[3], string.format('%d', refusals), 'PX', ARGV[2])
end
return remember(string.format('%d', refusals))
