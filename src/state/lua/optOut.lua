--[[
Stores an opt-out. Takes no lock and always wins: a mark that is not being deleted goes with it.

KEYS  1 operation  2 opt-outs (HASH)  3 marks (HASH)  4 schedule (ZSET)  5 retry (ZSET)  6 pending tags (ZSET)
      7 tag intents (HASH)  8 audit (STREAM)
ARGV  1 how long the operation is remembered, ms
      2 target  3 the opt-out: `until|json`
      4 id of the mark; '' = a group, which has none
      5 the tag to be written: `version|until`  6 when, ms
      7 how many entries the audit stream keeps, about
      8 audit entry of the opt-out, JSON  9 of the removed mark
Reply 'none', 'deleting', or 'removed|' and the mark's value.
]]
-- include: remember
-- include: redisNow
local done = redis.call('GET', KEYS[1])
if done then return done end

local id = ARGV[4]
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
-- Tells an emptied Redis from one in which nobody ever opted out.
redis.call('HSETNX', KEYS[2], 'sentinel', string.format('%d', redisNow()))
redis.call('XADD', KEYS[8], 'MAXLEN', '~', ARGV[7], '*', 'id', id, 'entry', ARGV[8])
if id == '' then return remember('none') end

redis.call('ZADD', KEYS[6], ARGV[6], id)
redis.call('HSET', KEYS[7], id, ARGV[5])

local stored = redis.call('HGET', KEYS[3], id)
if not stored then return remember('none') end
if string.match(stored, '^[^|]*|[^|]*|([^|]*)|') == 'deleting' then return remember('deleting') end
redis.call('HDEL', KEYS[3], id)
redis.call('ZREM', KEYS[4], id)
redis.call('ZREM', KEYS[5], id)
redis.call('XADD', KEYS[8], 'MAXLEN', '~', ARGV[7], '*', 'id', id, 'entry', ARGV[9])
return remember('removed|' .. stored)
