--[[
One page of marks in order of their dates, behind the anchor, whether or not the anchor is still there.

KEYS  1 schedule (ZSET)  2 marks (HASH)
ARGV  1 how many at most  2 the anchor's score; '' = from the start  3 the anchor's id
Reply 1 when more follow, else 0; then id, score, value of each (value nil = it has no mark).
]]
-- include: follows
local from = 0
if ARGV[2] ~= '' then
  local low = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. ARGV[2])
  local high = redis.call('ZCOUNT', KEYS[1], '-inf', ARGV[2])
  while low < high do
    local middle = math.floor((low + high) / 2)
    if follows(redis.call('ZRANGE', KEYS[1], middle, middle)[1], ARGV[3]) then
      high = middle
    else
      low = middle + 1
    end
  end
  from = low
end

local rows = redis.call('ZRANGE', KEYS[1], from, from + tonumber(ARGV[1]) - 1, 'WITHSCORES')
local reply = { 0 }
if from + #rows / 2 < redis.call('ZCARD', KEYS[1]) then reply[1] = 1 end
for i = 1, #rows, 2 do
  reply[#reply + 1] = rows[i]
  reply[#reply + 1] = rows[i + 1]
  reply[#reply + 1] = redis.call('HGET', KEYS[2], rows[i])
end
return reply
