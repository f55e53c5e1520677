--[[
The units of a provider that wait, and those that have a place now. Removes places that no instance renewed.

KEYS  1 due (ZSET)  2 unfinished (ZSET)  3 places (ZSET)  4 places given so far (STRING)
ARGV  1 how many of the first waiting ones; 0 = all
Reply that number, the units with a place, the first due and unfinished ones with their scores.
]]
-- include: redisNow
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', string.format('%.0f', redisNow()))
local last = tonumber(ARGV[1]) - 1
return {
  redis.call('GET', KEYS[4]) or '0',
  redis.call('ZRANGE', KEYS[3], 0, -1),
  redis.call('ZRANGE', KEYS[1], 0, last, 'WITHSCORES'),
  redis.call('ZRANGE', KEYS[2], 0, last, 'WITHSCORES'),
}
