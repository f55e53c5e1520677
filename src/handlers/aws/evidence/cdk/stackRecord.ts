/** The assets that one stack named when its templates were read, in memory and as a text for later processes. Pure. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS } from '../../../../core/common/duration.ts';
import { Hashes } from '../../resources/cdk/assetHash.ts';
import type { StackParameter } from '../../resources/cdk/stacks.ts';

/** The hashes that a template with its parameters names, and the parameters that name its environment. */
export interface Named {
  readonly hashes: Hashes;
  /** Only those that name the environment: others may be secret. */
  readonly parameters: readonly StackParameter[];
  /** Of the buckets and repositories that the texts name or may mean; see places.ts. */
  readonly environments: ReadonlySet<string>;
  /** The same of other regions, each with the part of the text that names its region. */
  readonly inRegions: ReadonlySet<string>;
  /** Why it may name a hash that its text does not show. */
  readonly unclear?: string;
}

/** The facts of a stack that Holystone remembers after it is gone. */
export interface StackRecord {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Changes with each operation on the stack. Absent: whether it has changed is unknown. */
  readonly version?: string;
  /** Before the first template was read; ms since the epoch. */
  readonly readAt: number;
  readonly named: readonly Named[];
  /** What it named in its last stable state, to which it may go back; absent: it does not go back. */
  readonly goesBackTo?: readonly Named[];
}

/** A stored record counts for so long, whatever CloudFormation says about the stack. */
const COUNTS_FOR_MS = 7 * DAY_MS;
/** Raised when a read finds more in a template than before: older records then count for nothing. */
const FORMAT = 5;
/** Hashes of 64 digits, about 350 kB; a stack that names more is read again by each process. */
const MOST_HASHES = 5_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const text = z.string();
const named = z.array(
  z.strictObject({
    hashes: z.array(hash),
    parameters: z.array(z.strictObject({ key: text, byDefault: text.exactOptional(), actual: text.exactOptional() })),
    environments: z.array(text),
    inRegions: z.array(text),
    unclear: text.exactOptional(),
  }),
);
const stored = z.strictObject({
  id: text,
  name: text,
  tags: z.record(text, text),
  version: text.exactOptional(),
  readAt: z.number().int().nonnegative(),
  named,
  goesBackTo: named.exactOptional(),
});

/** Everything that a stack names now, would name with a pending change set, and names again when it goes back. */
export function allNamed({ named, goesBackTo = [] }: Pick<StackRecord, 'named' | 'goesBackTo'>): readonly Named[] {
  return [...named, ...goesBackTo];
}

/** Each once. */
export function distinct(all: readonly Named[]): readonly Named[] {
  return [...new Map(all.map((one) => [JSON.stringify(written([one])), one])).values()];
}

/** The hashes in {@link allNamed}. */
export function hashesOf(record: Pick<StackRecord, 'named' | 'goesBackTo'>): ReadonlySet<string> {
  return new Set(allNamed(record).flatMap(({ hashes }) => [...hashes]));
}

/** @returns `undefined` if it is too large to be stored */
export function textOf(id: string, record: StackRecord): string | undefined {
  if (hashesOf(record).size > MOST_HASHES) return undefined;
  const { named, goesBackTo } = record;
  const texts = { named: written(named), ...(goesBackTo && { goesBackTo: written(goesBackTo) }) };
  const json = JSON.stringify({ ...record, id, ...texts });
  return `${FORMAT} ${sha256(json)} ${json}`;
}

/** @returns `undefined` if it is damaged, of another format or of another stack: then it says nothing */
export function recordIn(id: string, body: string): StackRecord | undefined {
  const [, format, checksum, json = ''] = /^(\d+) ([0-9a-f]{64}) (.*)$/s.exec(body) ?? [];
  if (format !== String(FORMAT) || checksum !== sha256(json)) return undefined;
  const { success, data } = stored.safeParse(JSON.parse(json));
  if (!success || data.id !== id) return undefined;
  const { id: _id, named, goesBackTo, ...rest } = data;
  return { ...rest, named: asRead(named), ...(goesBackTo && { goesBackTo: asRead(goesBackTo) }) };
}

function written(all: readonly Named[]): z.infer<typeof named> {
  return all.map(({ hashes, parameters, environments, inRegions, ...rest }) => ({
    ...rest,
    parameters: [...parameters],
    hashes: [...hashes],
    environments: [...environments],
    inRegions: [...inRegions],
  }));
}

function asRead(all: z.infer<typeof named>): readonly Named[] {
  return all.map(({ hashes, environments, inRegions, ...others }) => ({
    ...others,
    hashes: new Hashes(new Set(hashes)),
    environments: new Set(environments),
    inRegions: new Set(inRegions),
  }));
}

/**
 * May a process use the record of another one, instead of reading the templates? Only of a stack that has had no operation since,
 * and only for a while: a record of the future has the date of a wrong clock, so its age is not known.
 * @param version of the stack as it is listed now
 */
export function stillCounts(record: StackRecord, version: string | undefined, now: number): boolean {
  const ageMs = now - record.readAt;
  return version !== undefined && record.version === version && ageMs >= 0 && ageMs < COUNTS_FOR_MS;
}

/** Nothing but the time of the read differs. */
export function saysTheSame(one: StackRecord, other: StackRecord): boolean {
  return textOf('', { ...one, readAt: 0 }) === textOf('', { ...other, readAt: 0 });
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
