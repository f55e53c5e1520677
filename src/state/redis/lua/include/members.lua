-- The memory that every beating instance has of one server, KEYS[n]: a HASH of member → `beat|life`, and `life` →
-- `life|since, ms`. A life of the server ends when it restarts or another server takes over.

-- So many members are kept; the ones that beat longest ago go first.
local MOST_MEMBERS = 256
-- A member that beat this shortly before a life ended is waited for in the next life, and for so long at most, ms.
local ALIVE_MS, PATIENCE_MS = 60000, 60000

local function infoOf(section, field)
  local info = redis.pcall('INFO', section)
  return type(info) == 'string' and string.match(info, field .. ':(%w+)') or ''
end

-- Where Redis refuses INFO every life is the same.
local function lifeOfServer() return infoOf('server', 'run_id') .. '-' .. infoOf('replication', 'master_replid') end

-- Has the server restarted, or another taken over, since the last beat of any member?
local function isInNewLife(members)
  return string.match(redis.call('HGET', members, 'life') or '', '^(.-)|%d+$') ~= lifeOfServer()
end

-- Has this Redis forgotten a beat that the member wrote? One that it never knew has nothing to forget.
local function hasForgotten(members, member, beat)
  if member == '' or beat == 0 then return false end
  local stored = string.match(redis.call('HGET', members, member) or '', '^(%d+)|')
  return (tonumber(stored or '') or 0) < beat
end

-- Writes the member's beat; answers how many other members still have to compare this life with their memory.
local function noteMember(members, member, beat, now)
  local life = lifeOfServer()
  local seen, since = string.match(redis.call('HGET', members, 'life') or '', '^(.-)|(%d+)$')
  if seen ~= life then
    since = string.format('%.0f', now)
    redis.call('HSET', members, 'life', life .. '|' .. since)
  end
  redis.call('HSET', members, member, string.format('%.0f|%s', beat, life))

  local rows, latestBefore = {}, 0
  local flat = redis.call('HGETALL', members)
  for i = 1, #flat, 2 do
    local at, lastLife = string.match(flat[i + 1], '^(%d+)|(.*)$')
    if flat[i] ~= 'life' and at then
      local row = { member = flat[i], at = tonumber(at), isBefore = lastLife ~= life }
      rows[#rows + 1] = row
      if row.isBefore then latestBefore = math.max(latestBefore, row.at) end
    end
  end
  local waitsFor = 0
  for _, row in ipairs(rows) do
    local wasAlive = row.isBefore and row.at >= latestBefore - ALIVE_MS
    if wasAlive and now < tonumber(since) + PATIENCE_MS then waitsFor = waitsFor + 1 end
  end
  table.sort(rows, function(a, b) return a.at > b.at end)
  for i = MOST_MEMBERS + 1, #rows do redis.call('HDEL', members, rows[i].member) end
  return waitsFor
end
