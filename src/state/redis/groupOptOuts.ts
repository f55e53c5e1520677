import {
  latestOfEach,
  longestFirst,
  longestOfEach,
  type OptOut,
  type OptOuts,
  type OptOutTarget,
  targetKey,
} from '../../core/owner/optOut.ts';
import type { PatternPreview } from '../../core/owner/patternPreview.ts';
import type { OptOutStore, OptOutStored, PendingTag, Unless } from '../../core/ports/ports.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import { type Namespace, partsOf, siblingsOf, typeOf } from '../../core/resource/namespace.ts';
import type { RedisOptOutStore } from './optOuts.ts';

/** All types of a provider, also those that the configuration does not use. */
export type TypesOf = (provider: string) => readonly string[];

/** The types whose resources go with one of this type (`aws.launchtemplate`, in any case), or are the same thing. */
export type PartsOf = (type: string) => readonly string[];

/**
 * A group has members of several types: a cluster leaves load balancers, target groups and security groups behind. A
 * decision about a group therefore counts in the namespaces of all types of its account and location. Each of them has
 * a copy, because a permit can check only its own namespace in one script. A decision that one copy still has, or that
 * is older than a type, counts for all (law 4): an undo that ended half way has undone nothing.
 *
 * A resource may take others with it, as a launch template takes its versions. A decision about one of those therefore
 * counts in the namespace of the whole as well, in the same way. Two types may judge one thing, as an instance that runs or is
 * stopped: then each is a part of the other.
 */
export class GroupOptOutStore implements OptOutStore {
  readonly #store: RedisOptOutStore;
  readonly #typesOf: TypesOf;
  readonly #partsOf: PartsOf;

  constructor(store: RedisOptOutStore, { typesOf, partsOf }: { readonly typesOf: TypesOf; readonly partsOf: PartsOf }) {
    this.#store = store;
    this.#typesOf = typesOf;
    this.#partsOf = partsOf;
  }

  async all(namespace: Namespace): Promise<OptOuts> {
    const parts = this.#parts(namespace);
    const copies = this.#siblings(namespace).map((sibling) =>
      this.#store.all(sibling, parts.includes(sibling) ? 'every' : 'groups'),
    );
    const [own, ...others] = await Promise.all([this.#store.all(namespace), ...copies]);
    return longestOfEach([own, ...others]);
  }

  async list(namespace: Namespace, target?: OptOutTarget): Promise<readonly OptOut[]> {
    if (target && target.kind !== 'group') return this.#store.list(namespace, target);
    if (target)
      return longestFirst(latestOfEach((await this.#decisions(namespace, target)).flatMap(([, optOuts]) => optOuts)));
    const own = await this.#store.list(namespace);
    const known = new Set(own.map((optOut) => targetKey(optOut.target)));
    const elsewhere = [...(await this.all(namespace))].filter(([key]) => !known.has(key));
    return [...own, ...elsewhere.map(([, optOut]) => optOut)];
  }

  patterns(namespace: Namespace): Promise<readonly OptOut[]> {
    return this.#store.patterns(namespace);
  }

  preview(namespace: Namespace, pattern: string): Promise<PatternPreview> {
    return this.#store.preview(namespace, pattern);
  }

  async optOut(namespace: Namespace, optOut: OptOut, unless?: Unless): Promise<OptOutStored> {
    const others = optOut.target.kind === 'group' ? this.#siblings(namespace) : this.#wholes(namespace);
    // First its own: whoever reads a copy, and then what goes with that namespace's resources, reads the decision about that.
    const own = await this.#store.optOut(namespace, optOut, unless);
    if (own.isShorter) return own;
    const copies = others.map((sibling) => this.#store.optOut(sibling, optOut, 'copy'));
    return together([own, ...(await Promise.all(copies))]);
  }

  async undo(
    namespace: Namespace,
    target: OptOutTarget,
    audit: AuditEntry,
    whose: string = audit.actor,
  ): Promise<boolean> {
    if (target.kind !== 'group' && this.#related(namespace).length === 0)
      return this.#store.undo(namespace, target, audit, whose);
    const decided = await this.#decisions(namespace, target);
    const [last = namespace, ...copies] = decided.flatMap(([place, optOuts]) =>
      optOuts.some(({ actor }) => actor === whose) ? [place] : [],
    );
    await Promise.all(copies.map((place) => this.#store.undo(place, target, audit, whose, 'copy')));
    // The one with the audit entry ends it: until then the decision counts everywhere.
    return this.#store.undo(last, target, audit, whose);
  }

  pendingTags(namespace: Namespace, now: number, limit: number): Promise<readonly PendingTag[]> {
    return this.#store.pendingTags(namespace, now, limit);
  }

  settleTag(namespace: Namespace, pending: PendingTag, retryAt?: number): Promise<void> {
    return this.#store.settleTag(namespace, pending, retryAt);
  }

  /** The decisions about a target in each namespace where they count, first in the given one. */
  #decisions(
    namespace: Namespace,
    target: OptOutTarget,
  ): Promise<readonly (readonly [Namespace, readonly OptOut[]])[]> {
    const others = target.kind === 'group' ? this.#siblings(namespace) : this.#related(namespace);
    const places = [namespace, ...others];
    return Promise.all(places.map(async (place) => [place, await this.#store.list(place, target)] as const));
  }

  #siblings(namespace: Namespace): readonly Namespace[] {
    return siblingsOf(namespace, this.#typesOf(partsOf(namespace).provider));
  }

  /** Of what goes with the resources of this namespace. */
  #parts(namespace: Namespace): readonly Namespace[] {
    return siblingsOf(namespace, this.#partsOf(typeOf(namespace)));
  }

  /** Of what the resources of this namespace go with. */
  #wholes(namespace: Namespace): readonly Namespace[] {
    return this.#siblings(namespace).filter((sibling) => this.#parts(sibling).includes(namespace));
  }

  #related(namespace: Namespace): readonly Namespace[] {
    return [...new Set([...this.#parts(namespace), ...this.#wholes(namespace)])];
  }
}

/** @param all the first is that of the namespace in which the decision was made */
function together(all: readonly OptOutStored[]): OptOutStored {
  const removed = all.find((stored) => stored.removed)?.removed;
  const [outlastedBy] = longestFirst(all.flatMap((stored) => stored.outlastedBy ?? []));
  return {
    ...(removed ? { removed } : {}),
    deletionBegun: all.some(({ deletionBegun }) => deletionBegun),
    ...(outlastedBy ? { outlastedBy } : {}),
    ...(all.some(({ marksLeft }) => marksLeft) ? { marksLeft: true } : {}),
  };
}
