--[[
Who has a lock now, and what time it is there: the time to live of the lock ends by that clock.

KEYS  1 lock
ARGV  none
Reply { Redis's time, ms, the value of the lock or '' }.
]]
-- include: redisNow
return { redisNow(), redis.call('GET', KEYS[1]) or '' }
