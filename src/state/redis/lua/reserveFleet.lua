--[[
Reserves shares of more than one namespace: a place in the canary of the type in the account, if its stage is that,
and one in the fleet's budget of the day. The budget is counted also while there is no limit, so that one that is set at
noon knows of the morning. The control is compared again when it is repeated after a lost reply.

KEYS  1 operation  2 control (HASH)  3 budget of the day
ARGV  1 how long the operation is remembered, ms  2 how long the counter is kept, ms
      3 the stamp of the control that was read and allows a deletion, see include/stamp.lua
      4 the stage that it gives  5 the field of the canary, `used|at, ms`
      6 deletions of a canary  7 how long the pause after them lasts, ms
      8 now, ms; a pause begins at the later of it and Redis's time, and is over by the earlier
      9 deletions per day; '' = no limit
      10 the incarnation in which the caller counted  11 its count of the day  12 its count of the canary, as 5
      13 how far Redis's time is moved, ms
Reply `reserved|incarnation|count of the day|count of the canary`; `budget|limit`; `stage|stage`; `paused|until, ms`;
      `changed`: the control is not the one that was read.
]]
-- include: remember
-- include: businessNow
-- include: stamp
if stampOf(KEYS[2]) ~= ARGV[3] then return 'changed' end
if ARGV[4] ~= 'canary' and ARGV[4] ~= 'live' then return 'stage|' .. ARGV[4] end
local done = redis.call('GET', KEYS[1])
if done then return done end

local incarnation = redis.call('HGET', KEYS[2], 'incarnation') or ''
-- In the incarnation in which the caller counted, a counter that says less was set back: the caller's count goes on.
local isSame = incarnation == ARGV[10]
local function countIn(text) return string.match(text or '', '^(%d+)|(%d+)$') end

local clock = businessNow()
local earlier = math.min(clock, tonumber(ARGV[8]))
local later = math.max(clock, tonumber(ARGV[8]))
local used = 0
if ARGV[4] == 'canary' then
  local count, at = countIn(redis.call('HGET', KEYS[2], ARGV[5]) or '0|0')
  -- An unreadable one pauses the canary until an operator sets the stage again.
  if not count then return remember(string.format('paused|%.0f', earlier + tonumber(ARGV[7]))) end
  count, at = tonumber(count), tonumber(at)
  local ownCount, ownAt = countIn(ARGV[12])
  if isSame and ownCount and (tonumber(ownAt) > at or (tonumber(ownAt) == at and tonumber(ownCount) > count)) then
    count, at = tonumber(ownCount), tonumber(ownAt)
  end
  used = count
  if used >= tonumber(ARGV[6]) then
    local ends = at + tonumber(ARGV[7])
    -- One from the future was written by a wrong clock, and counts for nothing (CLOCKS_DIFFER_MS).
    if earlier < ends and at <= later + 300000 then return remember(string.format('paused|%.0f', ends)) end
    used = 0
  end
end
local counted = tonumber(redis.call('GET', KEYS[3]) or '0') or 0
if isSame then counted = math.max(counted, tonumber(ARGV[11])) end
if ARGV[9] ~= '' and counted >= tonumber(ARGV[9]) then return remember('budget|' .. ARGV[9]) end

redis.call('SET', KEYS[3], string.format('%d', counted + 1), 'PX', ARGV[2])
local canary = ''
if ARGV[4] == 'canary' then
  canary = string.format('%d|%.0f', used + 1, later)
  redis.call('HSET', KEYS[2], ARGV[5], canary)
end
return remember(string.format('reserved|%s|%d|%s', incarnation, counted + 1, canary))
