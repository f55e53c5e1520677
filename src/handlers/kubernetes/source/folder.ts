/** The files of a source: one file, or every manifest below a folder. */
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import { readPlainFile, utf8 } from '../../../documents/plainFile.ts';
import { type Found, manifestsBelow } from './walk.ts';

/** More is no source of one environment. */
export const MAX_BYTES = 256 * 1024 * 1024;
/** Files and folders, those that are no manifests included. */
export const MAX_ENTRIES = 100_000;
const MANIFEST = /\.(ya?ml|json)$/i;

/** By its name; one that begins with a dot is none, and neither is one in such a folder. */
export function isManifest(path: string): boolean {
  return MANIFEST.test(path) && !path.split('/').some((part) => part.startsWith('.'));
}

/** One manifest of the source, undecoded. */
export interface SourceFile {
  /** Below the folder, for messages. */
  readonly name: string;
  readonly text: string;
}

/**
 * The manifests below a folder, or the one file, in the order of their names.
 * @throws ReadError unless all of them were read, and none changed meanwhile: half of an older state and half of a newer
 *   one declare neither; the signal's reason when it is aborted
 */
export async function* filesBelow(path: string, signal?: AbortSignal): AsyncIterable<SourceFile> {
  const limits = { isManifest, maxEntries: MAX_ENTRIES, ...(signal ? { signal } : {}) };
  const walk = () => reading(path, () => manifestsBelow(path, limits), signal);
  const before = await walk();
  const bytes = before.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes > MAX_BYTES) throw unreadable(path, `it has more than ${MAX_BYTES} bytes`);
  for (const file of before) yield { name: file.name, text: await textOf(file, signal) };
  const changed = changedOf(before, await walk());
  if (changed !== undefined) throw unreadable(path, `${changed} changed while it was read`);
}

/** The text of a plain file. @throws ReadError as for every failure of `read` */
function textOf({ path }: Found, signal: AbortSignal | undefined): Promise<string> {
  const limits = { maxBytes: MAX_BYTES, ...(signal ? { signal } : {}) };
  return reading(path, async () => utf8(await readPlainFile(path, limits)), signal);
}

function changedOf(before: readonly Found[], after: readonly Found[]): string | undefined {
  const states = new Map(before.map(({ name, state }) => [name, state]));
  for (const { name, state } of after) {
    if (states.get(name) !== state) return name;
    states.delete(name);
  }
  return [...states.keys()][0];
}

/** @throws ReadError with the path and the remedy, for every failure of `read`; the signal's reason when it is aborted */
export async function reading<T>(path: string, read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw unreadable(path, messageOf(error), error);
  }
}

function unreadable(path: string, why: string, cause?: unknown): ReadError {
  return new ReadError(`reading the source ${path}: ${why}; make it readable, or correct \`source\``, {
    problem: 'failed',
    cause,
  });
}
