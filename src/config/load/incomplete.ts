/**
 * `acceptIncomplete`, `acceptFinal`: a type with users that no source can list, or none reads yet, and one of which nothing
 * brings back what was deleted, is live only where an entry accepts that.
 */
import { z } from 'zod';
import type { EvidenceSettings, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import { usersNotFound } from '../../handlers/contract/types.ts';

/** Either key as an entry writes it, parsed. The work configuration has another name for `until`. */
export interface GivenAcceptance {
  /** ms since the epoch. */
  readonly until: number;
  /** The operator's own words; every verdict under it repeats them. */
  readonly reason: string;
}

/** What an entry accepts. */
interface Accepting {
  readonly live?: boolean | undefined;
  readonly acceptIncomplete?: GivenAcceptance | undefined;
  readonly acceptFinal?: GivenAcceptance | undefined;
}

/** @throws z.ZodError for a live entry that does not accept what its type cannot do */
export function refuseUnaccepted(
  handler: Pick<Handler, 'unlistedUsers' | 'unreadUsers' | 'finalBecause'>,
  { live, acceptIncomplete, acceptFinal }: Accepting,
): void {
  if (live !== true) return;
  const users = usersNotFound(handler);
  const problems = [
    ...(users === undefined || acceptIncomplete
      ? []
      : [needs(`no source can list all users of this type (${users})`, 'acceptIncomplete')]),
    ...(handler.finalBecause === undefined || acceptFinal
      ? []
      : [needs(`a deletion is final (${handler.finalBecause})`, 'acceptFinal')]),
  ];
  if (problems.length === 0) return;
  throw new z.ZodError(problems.map((message) => ({ code: 'custom', path: ['live'], message, input: live })));
}

function needs(why: string, key: string): string {
  return `${why}, so a live entry also needs \`${key}: { until: 2027-03-31, reason: … }\`; without \`live: true\` it is a plan only`;
}

/** Nothing accepted → no key at all. `untilAt` is in ms since the epoch. */
export function acceptIncompleteOf(given: GivenAcceptance | undefined): Pick<EvidenceSettings, 'acceptIncomplete'> {
  return given === undefined ? {} : { acceptIncomplete: { untilAt: given.until, reason: given.reason } };
}

/** Nothing accepted → no key at all. */
export function acceptFinalOf(given: GivenAcceptance | undefined): Pick<WorkConfiguration, 'acceptFinal'> {
  return given === undefined ? {} : { acceptFinal: { untilAt: given.until, reason: given.reason } };
}
