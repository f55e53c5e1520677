-- The index's facts of a mark, by the number of the mark, in pieces: Redis packs a HASH only while no value of it is
-- longer. A HASH has the records of 32 numbers; piece 0 of number n is its field `n`, the others are `n:1`, `n:2` …
local PIECE, PER_HASH = 64, 32

local function hashOf(records, number)
  return records .. string.format('%.0f', math.floor(tonumber(number) / PER_HASH))
end

local function readRecord(records, number)
  local hash, pieces = hashOf(records, number), {}
  local some = redis.call('HMGET', hash, number, number .. ':1', number .. ':2')
  for _, piece in ipairs(some) do
    if piece then pieces[#pieces + 1] = piece end
  end
  while #pieces > 2 and #pieces[#pieces] == PIECE do
    local piece = redis.call('HGET', hash, number .. ':' .. #pieces)
    if not piece then break end
    pieces[#pieces + 1] = piece
  end
  return table.concat(pieces)
end

-- '' = none.
local function writeRecord(records, number, before, record)
  local hash = hashOf(records, number)
  for at = 0, math.max(math.ceil(#before / PIECE), math.ceil(#record / PIECE)) - 1 do
    local field = at == 0 and number or number .. ':' .. at
    local old = string.sub(before, at * PIECE + 1, (at + 1) * PIECE)
    local piece = string.sub(record, at * PIECE + 1, (at + 1) * PIECE)
    if piece == '' then
      redis.call('HDEL', hash, field)
    elseif piece ~= old then
      redis.call('HSET', hash, field, piece)
    end
  end
end
