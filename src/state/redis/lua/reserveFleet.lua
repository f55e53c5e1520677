--[[
Reserves shares of more than one namespace: a place in the canary of the type in the account, if its stage is that,
and one in the fleet's budget of the day. The budget is counted also while there is no limit, so that one that is set at
noon knows of the morning. The stage is looked at again when it is repeated after a lost reply.

KEYS  1 operation  2 control (HASH)  3 budget of the day
ARGV  1 how long the operation is remembered, ms  2 how long the counter is kept, ms
      3 the field of the stage  4 the stage where no operator set one  5 the field of the canary, `used|at, ms`
      6 deletions of a canary  7 how long the pause after them lasts, ms
      8 now, ms; a pause begins at the later of it and Redis's time, and is over by the earlier
      9 the field of the stage of the namespace itself, which counts before 3
      10 how far Redis's time is moved, ms
Reply `reserved|incarnation`, `canary|incarnation` = reserved, and counted as one of it; `budget|limit`; `stage|stage`;
      `paused|until, ms`.
]]
-- include: remember
-- include: businessNow
local stage = redis.call('HGET', KEYS[2], ARGV[9]) or redis.call('HGET', KEYS[2], ARGV[3]) or ARGV[4]
if stage ~= 'canary' and stage ~= 'live' then return 'stage|' .. stage end
local done = redis.call('GET', KEYS[1])
if done then return done end

local clock = businessNow()
local earlier = math.min(clock, tonumber(ARGV[8]))
local later = math.max(clock, tonumber(ARGV[8]))
local used = 0
if stage == 'canary' then
  local stored = redis.call('HGET', KEYS[2], ARGV[5]) or '0|0'
  local count, at = string.match(stored, '^(%d+)|(%d+)$')
  -- An unreadable one pauses the canary until an operator sets the stage again.
  if not count then return remember(string.format('paused|%.0f', earlier + tonumber(ARGV[7]))) end
  used = tonumber(count)
  if used >= tonumber(ARGV[6]) then
    local ends = tonumber(at) + tonumber(ARGV[7])
    -- One from the future was written by a wrong clock, and counts for nothing (CLOCKS_DIFFER_MS).
    if earlier < ends and tonumber(at) <= later + 300000 then return remember(string.format('paused|%.0f', ends)) end
    used = 0
  end
end
local limit = redis.call('HGET', KEYS[2], 'deletesPerDay')
if limit and tonumber(redis.call('GET', KEYS[3]) or '0') >= (tonumber(limit) or 0) then
  return remember('budget|' .. limit)
end

redis.call('INCR', KEYS[3])
redis.call('PEXPIRE', KEYS[3], ARGV[2])
local incarnation = '|' .. (redis.call('HGET', KEYS[2], 'incarnation') or '')
if stage ~= 'canary' then return remember('reserved' .. incarnation) end
redis.call('HSET', KEYS[2], ARGV[5], string.format('%d|%.0f', used + 1, later))
return remember('canary' .. incarnation)
