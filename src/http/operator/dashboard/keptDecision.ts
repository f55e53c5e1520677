/** A person's decision as a part of an address and a field of a form. Encoded: its texts may have any character. */
import { z } from 'zod';
import type { OptOutTarget } from '../../../core/owner/optOut.ts';
import { invalidField } from '../../app/problem.ts';
import type { KeptDecision } from './keptRead.ts';

const Parts = z.tuple([z.string(), z.enum(['id', 'group', 'pattern']), z.string(), z.string()]);

/** {@link keptDecisionIn} reads it. */
export function keptDecisionOf({ namespace, optOut: { target, actor } }: KeptDecision): string {
  return Buffer.from(JSON.stringify([namespace, target.kind, target.value, actor])).toString('base64url');
}

/** @throws Problem for a text that is none of {@link keptDecisionOf} */
export function keptDecisionIn(text: string): {
  readonly namespace: string;
  readonly target: OptOutTarget;
  readonly actor: string;
} {
  try {
    const [namespace, kind, value, actor] = Parts.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { namespace, target: { kind, value }, actor };
  } catch {
    throw invalidField('decision', 'is from no page of what is kept');
  }
}
