import { z } from 'zod';
import { readExpiry } from '../../resource/expiry.ts';
import type { Resource } from '../../resource/resource.ts';
import type { Rule } from '../rule.ts';

/** Nominates a resource whose own tag has expired. It never overrides use, an opt-out or an exclusion (law 4). */
export const expired: Rule<Resource, Record<string, never>> = {
  name: 'expired',
  summary:
    'Its expiry tag has passed: `expiration_time`, `expires` or `ttl` with `10d`, `2w`, `1m`, `1y` since creation, or a date; or as `expiry` says.',
  parameters: z.strictObject({}),
  matches(resource, _parameters, { createdAt, now, expiry: settings }) {
    const expiry = readExpiry(resource.tags, createdAt, settings);
    if (expiry.kind !== 'at' || now <= expiry.at) return undefined;
    return { code: 'expired', values: { tag: expiry.tag, value: expiry.value } };
  },
};
