--[[
Takes back one person's decision about a target; those of others stay. The tag follows the latest end of that, or
goes when nothing of it is in force.

KEYS  1 operation  2 opt-outs (HASH)  3 pending tags (ZSET)  4 tag intents (HASH)  5 audit (STREAM)
      6 what was undone (HASH)
ARGV  1 how long the operation is remembered, ms
      2 target  3 who, encoded
      4 id whose tag is to be written; '' = a group or a pattern, which has none
      5 version of the tag  6 now, ms; the earlier of it and Redis's time judges which decisions are in force
      7 how many entries the audit stream keeps, about
      8 audit entry, JSON; '' = the namespace of another type has it
      9 the field of the trace  10 the trace; '' = none is left
      11 how far Redis's time is moved, ms
Reply '1', or '0' when that person said nothing.
]]
-- replicated
-- include: remember
-- include: businessNow
-- include: decisions
-- include: patternIndex
local done = redis.call('GET', KEYS[1])
if done then return done end

local lines, own = besides(redis.call('HGET', KEYS[2], ARGV[2]) or '', ARGV[3])
if not own then return remember('0') end
local latest = latestEnd(lines)
if #lines == 0 then
  redis.call('HDEL', KEYS[2], ARGV[2])
else
  redis.call('HSET', KEYS[2], ARGV[2], latest .. '\n' .. table.concat(lines, '\n'))
end
indexPattern(KEYS[2], ARGV[2])
if ARGV[10] ~= '' then redis.call('HSET', KEYS[6], ARGV[9], ARGV[10]) end

if ARGV[4] ~= '' then
  local now = math.min(businessNow(), tonumber(ARGV[6]))
  local inForce = latest == 'forever' or tonumber(latest) > now
  redis.call('ZADD', KEYS[3], ARGV[6], ARGV[4])
  redis.call('HSET', KEYS[4], ARGV[4], ARGV[5] .. '|' .. (inForce and latest or ''))
end
if ARGV[8] ~= '' then
  redis.call('XADD', KEYS[5], 'MAXLEN', '~', ARGV[7], '*', 'id', ARGV[4], 'entry', ARGV[8])
end
return remember('1')
