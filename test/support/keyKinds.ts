/** Every kind of key that `keys.ts` makes, as people write it: `holystone:{<ns>}:marks`. */
import type { Namespace } from '../../src/core/resource/namespace.ts';
import * as keys from '../../src/state/redis/keys.ts';

type Made = string | ((sample: never) => string) | { readonly [name: string]: Made };

/** The compiler demands a line for each export of `keys.ts`. */
const MADE: Readonly<Record<keyof typeof keys, Made>> = {
  namespaceKeys: keys.namespaceKeys('<ns>' as Namespace) as unknown as Made,
  outboxKeys: keys.outboxKeys('<owner>'),
  messageKeys: keys.messageKeys('<message>'),
  noticeKeys: keys.noticeKeys('<message>'),
  NOTICES_INDEX: keys.NOTICES_INDEX,
  ownerNoticesKeys: keys.ownerNoticesKeys('<owner>'),
  OUTBOX_INDEX: keys.OUTBOX_INDEX,
  QUARANTINE_INDEX: keys.QUARANTINE_INDEX,
  EVENTS: keys.EVENTS,
  MARK_NEWS: keys.MARK_NEWS,
  MONEY: keys.MONEY,
  CONTROL: keys.CONTROL,
  shardKeys: keys.shardKeys('<n>' as unknown as number),
  slotKeys: keys.slotKeys('<name>', '<ms>' as unknown as number),
  unitKeys: keys.unitKeys('<provider>'),
  bucketKey: keys.bucketKey({ account: '<account>', location: '<location>', api: '<api>' }),
  evidenceKeys: keys.evidenceKeys({ source: '<source>', accountId: '<account>', location: '<location>' }, '<hash>'),
  listingKey: keys.listingKey('<question>'),
  sessionKey: keys.sessionKey('<hash>'),
  sessionsOfKey: keys.sessionsOfKey('<person>'),
  accountNamesKey: keys.accountNamesKey('<provider>', '<id>'),
  learntKey: keys.learntKey('<key>'),
};

/** The replies of operations are the same everywhere. */
const OPERATION = '…:op:<id>';

export const KEY_KINDS: readonly string[] = [...new Set(Object.values(MADE).flatMap((made) => shown(made)))].sort();

function shown(made: Made, name = ''): readonly string[] {
  if (name === 'op') return [OPERATION];
  if (typeof made === 'object') return Object.entries(made).flatMap(([part, one]) => shown(one, part));
  const key = typeof made === 'string' ? made : made(`<${name}>` as never);
  return [decodeURIComponent(key).replace(/[0-9a-f]{64}/, '<hash>')];
}

/** Does a key in Redis have this kind? */
export function isOfKind(kind: string, key: string): boolean {
  const text = kind
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/<\w+>/g, '[^}]*')
    .replace('…', '.*');
  return new RegExp(`^${text}$`, 's').test(key);
}

/** A key of this kind, as somebody would write it who wants something of the namespace to go. */
export function keyOf(kind: string, namespace: string): string {
  const today = new Date().toISOString().slice(0, 10);
  return kind.replace('<ns>', namespace).replaceAll('<budget>', today).replace('…', `holystone:{${namespace}}`);
}
