import type { Finding } from '../../../../core/common/finding.ts';
import type { Found } from '../../../contract/collecting.ts';
import type { Call } from '../../calls/call.ts';
import type { Mention } from '../../mentions/mention.ts';
import { mentionsIn } from '../../mentions/scan.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import type { CallScope } from '../../wire/target.ts';
import { usesOfTask } from '../runningImages/taskDefinitions.ts';
import { isNoUse } from './noUse.ts';
import type { Unchanging } from './unchanging.ts';

/** One read of a listing in one place. */
export class Reading {
  readonly target: CallScope;
  readonly found: Found;
  /** For errors: `reading state machines`. */
  readonly what: string;
  readonly memory: Unchanging;

  constructor(target: CallScope, found: Found, what: string, memory: Unchanging) {
    this.target = target;
    this.found = found;
    this.what = what;
    this.memory = memory;
  }

  /** What an item mentions as a user. It may contain secrets: nothing else of it is kept. */
  mentionsOf({ api }: Call, item: unknown): readonly Mention[] {
    return mentionsIn(item)
      .filter((mention) => !isNoUse(api, mention))
      .map(unshareStrings);
  }

  /** @param by the user, in words that help to find it @throws ReadError */
  async usesOf(mentions: readonly Mention[], by: string): Promise<readonly Finding[]> {
    const uses = new Map<string, Finding>();
    const add = (finding: Finding) => {
      if (!uses.has(finding.alias)) uses.set(finding.alias, finding);
    };
    for (const { kind, alias } of mentions) {
      if (kind !== 'taskDefinition') add({ alias, says: 'used', by });
      else for (const use of await usesOfTask(this.target, alias, by)) add(use);
    }
    return [...uses.values()];
  }
}
