--[[
Stores what surveys of a namespace saw, unless another writer was first. A value of another kind in its place goes.
Running it twice does no harm: the second time another head is there.

KEYS  1 record (HASH of head, data)
ARGV  1 the SHA-1 of the head that is replaced, hex, '' = none  2 head  3 data
Reply 1, or 0 when another writer was first.
]]
local kind = redis.call('TYPE', KEYS[1]).ok
local head = kind == 'hash' and redis.call('HGET', KEYS[1], 'head') or ''
if ARGV[1] ~= (head == '' and '' or redis.sha1hex(head)) then return 0 end
if kind ~= 'hash' then redis.call('UNLINK', KEYS[1]) end
redis.call('HSET', KEYS[1], 'head', ARGV[2], 'data', ARGV[3])
return 1
