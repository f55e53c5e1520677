import type { RedisStateOptions } from '../../src/state/redis/redisState.ts';

/** For tests whose opt-outs name no group: no other type shares one. */
export const oneType: RedisStateOptions['typesOf'] = () => [];
