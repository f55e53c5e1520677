--[[
Gives the indexes of a namespace what its marks say, each only where the mark is still the one that was read.

KEYS  1 marks (HASH)  2 schedule (ZSET)  3 retry (ZSET)
ARGV  four per id: id, the stored value; '' = none, date to look at it, ms, next attempt, see due.lua; '' = not deferred
Reply how many ids were put right.
]]
local mended = 0
for i = 1, #ARGV, 4 do
  local id, value = ARGV[i], ARGV[i + 1]
  if (redis.call('HGET', KEYS[1], id) or '') == value then
    if value == '' then
      redis.call('ZREM', KEYS[2], id)
    else
      redis.call('ZADD', KEYS[2], ARGV[i + 2], id)
    end
    if ARGV[i + 3] == '' then
      redis.call('ZREM', KEYS[3], id)
    else
      redis.call('ZADD', KEYS[3], ARGV[i + 3], id)
    end
    mended = mended + 1
  end
end
return mended
