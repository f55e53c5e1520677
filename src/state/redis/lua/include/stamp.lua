-- `version|checksum` of the fleet's control: each change of an operator changes it.
local function stampOf(control)
  local fields = redis.call('HMGET', control, 'version', 'seal')
  return (fields[1] or '') .. '|' .. (fields[2] or '')
end
