import { z } from 'zod';
import type { Rule } from '../rule.ts';

/** Nominates a resource without a user in the evidence. An earlier step checks that the evidence is complete. */
export const unused: Rule<never, Record<string, never>> = {
  name: 'unused',
  summary: 'Complete evidence shows no user of it.',
  parameters: z.strictObject({}),
  matches(_resource, _parameters, { findings, isByOurRecord, isHeld }) {
    if (findings.some((finding) => finding.says === 'used')) return undefined;
    const what = isHeld ? 'nothing else uses it' : 'nothing uses it';
    return isByOurRecord ? `${what}${BETWEEN_SURVEYS}` : what;
  },
};

const BETWEEN_SURVEYS = ', as far as surveys can see: a use between two surveys leaves no trace';
