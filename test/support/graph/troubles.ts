/** Possible failures of a survey, made from the calls of a survey without any. */
import fc from 'fast-check';
import type { CallRecord, FaultRule } from '../../../sandbox/aws/index.ts';
import type { Surveyed } from './surveyed.ts';

/**
 * Without `hang` (it takes a real time-out; wire.test.ts), `slow` and `empty`. A complete but empty reply is no failure
 * that a survey can see: the tripwire is for that.
 */
export const FAULTS = [
  'throttle',
  'deny',
  'error',
  'drop',
  'dropAfter',
  'truncate',
  'cutOff',
  'blank',
  'repeatToken',
] as const satisfies readonly FaultRule['kind'][];

/** One call of the survey, and its failure. */
export interface Trouble {
  /** The first is 0; after the last it starts again. */
  readonly which: number;
  readonly kind: (typeof FAULTS)[number] | 'withdrawn';
  /** All later calls of the operation too, or only this one. */
  readonly lasts: boolean;
}

export const trouble: fc.Arbitrary<Trouble> = fc.record({
  which: fc.nat({ max: 9_999 }),
  kind: fc.constantFrom(...FAULTS, 'withdrawn'),
  lasts: fc.boolean(),
});

/** Puts the failure on the call. @returns its description for a message */
export function strike(surveyed: Surveyed, calls: readonly CallRecord[], { which, kind, lasts }: Trouble): string {
  const call = calls[which % calls.length];
  if (!call) throw new Error('nothing was asked');
  const { operation, account, service } = call;
  if (kind === 'withdrawn') {
    surveyed.deny(`${service}:${operation}`, account);
    return `${service}:${operation} withdrawn in ${account}`;
  }
  const nth = calls.filter((one) => isSame(one, call) && one.seq <= call.seq).length;
  surveyed.break({ kind, operation, account, nth, ...(lasts ? {} : { times: 1 }) });
  return `${kind} of ${operation} number ${nth} in ${account}${lasts ? ' and all after it' : ''}`;
}

function isSame(a: CallRecord, b: CallRecord): boolean {
  return a.operation === b.operation && a.account === b.account;
}
