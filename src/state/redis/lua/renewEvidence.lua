--[[
Renews or gives back a lease, if it is still the caller's. Running it twice does no harm.

KEYS  1 lease (STRING)
ARGV  1 the caller's lease  2 how long it lasts from now, ms; 0 = it is given back
Reply 1, or 0 when it is not the caller's any more.
]]
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then return redis.call('UNLINK', KEYS[1]) end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
