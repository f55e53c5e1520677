-- Is the target (`id:…`, `group:…`, '' = none) opted out by any person at `now`? A value begins with the latest end of
-- the decisions about it, ms or `forever`, on a line of its own; one that cannot be read keeps.
local function optedOut(optOuts, target, now)
  if target == '' then return false end
  local value = redis.call('HGET', optOuts, target)
  if not value then return false end
  local ending = tonumber(string.match(value, '^(%d+)\n'))
  return ending == nil or ending > now
end
