--[[
Changes the fleet's control.

KEYS  1 operation  2 control (HASH)  3 audit (STREAM)
ARGV  1 how long the operation is remembered, ms
      2 how many entries the audit stream keeps, about  3 audit entry, JSON
      4… field, value, …
Reply 'stored'.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
for i = 4, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[2], '*', 'id', '', 'entry', ARGV[3])
return remember('stored')
