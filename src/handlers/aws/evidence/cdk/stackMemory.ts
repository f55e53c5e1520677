/**
 * The records of a place's stacks, for processes that start later and for the owners of assets that no stack names any
 * more.
 */
import { z } from 'zod';
import { DAY_MS } from '../../../../core/common/duration.ts';
import { each } from '../../../contract/each.ts';
import { rememberLastNamed } from '../../resources/cdk/lastNamed.ts';
import type { CallScope } from '../../wire/target.ts';
import { hashesOf, recordIn, type StackRecord, saysTheSame, textOf } from './stackRecord.ts';

/**
 * Without a record the templates of its stack are read again, and no owner is known for the assets they
 * named.
 */
const REMEMBERED_MS = 400 * DAY_MS;

export class StackMemory {
  readonly #target: CallScope;

  constructor(target: CallScope) {
    this.#target = target;
  }

  /** `undefined`: none, or one that says nothing. @throws StoreError */
  async of(id: string): Promise<StackRecord | undefined> {
    const text = await this.#target.io.learnt?.get(keyOf(id));
    return text === undefined ? undefined : recordIn(id, text);
  }

  /**
   * Remembers the owners of assets that the stack no longer names, and then the new record: a process that ends between
   * the two does it again.
   * @throws StoreError
   */
  async replace(id: string, before: StackRecord | undefined, after: StackRecord): Promise<void> {
    const { learnt } = this.#target.io;
    if (!learnt || (before && saysTheSame(before, after) && before.readAt > after.readAt - DAY_MS)) return;
    if (before) await this.#lost(before, hashesOf(after));
    const text = textOf(id, after);
    if (text !== undefined) await learnt.put(keyOf(id), text, REMEMBERED_MS);
  }

  /**
   * Remembers the owners of assets of stacks that are no longer listed.
   * @param ids of all that are.
   * @throws StoreError
   */
  async settle(ids: ReadonlySet<string>): Promise<void> {
    const { learnt } = this.#target.io;
    if (!learnt) return;
    const known = idsIn(await learnt.get(this.#placeKey()));
    const left = [...known].filter((id) => !ids.has(id));
    if (left.length === 0 && known.size === ids.size) return;
    await each(left, async (id) => {
      const record = await this.of(id);
      if (record) await this.#lost(record, new Set());
      await learnt.forget(keyOf(id));
    });
    await learnt.put(this.#placeKey(), JSON.stringify([...ids]), REMEMBERED_MS);
  }

  async #lost(before: StackRecord, still: ReadonlySet<string>): Promise<void> {
    const hashes = [...hashesOf(before)].filter((hash) => !still.has(hash));
    await rememberLastNamed(this.#target, before, hashes);
  }

  #placeKey(): string {
    const { account, region } = this.#target;
    return `cdk/stacks/${account.name}/${region}`;
  }
}

function keyOf(id: string): string {
  return `cdk/stack/${id}`;
}

/** An unreadable list is none: stacks that it named keep their records until Redis forgets them. */
function idsIn(text = '[]'): ReadonlySet<string> {
  try {
    return new Set(z.array(z.string()).parse(JSON.parse(text)));
  } catch {
    return new Set();
  }
}
