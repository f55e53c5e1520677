-- Is the target (`id:…`, `group:…`, '' = none) opted out at `now`? A value is `until|json`, until in ms or `forever`;
-- one that cannot be read keeps.
local function optedOut(optOuts, target, now)
  if target == '' then return false end
  local value = redis.call('HGET', optOuts, target)
  if not value then return false end
  local ending = tonumber(string.match(value, '^(%d+)|'))
  return ending == nil or ending > now
end
