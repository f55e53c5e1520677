-- Ordered lists in parts. Each part is a ZSET of about 100 entries, which Redis packs without pointers: an entry takes a
-- fifth of its memory in a large ZSET. Part `list|start` has the entries from its start up to the start of the next part;
-- the ZSET `list` has the starts, and the part without a start is in no list. A start never changes.
-- Scores are whole, at least 0, and have at most 16 digits.
-- include: follows
local LONG_PART = 100

local function placeOf(score, member) return string.format('%016.0f', tonumber(score)) .. member end

local function startOf(list, place)
  return redis.call('ZREVRANGEBYLEX', list, '[' .. place, '-', 'LIMIT', 0, 1)[1] or ''
end

local function partOf(list, start) return list .. '|' .. start end

-- The start of the next part, false = none.
local function nextStart(list, start)
  return redis.call('ZRANGEBYLEX', list, '(' .. start, '+', 'LIMIT', 0, 1)[1] or false
end

local function previousStart(list, start)
  if start == '' then return false end
  return redis.call('ZREVRANGEBYLEX', list, '(' .. start, '-', 'LIMIT', 0, 1)[1] or ''
end

-- Divides a part. Where the entry at this place is its last one, the new part has it alone: entries that are only ever
-- added at the end leave full parts behind.
local function divide(list, part, place)
  local upper = redis.call('ZRANGE', part, LONG_PART / 2, -1, 'WITHSCORES')
  if placeOf(upper[#upper], upper[#upper - 1]) == place then upper = { upper[#upper - 1], upper[#upper] } end
  local args, members = {}, {}
  for i = 1, #upper, 2 do
    args[i], args[i + 1] = upper[i + 1], upper[i]
    members[#members + 1] = upper[i]
  end
  local start = placeOf(args[1], args[2])
  redis.call('ZADD', list, 0, start)
  redis.call('ZADD', partOf(list, start), unpack(args))
  redis.call('ZREM', part, unpack(members))
end

-- @param looks whether to look how long the part is; half of the time is enough, as Redis packs up to 128 entries
local function addTo(list, place, score, member, looks)
  local part = partOf(list, startOf(list, place))
  redis.call('ZADD', part, score, member)
  if looks and redis.call('ZCARD', part) > LONG_PART then divide(list, part, place) end
end

local function removeFrom(list, place, member)
  local start = startOf(list, place)
  local part = partOf(list, start)
  redis.call('ZREM', part, member)
  if start ~= '' and redis.call('EXISTS', part) == 0 then redis.call('ZREM', list, start) end
end
