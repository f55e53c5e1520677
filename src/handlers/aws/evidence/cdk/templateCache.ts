/** What the stacks of a place named when their templates were read. */
import { defined } from '../../../../core/common/defined.ts';
import { DAY_MS } from '../../../../core/common/duration.ts';
import { Hashes } from '../../resources/cdk/assetHash.ts';
import type { StackMemory } from './stackMemory.ts';
import { allNamed, distinct, type Named, type StackRecord, stillCounts } from './stackRecord.ts';

/** The templates of stacks and change sets that did not change since they were read; of a text only its hashes stay. */
export class TemplateCache {
  readonly #stacks = new Map<string, StackRecord>();
  /** The state in which each stack was listed before its templates were read last. */
  readonly #states = new Map<string, string>();
  /** When each stack was listed last, ms: until then its record was right. */
  readonly #listedAt = new Map<string, number>();
  readonly #changeSets = new Map<string, { readonly stack: string; readonly named: Named }>();

  destroy(): void {
    this.#stacks.clear();
    this.#states.clear();
    this.#listedAt.clear();
    this.#changeSets.clear();
  }

  /**
   * @param memory of other processes
   * @param now ms since the epoch, before the read
   */
  async stack(
    memory: StackMemory,
    stack: ListedStack,
    now: number,
    read: () => Promise<readonly Named[]>,
  ): Promise<readonly Named[]> {
    const { id, goesBack, ...facts } = stack;
    const { version } = facts;
    const own = this.#stacks.get(id);
    const knownUntil = own && this.#listedAt.get(id);
    this.#listedAt.set(id, now);
    if (own && version !== undefined && own.version === version) return allNamed(own);
    const before = own ?? (await memory.of(id));
    if (before && stillCounts(before, version, now)) {
      this.#stacks.set(id, before);
      return allNamed(before);
    }
    const named = await read();
    const last = before && { record: before, until: knownUntil ?? before.readAt };
    const goesBackTo = goesBack && lastStable(last, named, goesBack.from, goesBack.since ?? now);
    const after = { ...facts, readAt: now, named, ...defined({ goesBackTo }) };
    await memory.replace(id, before, after);
    this.#stacks.set(id, after);
    return allNamed(after);
  }

  /** The result of the last read, if the stack was in this state then. */
  sameAs(id: string, state: string): readonly Named[] | undefined {
    const record = this.#states.get(id) === state ? this.#stacks.get(id) : undefined;
    return record && allNamed(record);
  }

  /** Its templates were read in this state, or are known from an earlier read. */
  wasIn(id: string, state: string): void {
    this.#states.set(id, state);
  }

  /** The template and the parameters of a change set never change. */
  async changeSet(stack: string, id: string, read: () => Promise<Named>): Promise<Named> {
    const named = this.#changeSets.get(id)?.named ?? (await read());
    this.#changeSets.set(id, { stack, named });
    return named;
  }

  /** Forgets all others. @param stacks the ids of those that are there. @throws StoreError */
  async keep(memory: StackMemory, stacks: ReadonlySet<string>): Promise<void> {
    await memory.settle(stacks);
    for (const id of this.#stacks.keys()) if (!stacks.has(id)) this.#stacks.delete(id);
    for (const id of this.#states.keys()) if (!stacks.has(id)) this.#states.delete(id);
    for (const id of this.#listedAt.keys()) if (!stacks.has(id)) this.#listedAt.delete(id);
    for (const [id, { stack }] of this.#changeSets) if (!stacks.has(stack)) this.#changeSets.delete(id);
  }
}

/** A stack as it is listed now. */
interface ListedStack {
  readonly id: string;
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Changes whenever the stack may have another template or other parameters; absent: not known. */
  readonly version?: string;
  /** It may go back to its last stable template; absent: it does not. */
  readonly goesBack?: {
    /** In a sentence after "it is". */
    readonly from: string;
    /** When the operation began from which it goes back, ms; absent: not known. */
    readonly since?: number;
  };
}

/** Whoever looks at a stack less often may have missed an update that came to its end. */
const LOOKED_WITHIN_MS = 7 * DAY_MS;

/**
 * What a stack named before the update from which it may go back. Nobody shows the template of then: where no read saw it, or the last
 * look was long before that update began, the stack may name anything.
 * @param last its last record, and until when that was right, ms
 * @param since when the update began, ms
 */
function lastStable(
  last: { readonly record: StackRecord; readonly until: number } | undefined,
  now: readonly Named[],
  from: string,
  since: number,
): readonly Named[] {
  // Between two looks at one that may go back, the newer of its templates may have become the settled one.
  const seen = last ? distinct(allNamed(last.record)) : [];
  if (last && since - last.until <= LOOKED_WITHIN_MS) return seen;
  const inRegions = new Set(now.flatMap((one) => [...one.inRegions]));
  const unclear = `it is ${from}, and may go back to a template that Holystone never read`;
  return [...seen, { hashes: new Hashes(new Set()), parameters: [], environments: new Set(), inRegions, unclear }];
}
