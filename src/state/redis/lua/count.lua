--[[
Counts marks.

KEYS  1 schedule (ZSET)  2 retry (ZSET)
ARGV  1 now, ms  2 where newly due dates begin: `(ms`, or `-inf`  then instants, ms
Reply marked; due and not deferred; dates from ARGV[2] to now, deferred or not; dates before each of the instants.
]]
local CHUNK = 500
local now = tonumber(ARGV[1])
local due = redis.call('ZCOUNT', KEYS[1], '-inf', ARGV[1])
local deferred = redis.call('ZCOUNT', KEYS[2], '(' .. ARGV[1], '+inf')
for from = 0, deferred - 1, CHUNK do
  local ids = redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[1], '+inf', 'LIMIT', from, CHUNK)
  local dates = redis.call('ZMSCORE', KEYS[1], unpack(ids))
  for i = 1, #ids do
    if dates[i] and tonumber(dates[i]) <= now then due = due - 1 end
  end
end
local reply = { redis.call('ZCARD', KEYS[1]), due, redis.call('ZCOUNT', KEYS[1], ARGV[2], ARGV[1]) }
for i = 3, #ARGV do
  reply[#reply + 1] = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. ARGV[i])
end
return reply
