--[[
Ids whose date has come and which are not held back, oldest date first. Looks past however many are held.

KEYS  1 schedule (ZSET)  2 retry (ZSET)
ARGV  1 now, ms  2 how many at most
Reply the ids.
]]
local CHUNK = 500
local now, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local total = redis.call('ZCOUNT', KEYS[1], '-inf', ARGV[1])
local found = {}
for from = 0, total - 1, CHUNK do
  if #found >= limit then break end
  local ids = redis.call('ZRANGE', KEYS[1], from, math.min(from + CHUNK, total) - 1)
  local heldUntil = redis.call('ZMSCORE', KEYS[2], unpack(ids))
  for i, id in ipairs(ids) do
    local isHeld = heldUntil[i] and tonumber(heldUntil[i]) > now
    if not isHeld and #found < limit then found[#found + 1] = id end
  end
end
return found
