import { defined } from '../../core/common/defined.ts';
import type { Existence } from '../../core/resource/absence.ts';
import type { LastUsedStore } from '../../core/resource/lastUsedStore.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { afterSurvey, firstOf, note, type Observed, REMEMBERED_MS } from '../../core/resource/observations.ts';
import type { Surveys } from '../../core/resource/unused.ts';
import type { StateDeps } from './deps.ts';
import { SurveyRecords } from './surveyRecords.ts';

/** Observations, in one sealed record per namespace. A repeated or late change does no harm: each only moves one way. */
export class RedisLastUsedStore implements LastUsedStore {
  readonly #records: SurveyRecords;

  constructor(deps: StateDeps) {
    this.#records = new SurveyRecords(deps);
  }

  async all(namespace: Namespace): Promise<ReadonlyMap<string, number>> {
    return (await this.#records.read(namespace, `reading the last use in ${namespace}`)).lastUsed;
  }

  seen(namespace: Namespace, aliases: readonly string[], at: number): Promise<void> {
    return this.#note(`recording the last use in ${namespace}`, namespace, 'lastUsed', aliases, at, 'last');
  }

  correct(namespace: Namespace, aliases: readonly string[], at: number): Promise<void> {
    return this.#records.change(namespace, `correcting the last use in ${namespace}`, ({ lastUsed }) => {
      const known = aliases.filter((alias) => lastUsed.has(alias));
      note(lastUsed, known, at, 'given');
      return known.length > 0;
    });
  }

  async allFirstSeen(namespace: Namespace): Promise<ReadonlyMap<string, number>> {
    return (await this.#records.read(namespace, `reading the first-seen times in ${namespace}`)).firstSeen;
  }

  async firstSeen(
    namespace: Namespace,
    firstSeenKeys: readonly string[],
    at: number,
    isOfOld: boolean = false,
  ): Promise<void> {
    if (firstSeenKeys.length === 0) return;
    await this.#records.change(namespace, `recording first-seen times in ${namespace}`, (observations) => {
      const { firstSeen, firstAt = at } = observations;
      const seenAt = isOfOld && firstSeen.size === 0 ? Math.min(firstAt, at) : at;
      note(firstSeen, firstSeenKeys, seenAt, 'first');
      // A survey that is never complete has seen something, too: what comes after it is new.
      Object.assign(observations, { firstAt: firstOf(observations, seenAt) });
      return true;
    });
  }

  async existence(namespace: Namespace): Promise<ReadonlyMap<string, Existence>> {
    const operation = `reading the records of absent resources in ${namespace}`;
    const { goneSince, existedAt } = await this.#records.read(namespace, operation);
    const aliases = new Set([...goneSince.keys(), ...existedAt.keys()]);
    return new Map(
      [...aliases].map((alias) => [
        alias,
        defined({ goneSince: goneSince.get(alias), existedAt: existedAt.get(alias) }),
      ]),
    );
  }

  async existing(namespace: Namespace, aliases: readonly string[], at: number): Promise<void> {
    if (aliases.length === 0) return;
    const operation = `recording the existing resources of ${namespace}`;
    await this.#records.change(namespace, operation, ({ goneSince, existedAt }) => {
      for (const alias of aliases) goneSince.delete(alias);
      note(existedAt, aliases, at, 'last');
      for (const [alias, then] of existedAt) if (then <= at - REMEMBERED_MS) existedAt.delete(alias);
      return true;
    });
  }

  gone(namespace: Namespace, aliases: readonly string[], at: number): Promise<void> {
    const operation = `recording the absent resources of ${namespace}`;
    return this.#note(operation, namespace, 'goneSince', aliases, at, 'first');
  }

  async notGone(namespace: Namespace, aliases: readonly string[]): Promise<void> {
    const operation = `recording the resources of ${namespace} that exist again`;
    await this.#records.change(namespace, operation, ({ goneSince }) => drop(goneSince, aliases));
  }

  async forget(
    namespace: Namespace,
    { aliases, firstSeenKeys }: { readonly aliases: readonly string[]; readonly firstSeenKeys: readonly string[] },
  ): Promise<void> {
    const operation = `removing records of resources that left ${namespace}`;
    await this.#records.change(namespace, operation, ({ lastUsed, firstSeen }) => {
      const isUseDropped = drop(lastUsed, aliases);
      return drop(firstSeen, firstSeenKeys) || isUseDropped;
    });
  }

  async surveys(namespace: Namespace): Promise<Surveys> {
    const { lastAt, firstAt, lostAt, unobserved } = await this.#records.read(
      namespace,
      `reading the survey times of ${namespace}`,
    );
    return { ...defined({ lastAt, firstAt, lostAt }), unobserved };
  }

  surveyed(namespace: Namespace, at: number): Promise<void> {
    return this.#records.change(namespace, `recording a survey of ${namespace}`, (observations, today) => {
      const firstAt = firstOf(observations, Math.floor(at));
      Object.assign(observations, afterSurvey(observations, Math.floor(at), today), { firstAt });
      return true;
    });
  }

  async #note(
    operation: string,
    namespace: Namespace,
    what: Observed,
    names: readonly string[],
    at: number,
    which: 'last' | 'first',
  ): Promise<void> {
    if (names.length === 0) return;
    await this.#records.change(namespace, operation, (observations) => {
      note(observations[what], names, at, which);
      return true;
    });
  }
}

function drop(from: Map<string, number>, names: readonly string[]): boolean {
  return names.map((name) => from.delete(name)).some(Boolean);
}
