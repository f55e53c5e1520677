-- Gives the id its score in an index (ZSET); '' = it is not in it.
local function index(key, id, score)
  if score == '' then redis.call('ZREM', key, id) else redis.call('ZADD', key, score, id) end
end
