--[[
The provider throttled a call: half the rate for a while, and nothing is left in the bucket.

KEYS  1 bucket (HASH)
ARGV  as in include/bucket.lua
Reply 1, or 0 when it was halved for the same reason a moment ago.
]]
-- include: bucket
local isSame = bucket.factor < 1 and now - bucket.throttledAt < SAME_THROTTLE_MS
if not isSame then
  bucket.factor = math.max(SMALLEST_FACTOR, factorNow() / 2)
  bucket.throttledAt = now
  bucket.tokens = math.min(0, bucket.tokens)
end
save()
return isSame and 0 or 1
