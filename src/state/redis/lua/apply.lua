--[[
Applies transitions of marks, each compare-and-set on generation and revision.

KEYS  1 operation  2 marks (HASH)  3 schedule (ZSET)  4 retry (ZSET)  5 opt-outs (HASH)  6 audit (STREAM)  7 lock
ARGV  1 how long the operation is remembered, ms
      2 fence: what the lock's value must be; '' = no fence
      3 how many entries the audit stream keeps, about
      then nine per transition:
        id
        what the stored value must begin with: `generation|revision|`; '' = there must be none
        the next value; '' = remove
        projected deletion, ms
        next attempt, ms, see due.lua; '' = not held back
        opt-out target of the id; '' = not a new mark, opt-outs do not matter
        opt-out target of the group; '' = none
        now, ms
        audit entry, JSON
      the last = how far Redis's time is moved, ms
Reply 'L' = the lock is not ours, nothing was changed; else one letter per transition:
      'a' applied, 'c' conflict, 'o' opted out.
]]
-- include: remember
-- include: businessNow
-- include: optedOut
local done = redis.call('GET', KEYS[1])
if done then return done end
if ARGV[2] ~= '' and redis.call('GET', KEYS[7]) ~= ARGV[2] then return 'L' end

local clock = businessNow()
local answers = {}
for i = 4, #ARGV - 1, 9 do
  local id, expected, value = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local now = math.min(clock, tonumber(ARGV[i + 7]))
  local stored = redis.call('HGET', KEYS[2], id)
  local answer = 'a'
  if expected == '' then
    if stored then answer = 'c' end
  elseif not stored or string.sub(stored, 1, #expected) ~= expected then
    answer = 'c'
  end
  if answer == 'a' and (optedOut(KEYS[5], ARGV[i + 5], now) or optedOut(KEYS[5], ARGV[i + 6], now)) then
    answer = 'o'
  end
  if answer == 'a' then
    if value == '' then
      redis.call('HDEL', KEYS[2], id)
      redis.call('ZREM', KEYS[3], id)
    else
      redis.call('HSET', KEYS[2], id, value)
      redis.call('ZADD', KEYS[3], ARGV[i + 3], id)
    end
    if value == '' or ARGV[i + 4] == '' then
      redis.call('ZREM', KEYS[4], id)
    else
      redis.call('ZADD', KEYS[4], ARGV[i + 4], id)
    end
    redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[3], '*', 'id', id, 'entry', ARGV[i + 8])
  end
  answers[#answers + 1] = answer
end
return remember(table.concat(answers))
