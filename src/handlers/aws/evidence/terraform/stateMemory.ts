/** What Holystone remembers of the states of one place, over restarts: a state that was there and is gone proves nothing. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DAY_MS } from '../../../../core/common/duration.ts';
import { type KnownState, proofOf, type StateNow } from '../../resources/terraform/stateProof.ts';
import type { CallScope } from '../../wire/target.ts';
import type { TerraformState } from '../../wire/terraformSettings.ts';
import { problemOf } from './stateReading.ts';

const REMEMBERED_FOR_MS = 365 * DAY_MS;

const count = z.int().nonnegative();
const remembered = z.record(
  z.string(),
  z.object({
    workspace: z.string(),
    serial: count,
    lineage: z.string(),
    managed: count,
    since: z.number().optional(),
    changed: z.object({ lineage: z.string(), managed: count, at: z.number() }).optional(),
  }),
);

/** The states of one setting, as they were read before and as they are now. */
export class StateMemory {
  readonly #target: CallScope;
  readonly #key: string;
  readonly #known: Map<string, KnownState>;

  private constructor(target: CallScope, key: string, known: Map<string, KnownState>) {
    this.#target = target;
    this.#key = key;
    this.#known = known;
  }

  /**
   * @param account whose states they are
   * @throws ReadError if what is remembered is not understood: it may be of a later version, and says what was there
   */
  static async of(target: CallScope, account: string, setting: TerraformState): Promise<StateMemory> {
    const { bucket, key, workspaceKeyPrefix } = setting;
    const hash = createHash('sha256')
      .update(JSON.stringify([bucket, key, workspaceKeyPrefix]))
      .digest('hex');
    const place = `aws/${account}/terraform/${hash}`;
    const read = remembered.safeParse(jsonOf((await target.io.learnt?.get(place)) ?? '{}'));
    if (!read.success) {
      const why = `what is remembered of them (${place}) is not understood: a later version of Holystone may have stored it`;
      throw problemOf(setting, why);
    }
    return new StateMemory(target, place, new Map(Object.entries(read.data) as [string, KnownState][]));
  }

  /** @returns why the state proves nothing, without full stop; `undefined`: it may be believed */
  see(key: string, state: StateNow): string | undefined {
    const { known, doubt } = proofOf(state, this.#known.get(key), this.#target.io.clock.now());
    this.#known.set(key, known);
    return doubt;
  }

  /** The states that were there, and that are not among these keys. */
  gone(keys: ReadonlySet<string>): readonly (readonly [key: string, workspace: string])[] {
    return [...this.#known].flatMap(([key, { workspace }]) => (keys.has(key) ? [] : [[key, workspace] as const]));
  }

  async keep(retired: readonly string[]): Promise<void> {
    for (const key of retired) this.#known.delete(key);
    const text = JSON.stringify(Object.fromEntries(this.#known));
    await this.#target.io.learnt?.put(this.#key, text, REMEMBERED_FOR_MS);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
