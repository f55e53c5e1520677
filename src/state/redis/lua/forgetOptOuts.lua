--[[
Forgets opt-outs that ended long ago. One that was renewed meanwhile, or ends never, stays.

KEYS  1 operation  2 opt-outs (HASH)
ARGV  1 how long the operation is remembered, ms
      2 how long ago an opt-out must have ended, ms  3 now, ms
      4… targets
      the last = how far Redis's time is moved, ms
Reply how many were forgotten.
]]
-- include: remember
-- include: businessNow
-- include: patternIndex
local done = redis.call('GET', KEYS[1])
if done then return done end
local before = math.min(businessNow(), tonumber(ARGV[3])) - tonumber(ARGV[2])
local forgotten = 0
for i = 4, #ARGV - 1 do
  local latest = string.match(redis.call('HGET', KEYS[2], ARGV[i]) or '', '^(%d+)\n')
  if latest and tonumber(latest) < before then
    forgotten = forgotten + redis.call('HDEL', KEYS[2], ARGV[i])
    indexPattern(KEYS[2], ARGV[i])
  end
end
return remember(string.format('%d', forgotten))
