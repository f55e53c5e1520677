-- The decisions of people about one target: the latest end of it all, then a line per person, `actor|until|json`; ends
-- in ms or `forever`. A line that cannot be read stays, and keeps for ever.

-- The lines of all other persons, and the actor's own, if there is one.
local function besides(value, actor)
  local lines = string.match(value, '^%d+\n(.*)$') or string.match(value, '^forever\n(.*)$') or value
  local others, own = {}, nil
  for line in string.gmatch(lines, '[^\n]+') do
    if string.sub(line, 1, #actor + 1) == actor .. '|' then
      own = line
    else
      others[#others + 1] = line
    end
  end
  return others, own
end

local function latestEnd(lines)
  local latest = '0'
  for _, line in ipairs(lines) do
    local ending = string.match(line, '^[^|]*|(%d+)|')
    if not ending then return 'forever' end
    if tonumber(ending) > tonumber(latest) then latest = ending end
  end
  return latest
end
