import { z } from 'zod';
import type { Rule } from '../rule.ts';

/** Nominates what no evidence found a user of. Whether the evidence was complete is an earlier step's matter. */
export const unused: Rule<never, Record<string, never>> = {
  name: 'unused',
  summary: 'Nothing was found that uses it, in complete evidence.',
  parameters: z.strictObject({}),
  matches: (_resource, _parameters, facts) =>
    facts.findings.some((finding) => finding.says === 'used') ? undefined : 'nothing uses it',
};
