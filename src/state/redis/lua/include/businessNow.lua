-- Business time as Redis sees it, ms: its own clock, moved by the last ARGV, which is 0 but for tests that live at
-- another time.
-- include: redisNow
local function businessNow() return redisNow() + tonumber(ARGV[#ARGV]) end
