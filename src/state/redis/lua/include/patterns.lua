-- Opt-outs by a pattern of ids: `*` is any text. The field `patterns` of the opt-outs has the patterns of the targets
-- `pattern:…`, one a line, so that no script scans the HASH. Needs optedOut.

-- Linear in the text; the same as stars.ts.
local function matchesStars(pattern, text)
  local first, rest = string.match(pattern, '^([^*]*)%*(.*)$')
  if not first then return pattern == text end
  if string.sub(text, 1, #first) ~= first then return false end
  local position = #first + 1
  while true do
    local part, after = string.match(rest, '^([^*]*)%*(.*)$')
    if not part then break end
    local from, to = string.find(text, part, position, true)
    if not from then return false end
    position, rest = to + 1, after
  end
  return #text - #rest + 1 >= position and (rest == '' or string.sub(text, -#rest) == rest)
end

-- The pattern in force at `now` that keeps the target `id:…`, or nil; no pattern keeps a group.
local function keepingPattern(optOuts, target, now)
  local id = string.match(target, '^id:(.*)$')
  if not id then return nil end
  for pattern in string.gmatch(redis.call('HGET', optOuts, 'patterns') or '', '[^\n]+') do
    if matchesStars(pattern, id) and optedOut(optOuts, 'pattern:' .. pattern, now) then return pattern end
  end
  return nil
end
