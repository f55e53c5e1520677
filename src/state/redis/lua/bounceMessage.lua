--[[
Notes that a message came back; the first note stays.

KEYS  1 operation  2 message (HASH)
ARGV  1 how long the operation is remembered, ms  2 the note
Reply 'stored', or '' when the message is not known, and nothing is written.
]]
-- replicated
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
if redis.call('EXISTS', KEYS[2]) == 0 then return '' end
redis.call('HSETNX', KEYS[2], 'bounce', ARGV[2])
return remember('stored')
