--[[
The first due ids in the order of core/mark/deletionOrder.ts: those that the cloud refused least often, and of these the
oldest date first. Looks past however many wait for a next attempt.

KEYS  1 schedule (ZSET)  2 retry (ZSET)  3 refused (ZSET)
ARGV  1 now, ms  2 how many at most
Reply the ids.
]]
local CHUNK = 500
local now, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local total = redis.call('ZCOUNT', KEYS[1], '-inf', ARGV[1])
local isAnyRefused = redis.call('EXISTS', KEYS[3]) == 1
-- The numbers of refusals, and for each its ids, oldest date first.
local numbers, turns = { 0 }, { [0] = {} }
for from = 0, total - 1, CHUNK do
  if #turns[0] >= limit then break end
  local ids = redis.call('ZRANGE', KEYS[1], from, math.min(from + CHUNK, total) - 1)
  local attempts = redis.call('ZMSCORE', KEYS[2], unpack(ids))
  local refused = isAnyRefused and redis.call('ZMSCORE', KEYS[3], unpack(ids)) or {}
  for i, id in ipairs(ids) do
    local attempt = tonumber(attempts[i] or 0)
    if attempt <= now then
      local refusals = tonumber(refused[i] or 0)
      -- Release 0.2 and earlier wrote half a millisecond into the time of the next attempt instead.
      if refusals == 0 and attempt % 1 ~= 0 then refusals = 1 end
      if not turns[refusals] then
        turns[refusals] = {}
        numbers[#numbers + 1] = refusals
      end
      local list = turns[refusals]
      if #list < limit then list[#list + 1] = id end
    end
  end
end
local found = {}
table.sort(numbers)
for _, refusals in ipairs(numbers) do
  for _, id in ipairs(turns[refusals]) do
    if #found >= limit then return found end
    found[#found + 1] = id
  end
end
return found
