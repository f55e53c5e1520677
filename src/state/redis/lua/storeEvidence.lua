--[[
Stores evidence for all instances, unless evidence is there whose read began later, or Redis has little
memory left: it keeps all it is given, and opt-outs need room. Either way the lease is over. Running it twice does no
harm.

KEYS  1 entry (HASH of head, data, since)  2 lease (STRING)
ARGV  1 the caller's lease  2 since when it was read, ms  3 head  4 data  5 how long it is kept from then on, ms
      6 share of Redis's memory above which nothing is stored, 0–1  7 by how much the time of Redis is moved, ms
Reply `stored`, `old` or `full`.
]]
-- include: businessNow
local function isFull()
  local memory = redis.call('INFO', 'memory')
  local used = tonumber(string.match(memory, 'used_memory:(%d+)'))
  local most = tonumber(string.match(memory, 'maxmemory:(%d+)'))
  return not used or not most or (most > 0 and used + #ARGV[4] > most * tonumber(ARGV[6]))
end

if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('UNLINK', KEYS[2]) end
local now = businessNow()
local left = tonumber(ARGV[5]) - math.max(0, now - tonumber(ARGV[2]))
local since = tonumber(redis.call('HGET', KEYS[1], 'since') or '')
-- One from the future proves nothing: the clock went back.
if left < 1 or (since and since > tonumber(ARGV[2]) and since <= now) then return 'old' end
if isFull() then return 'full' end
redis.call('HSET', KEYS[1], 'head', ARGV[3], 'data', ARGV[4], 'since', ARGV[2])
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', left))
return 'stored'
