--[[
Applies transitions of marks, each compare-and-set on generation and revision.

KEYS  1 operation  2 marks (HASH)  3 schedule (ZSET)  4 retry (ZSET)  5 opt-outs (HASH)  6 audit (STREAM)  7 lock
      8 repeats (HASH)  9 refused (ZSET)
ARGV  1 how long the operation is remembered, ms
      2 fence: the lock must have this value; '' = no fence
      3 how many entries the audit stream keeps, about
      then ten and its targets per transition:
        id
        the stored value must begin with this: `generation|revision|`; '' = there must be none
        the next value; '' = remove
        projected deletion, ms
        next attempt, ms; '' = not deferred
        how often the cloud refused it; '' = never
        now, ms
        audit entry, JSON
        a hash of the entry's content; the same as of the last transition: the new entry replaces that one and counts
          how often. '' = it never does
        how many opt-out targets follow, which would forbid it; 0 = not a new mark, no opt-out matters
      the last = how far Redis's time is moved, ms
Reply 'L' = the lock is not ours, nothing was changed; else one letter per transition:
      'a' applied, 'c' conflict, 'o' opted out.
]]
-- include: remember
-- include: index
-- include: businessNow
-- include: optedOut
-- include: patterns
local done = redis.call('GET', KEYS[1])
if done then return done end
if ARGV[2] ~= '' and redis.call('GET', KEYS[7]) ~= ARGV[2] then return 'L' end

-- After so long without a repetition, the next one counts anew, ms: longer than any pass waits for another.
local REPEATS_MS = 2592000000

-- `stream id, count, since, hash of the entry, version of the mark` of the last entry that may come again.
local function lastLike(id, hash, version)
  local last = redis.call('HGET', KEYS[8], id)
  if not last then return nil end
  local entry, count, since, is, of = string.match(last, '^(%S+) (%d+) (%S+) (%S+) (.*)$')
  if is ~= hash or of ~= version then return nil end
  return entry, tonumber(count), since
end

local function record(id, expected, value, at, entry, hash)
  local last, count, since
  if hash ~= '' then last, count, since = lastLike(id, hash, expected) end
  local fields = { 'id', id, 'entry', entry }
  if last then
    redis.call('XDEL', KEYS[6], last)
    for _, field in ipairs({ 'count', string.format('%d', count + 1), 'since', since }) do
      fields[#fields + 1] = field
    end
  end
  local added = redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[3], '*', unpack(fields))
  if value == '' then
    redis.call('HDEL', KEYS[8], id)
  elseif hash ~= '' then
    local version = string.match(value, '^[^|]*|[^|]*|') or ''
    local said = { added, string.format('%d', (count or 0) + 1), since or at, hash, version }
    redis.call('HSET', KEYS[8], id, table.concat(said, ' '))
    redis.call('PEXPIRE', KEYS[8], REPEATS_MS)
    -- Marks that an opt-out removed leave theirs behind; without the hash the next repetition only counts anew.
    if redis.call('HLEN', KEYS[8]) > tonumber(ARGV[3]) then redis.call('UNLINK', KEYS[8]) end
  end
end

local clock = businessNow()
local answers = {}
local i = 4
while i < #ARGV do
  local id, expected, value = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local now = math.min(clock, tonumber(ARGV[i + 6]))
  local last = i + 9 + tonumber(ARGV[i + 9])
  local stored = redis.call('HGET', KEYS[2], id)
  local answer = 'a'
  if expected == '' then
    if stored then answer = 'c' end
  elseif not stored or string.sub(stored, 1, #expected) ~= expected then
    answer = 'c'
  end
  for j = i + 10, last do
    local isKept = optedOut(KEYS[5], ARGV[j], now) or keepingPattern(KEYS[5], ARGV[j], now)
    if answer == 'a' and isKept then answer = 'o' end
  end
  if answer == 'a' then
    if value == '' then
      redis.call('HDEL', KEYS[2], id)
    else
      redis.call('HSET', KEYS[2], id, value)
    end
    index(KEYS[3], id, ARGV[i + 3])
    index(KEYS[4], id, ARGV[i + 4])
    index(KEYS[9], id, ARGV[i + 5])
    record(id, expected, value, ARGV[i + 6], ARGV[i + 7], ARGV[i + 8])
  end
  answers[#answers + 1] = answer
  i = last + 1
end
return remember(table.concat(answers))
