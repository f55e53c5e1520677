/** The evidence that is read for a namespace, and the evidence that its configuration leaves out. Pure. */
import type { Gap, Place } from '../../core/common/finding.ts';
import { isOff } from '../../core/policy/namedEvidence.ts';
import type { EvidenceSettings } from '../../core/policy/workConfiguration.ts';
import type { EvidenceSource, Handler, Scope } from '../../handlers/contract/handler.ts';
import { usersNotFound } from '../../handlers/contract/types.ts';

/** One source at one place. */
export interface SourceRead {
  readonly source: EvidenceSource;
  readonly place: Place;
}

interface Wanted {
  readonly handler: Handler;
  readonly scope: Scope;
  readonly settings: EvidenceSettings;
}

/** Every read of one sort of source. */
export function readsOf({ handler, scope, settings }: Wanted, asks: EvidenceSource['per']): readonly SourceRead[] {
  return handler.evidence
    .filter((source) => source.per === asks && (source.optional !== true || settings.on.includes(source.name)))
    .flatMap((source) => source.places(scope).map((place) => ({ source, place })))
    .filter(({ source, place }) => !isOff(settings.off, source, place.account));
}

/** The evidence that a survey does not have: switched off, or not to be had at all; in words for every verdict. */
export function leftOut(wanted: Omit<Wanted, 'scope'> & { readonly now: number }): readonly string[] {
  return [...switchedOff(wanted.settings), ...unlisted(wanted)];
}

function switchedOff({ off }: EvidenceSettings): readonly string[] {
  return off.map(({ kind, accounts }) => {
    const where = accounts === undefined ? '' : ` in ${accounts.join(', ')}`;
    return `${kind}${where}, switched off in the configuration`;
  });
}

/** The users that no source can list, and whether the entry accepts that. */
function unlisted({ handler, settings, now }: Parameters<typeof leftOut>[0]): readonly string[] {
  const users = usersNotFound(handler);
  if (users === undefined) return [];
  const { acceptIncomplete: accepted } = settings;
  const what = `users that no source can list (${users})`;
  if (accepted === undefined) return [`${what}: a plan only`];
  const until = new Date(accepted.untilAt).toISOString();
  return now < accepted.untilAt
    ? [`${what}, accepted until ${until}: ${accepted.reason}`]
    : [`${what}: accepted only until ${until}, so a plan only`];
}

/**
 * Is the source read that shows which other accounts may use a resource? Without it any account may use any resource.
 */
export function reachIsRead(wanted: Wanted): boolean {
  const { reach } = wanted.handler;
  return reach !== undefined && readsOf(wanted, 'resource').some(({ source }) => source.name === reach);
}

/**
 * Does a gap concern only some resources? It does where it belongs to another account and reach is read, and where a
 * source that is read per candidate may replace the failed one.
 */
export function isBounded(wanted: Wanted, { source: kind, place, reachedBy }: Gap): boolean {
  if (reachedBy !== undefined) return true;
  return readsOf(wanted, 'resource').some(
    ({ source, place: other }) =>
      source.supersedes?.includes(kind) && other.account === place.account && other.location === place.location,
  );
}
