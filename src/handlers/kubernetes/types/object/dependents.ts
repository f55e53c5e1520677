/** What garbage collection takes along with an object: named in its notice, judged with it, and looked for again before its request. */
import { ReadError } from '../../../../core/common/errors.ts';
import type { Discovered } from '../../calls/discovery.ts';
import type { Living } from '../../evidence/living.ts';
import { WholeCluster } from '../../evidence/wholeCluster.ts';
import { isMadeByController } from '../../objects/groupKind.ts';
import type { KubernetesObject } from '../../objects/object.ts';
import { propagationOf } from '../../objects/propagation.ts';
import { publicNamesIn } from '../../objects/publicNames.ts';
import { referenceIn } from '../../objects/reference.ts';
import type { CallScope } from '../../wire/call.ts';
import type { ObjectParameters } from './parameters.ts';

/** The objects of a batch are asked for one after the other: so long one listing counts for all of them, ms. */
const LISTING_MS = 5_000;

/** One namespace for all of these ids; '' = they are in several, or in none. An object of a namespace owns none in another one. */
export function namespaceOfAll(ids: readonly string[]): string {
  const [namespace = '', ...others] = new Set(ids.map((id) => referenceIn(id)?.namespace ?? ''));
  return others.length === 0 ? namespace : '';
}

export class Dependents {
  readonly #target: CallScope;
  readonly #parameters: Pick<ObjectParameters, 'propagation' | 'owned'>;
  readonly #listings = new Map<string, { readonly at: number; readonly cluster: WholeCluster }>();
  /** What was asked to go: it keeps nothing that it owns together with another one. */
  readonly #gone = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(target: CallScope, parameters: Pick<ObjectParameters, 'propagation' | 'owned'>) {
    this.#target = target;
    this.#parameters = parameters;
  }

  /**
   * Where they cannot be listed, the evidence `references` says so; the object is then as without any.
   * @param namespace see {@link namespaceOfAll}
   */
  async with(object: KubernetesObject, discovered: Discovered, namespace: string): Promise<KubernetesObject> {
    if (this.#parameters.owned === 'keep' && object.ownedBy.length > 0) return object;
    const found = await this.#of(object, discovered, namespace).catch((error: unknown) => {
      if (error instanceof ReadError) return [];
      throw error;
    });
    const told = found.filter(({ reference }) => !isMadeByController(reference)).map(({ by }) => by);
    const names = [...told, ...publicNamesIn(object.content ?? {}).map((name) => `load balancer ${name}`)];
    if (found.length + names.length === 0) return object;
    return {
      ...object,
      ...(found.length > 0 && { keptAs: found.map(({ id }) => id).sort() }),
      ...(names.length === 0 ? {} : { note: { code: 'objectsGo' as const, values: { names: names.sort() } } }),
    };
  }

  /**
   * Those that {@link with} did not find, in words: their owner was told of none. Where there are none the object goes: the
   * next one is asked about as if it were gone.
   * @throws ReadError
   */
  joined(object: KubernetesObject, discovered: Discovered): Promise<readonly string[]> {
    const mine = this.#turn.then(() => this.#joined(object, discovered));
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #joined({ keptAs = [], ...object }: KubernetesObject, discovered: Discovered): Promise<readonly string[]> {
    const found = await this.#of(object, discovered, object.reference.namespace);
    const untold = found.filter(({ id, reference }) => !isMadeByController(reference) && !keptAs.includes(id));
    if (untold.length === 0) this.#gone.add(object.identity);
    return untold.map(({ by }) => by);
  }

  async #of(
    { identity, reference }: KubernetesObject,
    discovered: Discovered,
    namespace: string,
  ): Promise<readonly Living[]> {
    if (propagationOf(reference, this.#parameters.propagation) === 'orphan') return [];
    const now = this.#target.io.clock.now();
    const known = this.#listings.get(namespace);
    const isFresh = known !== undefined && Math.abs(now - known.at) < LISTING_MS;
    const listing = isFresh ? known : { at: now, cluster: new WholeCluster(this.#target, discovered, namespace) };
    this.#listings.set(namespace, listing);
    return listing.cluster.dependentsOf(identity, reference, this.#gone);
  }
}
