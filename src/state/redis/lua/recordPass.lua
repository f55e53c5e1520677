--[[
Stores the result of a pass.

KEYS  1 operation  2 pass (HASH)  3 lock  4 the last passes of the action (LIST of `hash|pass id|times|since, ms|json`)
      5 the changes of the blocked pass of the action (LIST of `digest|json`)
ARGV  1 how long the operation is remembered, ms
      2 fence: the lock must have this value; '' = no fence
      3 action  4 the record, JSON
      5 the incarnation in which a mark pass completed; '' = it did not
      6 hash over the text of the pass: one with the same is counted, and is no entry of its own  7 its id  8 its end, ms
      9 the pass for people, JSON  10 how many are kept
      11 the changes of a blocked pass, `digest|json`; '' = as before, '-' = nothing is blocked any more
      12… field, value, …: the pass's figures for gauges
Reply 'stored', or 'L' = the lock is not ours, nothing was changed.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
if ARGV[2] ~= '' and redis.call('GET', KEYS[3]) ~= ARGV[2] then return 'L' end
redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
if ARGV[5] ~= '' then redis.call('HSET', KEYS[2], 'incarnation', ARGV[5]) end
for i = 12, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end

local head = redis.call('LINDEX', KEYS[4], 0) or ''
local hash, passId, times, since = string.match(head, '^(%x+)|([^|]*)|(%d+)|(%d+)|')
local function entry(count, first)
  return string.format('%s|%s|%s|%s|', ARGV[6], ARGV[7], count, first) .. ARGV[9]
end
if passId == ARGV[7] then redis.call('LSET', KEYS[4], 0, entry(times, since))
elseif hash == ARGV[6] then redis.call('LSET', KEYS[4], 0, entry(string.format('%d', times + 1), since))
else
  redis.call('LPUSH', KEYS[4], entry('1', ARGV[8]))
  redis.call('LTRIM', KEYS[4], 0, tonumber(ARGV[10]) - 1)
end

if ARGV[11] == '-' then redis.call('LTRIM', KEYS[5], 1, 0)
elseif ARGV[11] ~= '' then
  local blocked = redis.call('LINDEX', KEYS[5], 0) or ''
  local digest = string.match(ARGV[11], '^[^|]*|')
  if string.sub(blocked, 1, #digest) == digest then redis.call('LSET', KEYS[5], 0, ARGV[11])
  else
    redis.call('LPUSH', KEYS[5], ARGV[11])
    redis.call('LTRIM', KEYS[5], 0, 1)
  end
end
return remember('stored')
