--[[
One beat of the fleet. Beats only grow, over every life of the store, because each is at least the time in ms. One that
is missing, or behind the caller's memory, means that this Redis lost something: it begins a new incarnation.
Part of its id, up to `~`, is the memory that it shares with earlier ones: only where the store certainly forgot nothing
does a new incarnation keep that. A caller without a memory cannot know; then a server in the same life forgot nothing.
The beat of the fleet alone does not show it: after a roll-back another member, which remembers less, may make it grow again.
So the caller's own beat is compared too, which no other member writes, and the number of changes of the control.

KEYS  1 operation  2 control (HASH)  3 audit (STREAM)  4 members (HASH)
ARGV  1 how long the operation is remembered, ms
      2 the highest beat that the caller remembers; 0 = none
      3 the id of the incarnation that would begin
      4 a beat that no member remembers is not trusted once it is older than this, ms
      5 '1' = something was lost elsewhere
      6 how many entries the audit stream keeps, about
      7 audit entry, JSON, at 0; the switches put back stand in it for `{putBack}`
      8 deletions of a canary
      9 the member that beats  10 the member that wrote the beat that the caller remembers; '' = unknown
      11 the version of the control that the caller remembers; 0 = none
      12 the stamp of the control that the caller compared with its memory, see include/stamp.lua; '' = not compared yet
      13 the switches to put back, in words; '' = none
      14… what to put back: field, value, …; '' removes the field; the last = how far Redis's time is moved, ms
Reply `compare`, then the control: field, value, …: a new incarnation must begin, and nothing was written. Or
      incarnation, beat, Redis's time, the switches put back: `field value, …`, how many other members have yet to compare
      this life of the server with their memory, then the control: field, value, …
]]
-- replicated
-- include: remember
-- include: businessNow
-- include: members
-- include: stamp
local function withControl(reply)
  for _, part in ipairs(redis.call('HGETALL', KEYS[2])) do reply[#reply + 1] = part end
  return reply
end

local now = businessNow()
local putBack = redis.call('GET', KEYS[1]) or ''
local known = tonumber(ARGV[2])
local incarnation = redis.call('HGET', KEYS[2], 'incarnation')
local beat = tonumber(redis.call('HGET', KEYS[2], 'beat') or '') or 0
local version = tonumber(redis.call('HGET', KEYS[2], 'version') or '') or 0
local isUnknown = known == 0 and now - beat > tonumber(ARGV[4])
local isBehind = beat < known or version < tonumber(ARGV[11]) or hasForgotten(KEYS[4], ARGV[10], known)
if not incarnation or isBehind or isUnknown or ARGV[5] == '1' then
  if stampOf(KEYS[2]) ~= ARGV[12] then return withControl({ 'compare' }) end
  local isLost = not incarnation or isBehind or ARGV[5] == '1' or isInNewLife(KEYS[4])
  incarnation = isLost and ARGV[3] or string.match(incarnation, '^[^~]*') .. '~' .. ARGV[3]
  for i = 14, #ARGV - 1, 2 do
    if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[2], ARGV[i])
    else redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
  end
  -- The deletions of a canary until now are unknown: its day begins anew.
  for _, field in ipairs(redis.call('HKEYS', KEYS[2])) do
    if string.match(field, '^canary:') then
      redis.call('HSET', KEYS[2], field, string.format('%s|%.0f', ARGV[8], now))
    end
  end
  if ARGV[13] ~= '' then
    putBack = ARGV[13]
    local said = string.gsub(putBack, '%%', '%%%%')
    local entry = string.gsub(string.gsub(ARGV[7], '{putBack}', said), '"at":0', string.format('"at":%d', now), 1)
    redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[6], '*', 'id', '', 'entry', entry)
  end
end

beat = math.max(beat + 1, known + 1, now)
redis.call('HSET', KEYS[2], 'incarnation', incarnation, 'beat', string.format('%d', beat))
local waitsFor = noteMember(KEYS[4], ARGV[9], beat, now)
remember(putBack)
return withControl({ incarnation, string.format('%d', beat), string.format('%d', now), putBack, tostring(waitsFor) })
