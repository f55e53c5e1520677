/** The manifests in an archive: tar, packed with gzip. Any unexpected entry makes the whole source unreadable. */
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import { turn } from '../../../core/common/steps.ts';
import { utf8 } from '../../../documents/plainFile.ts';
import { unpack } from '../../../documents/unpack.ts';
import { isManifest, MAX_BYTES, MAX_ENTRIES, type SourceFile } from './folder.ts';
import { type TarEntry, tarEntries } from './tar.ts';

/** Headers between two turns of the event loop: some milliseconds. */
const A_STEP = 1_000;

/** The manifests of an archive. */
export interface Archived {
  readonly files: readonly SourceFile[];
  /** When the newest file was written, ms since the epoch. */
  readonly newestAt: number;
}

/**
 * @throws ReadError unless the archive is whole, and has nothing but folders and plain files below itself, each once;
 *   the signal's reason when it is aborted
 */
export async function filesInArchive(bytes: Buffer, name: string, signal: AbortSignal): Promise<Archived> {
  try {
    return await filesInTar(await unpacked(bytes, signal), signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new ReadError(`reading the source ${name}: ${messageOf(error)}`, { problem: 'malformed', cause: error });
  }
}

async function unpacked(bytes: Buffer, signal: AbortSignal): Promise<Buffer> {
  try {
    return await unpack(bytes, MAX_BYTES, signal);
  } catch (cause) {
    throw new Error(`it cannot be unpacked: ${messageOf(cause)}`, { cause });
  }
}

async function filesInTar(tar: Buffer, signal: AbortSignal): Promise<Archived> {
  const files = new Map<string, SourceFile>();
  const seen = new Set<string>();
  let newestAt = 0;
  let count = 0;
  for (const entry of tarEntries(tar)) {
    if (++count > MAX_ENTRIES) throw new Error(`it has more than ${MAX_ENTRIES} entries`);
    if (count % A_STEP === 0) {
      await turn();
      signal.throwIfAborted();
    }
    const name = entry && nameOf(entry);
    if (!entry || name === undefined) continue;
    if (seen.has(name)) throw new Error(`it has ${name} twice`);
    seen.add(name);
    if (!isManifest(name)) continue;
    newestAt = Math.max(newestAt, entry.at);
    files.set(name, { name, text: utf8(entry.content) });
  }
  return { files: [...files.values()], newestAt };
}

/**
 * The path of a plain file below the archive; `undefined` for a folder, and for what is hidden.
 * @throws Error for everything else: a link to a folder may lead to manifests, and `..` to another source
 */
function nameOf({ path, kind }: TarEntry): string | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const name = parts.join('/');
  if (path.startsWith('/') || parts.includes('..') || path.includes('\0')) {
    throw new Error(`${JSON.stringify(path.slice(0, 200))} is not below it`);
  }
  if (parts.some((part) => part.startsWith('.'))) return undefined;
  if (kind === 'folder') return undefined;
  if (kind === 'file' && name !== '') return name;
  throw new Error(`${name || 'an entry without a name'} is no plain file; put the file itself into the archive`);
}
