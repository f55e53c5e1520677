--[[
Stores an operator's approval of one blocked set.

KEYS  1 operation  2 pass (HASH)  3 audit (STREAM)
ARGV  1 how long the operation is remembered, ms
      2 the approval's field  3 the approval, JSON
      4 how many entries the audit stream keeps, about  5 audit entry, JSON
Reply 'stored'.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], '*', 'id', '', 'entry', ARGV[5])
return remember('stored')
