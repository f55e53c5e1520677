/** Parts that a survey may lose permanently: a whole account, or one kind of call. */
import fc from 'fast-check';
import type { CallRecord, Place } from '../../../sandbox/aws/index.ts';
import { OTHER, type Surveyed } from './surveyed.ts';

/** The loss of a whole account, in one way. */
interface AccountLoss {
  readonly name: string;
  /** The text about it in a plan's problem, exactly once. */
  readonly says: RegExp;
  begin(surveyed: Surveyed, place: Place): void;
}

/** Every way to lose all reads of an account. */
export const accountLosses: readonly AccountLoss[] = [
  {
    name: 'a role that may not be assumed',
    says: /may not be assumed/g,
    begin: (surveyed, { account }) => surveyed.deny('sts:AssumeRole', account),
  },
  {
    name: 'a region that is switched off',
    says: /the region us-east-1 is not switched on/g,
    begin: (surveyed, { account }) => surveyed.switchOff(account),
  },
  {
    name: 'an account that is suspended',
    says: /AWS does not accept|may not be assumed|is denied/g,
    begin: (surveyed, { account }) => surveyed.suspend(account),
  },
  {
    name: 'an account that does not answer',
    says: /AWS did not answer/g,
    begin: (surveyed, { account }) => surveyed.break({ kind: 'drop', operation: '*', account }),
  },
  {
    name: 'an account that is throttled',
    says: /AWS throttled/g,
    begin: (surveyed, { account }) => surveyed.break({ kind: 'throttle', operation: '*', account }),
  },
];

/** Every way to lose one kind of call. */
export const WAYS = ['withdrawn', 'throttle', 'error', 'drop', 'truncate', 'cutOff', 'blank'] as const;

/** From now on one kind of call fails, or a whole account. */
export interface Loss {
  /** The first call is 0; after the last it starts again. */
  readonly which: number;
  readonly way: (typeof WAYS)[number] | AccountLoss;
}

export const lossOf: fc.Arbitrary<Loss> = fc.record({
  which: fc.nat({ max: 9_999 }),
  way: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...WAYS) }, fc.constantFrom(...accountLosses)),
});

/** Lasts until the survey recovers. @returns the description for a message */
export function lose(surveyed: Surveyed, calls: readonly CallRecord[], { which, way }: Loss): string {
  const call = calls[which % calls.length];
  if (!call) throw new Error('nothing was asked');
  if (typeof way !== 'string') {
    way.begin(surveyed, OTHER);
    return `${way.name} in ${OTHER.account}`;
  }
  const { account, operation, service } = call;
  if (way === 'withdrawn') surveyed.deny(`${service}:${operation}`, account);
  else surveyed.break({ kind: way, operation, account });
  return `${operation} in ${account}: ${way}`;
}
