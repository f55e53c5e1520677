import { QUARANTINE_TAG } from '../../../core/mark/quarantine.ts';
import type { DbInstanceResource } from './dbInstance.ts';

/**
 * The tag of a stop says of which instance: RDS copies tags to snapshots, and from there a restore takes them to another one.
 * @param at ms since the epoch
 */
export function stopTag(identity: string, at: number): string {
  return `${new Date(at).toISOString()} ${identity}`;
}

/** When Holystone asked for the stop of this very instance, ms since the epoch; `undefined`: its tags do not say so. */
export function askedToStop({ identity, tags }: Pick<DbInstanceResource, 'identity' | 'tags'>): number | undefined {
  const [at = '', whose] = (tags[QUARANTINE_TAG] ?? '').split(' ');
  const requestedAt = Date.parse(at);
  return whose === identity && !Number.isNaN(requestedAt) ? requestedAt : undefined;
}
