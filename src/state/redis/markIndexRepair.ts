import type { Mark } from '../../core/mark/mark.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { MARK_INDEX, namespaceKeys } from './keys.ts';
import { isOfMark, isOfVersion } from './markIndexRow.ts';
import type { Deletion, MarkIndexWriter } from './markIndexWriter.ts';
import { readableMark } from './markValue.ts';

const PAGE = 500;

/** The index passes these; the repair reads marks and the history itself, and writes by the writer alone. */
export interface RepairDeps extends Pick<StateDeps, 'connection' | 'seal'> {
  readonly writer: Pick<MarkIndexWriter, 'write'>;
  /** The audit entries about resources, oldest first. */
  readonly histories: (
    namespace: Namespace,
    ids: readonly string[],
  ) => Promise<
    ReadonlyMap<string, readonly { readonly event: string; readonly at: number; readonly generation?: string }[]>
  >;
}

/**
 * Makes the entries of a namespace agree with its marks. It compares versions only, and reads the marks that differ. The
 * history shows which of the marks that are gone were deleted: another instance may have ended before it wrote so here.
 */
export async function repairIndex(deps: RepairDeps, namespace: Namespace): Promise<void> {
  const left = new Map<string, string>();
  for await (const [id, version] of fieldsOf(deps, MARK_INDEX.versions(namespace))) left.set(id, version);
  const differing: string[] = [];
  const seen = new Set<string>();
  for await (const page of pagesOf(deps, namespaceKeys(namespace).marks)) {
    const fresh = new Map<string, string>();
    for (const [id, value] of page) {
      // HSCAN may return a field twice when the HASH grows meanwhile.
      if (seen.has(id)) continue;
      seen.add(id);
      const version = left.get(id);
      left.delete(id);
      if (version === undefined) fresh.set(id, value);
      else if (!isOfVersion(version, value)) differing.push(id);
    }
    await writeFresh(deps, namespace, fresh);
  }
  await recheck(deps, namespace, [...differing, ...left.keys()]);
  await deps.connection.command(`writing the index of marks of ${namespace}`, (client) =>
    client.hset(MARK_INDEX.namespaces, namespace, '1'),
  );
}

/** Marks that have no version, with their stored values: a fresh index of a million marks must not read each of them twice. */
async function writeFresh({ writer, seal }: RepairDeps, namespace: Namespace, values: ReadonlyMap<string, string>) {
  const marks = new Map<string, Mark>();
  for (const [id, value] of values) {
    const mark = readableMark(namespace, id, value, seal);
    if (mark) marks.set(id, mark);
  }
  await writer.write(namespace, [...marks.keys()].map(asFresh), marks);
}

/** Without a version there is nothing that may have ended. */
const asFresh = (id: string) => ({ id, isEnd: true });

/** Makes the entries of these ids agree with their marks, whatever happened to them. */
export async function recheck(deps: RepairDeps, namespace: Namespace, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { marks } = namespaceKeys(namespace);
  const gone: string[] = [];
  for (let from = 0; from < ids.length; from += PAGE) {
    const some = ids.slice(from, from + PAGE);
    const [values, versions] = await deps.connection.command(`comparing the index of marks of ${namespace}`, (client) =>
      Promise.all([client.hmget(marks, ...some), client.hmget(MARK_INDEX.versions(namespace), ...some)]),
    );
    gone.push(...some.filter((_, i) => endedSince(values[i], versions[i])));
  }
  const deletions = gone.length === 0 ? new Map<string, Deletion>() : await deletionsOf(deps, namespace, gone);
  const changes = ids.map((id) => {
    const deleted = deletions.get(id);
    return { id, isEnd: true, ...(deleted ? { deleted } : {}) };
  });
  await deps.writer.write(namespace, changes);
}

/** Removes all entries of a namespace that is not in the configuration any more. */
export async function dropFromIndex(deps: RepairDeps, namespace: Namespace): Promise<void> {
  const ids: string[] = [];
  for await (const [id] of fieldsOf(deps, MARK_INDEX.versions(namespace))) ids.push(id);
  await deps.writer.write(
    namespace,
    ids.map((id) => ({ id, isEnd: true, isLeft: true as const })),
  );
  await deps.connection.command(`leaving ${namespace} out of the index of marks`, (client) =>
    client.hdel(MARK_INDEX.namespaces, namespace),
  );
}

/** Every namespace has to be read again before the index counts as complete. */
export async function forgetNamespaces({ connection }: Pick<RepairDeps, 'connection'>): Promise<void> {
  await connection.command('leaving the index of marks', (client) => client.unlink(MARK_INDEX.namespaces));
}

function endedSince(value: string | null | undefined, version: string | null | undefined): boolean {
  if (typeof version !== 'string') return false;
  return typeof value !== 'string' || !isOfMark(version, value);
}

async function deletionsOf({ histories }: RepairDeps, namespace: Namespace, ids: readonly string[]) {
  const deletions = new Map<string, Deletion>();
  for (const [id, entries] of await histories(namespace, ids)) {
    const last = entries.findLast(({ event }) => event === 'deleted');
    if (last)
      deletions.set(id, { at: last.at, ...(last.generation === undefined ? {} : { generation: last.generation }) });
  }
  return deletions;
}

async function* fieldsOf(deps: RepairDeps, key: string): AsyncGenerator<readonly [string, string]> {
  for await (const page of pagesOf(deps, key)) yield* page;
}

async function* pagesOf(
  { connection }: RepairDeps,
  key: string,
): AsyncGenerator<readonly (readonly [string, string])[]> {
  let cursor = '0';
  do {
    const [next, flat] = await connection.command(`reading ${key}`, (client) =>
      client.hscan(key, cursor, 'COUNT', PAGE),
    );
    yield Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? '', flat[2 * i + 1] ?? ''] as const);
    cursor = next;
  } while (cursor !== '0');
}
