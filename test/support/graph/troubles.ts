/** Possible failures of a survey, made from the calls of a survey without any. */
import fc from 'fast-check';
import type { CallRecord, FaultRule } from '../../../sandbox/aws/index.ts';
import type { SurveyCall } from '../recordedAws.ts';
import { NAMES, type Surveyed } from './surveyed.ts';

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

/** A failure that waits in the sandbox for its call. */
export interface Struck {
  /** For a message. */
  readonly what: string;
  /** The calls that may meet the failure; `undefined`: any, as accounts must be proven again. */
  readonly isSent: ((call: SurveyCall) => boolean) | undefined;
}

/** A survey proves an account by these, once for many surveys. */
const PROOF = new Set(['AssumeRole', 'GetCallerIdentity', 'ListAccountAliases']);

/** Puts the failure on the call. */
export function strike(surveyed: Surveyed, calls: readonly CallRecord[], { which, kind, lasts }: Trouble): Struck {
  const call = calls[which % calls.length];
  if (!call) throw new Error('nothing was asked');
  const { operation, account, service } = call;
  const isProof = PROOF.has(operation);
  const inAccount = (sent: SurveyCall) => sent.operation === operation && sent.account === NAMES[account];
  if (kind === 'withdrawn') {
    surveyed.deny(`${service}:${operation}`, account);
    return { what: `${service}:${operation} withdrawn in ${account}`, isSent: isProof ? undefined : inAccount };
  }
  const nth = calls.filter((one) => isSame(one, call) && one.seq <= call.seq).length;
  surveyed.break({ kind, operation, account, ...(isProof ? { nth } : {}), ...(lasts ? {} : { times: 1 }) });
  return {
    what: `${kind} of ${operation} number ${nth} in ${account}${lasts ? ' and all after it' : ''}`,
    isSent: isProof ? undefined : (sent) => inAccount(sent) && (lasts ? sent.nth >= nth : sent.nth === nth),
  };
}

function isSame(a: CallRecord, b: CallRecord): boolean {
  return a.operation === b.operation && a.account === b.account;
}
