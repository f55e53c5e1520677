--[[
Reads the description of what surveys of a namespace saw. Running it twice does no harm.

KEYS  1 record (HASH of head, data)  2 pass (HASH)
ARGV  1 by how much the time of Redis is moved, ms
Reply the time of Redis, ms; the kind of the record, `none` = there is none; the SHA-1 of its head, hex, '' = none; its
head; 1 when a mark pass was complete before, so that there was a record.
]]
-- include: businessNow
local now = string.format('%.0f', businessNow())
local kind = redis.call('TYPE', KEYS[1]).ok
local head = kind == 'hash' and redis.call('HGET', KEYS[1], 'head') or ''
local isPass = redis.call('TYPE', KEYS[2]).ok == 'hash'
local completed = isPass and redis.call('HEXISTS', KEYS[2], 'completedAt:mark') or 0
return { now, kind, head == '' and '' or redis.sha1hex(head), head, completed }
