import { dirname } from 'node:path';

/** Files in memory, for all machines of a run; what is written is there at once. */
export class Files {
  readonly #texts = new Map<string, string>();
  /** Why nothing can be written below this path now. */
  fault: { readonly below: string; readonly code: string } | undefined;

  /** Is it in a file below this path, by its name or text? */
  names(below: string, what: string): boolean {
    return [...this.#texts].some(
      ([path, text]) => path.startsWith(below) && (path.includes(what) || text.includes(what)),
    );
  }

  async mkdir(): Promise<void> {}

  async open(path: string, flags: string) {
    this.#mayWrite(path);
    if (flags === 'wx' && this.#texts.has(path)) throw failure('EEXIST', path);
    return {
      writeFile: async (text: string) => void this.#texts.set(path, String(text)),
      sync: async () => {},
      close: async () => {},
    };
  }

  async readFile(path: string, encoding?: string): Promise<string | Buffer> {
    const text = this.#texts.get(path);
    if (text === undefined) throw failure('ENOENT', path);
    return encoding === undefined ? Buffer.from(text) : text;
  }

  async readdir(path: string): Promise<readonly string[]> {
    return [...this.#texts.keys()]
      .filter((file) => dirname(file) === path)
      .map((file) => file.slice(path.length + 1))
      .sort();
  }

  async rename(from: string, to: string): Promise<void> {
    this.#mayWrite(to);
    const text = this.#texts.get(from);
    if (text === undefined) throw failure('ENOENT', from);
    this.#texts.set(to, text);
    this.#texts.delete(from);
  }

  async rm(path: string): Promise<void> {
    this.#texts.delete(path);
  }

  #mayWrite(path: string): void {
    if (this.fault && path.startsWith(this.fault.below)) throw failure(this.fault.code, path);
  }
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
