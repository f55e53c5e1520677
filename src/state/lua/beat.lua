--[[
One beat of the fleet. Beats only grow, over every life of the store, because each is at least the time in ms. One that
is missing, or behind what the caller remembers, means that this Redis lost something: it begins a new incarnation.

KEYS  1 operation  2 control (HASH)
ARGV  1 how long the operation is remembered, ms
      2 the highest beat that the caller remembers; 0 = none
      3 the id of the incarnation that would begin
      4 older than this, ms, is a beat that nobody remembers not to be trusted
      5 '1' = something was lost elsewhere
      6… what the caller remembers of the control: field, value, …; the last = how far Redis's time is moved, ms
Reply incarnation, beat, Redis's time, then the control: field, value, …
]]
-- replicated
-- include: remember
-- include: businessNow
local now = businessNow()
local known = tonumber(ARGV[2])
local incarnation = redis.call('HGET', KEYS[2], 'incarnation')
local beat = tonumber(redis.call('HGET', KEYS[2], 'beat') or '') or 0
local isUnknown = known == 0 and now - beat > tonumber(ARGV[4])
if not incarnation or beat < known or isUnknown or ARGV[5] == '1' then
  incarnation = ARGV[3]
  -- What was switched off stays off, whatever was restored.
  local isOff = { killed = 'yes', service = 'out' }
  for i = 6, #ARGV - 1, 2 do
    local field = ARGV[i]
    local isKept = isOff[field] and redis.call('HGET', KEYS[2], field) == isOff[field]
    if not isKept then redis.call('HSET', KEYS[2], field, ARGV[i + 1]) end
  end
end

beat = math.max(beat + 1, known + 1, now)
redis.call('HSET', KEYS[2], 'incarnation', incarnation, 'beat', string.format('%d', beat))
local reply = { incarnation, string.format('%d', beat), string.format('%d', now) }
for _, part in ipairs(redis.call('HGETALL', KEYS[2])) do reply[#reply + 1] = part end
remember('beaten')
return reply
