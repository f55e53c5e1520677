--[[
Makes entries of the index agree with marks. Each entry replaces its old one, and lists and counts follow the difference
of the two: running it twice does no harm, and they cannot drift apart.

KEYS  1 versions of the namespace (HASH)  2 by date  3 by marked  4 by cost  5 by name (names of lists, include/orderLists.lua)
      6 counts (HASH)  7 months (HASH)  8 namespaces (HASH)  9 records (the start of HASHes)  10 the last number (STRING)
      11 owners (ZSET)  12 days (HASH)
ARGV  1 namespace  2 its tag  3 this month, `2026-11`  4 the oldest month that is kept
      5 the fields that count every mark of the namespace, each followed by a line break
      6 the narrow lists that every mark of the namespace is in, likewise
      then five per entry:
        id
        `generation|revision|` of the mark; '' = there is none
        the index's facts of it: `state|date|marked|cost|currency|notified|unowned|owner|name`, see markIndexRow.ts
        the month in which the mark of the old entry was deleted; '' = it was not
        the old version must begin with this: `generation|`, or all of it; '' = any
Reply how many entries changed.

A version is `generation|revision|number`. A record is the above, NUL, tag, id. The keys of lists and records come from those
in KEYS and are in their slot.
]]
-- include: orderLists
-- include: markRecords
local DAY_MS = 86400000

local function versionOf(version) return string.match(version, '^([^|]*)|(%d+)|(%d+)$') end

local function parsed(record, id)
  local r = { id = id }
  r.state, r.date, r.marked, r.cost, r.currency, r.notified, r.unowned, r.owner, r.name =
    string.match(record, '^(%a+)|(%d+)|(%d+)|(%d+)|(%u*)|(%d)|(%d)|([^|]*)|(.*)$')
  return r.state and r
end

local counts, days, owners, currencies = {}, {}, {}, {}
local marks = 0
local function add(sums, field, by) sums[field] = (sums[field] or 0) + by end

local function count(r, by)
  marks = marks + by
  add(counts, 'state:' .. r.state, by)
  add(days, string.format('%.0f', math.floor(tonumber(r.date) / DAY_MS)), by)
  if r.unowned == '1' then add(counts, 'unowned', by) end
  if r.owner ~= '' then
    add(owners, r.owner, by)
    if r.notified == '1' then add(counts, 'notified:' .. r.owner, by) end
  end
  if r.currency ~= '' then
    add(counts, 'cost:' .. r.currency, by * tonumber(r.cost))
    if r.owner ~= '' then add(counts, 'cost:' .. r.currency .. '|' .. r.owner, by * tonumber(r.cost)) end
    currencies[r.currency] = true
  end
end

-- Months are few; only a new field makes others too old.
local function dropOldMonths()
  for _, field in ipairs(redis.call('HKEYS', KEYS[7])) do
    if string.match(field, '|(.-)|') < ARGV[4] then redis.call('HDEL', KEYS[7], field) end
  end
end

-- An unconfirmed deletion may not have happened: then the mark is still there.
local function save(old, month)
  if old.currency == '' or old.cost == '0' then return end
  local field = 'saved|' .. month .. '|' .. old.currency
  if redis.call('HINCRBY', KEYS[7], field, old.cost) == tonumber(old.cost) then dropOldMonths() end
end

local ofNamespace = {}
for list in string.gmatch(ARGV[6], '[^\n]+') do ofNamespace[#ofNamespace + 1] = list end

-- The lists in which a mark is, beside those of all marks of the namespace.
local function ownLists(r)
  local lists = {}
  if r.owner ~= '' then lists['owner:' .. r.owner] = true end
  if r.unowned == '1' then lists['unowned'] = true end
  -- Deletions under way are always few.
  if r.state == 'deleting' then lists['state:deleting'] = true end
  return lists
end

local orders = { KEYS[2], KEYS[3], KEYS[4], KEYS[5] }

-- Score and member of a mark in each order.
local function entriesOf(r, number)
  local name = r.name == '' and r.id or r.name
  return { { r.date, number }, { r.marked, number }, { r.cost, number }, { '0', name .. '\0' .. number } }
end

local function replace(old, new, number)
  local before, after = old and entriesOf(old, number), new and entriesOf(new, number)
  local was, is = old and ownLists(old) or {}, new and ownLists(new) or {}
  -- Half of all numbers, and of those with any distance from each other.
  local looks = tonumber(number) * 40503 % 65536 < 32768
  for at, order in ipairs(orders) do
    local key = order .. '|'
    local from, to = before and before[at], after and after[at]
    local isMoved = not from or not to or from[1] ~= to[1] or from[2] ~= to[2]
    local fromPlace, toPlace = from and placeOf(from[1], from[2]), to and placeOf(to[1], to[2])
    if from then
      if isMoved then
        removeFrom(key, fromPlace, from[2])
        for _, list in ipairs(ofNamespace) do removeFrom(key .. list, fromPlace, from[2]) end
      end
      for list in pairs(was) do
        if isMoved or not is[list] then removeFrom(key .. list, fromPlace, from[2]) end
      end
    end
    if to then
      if isMoved then
        addTo(key, toPlace, to[1], to[2], looks)
        for _, list in ipairs(ofNamespace) do addTo(key .. list, toPlace, to[1], to[2], looks) end
      end
      for list in pairs(is) do
        if isMoved or not was[list] then addTo(key .. list, toPlace, to[1], to[2], looks) end
      end
    end
  end
end

local function isStale(generation, revision, version)
  local is, isRevision = string.match(version, '^([^|]*)|(%d+)|$')
  return generation == is and tonumber(revision) > tonumber(isRevision)
end

local changed = 0
for i = 7, #ARGV, 5 do
  local id, version, record, deletedIn, start = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], ARGV[i + 4]
  local stored = redis.call('HGET', KEYS[1], id) or ''
  local generation, revision, number = versionOf(stored)
  local wholeBefore = number and readRecord(KEYS[9], number) or ''
  local old = parsed(string.match(wholeBefore, '^(.-)%z') or '', id)
  local isAbout = start == '' or string.sub(stored, 1, #start) == start
  local isSame = version ~= '' and string.match(version, '^[^|]*') == generation
  if old and deletedIn ~= '' and isAbout and not isSame then save(old, deletedIn) end
  local whole = version == '' and '' or record .. '\0' .. ARGV[2] .. id
  local isEqual = whole == wholeBefore and (version == '' and '' or version .. (number or '')) == stored
  local isOlder = old and version ~= '' and isStale(generation, revision, version)
  if not isEqual and not isOlder and (version ~= '' or isAbout) then
    changed = changed + 1
    local new = version ~= '' and parsed(record, id)
    number = number or string.format('%.0f', redis.call('INCR', KEYS[10]))
    if old then count(old, -1) end
    if new then count(new, 1) end
    replace(old, new, number)
    writeRecord(KEYS[9], number, wholeBefore, whole)
    if new then
      redis.call('HSET', KEYS[1], id, version .. number)
    else
      redis.call('HDEL', KEYS[1], id)
    end
  end
end

for field in string.gmatch(ARGV[5], '[^\n]+') do add(counts, field, marks) end

-- Answers the present count; a count of 0 is not kept.
local function write(key, field, by)
  local now = redis.call('HINCRBY', key, field, string.format('%.0f', by))
  if now <= 0 then redis.call('HDEL', key, field) end
  return now
end
for owner, by in pairs(owners) do
  if by ~= 0 then
    local isKnown = write(KEYS[6], 'owner:' .. owner, by) > 0
    redis.call(isKnown and 'ZADD' or 'ZREM', KEYS[11], unpack(isKnown and { '0', owner } or { owner }))
  end
end
for field, by in pairs(counts) do
  if by ~= 0 then write(KEYS[6], field, by) end
end
for day, by in pairs(days) do
  if by ~= 0 then write(KEYS[12], day, by) end
end
for currency in pairs(currencies) do
  local field = 'waiting|' .. ARGV[3] .. '|' .. currency
  local isNew = redis.call('HSET', KEYS[7], field, redis.call('HGET', KEYS[6], 'cost:' .. currency) or '0') == 1
  if isNew then dropOldMonths() end
end
if changed > 0 then redis.call('HSETNX', KEYS[8], ARGV[1], '0') end
return changed
