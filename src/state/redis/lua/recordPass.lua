--[[
Stores the result of a pass.

KEYS  1 operation  2 pass (HASH)  3 lock
ARGV  1 how long the operation is remembered, ms
      2 fence: what the lock's value must be; '' = no fence
      3 action  4 the record, JSON
      5 the incarnation in which a mark pass completed; '' = it did not
      6… field, value, …: what gauges show of the pass
Reply 'stored', or 'L' = the lock is not ours, nothing was changed.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
if ARGV[2] ~= '' and redis.call('GET', KEYS[3]) ~= ARGV[2] then return 'L' end
redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
if ARGV[5] ~= '' then redis.call('HSET', KEYS[2], 'incarnation', ARGV[5]) end
for i = 6, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
return remember('stored')
