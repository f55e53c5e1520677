/** Objects that exist: the object whose deletion ends each, the objects it owns, and their references. Pure. */
import { keepTagEnd } from '../../../core/owner/optOut.ts';
import { isMeant } from '../mentions/meant.ts';
import type { Mention, Said } from '../mentions/mentionsIn.ts';
import { KEEP_ANNOTATION } from '../objects/annotations.ts';
import { keptByAnnotation } from '../objects/deletePolicy.ts';
import { type ObjectReference, referenceIn } from '../objects/reference.ts';
import { isNamed, type NamedObject } from '../objects/refersTo.ts';

/** An object that exists, as a user of others. */
export interface Living {
  readonly id: string;
  readonly uid: string;
  readonly reference: ObjectReference;
  /** In words. */
  readonly by: string;
  readonly refersTo: readonly NamedObject[];
  /** The names of other objects in its texts, whatever field they are in. */
  readonly says: Said;
  readonly ownerUids: readonly string[];
  /** Its deletion was requested: what only it owns goes with the next owner. */
  readonly isEnding?: true;
  readonly annotations: Readonly<Record<string, string>>;
  /** Of the object at the top of its owners: the Deployment of a Pod. Its own, if nothing here owns it. */
  readonly rootId: string;
}

/** An object that others may name. */
export interface Named extends ObjectReference {
  readonly labels?: Readonly<Record<string, string>>;
}

interface Use {
  readonly by: Living;
  readonly of: NamedObject;
}

interface Mentioned {
  readonly by: Living;
  readonly as: Mention;
}

/** Everything that lives in a place, found by owner and by name. */
export class LivingObjects {
  readonly all: readonly Living[];
  readonly #staying: ReadonlySet<string>;
  readonly #ownedBy = new Map<string, Living[]>();
  readonly #uses = new Map<string, Use[]>();
  /** Those that name more than one object. */
  readonly #wide: Use[] = [];
  readonly #mentions = new Map<string, Mentioned[]>();

  constructor(all: readonly Living[]) {
    const byUid = new Map(all.map((one) => [one.uid, one]));
    this.#staying = new Set(all.filter(({ isEnding }) => !isEnding).map(({ uid }) => uid));
    this.all = all.map((one) => ({ ...one, rootId: rootOf(one, byUid).id }));
    for (const one of this.all) {
      for (const uid of one.ownerUids) push(this.#ownedBy, uid, one);
      for (const named of one.refersTo) {
        if (named.labels || named.isOrdinal) this.#wide.push({ by: one, of: named });
        else push(this.#uses, named.name, { by: one, of: named });
      }
    }
    const names = new Set(this.all.map(({ reference }) => reference.name));
    for (const one of this.all) {
      for (const as of one.says.mentions) if (names.has(as.name)) push(this.#mentions, as.name, { by: one, as });
    }
  }

  usersOf(one: Named): readonly Living[] {
    const named = [one.name, `${one.namespace}-${one.name}`].flatMap((name) => this.#uses.get(name) ?? []);
    const users = [...named, ...this.#wide].filter(({ by, of }) => isNamed(of, one, by.reference.namespace));
    const mentions = (this.#mentions.get(one.name) ?? []).filter(({ by, as }) => isMeant(as, one, sayer(by)));
    return [...new Set([...users, ...mentions].map(({ by }) => by))];
  }

  /**
   * The objects that garbage collection ends with an object: all of their living owners go too.
   * @param gone uids that are requested to go, whatever the listing says
   */
  dependentsOf(uid: string, gone: ReadonlySet<string> = new Set()): readonly Living[] {
    const going = new Set([uid]);
    const found: Living[] = [];
    for (const owner of going) {
      for (const one of this.#ownedBy.get(owner) ?? []) {
        const owners = one.ownerUids.filter((each) => each === uid || (this.#staying.has(each) && !gone.has(each)));
        if (going.has(one.uid) || !owners.every((each) => going.has(each))) continue;
        going.add(one.uid);
        found.push(one);
      }
    }
    return found;
  }
}

function push<T>(map: Map<string, T[]>, key: string, one: T): void {
  const known = map.get(key);
  if (known) known.push(one);
  else map.set(key, [one]);
}

function sayer({ reference, rootId, says }: Living) {
  const rootName = referenceIn(rootId)?.name ?? '';
  return { namespaces: [reference.namespace, ...says.namespaces], rootName };
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

/** Why an object may not go with its owner. @param now ms since the epoch */
export function staysBecause({ annotations }: Pick<Living, 'annotations'>, now: number): string | undefined {
  const value = annotations[KEEP_ANNOTATION];
  const end = value === undefined ? 0 : keepTagEnd(value);
  return end === 'forever' || end > now
    ? `its annotation ${KEEP_ANNOTATION} is ${value}`
    : keptByAnnotation(annotations);
}
