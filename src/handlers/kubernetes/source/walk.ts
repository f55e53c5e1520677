/** The manifests below a folder: plain files, found under limits before any of them is read. */
import { opendir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/** Deeper is no source, but a folder that contains itself. */
const MAX_DEPTH = 64;

/** One file to read. */
export interface Found {
  /** Below the folder, by the names that lead to it; the name of a file that is the whole source. */
  readonly name: string;
  /** Without links. */
  readonly path: string;
  readonly bytes: number;
  /** Another text = another file or another content. */
  readonly state: string;
}

/** What counts, and how much of it. */
export interface WalkLimits {
  isManifest(name: string): boolean;
  readonly maxEntries: number;
  readonly signal?: AbortSignal;
}

/**
 * Each manifest once, in the order of their names. A link counts as that to which it leads, if that is below the folder:
 * a folder that Kubernetes mounts has nothing but links.
 * @param path a folder, a file, or a link to one
 * @throws Error unless everything that is not hidden is a folder or a plain file below the folder
 */
export async function manifestsBelow(path: string, limits: WalkLimits): Promise<readonly Found[]> {
  const root = await realpath(path);
  const stats = await stat(root);
  if (!stats.isDirectory()) return [await found(root, path)];
  const walk = new Walk(root, limits);
  await walk.folder(root, '', []);
  return [...walk.files.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

class Walk {
  /** By path: two links to one file are one file. */
  readonly files = new Map<string, Found>();
  readonly #root: string;
  readonly #limits: WalkLimits;
  readonly #folders = new Set<string>();
  #entries = 0;

  constructor(root: string, limits: WalkLimits) {
    this.#root = root;
    this.#limits = limits;
  }

  /** @param above the folders that contain it, each without links */
  async folder(path: string, name: string, above: readonly string[]): Promise<void> {
    if (above.includes(path)) throw new Error(`${name} leads to a folder that contains it`);
    if (above.length >= MAX_DEPTH) throw new Error(`${name} is deeper than ${MAX_DEPTH} folders`);
    if (this.#folders.has(path)) return;
    this.#folders.add(path);
    for await (const entry of await opendir(path)) {
      this.#limits.signal?.throwIfAborted();
      if (++this.#entries > this.#limits.maxEntries)
        throw new Error(`it has more than ${this.#limits.maxEntries} files`);
      if (entry.name.startsWith('.')) continue;
      const shown = name === '' ? entry.name : `${name}/${entry.name}`;
      const below = join(path, entry.name);
      await this.#entry(entry.isSymbolicLink() ? await realpath(below) : below, shown, [...above, path]);
    }
  }

  async #entry(path: string, name: string, above: readonly string[]): Promise<void> {
    const stats = await stat(path);
    const isManifest = this.#limits.isManifest(name);
    if (stats.isFile() && !isManifest) return;
    if (!isBelow(this.#root, path)) throw new Error(`${name} leads out of it, to ${path}: name a folder that has both`);
    if (stats.isDirectory()) return this.folder(path, name, above);
    if (!this.files.has(path)) this.files.set(path, await found(path, name));
  }
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** @throws Error if it is a pipe, a device or a socket */
async function found(path: string, name: string): Promise<Found> {
  const stats = await stat(path, { bigint: true });
  if (!stats.isFile()) throw new Error(`${name} is no plain file`);
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return { name, path, bytes: Number(size), state: [path, dev, ino, size, mtimeNs, ctimeNs].join(' ') };
}
