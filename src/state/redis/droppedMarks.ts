import { pluralize } from '../../core/common/pluralize.ts';
import type { DropAudit, UnreadableMark } from '../../core/mark/unreadableMark.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { AUDIT_MAX_ENTRIES, recordUnconfirmed } from './audit.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { loadScript } from './script.ts';

const DROP = loadScript('dropUnreadable', ['marks', 'schedule', 'retry', 'audit', 'refused']);
/** Marks per script. */
const CHUNK = 500;

/** Each goes only if its stored value is still the one that was read. @returns the ids of those that went */
export async function dropUnreadable(
  deps: StateDeps,
  namespace: Namespace,
  unreadable: readonly UnreadableMark[],
  audit: DropAudit,
): Promise<readonly string[]> {
  const keys = namespaceKeys(namespace);
  const dropped: string[] = [];
  for (let from = 0; from < unreadable.length; from += CHUNK) {
    const some = unreadable.slice(from, from + CHUNK).map((one) => ({ ...one, entry: audit(one) }));
    const entries = some.map(({ entry }) => entry);
    const reply = String(
      await deps.scripts.write(DROP, {
        operation: `dropping ${pluralize(some.length, 'unreadable mark')} of ${namespace}`,
        keys,
        op: keys.op,
        args: [AUDIT_MAX_ENTRIES, ...some.flatMap(({ id, value, entry }) => [id, value, JSON.stringify(entry)])],
        ifUnconfirmed: () => recordUnconfirmed(deps, entries),
      }),
    );
    const gone = some.filter((_, at) => reply[at] === '1');
    for (const { entry } of gone) deps.recorded(entry);
    dropped.push(...gone.map(({ id }) => id));
  }
  return dropped;
}
