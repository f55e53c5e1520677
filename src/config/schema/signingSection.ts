/** The keys for checksums of stored data. */
import { z } from 'zod';
import { rotatingKey } from './sections.ts';

export const signingSection = z.strictObject({
  keys: z
    .array(rotatingKey('every checksum'))
    .default([])
    .describe(
      'Keys of the checksums of marks, opt-outs, approvals, definitions and shared evidence: the first signs, all verify. Without one, a client that can write to Redis can make Holystone delete resources whose owners were never notified, and instances share no evidence (docs/operations.md).',
    ),
});
