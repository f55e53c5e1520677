--[[
Stores one person's decision about a target, in place of the same person's last one. Those of others stay, and
the latest end of it all counts. Takes no lock and always wins: a mark that is not being deleted goes with it.

KEYS  1 operation  2 opt-outs (HASH)  3 marks (HASH)  4 schedule (ZSET)  5 retry (ZSET)  6 refused (ZSET)
      7 pending tags (ZSET)  8 tag intents (HASH)  9 audit (STREAM)
ARGV  1 how long the operation is remembered, ms
      2 target
      3 the person, encoded  4 the decision: `actor|until|json`
      5 id of the mark; '' = a group or a pattern, which has none
      6 version of the tag to be written  7 when, ms
      8 how many entries the audit stream keeps, about
      9 audit entry of the opt-out, JSON  10 of the removed mark
      11 '1' when the same person said the same a moment ago: it is stored, and no second audit entry is written;
         'copy' when the namespace of another type has the audit entry
      12 how many patterns the namespace may have
      13 'longer' when a line of the same person that ends later stays  14 how far Redis's time is moved, ms
Reply lines: 'none', 'deleting' or 'removed'; the value of that mark or nothing; the stored decisions about the target
now. Or only 'full', a pattern too many, or 'longer': nothing is stored.
]]
-- replicated
-- include: remember
-- include: businessNow
-- include: decisions
-- include: patternIndex
local done = redis.call('GET', KEYS[1])
if done then return done end
if isOneTooMany(KEYS[2], ARGV[2], tonumber(ARGV[12])) then return remember('full') end

local id = ARGV[5]
local lines, saidBefore = besides(redis.call('HGET', KEYS[2], ARGV[2]) or '', ARGV[3])
if ARGV[13] == 'longer' and saidBefore and latestEnd({ saidBefore, ARGV[4] }) ~= latestEnd({ ARGV[4] }) then
  return remember('longer')
end
lines[#lines + 1] = ARGV[4]
local latest = latestEnd(lines)
local value = latest .. '\n' .. table.concat(lines, '\n')
local function reply(outcome, mark) return remember(outcome .. '\n' .. mark .. '\n' .. value) end

redis.call('HSET', KEYS[2], ARGV[2], value)
indexPattern(KEYS[2], ARGV[2])
-- Distinguishes an emptied Redis from one in which no person ever opted out.
redis.call('HSETNX', KEYS[2], 'sentinel', string.format('%d', businessNow()))
if ARGV[11] ~= 'copy' and not (saidBefore and ARGV[11] == '1') then
  redis.call('XADD', KEYS[9], 'MAXLEN', '~', ARGV[8], '*', 'id', id, 'entry', ARGV[9])
end
if id == '' then return reply('none', '') end

redis.call('ZADD', KEYS[7], ARGV[7], id)
redis.call('HSET', KEYS[8], id, ARGV[6] .. '|' .. latest)

local stored = redis.call('HGET', KEYS[3], id)
if not stored then return reply('none', '') end
if string.match(stored, '^[^|]*|[^|]*|([^|]*)|') == 'deleting' then return reply('deleting', stored) end
redis.call('HDEL', KEYS[3], id)
redis.call('ZREM', KEYS[4], id)
redis.call('ZREM', KEYS[5], id)
redis.call('ZREM', KEYS[6], id)
redis.call('XADD', KEYS[9], 'MAXLEN', '~', ARGV[8], '*', 'id', id, 'entry', ARGV[10])
return reply('removed', stored)
