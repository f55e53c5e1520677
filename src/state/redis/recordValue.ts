/** The observations of a namespace's surveys, as stored in Redis: a head under a keyed checksum, and the packed data. */
import { createHash } from 'node:crypto';
import { defined } from '../../core/common/defined.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { nothingObserved, OBSERVED, type Observations } from '../../core/resource/observations.ts';
import type { Seal } from '../../core/resource/seal.ts';
import type { Span } from '../../core/resource/unused.ts';
import { packRows, unpackedRows } from './packedRows.ts';
import { openJson, sealJson } from './sealedJson.ts';

/** The keyed checksum of the head covers the namespace, the surveys and, by their SHA-256, the data. */
interface RecordHead {
  readonly age: RecordAge;
  readonly lastAt?: number;
  readonly firstAt?: number;
  readonly lostAt?: number;
  readonly unobserved: readonly Span[];
  readonly sha256: string;
}

/** Of two records of a namespace, the one that began later is newer, and of one record its greater revision. */
export interface RecordAge {
  /** Redis's clock, ms since the epoch. */
  readonly begunAt: number;
  /** Counts the writes. */
  readonly revision: number;
}

/** A stored record. */
export interface StoredRecord {
  readonly age: RecordAge;
  readonly observations: Observations;
}

const LARGEST_UNPACKED = 512 * 1024 ** 2;

/** @throws Error when there is too much to store */
export async function encodeRecord(
  seal: Seal,
  namespace: Namespace,
  { age, observations }: StoredRecord,
): Promise<{ readonly head: string; readonly data: Buffer }> {
  const rows = OBSERVED.flatMap((kind, index) => [...observations[kind]].map(([name, at]) => [index, name, at]));
  const data = await packRows(rows, LARGEST_UNPACKED);
  if (!data) throw new Error(`the record of ${namespace} is too large`);
  const { lastAt, firstAt, lostAt, unobserved } = observations;
  const head: RecordHead = {
    age,
    ...defined({ lastAt, firstAt, lostAt }),
    unobserved,
    sha256: sha256Of(data),
  };
  return { head: sealJson(seal, ['record', namespace], JSON.stringify(head)), data };
}

/** @throws Error unless a holder of a signing key stored this record there, and all of it is there */
export async function decodeRecord(
  seal: Seal,
  namespace: Namespace,
  text: string,
  data: Buffer,
): Promise<StoredRecord> {
  const { json, check } = openJson(seal, ['record', namespace], text);
  if (check !== 'valid') throw new Error(`its keyed checksum is ${check === 'unsigned' ? 'missing' : 'wrong'}`);
  const { age, sha256, ...surveys } = JSON.parse(json) as RecordHead;
  if (!Number.isSafeInteger(age?.revision) || !Array.isArray(surveys.unobserved))
    throw new Error('its head is damaged');
  if (sha256Of(data) !== sha256) throw new Error('its data is damaged');
  const observations = { ...nothingObserved(), ...surveys };
  for await (const rows of unpackedRows(data, LARGEST_UNPACKED)) {
    for (const [index, name, at] of rows as [number, string, number][]) {
      const kind = OBSERVED[index];
      if (kind === undefined || !Number.isFinite(at)) throw new Error('its data is damaged');
      observations[kind].set(name, at);
    }
  }
  return { age, observations };
}

export function isOlder(one: RecordAge, other: RecordAge): boolean {
  return one.begunAt < other.begunAt || (one.begunAt === other.begunAt && one.revision < other.revision);
}

function sha256Of(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
