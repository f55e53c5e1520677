-- Does `a` come after `b` among equal scores? A ZSET orders them by bytes; Lua's `>` would ask the locale.
local function follows(a, b)
  for i = 1, math.min(#a, #b) do
    local x, y = string.byte(a, i), string.byte(b, i)
    if x ~= y then return x > y end
  end
  return #a > #b
end
