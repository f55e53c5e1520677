/** What a survey finds of the resources that Holystone has put away: those with their tag, and those whose tag somebody removed. */
import type { Verdict } from '../../core/evaluation/verdict.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { Quarantines } from '../../core/mark/quarantines.ts';
import { givesBack } from '../../core/policy/effects.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { Session } from '../../handlers/contract/handler.ts';
import { isDecided, keepDecided, keepUntagged } from '../deletion/lostTag.ts';
import { isPutAway, isQuarantined } from '../deletion/quarantine.ts';
import type { MarkDeps } from '../pass/deps.ts';
import type { Judged } from '../pass/markPlan.ts';

/** Sees every resource of one survey. */
export class Quarantined {
  /** With their tag, marked or not. */
  readonly inside: Judged[] = [];
  readonly #recorded: ReadonlySet<string>;
  readonly #untagged: Judged[] = [];
  /** Without their tag, and not given back yet. */
  readonly #waiting = new Set<string>();

  private constructor(recorded: readonly string[]) {
    this.#recorded = new Set(recorded);
  }

  static async begin({ quarantines }: Pick<MarkDeps, 'quarantines'>, namespace: Namespace): Promise<Quarantined> {
    return new Quarantined(await quarantines.ids(namespace));
  }

  see(resource: Resource, verdict: Verdict): void {
    if (isQuarantined(resource)) this.inside.push({ resource, verdict });
    else if (this.#recorded.has(resource.id)) this.#untagged.push({ resource, verdict });
  }

  /**
   * Those whose tag was removed get it again where Holystone may write, and are inside then.
   * @param unreadable ids whose mark cannot be read: it may say that they were put away
   * @param judged is changed
   */
  async writeTags(
    deps: MarkDeps,
    wc: Pick<WorkConfiguration, 'namespace' | 'live' | 'isGivingBack'>,
    session: Session,
    marks: readonly Mark[],
    unreadable: ReadonlyMap<string, unknown>,
    judged: Map<string, Judged>,
  ): Promise<void> {
    const marked = marks.filter(isPutAway).map(({ id }) => id);
    const without = this.#untagged.filter(({ resource }) => !marked.includes(resource.id));
    const decided = session.quarantine?.tagAgain ? without.filter(isDecided) : [];
    for (const id of [...marked, ...[...this.#recorded].filter((one) => unreadable.has(one))]) this.#waiting.add(id);
    if (givesBack(wc)) {
      this.inside.push(...(await keepUntagged(deps, session, marks, judged)));
      const { tagged, failed } = await keepDecided(deps, session, wc.namespace, decided);
      this.inside.push(...tagged);
      for (const id of failed) this.#waiting.add(id);
    } else for (const { resource } of decided) this.#waiting.add(resource.id);
  }

  /**
   * Stores them instead of a record that may name resources long gone. One whose tag was removed stays in it until it is given back:
   * where a decision removes its mark, nothing else says that Holystone has put it away.
   */
  async record(quarantines: Quarantines, { namespace, location }: WorkConfiguration): Promise<void> {
    const inside = this.inside.map(({ resource }) => resource.id);
    await quarantines.replace(namespace, location, [...new Set([...inside, ...this.#waiting])]);
  }
}
