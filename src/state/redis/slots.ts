import { DAY_MS } from '../../core/common/duration.ts';
import type { StateDeps } from './deps.ts';
import { slotKeys } from './keys.ts';
import { loadScript } from './script.ts';

const CLAIM = loadScript('claimSlot', ['slot']);

/** Slots of a schedule: of any number of instances, only one does the work. */
export class RedisSlots {
  readonly #deps: StateDeps;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  /**
   * `true` for the first caller with this name and instant.
   * @param slotMs the instant of the slot, ms since the epoch
   * @param ttlMs how long the slot stays taken; longer than the possible difference of clocks
   */
  async claim(name: string, slotMs: number, ttlMs = DAY_MS): Promise<boolean> {
    const { slot, op } = slotKeys(name, slotMs);
    const operation = `claiming the slot ${name} of ${new Date(slotMs).toISOString()}`;
    return (await this.#deps.scripts.write(CLAIM, { operation, keys: { slot }, op, args: [ttlMs] })) === '1';
  }
}
