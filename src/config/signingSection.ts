/** The keys of what is stored. */
import { z } from 'zod';
import { secret } from './sections.ts';

export const signingSection = z.strictObject({
  keys: z
    .array(
      z.strictObject({
        id: z
          .string()
          .regex(/^[A-Za-z0-9_-]{1,32}$/, { error: 'letters, digits, "_" and "-", at most 32' })
          .describe('Names the key in every checksum, so that keys can be rotated.'),
        secret: secret('a secret', 32).describe('At least 32 characters; best from a variable.'),
      }),
    )
    .default([])
    .describe(
      'Keys of the checksums of marks, opt-outs, approvals and definitions: the first signs, all verify. Without one, whoever can write to Redis can have resources deleted whose owners were never told (docs/operations.md).',
    ),
});
