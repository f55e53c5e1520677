--[[
One beat of one shard of a cluster; beat.lua says what a beat is. One that is behind stays so until the caller has begun
a new incarnation and forgets what it remembered, or another caller would not notice.

KEYS  1 operation  2 beat (STRING)
ARGV  1 how long the operation is remembered, ms
      2 the highest beat of this key that the caller remembers; 0 = none  3 how far Redis's time is moved, ms
Reply the beat, then '1' when it was behind: the shard lost something; else '0'.
]]
-- replicated
-- include: remember
-- include: businessNow
local known = tonumber(ARGV[2])
local beat = tonumber(redis.call('GET', KEYS[2]) or '') or 0
if beat < known then return { string.format('%d', beat), '1' } end

beat = string.format('%d', math.max(beat + 1, businessNow()))
redis.call('SET', KEYS[2], beat)
remember('beaten')
return { beat, '0' }
