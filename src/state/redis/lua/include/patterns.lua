-- Opt-outs by a pattern of ids and names: `*` is any text. The field `patterns` of the opt-outs has the patterns of the targets
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

-- The pattern in force at `now` that keeps the target `id:…` or `name:…`, or nil; no pattern keeps a group.
local function keepingPattern(optOuts, target, now)
  local text = string.match(target, '^id:(.*)$') or string.match(target, '^name:(.*)$')
  if not text then return nil end
  for pattern in string.gmatch(redis.call('HGET', optOuts, 'patterns') or '', '[^\n]+') do
    if matchesStars(pattern, text) and optedOut(optOuts, 'pattern:' .. pattern, now) then return pattern end
  end
  return nil
end

-- The pattern in force at `now` that is in none of the lines of `judged`, or nil.
local function unjudgedPattern(optOuts, judged, now)
  for pattern in string.gmatch(redis.call('HGET', optOuts, 'patterns') or '', '[^\n]+') do
    local isJudged = string.find('\n' .. judged .. '\n', '\n' .. pattern .. '\n', 1, true)
    if not isJudged and optedOut(optOuts, 'pattern:' .. pattern, now) then return pattern end
  end
  return nil
end
