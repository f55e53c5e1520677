import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Found } from '../../../contract/collecting.ts';
import type { Call } from '../../calls/call.ts';
import { blankIn } from '../../mentions/blank.ts';
import type { Mention } from '../../mentions/mention.ts';
import { mentionsIn } from '../../mentions/scan.ts';
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
      .map(({ kind, alias, path }) => ({ kind, alias: unshareStrings(alias), path }));
  }

  /**
   * In the order of their aliases: that of the members in an answer decides nothing.
   * @param by the user, in words that help to find it
   * @param self the user, if it is a resource of ours
   * @throws ReadError
   */
  async usesOf(mentions: readonly Mention[], by: string, self?: Self): Promise<readonly Finding[]> {
    const user = self && { byId: self.byId, byType: self.byType };
    const uses = new Map<string, Finding>();
    const add = (finding: Finding) => {
      if (!uses.has(finding.alias)) uses.set(finding.alias, finding);
    };
    const others = mentions.filter((mention) => !self?.isMeant(mention));
    for (const { kind, alias } of others) if (kind !== 'taskDefinition') add({ alias, says: 'used', by, ...user });
    for (const { kind, alias } of others) {
      if (kind === 'taskDefinition' && this.#followsTasks)
        for (const use of await usesOfTask(this.target, alias, by)) add(use);
    }
    return [...uses.values()].toSorted((a, b) => (a.alias < b.alias ? -1 : 1));
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
