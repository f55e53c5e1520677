--[[
Leave to delete one resource now: every clause must hold, then the intent and the audit entry are written.
The lock, the opt-outs and the incarnation are looked at again when it is repeated after a lost reply.

KEYS  1 operation  2 lock  3 marks (HASH)  4 retry (ZSET)  5 opt-outs (HASH)  6 budget of the day  7 audit (STREAM)
      8 pass (HASH)  9 refusals of the day
ARGV  1 how long the operation is remembered, ms
      2 the fencing token
      3 id
      4 now, ms; due and opt-outs are judged by the earlier of it and Redis's time, the notice by the later
      5 the stored mark must begin with this: `generation|revision|`
      6 the identity just read, as a mark's field
      7 '1' = a notice is required
      8 permits per day
      9 how long the budget's counter is kept, ms
      10 the mark with the intent
      11 how many entries the audit stream keeps, about
      12 audit entry, JSON
      13 the incarnation in which a mark pass must have completed; '' = none is asked for
      14 refused requests per day; '' = it was never refused, and is tried once, whatever the outcome of others
      15 permits of the day, and 16 refused requests of the day, as the caller counted: a counter that says less was set back
      17 '1' = others go with it, whose names are not among the targets  18 the patterns in force when they were judged, one a line
      19… opt-out targets that would forbid it; the last = how far Redis's time is moved, ms
Reply { 'granted', the lock's remaining ms, permits of the day } or { 'denied', clause, detail }.
]]
-- replicated
-- include: remember
-- include: businessNow
-- include: optedOut
-- include: patterns
local function denied(clause, detail) return { 'denied', clause, detail } end

if redis.call('GET', KEYS[2]) ~= ARGV[2] then return denied('lock', '') end

local clock = businessNow()
local earlier = math.min(clock, tonumber(ARGV[4]))
local later = math.max(clock, tonumber(ARGV[4]))
for i = 19, #ARGV - 1 do
  if optedOut(KEYS[5], ARGV[i], earlier) then return denied('optedOut', ARGV[i]) end
  local pattern = keepingPattern(KEYS[5], ARGV[i], earlier)
  if pattern then return denied('optedOut', 'pattern:' .. pattern) end
end
if ARGV[17] == '1' then
  local unjudged = unjudgedPattern(KEYS[5], ARGV[18], earlier)
  if unjudged then return denied('optedOut', 'pattern:' .. unjudged) end
end

if ARGV[13] ~= '' and redis.call('HGET', KEYS[8], 'incarnation') ~= ARGV[13] then return denied('incarnation', '') end

local done = redis.call('GET', KEYS[1])
if done then return { 'granted', redis.call('PTTL', KEYS[2]), tonumber(done) } end

local id = ARGV[3]
local stored = redis.call('HGET', KEYS[3], id)
if not stored then return denied('changed', 'there is no mark any more') end
if string.sub(stored, 1, #ARGV[5]) ~= ARGV[5] then return denied('changed', 'the mark was changed meanwhile') end

local _, _, state, identity, owner, noticeGeneration, recipient, validUntil, dueAt =
  string.match(stored, ('([^|]*)|'):rep(9))
if state == 'deleting' then return denied('changed', 'a permit was given already') end
if identity ~= ARGV[6] then return denied('identity', '') end
if ARGV[7] == '1' then
  if state ~= 'noticed' or noticeGeneration == '' then return denied('notice', 'the owner was not notified') end
  -- `=`: the same as of the mark.
  if noticeGeneration ~= '=' then return denied('notice', 'the notice was for an earlier mark') end
  if owner == '' or recipient ~= '=' then return denied('notice', 'the notice went to another owner') end
  if not (later < tonumber(validUntil)) then return denied('notice', 'the notice is too old') end
end
if not (tonumber(dueAt) <= earlier) then return denied('due', 'its date has not come') end
local deferredUntil = redis.call('ZSCORE', KEYS[4], id)
if deferredUntil and tonumber(deferredUntil) > earlier then return denied('due', 'it is deferred') end
local permits = math.max(tonumber(redis.call('GET', KEYS[6]) or '0') or 0, tonumber(ARGV[15]))
if permits >= tonumber(ARGV[8]) then return denied('budget', ARGV[8]) end
-- A refused request gave its place back; a cloud that refuses everything is not asked for ever.
local refusals = math.max(tonumber(redis.call('GET', KEYS[9]) or '0') or 0, tonumber(ARGV[16]))
if ARGV[14] ~= '' and refusals >= tonumber(ARGV[14]) then return denied('refusals', ARGV[14]) end

redis.call('SET', KEYS[6], string.format('%d', permits + 1), 'PX', ARGV[9])
redis.call('HSET', KEYS[3], id, ARGV[10])
redis.call('XADD', KEYS[7], 'MAXLEN', '~', ARGV[11], '*', 'id', id, 'entry', ARGV[12])
remember(string.format('%d', permits + 1))
return { 'granted', redis.call('PTTL', KEYS[2]), permits + 1 }
