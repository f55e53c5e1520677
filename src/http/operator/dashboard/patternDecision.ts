/**
 * The decision of a person about a pattern, for a hidden field of a form. Encoded: a page shows invisible characters by
 * their names, and the form must send back those of the person themselves.
 */
import { z } from 'zod';
import type { OptOut } from '../../../core/owner/optOut.ts';
import { invalidField } from '../../app/problem.ts';

const Both = z.tuple([z.string(), z.string()]);

/** For a hidden field: base64url of pattern and person; {@link decisionIn} reads it. */
export function decisionOf({ target, actor }: Pick<OptOut, 'target' | 'actor'>): string {
  return Buffer.from(JSON.stringify([target.value, actor])).toString('base64url');
}

/** @throws Problem for a text that is none of {@link decisionOf} */
export function decisionIn(text: string): { readonly pattern: string; readonly actor: string } {
  try {
    const [pattern, actor] = Both.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { pattern, actor };
  } catch {
    throw invalidField('body.decision', 'is from no page of the patterns');
  }
}
