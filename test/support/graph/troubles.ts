/** What may go wrong with a survey, made from what a survey without any asked. */
import fc from 'fast-check';
import type { CallRecord, FaultRule } from '../../../sandbox/aws/index.ts';
import type { Surveyed } from './surveyed.ts';

/**
 * Not among them: `hang` (it takes a real time-out; wire.test.ts), `slow` and `empty`. An answer that is whole and empty
 * is no failure that a survey can see: that is what the tripwire is for.
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

/** One call of the survey, and what becomes of it. */
export interface Trouble {
  /** The first is 0; beyond the last it begins anew. */
  readonly which: number;
  readonly kind: (typeof FAULTS)[number] | 'withdrawn';
  /** This call only, or all of the operation from then on. */
  readonly lasts: boolean;
}

export const trouble: fc.Arbitrary<Trouble> = fc.record({
  which: fc.nat({ max: 9_999 }),
  kind: fc.constantFrom(...FAULTS, 'withdrawn'),
  lasts: fc.boolean(),
});

/** Puts it on the call; which one it is, is said for a message. */
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
