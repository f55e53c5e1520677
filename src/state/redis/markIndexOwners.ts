/** The owners in the index of marks. */
import type { OwnerFigures } from '../../core/mark/markIndex.ts';
import type { RedisConnection } from './connection.ts';
import { MARK_INDEX } from './keys.ts';
import { countField, MILLIONTHS, ownerIn } from './markIndexRow.ts';

const NAMES_PER_READ = 500;
/** A filter may match few: after this many names a part ends. */
const NAMES_PER_PART = 5_000;

/** See `MarkIndex.owners`. */
export async function figuresOf(
  connection: RedisConnection,
  owners: readonly string[],
  currencies: readonly string[],
): Promise<readonly OwnerFigures[]> {
  if (owners.length === 0) return [];
  const names = owners.map(countField);
  const fieldsOf = (name: string) => [
    `owner:${name}`,
    `notified:${name}`,
    ...currencies.map((currency) => `cost:${currency}|${name}`),
  ];
  const counts = await connection.command('counting the marks of owners in their index', (client) =>
    client.hmget(MARK_INDEX.counts, ...names.flatMap(fieldsOf)),
  );
  return names.map((name, i) => {
    const size = 2 + currencies.length;
    const [marked = 0, notified = 0, ...costs] = counts.slice(i * size, (i + 1) * size).map(Number);
    const savings = currencies.map((currency, at) => ({ currency, amount: (costs[at] ?? 0) / MILLIONTHS }));
    return { owner: ownerIn(name), marked, notified, savings: savings.filter(({ amount }) => amount > 0) };
  });
}

/** See `MarkIndex.ownerNames`. */
export async function ownerNames(
  connection: RedisConnection,
  { q, after = '', limit }: { readonly q: string; readonly after?: string; readonly limit: number },
) {
  const part = q.toLowerCase();
  const owners: string[] = [];
  let at = after;
  for (let seen = 0; seen < NAMES_PER_PART; ) {
    const read = part === '' ? Math.min(NAMES_PER_READ, limit + 1) : NAMES_PER_READ;
    const names = await connection.command('reading owners in the index of marks', (client) =>
      client.zrangebylex(MARK_INDEX.owners, at === '' ? '-' : `(${at}`, '+', 'LIMIT', 0, read),
    );
    for (const name of names) {
      const owner = ownerIn(name);
      if (owner.includes(part)) {
        if (owners.length === limit) return { owners, next: at };
        owners.push(owner);
      }
      at = name;
    }
    seen += names.length;
    if (names.length < read) return { owners };
  }
  return { owners, next: at };
}
