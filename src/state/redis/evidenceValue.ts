/** The findings of one instance, as stored in Redis for the others: a head that describes them, and the data. */
import { createHash } from 'node:crypto';
import type { Finding } from '../../core/common/finding.ts';
import { inSteps } from '../../core/common/steps.ts';
import type { Seal } from '../../core/resource/seal.ts';
import { packRows, unpackedRows } from './packedRows.ts';
import { openJson, sealJson } from './sealedJson.ts';

/** The description of stored evidence, read before its data. */
export interface EvidenceHead {
  /** SHA-256 of the key of the evidence: source, provider, account, location and way of reading; hex. */
  readonly of: string;
  /** Start of the read, ms since the epoch: by Redis's clock, and by the instance's clock. */
  readonly since: number;
  readonly sinceLocally: number;
  readonly count: number;
  /** SHA-256 of the data, hex; absent = the data is too large to share, and every instance reads for itself. */
  readonly sha256?: string;
}

/** Bytes of one entry, packed and unpacked. */
const LARGEST = 8 * 1024 ** 2;
const LARGEST_UNPACKED = 128 * 1024 ** 2;
const MOST_FINDINGS = 1_000_000;
const CHECKED_AT_ONCE = 1_000;
const SAYS: Readonly<Record<Finding['says'], true>> = {
  used: true,
  leadsTo: true,
  lastUsed: true,
  quiet: true,
  gone: true,
  exists: true,
  unknown: true,
  sharedWith: true,
  supersedes: true,
};

/** `undefined` when the data is too large, or would change on the way through JSON. */
export async function packFindings(findings: readonly Finding[]): Promise<Buffer | undefined> {
  if (findings.length > MOST_FINDINGS) return undefined;
  for await (const some of inSteps(findings, CHECKED_AT_ONCE)) if (!some.every(isFinding)) return undefined;
  const data = await packRows(findings, LARGEST_UNPACKED);
  return data && data.length <= LARGEST ? data : undefined;
}

/** Throws unless the data is complete and matches the head. */
export async function unpackFindings(head: EvidenceHead, data: Buffer): Promise<readonly Finding[]> {
  if (hashOf(data) !== head.sha256) throw new Error('its data is damaged');
  const findings: Finding[] = [];
  for await (const some of unpackedRows(data, LARGEST_UNPACKED)) {
    if (!some.every(isFinding)) throw new Error('its data is not a list of findings');
    for (const finding of some) findings.push(finding);
  }
  if (findings.length !== head.count) throw new Error(`it has ${findings.length} findings, not ${head.count}`);
  return findings;
}

/** The keyed checksum of the head covers its place, the times of the read and, by their SHA-256, the data. */
export function encodeHead(seal: Seal, head: EvidenceHead): string {
  return sealJson(seal, ['evidence', head.of], JSON.stringify(head));
}

/** @param of of the evidence that is wanted. Throws unless a holder of a signing key stored this head there. */
export function decodeHead(seal: Seal, of: string, value: string): EvidenceHead {
  const { json, check } = openJson(seal, ['evidence', of], value);
  if (check !== 'valid') throw new Error(`its keyed checksum is ${check === 'unsigned' ? 'missing' : 'wrong'}`);
  return JSON.parse(json) as EvidenceHead;
}

/** SHA-256, hex. */
export function hashOf(what: string | Buffer): string {
  return createHash('sha256').update(what).digest('hex');
}

function isFinding(value: unknown): value is Finding {
  if (typeof value !== 'object' || value === null) return false;
  const { alias, says, by, at, to = [], ...rest } = value as Partial<Record<keyof Finding, unknown>>;
  return (
    typeof alias === 'string' &&
    typeof says === 'string' &&
    Object.hasOwn(SAYS, says) &&
    typeof by === 'string' &&
    (at === undefined || Number.isFinite(at)) &&
    Array.isArray(to) &&
    [...to, ...Object.values(rest)].every((more) => typeof more === 'string')
  );
}
