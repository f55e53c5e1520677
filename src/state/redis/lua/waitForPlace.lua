--[[
Lets a pass wait for a place; one that waits already keeps its time, and an unfinished one that is due now waits as due.
Running it twice does no harm.

KEYS  1 due (ZSET)  2 unfinished (ZSET)
ARGV  kind (`due` or `unfinished`), since (ms), pass, and so on
Reply how many of them did not wait before.
]]
local added = 0
for i = 1, #ARGV, 3 do
  local kind, since, pass = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if kind == 'due' then
    local moved = redis.call('ZREM', KEYS[2], pass)
    added = added + redis.call('ZADD', KEYS[1], 'NX', since, pass) - moved
  elseif not redis.call('ZSCORE', KEYS[1], pass) then
    added = added + redis.call('ZADD', KEYS[2], 'NX', since, pass)
  end
end
return added
