/** An opt-out as stored: `until|json`, until in ms or `forever`; scripts read what is before the JSON only. */
import { StoreError } from '../core/errors.ts';
import type { OptOut } from '../core/optOut.ts';
import type { PendingTag } from '../core/ports.ts';

/** The field that tells an emptied Redis from one in which nobody ever opted out; no target looks like it. */
export const SENTINEL = 'sentinel';

export function encodeOptOut(optOut: OptOut): string {
  return `${optOut.until}|${JSON.stringify(optOut)}`;
}

/** `StoreError` for what is none: somebody wanted to keep something, and nobody can read what. */
export function decodeOptOut(target: string, value: string): OptOut {
  try {
    return JSON.parse(value.slice(value.indexOf('|') + 1)) as OptOut;
  } catch (cause) {
    throw new StoreError(`the stored opt-out of ${JSON.stringify(target)} is unreadable`, { cause });
  }
}

/** `version|until`; until is empty where the tag is to be removed. */
export function encodeTagIntent({ version, until }: Pick<PendingTag, 'version' | 'until'>): string {
  return `${version}|${until ?? ''}`;
}

export function decodeTagIntent(id: string, intent: string): PendingTag {
  const [version = '', until = ''] = intent.split('|');
  if (until === '' || until === 'forever') return { id, until: until === '' ? undefined : until, version };
  return { id, until: Number(until), version };
}
