/** The findings of one instance, as stored in Redis for the others: a head that describes them, and the data. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Finding } from '../../core/common/finding.ts';
import { inSteps, turn } from '../../core/common/steps.ts';
import type { Seal } from '../../core/resource/seal.ts';
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
/**
 * The data is one JSON list with this many findings per line, so that a reader can parse it line by line. No JSON text
 * has a line break within a string.
 */
const FINDINGS_IN_LINE = 1_000;
const BETWEEN_LINES = ',\n';
const SAYS: Readonly<Record<Finding['says'], true>> = {
  used: true,
  lastUsed: true,
  gone: true,
  exists: true,
  unknown: true,
  sharedWith: true,
  supersedes: true,
};

/** `undefined` when the data is too large, or would change on the way through JSON. */
export async function packFindings(findings: readonly Finding[]): Promise<Buffer | undefined> {
  if (findings.length > MOST_FINDINGS) return undefined;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const some of inSteps(findings, FINDINGS_IN_LINE)) {
    if (!some.every(isFinding)) return undefined;
    const isLast = (parts.length + 1) * FINDINGS_IN_LINE >= findings.length;
    const part = `${parts.length === 0 ? '[' : ''}${JSON.stringify(some).slice(1, -1)}${isLast ? ']' : BETWEEN_LINES}`;
    bytes += parts[parts.push(Buffer.from(part)) - 1]?.length ?? 0;
    if (bytes > LARGEST_UNPACKED) return undefined;
  }
  const text = parts.length === 0 ? Buffer.from('[]') : Buffer.concat(parts);
  const data = await promisify(deflate)(text);
  return data.length > LARGEST ? undefined : data;
}

/** Throws unless the data is complete and matches the head. */
export async function unpackFindings(head: EvidenceHead, data: Buffer): Promise<readonly Finding[]> {
  if (hashOf(data) !== head.sha256) throw new Error('its data is damaged');
  const text = (await promisify(inflate)(data, { maxOutputLength: LARGEST_UNPACKED })).toString();
  if (!text.startsWith('[') || !text.endsWith(']')) throw new Error('its data is not a list of findings');
  const findings: Finding[] = [];
  for (const line of text.slice(1, -1).split(BETWEEN_LINES)) {
    await turn();
    const some: unknown = JSON.parse(`[${line}]`);
    if (!Array.isArray(some) || !some.every(isFinding)) throw new Error('its data is not a list of findings');
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
  const { alias, says, by, at, ...rest } = value as Partial<Record<keyof Finding, unknown>>;
  return (
    typeof alias === 'string' &&
    typeof says === 'string' &&
    Object.hasOwn(SAYS, says) &&
    typeof by === 'string' &&
    (at === undefined || Number.isFinite(at)) &&
    Object.values(rest).every((more) => typeof more === 'string')
  );
}
