--[[
Changes the fleet's control, if no operator has changed it since it was read.

KEYS  1 operation  2 control (HASH)  3 audit (STREAM)
ARGV  1 how long the operation is remembered, ms
      2 how many entries the audit stream keeps, about  3 audit entry, JSON
      4 the stamp of the control that was read, see include/stamp.lua
      5… field, value, …; '' removes the field
Reply 'stored', or 'conflict': another change came first, and nothing was changed.
]]
-- replicated
-- include: remember
-- include: stamp
local done = redis.call('GET', KEYS[1])
if done then return done end
if stampOf(KEYS[2]) ~= ARGV[4] then return remember('conflict') end
for i = 5, #ARGV, 2 do
  if ARGV[i + 1] == '' then
    redis.call('HDEL', KEYS[2], ARGV[i])
  else
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
  end
end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[2], '*', 'id', '', 'entry', ARGV[3])
return remember('stored')
