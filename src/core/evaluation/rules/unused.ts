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
    if (isHeld) return isByOurRecord ? UNUSED_ELSE_BY_RECORD : UNUSED_ELSE;
    return isByOurRecord ? UNUSED_BY_RECORD : UNUSED;
  },
};

/** Every candidate has one of these: no object for each of them. */
const UNUSED: Reason = { code: 'unused', values: {} };
const UNUSED_ELSE: Reason = { code: 'unused', values: { isElse: true } };
const UNUSED_BY_RECORD: Reason = { code: 'unused', values: { isByRecord: true } };
const UNUSED_ELSE_BY_RECORD: Reason = { code: 'unused', values: { isElse: true, isByRecord: true } };
