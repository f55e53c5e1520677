-- Patterns of a namespace are few, because each permit tries all of them. Would this target be a further one?
local function isOneTooMany(optOuts, target, most)
  local own = string.match(target, '^pattern:(.*)$')
  if not own then return false end
  local count = 0
  for pattern in string.gmatch(redis.call('HGET', optOuts, 'patterns') or '', '[^\n]+') do
    if pattern == own then return false end
    count = count + 1
  end
  return count >= most
end

-- Keeps the field `patterns` (patterns.lua) in step with a target: a pattern is in it while its opt-outs are stored.
local function indexPattern(optOuts, target)
  local own = string.match(target, '^pattern:(.*)$')
  if not own then return end
  local kept = {}
  for pattern in string.gmatch(redis.call('HGET', optOuts, 'patterns') or '', '[^\n]+') do
    if pattern ~= own then kept[#kept + 1] = pattern end
  end
  if redis.call('HEXISTS', optOuts, target) == 1 then kept[#kept + 1] = own end
  if #kept == 0 then
    redis.call('HDEL', optOuts, 'patterns')
  else
    redis.call('HSET', optOuts, 'patterns', table.concat(kept, '\n'))
  end
end
