/** `acceptIncomplete`: a type with users that no source can list, or none reads yet, is live only where an entry accepts that. */
import { z } from 'zod';
import type { EvidenceSettings } from '../../core/policy/workConfiguration.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import { usersNotFound } from '../../handlers/contract/types.ts';

/** The key as an entry writes it, parsed. {@link acceptIncompleteOf} renames `until` for the work configuration. */
export interface GivenAcceptIncomplete {
  /** ms since the epoch. */
  readonly until: number;
  /** The operator's own words; every verdict under it repeats them. */
  readonly reason: string;
}

/** @throws z.ZodError for a live entry of a type whose users cannot all be listed, unless it accepts that */
export function refuseUnaccepted(
  handler: Pick<Handler, 'unlistedUsers' | 'unreadUsers'>,
  {
    live,
    acceptIncomplete,
  }: { readonly live?: boolean | undefined; readonly acceptIncomplete?: GivenAcceptIncomplete | undefined },
): void {
  const users = usersNotFound(handler);
  if (users === undefined || live !== true || acceptIncomplete !== undefined) return;
  const message = `no source can list all users of this type (${users}), so a live entry also needs \`acceptIncomplete: { until: 2027-03-31, reason: … }\`; without \`live: true\` it is a plan only`;
  throw new z.ZodError([{ code: 'custom', path: ['live'], message, input: live }]);
}

/** Nothing accepted → no key at all. `untilAt` is in ms since the epoch. */
export function acceptIncompleteOf(
  given: GivenAcceptIncomplete | undefined,
): Pick<EvidenceSettings, 'acceptIncomplete'> {
  return given === undefined ? {} : { acceptIncomplete: { untilAt: given.until, reason: given.reason } };
}
