--[[
A part of one list of the index, behind a place, whether or not the entry of that place is still there.

KEYS  1 the list (include/orderLists.lua)  2 records (the start of HASHes, include/markRecords.lua)
ARGV  1 how many at most  2 `asc` or `desc`  3 the place's score; '' = from the start  4 its member
Reply 1 when more follow, else 0; then member, score, tag with id of each.
]]
-- include: orderLists
-- include: markRecords
local limit, isUp = tonumber(ARGV[1]), ARGV[2] == 'asc'
local list = KEYS[1]

local place = ARGV[3] ~= '' and placeOf(ARGV[3], ARGV[4])
local start = ''
if place then
  start = startOf(list, place)
elseif not isUp then
  start = redis.call('ZREVRANGE', list, 0, 0)[1] or ''
end

local function isBehind(score, member)
  if not place then return true end
  local own = placeOf(score, member)
  if isUp then return follows(own, place) end
  return follows(place, own)
end

local reply, found = { 0 }, 0
while start do
  local rows = redis.call(isUp and 'ZRANGE' or 'ZREVRANGE', partOf(list, start), 0, -1, 'WITHSCORES')
  for i = 1, #rows, 2 do
    if isBehind(rows[i + 1], rows[i]) then
      if found == limit then
        reply[1] = 1
        return reply
      end
      found = found + 1
      local number = string.match(rows[i], '(%d+)$')
      local whole = readRecord(KEYS[2], number)
      reply[#reply + 1] = rows[i]
      reply[#reply + 1] = rows[i + 1]
      reply[#reply + 1] = string.match(whole, '%z(.*)$') or ''
    end
  end
  if isUp then start = nextStart(list, start) else start = previousStart(list, start) end
end
return reply
