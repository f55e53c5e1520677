/** What one instance read, as it lies in Redis for the others: a head that says what it is, and the findings. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { Finding } from '../core/finding.ts';

export interface EvidenceHead {
  /** SHA-256 of what was read where and by whom, hex. */
  readonly of: string;
  /** When it was begun to be read, ms since the epoch: by Redis's clock, and by that of the instance. */
  readonly since: number;
  readonly sinceLocally: number;
  readonly count: number;
  /** SHA-256 of the data, hex; absent = it is too large to be shared, and everybody reads for himself. */
  readonly sha256?: string;
}

/** Bytes of one entry, packed and unpacked. */
const LARGEST = 8 * 1024 ** 2;
const LARGEST_UNPACKED = 128 * 1024 ** 2;
const MOST_FINDINGS = 1_000_000;
const SAYS: Readonly<Record<Finding['says'], true>> = {
  used: true,
  lastUsed: true,
  gone: true,
  unknown: true,
  reaches: true,
  covers: true,
};

/** `undefined` when it is too large, or would not come back as it is. */
export async function packFindings(findings: readonly Finding[]): Promise<Buffer | undefined> {
  if (findings.length > MOST_FINDINGS || !findings.every(isFinding)) return undefined;
  const text = Buffer.from(JSON.stringify(findings));
  if (text.length > LARGEST_UNPACKED) return undefined;
  const data = await promisify(deflate)(text);
  return data.length > LARGEST ? undefined : data;
}

/** Throws unless it is whole and what the head says. */
export async function unpackFindings(head: EvidenceHead, data: Buffer): Promise<readonly Finding[]> {
  if (hashOf(data) !== head.sha256) throw new Error('its data is damaged');
  const text = await promisify(inflate)(data, { maxOutputLength: LARGEST_UNPACKED });
  const findings: unknown = JSON.parse(text.toString());
  if (!Array.isArray(findings) || !findings.every(isFinding)) throw new Error('its data is no list of findings');
  if (findings.length !== head.count) throw new Error(`it has ${findings.length} findings, not ${head.count}`);
  return findings;
}

/** The head guards itself too. */
export function encodeHead(head: EvidenceHead): string {
  const text = JSON.stringify(head);
  return `${hashOf(text)}|${text}`;
}

/** Throws unless it is whole. */
export function decodeHead(value: string): EvidenceHead {
  const [, hash, text = ''] = /^([0-9a-f]{64})\|(.*)$/s.exec(value) ?? [];
  if (hash === undefined || hashOf(text) !== hash) throw new Error('its head is damaged');
  return JSON.parse(text) as EvidenceHead;
}

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
