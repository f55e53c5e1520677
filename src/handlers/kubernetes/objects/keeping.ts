/** The writers of an object's keep annotation, and the patch that writes or removes ours. Pure. */
import { z } from 'zod';
import { keepTagEnd, keepTagValue, lasts } from '../../../core/owner/optOut.ts';
import type { Protection } from '../../contract/protection.ts';
import { KEEP_ANNOTATION, KEPT_BEFORE_ANNOTATION, MANAGERS } from './annotations.ts';

type Annotations = Readonly<Record<string, string>>;

/** One apply: everything that this manager says about the annotations of the object. */
export interface KeepStep {
  readonly manager: string;
  readonly annotations: Annotations;
}

/** The requests that write or remove the keep annotation, with its value before and after. */
export interface KeepChange {
  readonly did: Exclude<Protection['did'], 'gone'>;
  /** In this order. */
  readonly steps: readonly KeepStep[];
  readonly before?: string;
  readonly after?: string;
}

const managed = z.array(z.object({ manager: z.string(), operation: z.string(), fieldsV1: z.unknown() }).partial());

/** Does Holystone own the keep annotation, as `managedFields` has it? */
function isOurs(metadata: Readonly<Record<string, unknown>>): boolean {
  const read = managed.safeParse(metadata.managedFields);
  if (!read.success) return false;
  return read.data.some(
    ({ manager, operation, fieldsV1 }) =>
      manager === MANAGERS.keep && operation === 'Apply' && ownsKeep.safeParse(fieldsV1).success,
  );
}

const ownsKeep = z.object({
  'f:metadata': z.object({
    'f:annotations': z.looseObject({ [`f:${KEEP_ANNOTATION}`]: z.unknown().refine((one) => one !== undefined) }),
  }),
});

/**
 * A person's value that lasts as long stays; one that ends earlier is replaced, and put back when ours is removed. A value
 * that is put back gets a manager of its own, so that it counts as the person's again.
 * @param until ms since the epoch; `undefined` = the opt-out was withdrawn
 */
export function keepChange(
  metadata: Readonly<Record<string, unknown>>,
  annotations: Annotations,
  until: number | 'forever' | undefined,
): KeepChange {
  const { [KEEP_ANNOTATION]: before, [KEPT_BEFORE_ANNOTATION]: replaced } = annotations;
  const ours = isOurs(metadata);
  const theirs = ours ? replaced : before;
  const was = before === undefined ? {} : { before };
  const nothing: KeepStep = { manager: MANAGERS.keep, annotations: {} };
  if (until === undefined) {
    if (!ours) return { did: 'notOurs', steps: [], ...was, ...(before === undefined ? {} : { after: before }) };
    if (theirs === undefined) return { did: 'removed', steps: [nothing], ...was };
    return { did: 'putBack', steps: [putBack(theirs), nothing], ...was, after: theirs };
  }
  if (theirs !== undefined && lasts(keepTagEnd(theirs), until)) {
    const steps = ours ? [putBack(theirs), nothing] : [];
    return { did: 'alreadyKept', steps, ...was, after: theirs };
  }
  const after = keepTagValue(until);
  const own = { [KEEP_ANNOTATION]: after, ...(theirs === undefined ? {} : { [KEPT_BEFORE_ANNOTATION]: theirs }) };
  return { did: 'written', steps: [{ manager: MANAGERS.keep, annotations: own }], ...was, after };
}

function putBack(value: string): KeepStep {
  return { manager: MANAGERS.putBack, annotations: { [KEEP_ANNOTATION]: value } };
}
