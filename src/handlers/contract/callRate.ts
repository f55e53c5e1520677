import { z } from 'zod';

/**
 * The key `callRate` of an account whose provider publishes no limit of its calls.
 * @param who takes the calls: `the registry`
 * @param assumed calls per second where the account does not say
 */
export function callRate(who: string, assumed: number) {
  return z
    .number({ error: 'a number of calls per second' })
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(`The calls per second that ${who} takes (${assumed}); \`work.callRateShare\` of it is used.`);
}
