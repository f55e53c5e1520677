/** Objects that exist, each with the object whose deletion ends it. Pure. */
import type { NamedObject } from '../objects/refersTo.ts';

export interface Living {
  readonly id: string;
  readonly uid: string;
  readonly namespace: string;
  /** In words. */
  readonly by: string;
  readonly refersTo: readonly NamedObject[];
  readonly ownerUids: readonly string[];
  /** Of the object at the top of its owners: the Deployment of a Pod. Its own, if nothing here owns it. */
  readonly rootId: string;
}

/** The same objects, with their roots among them. */
export function livingIn(all: readonly Living[]): readonly Living[] {
  const byUid = new Map(all.map((one) => [one.uid, one]));
  return all.map((one) => ({ ...one, rootId: rootOf(one, byUid).id }));
}

/** Owners in a circle end where they began. */
function rootOf(one: Living, byUid: ReadonlyMap<string, Living>): Living {
  const passed = new Set<string>();
  let at = one;
  for (;;) {
    passed.add(at.uid);
    const owner = at.ownerUids.map((uid) => byUid.get(uid)).find((found) => found !== undefined);
    if (!owner || passed.has(owner.uid)) return at;
    at = owner;
  }
}
