-- The token bucket of one API, KEYS[1]: tokens, at, factor, throttledAt. The arithmetic of tokenBucket.ts.
-- ARGV  1 capacity  2 refill per second  3 share  4 recovery, ms  5 now, ms; '' = the time of Redis
-- include: redisNow
local SAME_THROTTLE_MS, SMALLEST_FACTOR, FORGET_MS = 1000, 1 / 16, 3600000
local capacity, refill = tonumber(ARGV[1]), tonumber(ARGV[2])
local share, recovery = tonumber(ARGV[3]), tonumber(ARGV[4])
local now = ARGV[5] == '' and redisNow() or tonumber(ARGV[5])

local fields = redis.call('HMGET', KEYS[1], 'tokens', 'at', 'factor', 'throttledAt')
local bucket = {
  tokens = tonumber(fields[1] or 'inf'), at = tonumber(fields[2] or now),
  factor = tonumber(fields[3] or 1), throttledAt = tonumber(fields[4] or 0),
}

local function factorNow()
  return math.min(1, bucket.factor * 2 ^ math.floor(math.max(0, now - bucket.throttledAt) / recovery))
end

local rate = refill * share * factorNow()
local full = math.max(1, capacity * share * factorNow())
bucket.tokens = math.min(full, bucket.tokens + math.max(0, now - bucket.at) / 1000 * rate)
bucket.at = now

local function save()
  for field, value in pairs(bucket) do redis.call('HSET', KEYS[1], field, string.format('%.17g', value)) end
  redis.call('PEXPIRE', KEYS[1], FORGET_MS)
end
