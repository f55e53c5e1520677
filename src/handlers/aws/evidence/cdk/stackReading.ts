/** Reads the stacks of one place, and the texts that they name, for the assets of one environment. */
import type { Stack } from '@aws-sdk/client-cloudformation';
import { defined } from '../../../../core/common/defined.ts';
import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { matchesStars } from '../../../../core/common/stars.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import type { AssetParameters } from '../../resources/cdk/parameters.ts';
import { environmentsIn } from '../../resources/cdk/places.ts';
import {
  blocksDeletions,
  holdingBack,
  protectedBy,
  protectedIn,
  protects,
  type ReviewedStack,
  type TemplateRead,
} from '../../resources/cdk/stacks.ts';
import { pages } from '../../wire/reading.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import type { OpenTexts, TextFile } from './assetTexts.ts';
import { StackMemory } from './stackMemory.ts';
import type { Named } from './stackRecord.ts';
import type { TemplateCache } from './templateCache.ts';
import { namedByStack, namedMeanwhile, type Placed } from './templates.ts';

export const WHAT = 'reading the stacks';

/** Every stack of a place; nested stacks and the instances of StackSets are stacks like any other. @throws ReadError */
async function* stacksOf(target: CallScope): AsyncGenerator<readonly Stack[]> {
  yield* pages(target, cloudFormation.describeStacks, WHAT);
}

export function maySkipBy(allowSkip: readonly string[]): (stack: string) => boolean {
  return (stack) => allowSkip.some((pattern) => matchesStars(pattern, stack));
}

/** These problems affect every further call. */
const FOR_EVERYTHING: ReadonlySet<ReadError['problem']> = new Set([
  'throttled',
  'unreachable',
  'credentials',
  'wrongAccount',
]);

export class StackReading {
  readonly reads: TemplateRead[] = [];
  /** The names of the stacks that are reviewed before they are created. */
  readonly reviewed: ReviewedStack[] = [];
  readonly #target: CallScope;
  readonly #cache: TemplateCache;
  /** Of the assets; the stacks may be in another one. */
  readonly #region: string;
  /** The first stack that names an alias. */
  readonly #named = new Map<string, Finding>();
  /** Its name, by alias. */
  readonly #stackOf = new Map<string, string>();
  /** Only these matter, and only stacks that changed are read again; absent: all. */
  readonly #wanted: ReadonlySet<string> | undefined;
  #first: ReadError | undefined;

  constructor(target: CallScope, cache: TemplateCache, region: string, wanted?: ReadonlySet<string>) {
    this.#target = target;
    this.#cache = cache;
    this.#region = region;
    this.#wanted = wanted;
  }

  /** Not one stack was listed. */
  get isEmpty(): boolean {
    return this.reads.length === 0;
  }

  /** @returns the failure that ended it: nothing after it is known */
  async all(): Promise<ReadError | undefined> {
    const seen = new Set<string>();
    const statuses = new Map<string | undefined, string>();
    const nested: Stack[] = [];
    try {
      for await (const page of stacksOf(this.#target)) {
        for (const stack of page) {
          const { StackId, StackStatus = '', RootId } = stack;
          statuses.set(StackId, StackStatus);
          if (!protects(StackStatus)) continue;
          if (RootId === undefined) await this.#stack({ stack }, seen);
          else nested.push(stack);
        }
      }
      // The one around a nested stack may be listed after it.
      for (const stack of nested) await this.#stack({ stack, ...defined({ root: statuses.get(stack.RootId) }) }, seen);
    } catch (error) {
      if (error instanceof ReadError) return error;
      throw error;
    }
    // An empty listing may be wrong; Holystone forgets no stack for it.
    if (!this.isEmpty) await this.#cache.keep(new StackMemory(this.#target), seen);
    return undefined;
  }

  /** The stacks in review that hold deletions back; see `reviews`. */
  holdingBack({ abandonedAfter, skip }: AssetParameters['reviews']) {
    return holdingBack(this.reviewed, { abandonedAfter, isSkipped: maySkipBy(skip) }, this.#target.io.clock.now());
  }

  /**
   * Opens the texts that the stacks name, and those that these name.
   * @returns the failure that ended it
   */
  async open(texts: OpenTexts): Promise<ReadError | undefined> {
    if (this.#named.size === 0) return undefined;
    try {
      const left = new Set(await texts.files());
      for (let size = -1; size !== left.size; ) {
        size = left.size;
        for (const file of left) if (await this.#opened(file, texts)) left.delete(file);
      }
    } catch (error) {
      if (error instanceof ReadError) return error;
      throw error;
    }
    return undefined;
  }

  /** @returns false: nothing names it so far */
  async #opened(file: TextFile, texts: OpenTexts): Promise<boolean> {
    const user = file.aliases.map((alias) => this.#named.get(alias)).find((found) => found !== undefined);
    if (!user) return false;
    const stack = this.#stackOf.get(user.alias) ?? '';
    try {
      const { hashes, unclear } = await texts.namesIn(file);
      const by = `file ${file.key} of ${user.by}`;
      for (const alias of protectedBy(this.#ofInterest(hashes), [])) this.#add(alias, by, stack);
      if (unclear !== undefined) this.reads.push({ stack, unreadable: `its file ${file.key}: ${unclear}` });
    } catch (error) {
      if (!(error instanceof ReadError) || FOR_EVERYTHING.has(error.problem)) throw error;
      this.#first ??= error;
      this.reads.push({ stack, unreadable: messageOf(error) });
    }
    return true;
  }

  #add(alias: string, by: string, stack: string): void {
    if (this.#named.has(alias)) return;
    this.#named.set(alias, { alias, says: 'used', by });
    this.#stackOf.set(alias, stack);
  }

  #ofInterest(hashes: Iterable<string>): Iterable<string> {
    return this.#wanted ? [...hashes].filter((hash) => this.#wanted?.has(hash)) : hashes;
  }

  findings(): readonly Finding[] {
    return [...this.#named.values()];
  }

  failureOf(explanation: string): ConstructorParameters<typeof ReadError>[1] {
    const { problem = 'failed', permission, cause } = this.#first ?? {};
    return { problem, permission, explanation: this.#first?.explanation ?? explanation, cause };
  }

  async #stack(placed: Placed, seen: Set<string>): Promise<void> {
    const { stack } = placed;
    const { StackName: name = '' } = stack;
    const by = `stack ${name} in ${whereIs(this.#target)}`;
    try {
      const read = this.#wanted ? namedMeanwhile : namedByStack;
      const all = await read(this.#target, this.#cache, placed, seen);
      let unclear: string | undefined;
      for (const named of all) {
        if (this.#mayProtect(named)) unclear ??= named.unclear;
        for (const alias of this.#aliasesOf(named)) {
          this.#add(alias, by, name);
        }
      }
      // A stack that is only reviewed has no template: it does not show that any can be read.
      if (blocksDeletions(stack.StackStatus ?? ''))
        this.reviewed.push({ name, ...defined({ createdAt: stack.CreationTime?.getTime() }) });
      else this.reads.push({ stack: name });
      if (unclear !== undefined) this.reads.push({ stack: name, unreadable: unclear });
    } catch (error) {
      if (!(error instanceof ReadError) || FOR_EVERYTHING.has(error.problem)) throw error;
      this.#first ??= error;
      this.reads.push({ stack: name, unreadable: messageOf(error) });
    }
  }

  #aliasesOf(named: Named): Iterable<string> {
    const { parameters, environments, inRegions } = named;
    const hashes = this.#ofInterest(named.hashes);
    if (this.#isHere) return protectedBy(hashes, parameters, environments);
    return protectedIn(hashes, environmentsIn(this.#region, inRegions));
  }

  /** Would a hash that it puts together count here? */
  #mayProtect({ inRegions }: Named): boolean {
    return this.#isHere || environmentsIn(this.#region, inRegions).size > 0;
  }

  /** Deletions in this account and region look at these stacks once more. */
  isOwn({ name }: CallScope['account']): boolean {
    return this.#isHere && this.#target.account.name === name;
  }

  get #isHere(): boolean {
    return this.#target.region.toLowerCase() === this.#region;
  }
}
