-- Stores the reply under the operation's key, KEYS[1], for ARGV[1] ms, and returns it.
local function remember(reply)
  redis.call('SET', KEYS[1], reply, 'PX', ARGV[1])
  return reply
end
