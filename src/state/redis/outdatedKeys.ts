import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { MONEY, namespaceKeys } from './keys.ts';

/** In the place of which there is one record now (ADR 97). */
const OF_0_2 = ['last-used', 'first-seen', 'gone-since', 'existed-at', 'surveyed', 'blind'];
/** How the keys of the index of marks began (ADR 127). */
const INDEX = 'holystone:{marks}:';
const OF_INDEX = /^(by-(date|marked|cost|name)\||(versions|records):|(counts|days|owners|namespaces|last-number)$)/;
const PAGE = 1_000;

/** Removes the keys of a namespace, and of the index of marks, that only release 0.2 and earlier used. @returns how many there were */
export async function removeOutdatedKeys(deps: Pick<StateDeps, 'connection'>, namespace: Namespace): Promise<number> {
  const { record } = namespaceKeys(namespace);
  const keys = OF_0_2.map((name) => record.replace(/record$/, name));
  const removed = await deps.connection.command(`removing outdated keys of ${namespace}`, (client) =>
    client.unlink(...keys),
  );
  return removed + (await removeIndex(deps));
}

async function removeIndex({ connection }: Pick<StateDeps, 'connection'>): Promise<number> {
  return connection.command('removing the index of marks', async (client) => {
    await client.copy(MONEY.before, MONEY.months);
    let removed = await client.unlink(MONEY.before);
    for (const primary of connection.primaries()) {
      let cursor = '0';
      do {
        const [next, keys] = await primary.scan(cursor, 'MATCH', `${INDEX}*`, 'COUNT', PAGE);
        const outdated = keys.filter((key) => OF_INDEX.test(key.slice(INDEX.length)));
        if (outdated.length > 0) removed += await client.unlink(...outdated);
        cursor = next;
      } while (cursor !== '0');
    }
    return removed;
  });
}
