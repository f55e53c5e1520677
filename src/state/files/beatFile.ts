import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The memory of a process about Redis, to compare with a Redis that may have lost data. */
export interface Remembered {
  /** The highest beat seen. */
  readonly beat: number;
  /** The writer of that beat; absent in files of an older version. */
  readonly member?: string;
  /** On a cluster, the beat of each shard too. */
  readonly shards: Readonly<Record<string, number>>;
  /** The control of the fleet at that beat: kill switch, service, limits. */
  readonly control: Readonly<Record<string, string>>;
}

/** Keeps the beat outside Redis, so that a process that starts on an older Redis notices. Complete or absent. */
export class BeatFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** `undefined` for an absent or unreadable file: a process without a memory trusts only a fresh beat. */
  async read(): Promise<Remembered | undefined> {
    try {
      const { beat, member, control, shards } = JSON.parse(await readFile(this.path, 'utf8')) as Partial<Remembered>;
      if (typeof beat !== 'number' || !Number.isSafeInteger(beat) || beat < 0) return undefined;
      const fields = Object.entries(control ?? {}).filter(([, value]) => typeof value === 'string');
      const beats = Object.entries(shards ?? {}).filter(([, value]) => Number.isSafeInteger(value));
      const remembered = { beat, control: Object.fromEntries(fields), shards: Object.fromEntries(beats) };
      return typeof member === 'string' ? { ...remembered, member } : remembered;
    } catch {
      return undefined;
    }
  }

  async write(remembered: Remembered): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    const aside = `${this.path}.${randomUUID()}.tmp`;
    try {
      const file = await open(aside, 'w', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(remembered)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(aside, this.path);
    } catch (error) {
      await rm(aside, { force: true }).catch(() => {});
      throw error;
    }
  }
}
