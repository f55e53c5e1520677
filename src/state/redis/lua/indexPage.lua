--[[
A part of one order of the index, behind a place, whether or not the entry of that place is still there.

KEYS  1 entries (ZSET)
ARGV  1 how many at most  2 `asc` or `desc`  3 the place's score; '' = from the start  4 its member
Reply 1 when more follow, else 0; then member, score of each.
]]
-- include: follows
local length = redis.call('ZCARD', KEYS[1])
local isUp = ARGV[2] == 'asc'

-- How many entries come before the place, in ascending order; with `orAt` also the place itself.
local function rankOf(orAt)
  local low = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. ARGV[3])
  local high = redis.call('ZCOUNT', KEYS[1], '-inf', ARGV[3])
  while low < high do
    local middle = math.floor((low + high) / 2)
    local member = redis.call('ZRANGE', KEYS[1], middle, middle)[1]
    if follows(member, ARGV[4]) or (member == ARGV[4] and not orAt) then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
end

local from = 0
if ARGV[3] ~= '' then from = isUp and rankOf(true) or length - rankOf(false) end
local last = from + tonumber(ARGV[1]) - 1
local rows = redis.call(isUp and 'ZRANGE' or 'ZREVRANGE', KEYS[1], from, last, 'WITHSCORES')
table.insert(rows, 1, last + 1 < length and 1 or 0)
return rows
