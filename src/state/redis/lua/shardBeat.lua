--[[
One beat of one shard of a cluster; beat.lua explains beats. One that is behind stays so until the caller has begun
a new incarnation and forgets its memory, or another caller would not notice.

KEYS  1 operation  2 beat (STRING)  3 members (HASH)
ARGV  1 how long the operation is remembered, ms
      2 the highest beat of this key that the caller remembers; 0 = none
      3 the member that beats  4 the member that wrote the beat that the caller remembers; '' = unknown
      5 how far Redis's time is moved, ms
Reply the beat, 0 = none is to be remembered; '1' when it was behind: the shard lost something; else '0'; how many other
      members have yet to compare this life of the shard with their memory.
]]
-- replicated
-- include: remember
-- include: businessNow
-- include: members
local known = tonumber(ARGV[2])
local beat = tonumber(redis.call('GET', KEYS[2]) or '') or 0
if beat < known or hasForgotten(KEYS[3], ARGV[4], known) then return { '0', '1', '0' } end

local now = businessNow()
beat = math.max(beat + 1, now)
redis.call('SET', KEYS[2], string.format('%d', beat))
remember('beaten')
return { string.format('%d', beat), '0', tostring(noteMember(KEYS[3], ARGV[3], beat, now)) }
