--[[
Stores an operator's approval of one blocked set. Of several operators who approve the same, the first one does.

KEYS  1 operation  2 pass (HASH)  3 audit (STREAM)  4 lock
ARGV  1 how long the operation is remembered, ms
      2 the approval's field  3 the approval, JSON
      4 how many entries the audit stream keeps, about  5 audit entry, JSON
      6 the blocked pass, or empty  7 the operator
      8 a stored approval whose checksum is wrong, which counts as none; '' = there is no such approval
      9 '1' = store nothing while a pass has the lock: it may have read already that there is no approval
Reply 'stored'; 'by ' and the other operator who approved that pass before; or 'busy'.
]]
-- include: remember
local done = redis.call('GET', KEYS[1])
if done then return done end
local claim = ARGV[2] .. ':by'
local isVoid = ARGV[8] ~= '' and redis.call('HGET', KEYS[2], ARGV[2]) == ARGV[8]
local first = not isVoid and ARGV[6] ~= '' and redis.call('HGET', KEYS[2], claim)
if first and string.sub(first, 1, #ARGV[6] + 1) == ARGV[6] .. ' ' then
  local actor = string.sub(first, #ARGV[6] + 2)
  if actor ~= ARGV[7] then return remember('by ' .. actor) end
end
if ARGV[9] == '1' and redis.call('EXISTS', KEYS[4]) == 1 then return remember('busy') end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3], claim, ARGV[6] .. ' ' .. ARGV[7])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], '*', 'id', '', 'entry', ARGV[5])
return remember('stored')
