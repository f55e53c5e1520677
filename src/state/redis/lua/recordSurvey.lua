--[[
A survey was complete; the unwatched time before it is kept. Running it twice does no harm. An older survey
that comes late moves the record back: then more time counts as not watched. A span that ends in Redis's future was written
by a wrong clock: at the first survey by a right one it ends now, or nothing would count as watched until it is over.

KEYS  1 surveyed (STRING)  2 unobserved (ZSET)
ARGV  1 when it ended, ms  2 how long a survey is good for, ms  3 spans that ended before this are forgotten, ms
      4 how many spans are kept  5 how far Redis's time is moved, ms
Reply '1'.
]]
-- include: businessNow
-- Clocks may differ by this, ms (CLOCKS_DIFFER_MS).
local DIFFER_MS = 300000
local today = businessNow()
local at, watched, most = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
local last = tonumber(redis.call('GET', KEYS[1]) or '')
-- One from the future does not show when it was: a clock was wrong.
local from = last and last <= at + watched and last + watched or 0
if at <= today + DIFFER_MS then
  local ending = string.format('%.0f', math.max(at, today))
  for _, span in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], string.format('(%.0f', today + DIFFER_MS), '+inf')) do
    redis.call('ZREM', KEYS[2], span)
    local begin = string.match(span, '^%d+')
    if tonumber(begin) < tonumber(ending) then redis.call('ZADD', KEYS[2], ending, begin .. '|' .. ending) end
  end
end
if from < at then redis.call('ZADD', KEYS[2], ARGV[1], string.format('%.0f|%s', from, ARGV[1])) end
redis.call('SET', KEYS[1], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[3])

-- Too many: the two oldest become one, with the time between them; never the other way.
while redis.call('ZCARD', KEYS[2]) > most do
  local oldest = redis.call('ZRANGE', KEYS[2], 0, 1)
  local begin = math.min(tonumber(string.match(oldest[1], '^%d+')), tonumber(string.match(oldest[2], '^%d+')))
  local ending = string.match(oldest[2], '%d+$')
  redis.call('ZREM', KEYS[2], oldest[1], oldest[2])
  redis.call('ZADD', KEYS[2], ending, string.format('%.0f|%s', begin, ending))
end
return '1'
