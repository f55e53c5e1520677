import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Found } from '../../../contract/collecting.ts';
import type { Call } from '../../calls/call.ts';
import { blankIn } from '../../mentions/blank.ts';
import type { Mention } from '../../mentions/mention.ts';
import { mentionsIn } from '../../mentions/scan.ts';
import { NamesTold } from '../../resources/namesTold.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import type { CallScope } from '../../wire/target.ts';
import { usesOfTask } from '../runningImages/taskDefinitions.ts';
import { isNoUse } from './noUse.ts';
import type { Self } from './self.ts';
import type { Unchanging } from './unchanging.ts';

/** One read of a listing in one place. */
export class Reading {
  readonly target: CallScope;
  readonly found: Found;
  /** For errors: `reading state machines`. */
  readonly what: string;
  readonly memory: Unchanging;
  /** A revision of a task definition names images, and by its texts anything. */
  readonly #followsTasks: boolean;
  readonly #names = new NamesTold();
  /** Of an image with a thousand users its id is there a thousand times. */
  readonly #aliases = new Map<string, string>();

  constructor(target: CallScope, found: Found, what: string, memory: Unchanging, followsTasks: boolean) {
    this.target = target;
    this.found = found;
    this.what = what;
    this.memory = memory;
    this.#followsTasks = followsTasks;
  }

  /** What an item mentions as a user. It may contain secrets: nothing else of it is kept. */
  mentionsOf({ api }: Call, item: unknown): readonly Mention[] {
    return mentionsIn(item)
      .filter((mention) => !isNoUse(api, mention))
      .map(({ kind, alias, path }) => ({ kind, alias: this.#own(alias), path }));
  }

  /** One string for each alias, which keeps no answer alive. */
  #own(alias: string): string {
    let own = this.#aliases.get(alias);
    if (own !== undefined) return own;
    own = unshareStrings(alias);
    this.#aliases.set(own, own);
    return own;
  }

  /**
   * In the order of their aliases: that of the members in an answer decides nothing.
   * @param by the user, in words that help to find it
   * @param self the user, if it is a resource of ours
   * @returns a promise only where it names task definitions, which are read
   * @throws ReadError
   */
  usesOf(mentions: readonly Mention[], by: string, self?: Self): readonly Finding[] | Promise<readonly Finding[]> {
    const others = mentions.filter((mention) => !self?.isMeant(mention));
    const tasks = others.filter(({ kind }) => kind === 'taskDefinition');
    const named: Finding[] = [];
    for (const { kind, alias } of others) {
      const use =
        kind === 'taskDefinition'
          ? undefined
          : this.#names.added({ alias, says: 'used', by, ...self?.asUserOf(alias) });
      if (use) named.push(use);
    }
    if (!this.#followsTasks || tasks.length === 0) return eachOnce(named);
    return this.#usesOfTasks(tasks, by).then((uses) => eachOnce([...named, ...uses]));
  }

  async #usesOfTasks(tasks: readonly Mention[], by: string): Promise<readonly Finding[]> {
    const uses: Finding[] = [];
    for (const { alias } of tasks) uses.push(...(await usesOfTask(this.target, alias, by)));
    return uses;
  }

  /**
   * Everything that it mentions must have a name, and it must have all its members.
   * @param part of the item that may mention something
   * @param by the user
   * @param must the members, in a sentence
   * @throws ReadError; what the item mentions otherwise counts nevertheless
   */
  requireNames(
    part: unknown,
    by: string,
    item: unknown,
    must: Readonly<Record<string, string | undefined>> = {},
  ): void {
    const blank = blankIn(part);
    if (blank !== undefined) throw new ReadError(`${by} came with a ${blank}`, { problem: 'malformed' });
    const members = item as Readonly<Record<string, unknown>>;
    const missing = Object.keys(must).find((member) => !members[member]);
    if (missing === undefined) return;
    throw new ReadError(`${by} came without its ${must[missing]}`, { problem: 'malformed' });
  }
}

function eachOnce(uses: readonly Finding[]): readonly Finding[] {
  if (uses.length < 2) return uses;
  const byAlias = new Map<string, Finding>();
  for (const use of uses) if (!byAlias.has(use.alias)) byAlias.set(use.alias, use);
  return [...byAlias.values()].sort((a, b) => (a.alias < b.alias ? -1 : 1));
}
