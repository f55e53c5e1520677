--[[
Makes entries of the index agree with marks. Each entry replaces its old row, and the counts follow the difference of the
two rows: running it twice does no harm, and counts cannot drift from rows.

KEYS  1 rows of the namespace (HASH)  2 by date  3 by marked  4 by cost  5 by name (ZSETs)  6 counts (HASH)
      7 months (HASH)  8 namespaces (HASH)
ARGV  1 namespace  2 its tag  3 this month, `2026-11`  4 the oldest month that is kept
      5 the fields that count every mark of the namespace, each followed by a line break
      then seven per entry:
        id
        the row; '' = there is no mark
        the date, ms; the time of the mark, ms; the cost, millionths
        the month in which the mark of the old row was deleted; '' = it was not
        the old row must begin with this: `generation|`, or all of it; '' = any
A row is `generation|revision|state|money|owner|name`, see markIndexRow.ts. Money is `USD1200000`, millionths, or ''.
Name '' = the id.
Reply how many rows changed.
]]
local function fieldsOf(row)
  return string.match(row, '^([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)|(.*)$')
end

local deltas = {}
local function count(field, by) deltas[field] = (deltas[field] or 0) + by end

local currencies = {}
local rows = 0
local function countRow(row, by)
  local _, _, state, money, owner = fieldsOf(row)
  rows = rows + by
  count('state:' .. state, by)
  if owner ~= '' then count('owner:' .. owner, by) end
  local currency, amount = string.match(money, '^(%u+)(%d+)$')
  if currency then
    count('cost:' .. currency, by * tonumber(amount))
    currencies[currency] = true
  end
end

local function byName(row, id)
  local _, _, _, _, _, name = fieldsOf(row)
  if name == '' then return id .. '\0' .. ARGV[2] end
  return name .. '\0' .. ARGV[2] .. id
end

-- What goes into each key, and what leaves it: one command per key, as a command per entry would cost several times as
-- much. No id may come twice.
local added, removed = {}, {}
local function add(key, ...)
  local list = added[key] or {}
  added[key] = list
  for _, value in ipairs({ ... }) do list[#list + 1] = value end
end
local function remove(key, value)
  local list = removed[key] or {}
  removed[key] = list
  list[#list + 1] = value
end

local sorted = { KEYS[2], KEYS[3], KEYS[4] }

-- Months are few; only a new field makes others too old.
local function dropOldMonths()
  for _, field in ipairs(redis.call('HKEYS', KEYS[7])) do
    if string.match(field, '|(.-)|') < ARGV[4] then redis.call('HDEL', KEYS[7], field) end
  end
end

local function isStale(old, row)
  if old == '' or row == '' then return false end
  local was, wasRevision = fieldsOf(old)
  local is, isRevision = fieldsOf(row)
  return was == is and tonumber(wasRevision) > tonumber(isRevision)
end

local ids = {}
for i = 6, #ARGV, 7 do ids[#ids + 1] = ARGV[i] end
local olds = redis.call('HMGET', KEYS[1], unpack(ids))

local changed = 0
for at, id in ipairs(ids) do
  local i = 7 * at - 1
  local row, deletedIn, start = ARGV[i + 1], ARGV[i + 5], ARGV[i + 6]
  local old = olds[at] or ''
  local isAbout = start == '' or string.sub(old, 1, #start) == start
  -- An unconfirmed deletion may not have happened: then the mark is still there.
  if old ~= '' and deletedIn ~= '' and isAbout and (row == '' or fieldsOf(row) ~= fieldsOf(old)) then
    local _, _, _, money = fieldsOf(old)
    local currency, amount = string.match(money, '^(%u+)(%d+)$')
    local field = 'saved|' .. deletedIn .. '|' .. (currency or '')
    if currency and redis.call('HINCRBY', KEYS[7], field, amount) == tonumber(amount) then dropOldMonths() end
  end
  if row ~= old and not isStale(old, row) and (row ~= '' or isAbout) then
    changed = changed + 1
    local member = ARGV[2] .. id
    local before, after = old ~= '' and byName(old, id), row ~= '' and byName(row, id)
    if before and before ~= after then remove(KEYS[5], before) end
    if old ~= '' then countRow(old, -1) end
    if row == '' then
      remove(KEYS[1], id)
      for _, key in ipairs(sorted) do remove(key, member) end
    else
      countRow(row, 1)
      add(KEYS[1], id, row)
      for place, key in ipairs(sorted) do add(key, ARGV[i + 1 + place], member) end
      add(KEYS[5], 0, after)
    end
  end
end

for key, list in pairs(removed) do redis.call(key == KEYS[1] and 'HDEL' or 'ZREM', key, unpack(list)) end
for key, list in pairs(added) do redis.call(key == KEYS[1] and 'HSET' or 'ZADD', key, unpack(list)) end

for field in string.gmatch(ARGV[5], '[^\n]+') do count(field, rows) end
for field, by in pairs(deltas) do
  if by ~= 0 and redis.call('HINCRBY', KEYS[6], field, string.format('%.0f', by)) <= 0 then
    redis.call('HDEL', KEYS[6], field)
  end
end
for currency in pairs(currencies) do
  local field = 'waiting|' .. ARGV[3] .. '|' .. currency
  local isNew = redis.call('HSET', KEYS[7], field, redis.call('HGET', KEYS[6], 'cost:' .. currency) or '0') == 1
  if isNew then dropOldMonths() end
end
if changed > 0 then redis.call('HSETNX', KEYS[8], ARGV[1], '0') end
return changed
