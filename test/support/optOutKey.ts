import { createHash } from 'node:crypto';
import type { OptOutKey } from '../../src/core/owner/optOutToken.ts';

/** A key whose id follows from its secret. */
export function optOutKey(secret: string): OptOutKey {
  return { id: createHash('sha256').update(secret).digest('base64url').slice(0, 8), secret };
}
