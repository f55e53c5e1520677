import { messageOf } from '../core/common/errors.ts';
import type { DefinitionStore } from '../core/resource/definition.ts';

const EVERY_MS = 60_000;

/**
 * Whether definitions can be written, without which nothing is deleted: what the last write or probe met. A deletion may
 * be a month away, and its disk or bucket should be mended before.
 */
export class DefinitionsWatch implements Pick<DefinitionStore, 'write' | 'read'> {
  readonly #store: Pick<DefinitionStore, 'write' | 'read' | 'probe'>;
  #failure: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Pick<DefinitionStore, 'write' | 'read' | 'probe'>) {
    this.#store = store;
  }

  /** Why the last write or probe failed, and what to do; `undefined` = it did not. */
  problem(): string | undefined {
    if (this.#failure === undefined) return undefined;
    return `${this.#failure}; nothing is deleted until a definition can be stored: give it space, and the right to write`;
  }

  async write(...[definition]: Parameters<DefinitionStore['write']>): Promise<void> {
    await this.#noted(this.#store.write(definition));
  }

  read(...[namespace, id]: Parameters<DefinitionStore['read']>): ReturnType<DefinitionStore['read']> {
    return this.#store.read(namespace, id);
  }

  /** Never rejects. */
  async look(): Promise<void> {
    await this.#noted(this.#store.probe(this.#failure !== undefined)).catch(() => undefined);
  }

  /** @param isNeeded asked before each probe: a dry run writes nothing */
  start(isNeeded: () => boolean, everyMs = EVERY_MS): void {
    let isBusy = false;
    const look = async () => {
      if (isBusy || !isNeeded()) return;
      isBusy = true;
      await this.look();
      isBusy = false;
    };
    void look();
    this.#timer = setInterval(() => void look(), everyMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #noted(work: Promise<void>): Promise<void> {
    try {
      await work;
      this.#failure = undefined;
    } catch (error) {
      this.#failure = messageOf(error);
      throw error;
    }
  }
}
