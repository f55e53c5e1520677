--[[
Asks for evidence that another instance read, or for leave to read it for all. Running it twice does no harm: a lease
that no instance renews runs out.

KEYS  1 entry (HASH)  2 lease (STRING of `since, ms|token`)
ARGV  1 token  2 how long a lease lasts, ms  3 the head that is of no use to the caller, '' = none
      4 the lease that is of no use to the caller and makes way for its own, '' = none
      5 by how much the time of Redis is moved, ms
Reply the time of Redis, ms, and `entry` and its head, or `mine` or `theirs` and the lease.
]]
-- include: businessNow
local now = string.format('%.0f', businessNow())
local head = redis.call('HGET', KEYS[1], 'head')
if head and head ~= ARGV[3] then return { now, 'entry', head } end
local lease = redis.call('GET', KEYS[2])
if lease and lease ~= ARGV[4] then return { now, 'theirs', lease } end
lease = now .. '|' .. ARGV[1]
redis.call('SET', KEYS[2], lease, 'PX', ARGV[2])
return { now, 'mine', lease }
