--[[
Ids whose date has come and which are not deferred, oldest date first; those that the cloud refused before come behind
all others. Looks past however many are deferred.

KEYS  1 schedule (ZSET)  2 retry (ZSET); a score with half a millisecond is of one that the cloud refused
ARGV  1 now, ms  2 how many at most
Reply the ids.
]]
local CHUNK = 500
local now, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local total = redis.call('ZCOUNT', KEYS[1], '-inf', ARGV[1])
local found, refused = {}, {}
for from = 0, total - 1, CHUNK do
  if #found >= limit then break end
  local ids = redis.call('ZRANGE', KEYS[1], from, math.min(from + CHUNK, total) - 1)
  local scores = redis.call('ZMSCORE', KEYS[2], unpack(ids))
  for i, id in ipairs(ids) do
    local score = scores[i] and tonumber(scores[i]) or 0
    local isHeld = score > now
    local list = score % 1 == 0 and found or refused
    if not isHeld and #list < limit then list[#list + 1] = id end
  end
end
for i = 1, math.min(#refused, limit - #found) do found[#found + 1] = refused[i] end
return found
