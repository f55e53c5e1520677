--[[
Gives what waits to be written as a keep tag, and the list of patterns, what the decisions of people say.

KEYS  1 opt-outs (HASH)  2 pending tags (ZSET)  3 tag intents (HASH)
ARGV  1 now, ms  2 how many ids follow  3… ids whose entry among the pending tags is wrong, then targets `pattern:…`
Reply how many were looked at.
]]
-- include: patternIndex
local ids = tonumber(ARGV[2])
for i = 3, #ARGV do
  if i > 2 + ids then indexPattern(KEYS[1], ARGV[i])
  elseif redis.call('HEXISTS', KEYS[3], ARGV[i]) == 1 then redis.call('ZADD', KEYS[2], 'NX', ARGV[1], ARGV[i])
  else redis.call('ZREM', KEYS[2], ARGV[i]) end
end
return #ARGV - 2
