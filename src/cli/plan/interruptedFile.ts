/** The file that an interrupted plan leaves: a line with its binding, its results line by line, and a checksum. */
import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isFromFuture } from '../../core/common/clock.ts';
import { messageOf } from '../../core/common/errors.ts';
import type { KeptAnswers, NamespacePlan } from '../../lifecycle/index.ts';
import { minute } from '../text/minutes.ts';

/** The plan that may go on with it. */
export interface Binding {
  readonly version: string;
  /** The hash of the configuration. */
  readonly configuration: string;
}

/** The results of a plan until a person stopped it. */
export interface Interrupted {
  /** When that person stopped it, ms since the epoch. */
  readonly endedAt: number;
  /** Made with `--quick`. */
  readonly quick: boolean;
  /** `open`: without the resources that are kept. */
  readonly rows: 'all' | 'open';
  /** Finished ones. */
  readonly namespaces: readonly NamespacePlan[];
  readonly answers: readonly KeptAnswers[];
}

/** `why` is a sentence for people, without its end. */
export type ReadInterrupted = { readonly kind: 'usable'; readonly plan: Interrupted } | Unusable;
interface Unusable {
  /** `foreign`: no file of ours, so it must not be replaced. */
  readonly kind: 'none' | 'foreign' | 'unusable';
  readonly why: string;
}

const FORMAT = 'holystone interrupted plan 1';
const BEGINS = `{"format":"${FORMAT}"`;

const HOUR_MS = 3_600_000;
/** Older results say too little about the account of today. */
const USABLE_FOR_MS = 24 * HOUR_MS;

/** An interrupted plan is usable for 24 hours, and only for the version and the configuration that wrote it. */
export function readInterrupted(path: string, { version, configuration }: Binding, now: number): ReadInterrupted {
  let text: string;
  try {
    text = readOwn(path);
  } catch (error) {
    const isAbsent = (error as { code?: unknown }).code === 'ENOENT';
    if (isAbsent) return { kind: 'none', why: `There is no interrupted plan at ${path}` };
    return { kind: 'foreign', why: `${path} cannot be read (${messageOf(error)})` };
  }
  if (!text.startsWith(BEGINS)) return { kind: 'foreign', why: `${path} is not an interrupted plan` };
  const unusable = (why: string): Unusable => ({ kind: 'unusable', why });
  const lines = linesOf(text);
  if (!lines) return unusable(`The interrupted plan at ${path} is damaged`);
  const [head, ...rest] = lines as [Head, ...Line[]];
  const { endedAt, quick, rows } = head;
  const when = `The interrupted plan of ${minute(endedAt)}`;
  if (head.version !== version) return unusable(`${when} is of Holystone ${head.version}, and this is ${version}`);
  if (head.configuration !== configuration) return unusable(`${when} is of another configuration`);
  if (isFromFuture(endedAt, now)) return unusable(`${when} is from the future by this clock`);
  const age = now - endedAt;
  if (age > USABLE_FOR_MS) {
    return unusable(`The interrupted plan is ${ageWords(age)} old, and ${ageWords(USABLE_FOR_MS)} is the limit`);
  }
  const isRecent = (at: number) => now - at <= USABLE_FOR_MS;
  const namespaces = rest.flatMap((line) => ('namespace' in line ? [line.namespace] : []));
  const answers = rest.flatMap((line) => ('answers' in line ? [line.answers] : []));
  const plan: Interrupted = {
    endedAt,
    quick,
    rows,
    namespaces: namespaces.filter(({ readAt }) => isRecent(Date.parse(readAt))),
    answers: answers.map((some) => ({ ...some, answers: some.answers.filter(([, at]) => isRecent(at)) })),
  };
  return { kind: 'usable', plan };
}

/** @throws an Error if it is a link, or anything but a plain file */
function readOwn(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(file).isFile()) throw new Error('it is no plain file');
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Hours also after two days, so that an age and its limit compare. */
function ageWords(ms: number): string {
  return `${Math.floor(ms / HOUR_MS)} h`;
}

interface Head extends Binding, Pick<Interrupted, 'endedAt' | 'quick' | 'rows'> {
  readonly format: typeof FORMAT;
}
type Line = { readonly namespace: NamespacePlan } | { readonly answers: KeptAnswers };

/** `undefined`: the checksum at the end is missing or another. */
function linesOf(text: string): readonly unknown[] | undefined {
  const end = text.lastIndexOf('\n', text.length - 2) + 1;
  const body = text.slice(0, end);
  if (text.slice(end) !== checksumLine(createHash('sha256').update(body).digest('hex'))) return undefined;
  return body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

/** @throws when it cannot be written; then a file that was there before is as it was */
export function writeInterrupted(path: string, { version, configuration }: Binding, plan: Interrupted): void {
  const { endedAt, quick, rows, namespaces, answers } = plan;
  const head: Head = { format: FORMAT, version, configuration, endedAt, quick, rows };
  mkdirSync(dirname(path), { recursive: true });
  // Nobody else knows the name in advance, and `wx` opens no file and follows no link that is there already.
  const beside = `${path}.${randomUUID()}`;
  const file = openSync(beside, 'wx', 0o600);
  try {
    writeLines(file, [
      head,
      ...namespaces.map((namespace) => ({ namespace })),
      ...answers.map((some) => ({ answers: some })),
    ]);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

function writeLines(file: number, lines: readonly (Head | Line)[]): void {
  try {
    const hash = createHash('sha256');
    for (const line of lines) {
      const text = `${JSON.stringify(line)}\n`;
      hash.update(text);
      writeFileSync(file, text);
    }
    writeFileSync(file, checksumLine(hash.digest('hex')));
  } finally {
    closeSync(file);
  }
}

function checksumLine(sha256: string): string {
  return `${JSON.stringify({ sha256 })}\n`;
}
