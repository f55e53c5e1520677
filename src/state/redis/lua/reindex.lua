--[[
Gives the indexes of a namespace what its marks say, each only where the mark is still the one that was read.

KEYS  1 marks (HASH)  2 schedule (ZSET)  3 retry (ZSET)  4 refused (ZSET)
ARGV  five per id: id, the stored value; '' = none, then its scores in the indexes; '' = it is not in it
Reply how many ids were put right.
]]
-- include: index
local mended = 0
for i = 1, #ARGV, 5 do
  local id, value = ARGV[i], ARGV[i + 1]
  if (redis.call('HGET', KEYS[1], id) or '') == value then
    index(KEYS[2], id, ARGV[i + 2])
    index(KEYS[3], id, ARGV[i + 3])
    index(KEYS[4], id, ARGV[i + 4])
    mended = mended + 1
  end
end
return mended
