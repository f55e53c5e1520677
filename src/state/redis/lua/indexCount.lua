--[[
How many marks have a date before an instant: those of the days before it, and of its own day up to it.

KEYS  1 the list of all by date (include/orderLists.lua)  2 days (HASH: days since the epoch → how many)
ARGV  1 the instant, ms
Reply how many.
]]
-- include: orderLists
local DAY_MS = 86400000
local at = tonumber(ARGV[1])
local today = math.floor(at / DAY_MS)

local sum = 0
local days = redis.call('HGETALL', KEYS[2])
for i = 1, #days, 2 do
  if tonumber(days[i]) < today then sum = sum + tonumber(days[i + 1]) end
end
if at <= today * DAY_MS then return sum end

local from = string.format('%.0f', today * DAY_MS)
local start = startOf(KEYS[1], placeOf(from, ''))
local ending = placeOf(at, '')
while start and follows(ending, start) do
  sum = sum + redis.call('ZCOUNT', partOf(KEYS[1], start), from, '(' .. ARGV[1])
  start = nextStart(KEYS[1], start)
end
return sum
