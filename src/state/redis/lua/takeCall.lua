--[[
Takes one token for a call. Running it twice after a lost reply only makes calls slower, so it has no operation.

KEYS  1 bucket (HASH)
ARGV  as in include/bucket.lua
Reply how long to wait before the call, ms.
]]
-- include: bucket
bucket.tokens = bucket.tokens - 1
save()
if bucket.tokens >= 0 then return 0 end
return math.ceil(-bucket.tokens / rate * 1000)
