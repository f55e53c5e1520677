import { z } from 'zod';
import type { Reason } from '../../common/reason.ts';
import type { Rule } from '../rule.ts';

/** Nominates a resource without a user in the evidence. An earlier step checks that the evidence is complete. */
export const unused: Rule<never, Record<string, never>> = {
  name: 'unused',
  summary: 'Complete evidence shows no user of it.',
  parameters: z.strictObject({}),
  matches(_resource, _parameters, { findings, isByOurRecord, isHeld }) {
    if (findings.some((finding) => finding.says === 'used')) return undefined;
    if (!isHeld && !isByOurRecord) return UNUSED;
    return {
      code: 'unused',
      values: { ...(isHeld ? { isElse: true } : {}), ...(isByOurRecord ? { isByRecord: true } : {}) },
    };
  },
};

/** Most candidates have it: one object for all of them. */
const UNUSED: Reason = { code: 'unused', values: {} };
