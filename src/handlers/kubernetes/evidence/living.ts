/** Objects that exist: the object whose deletion ends each, the objects it owns, and their references. Pure. */
import { isMeant } from '../mentions/meant.ts';
import type { Mention, Mentions } from '../mentions/mentionsIn.ts';
import { keptByKey, keptByPolicy } from '../objects/deletePolicy.ts';
import { type ObjectReference, referenceIn } from '../objects/reference.ts';
import { isNamed, type NamedObject } from '../objects/refersTo.ts';
import { type Answering, selects } from './answering.ts';

/** An object that exists, as a user of others. */
export interface Living {
  readonly id: string;
  readonly uid: string;
  readonly reference: ObjectReference;
  /** In words. */
  readonly by: string;
  readonly refersTo: readonly NamedObject[];
  /** The names of other objects in its texts, whatever field they are in. */
  readonly says: Mentions;
  readonly ownerUids: readonly string[];
  /** Its deletion was requested: what only it owns goes with the next owner. */
  readonly isEnding?: true;
  /** Those that may keep it, alone; so are its labels. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly finalizers: readonly string[];
  /** Of a Service that selects Pods, of a Pod, and of what makes Pods. */
  readonly answering?: Answering;
  /** Of the object at the top of its owners: the Deployment of a Pod. Its own, if nothing here owns it or several do. */
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
  readonly #byUid: ReadonlyMap<string, Living>;
  readonly #ownedBy = new Map<string, Living[]>();
  readonly #uses = new Map<string, Use[]>();
  /** Those that name more than one object. */
  readonly #wide: Use[] = [];
  readonly #mentions = new Map<string, Mentioned[]>();
  readonly #pods = new Map<string, Living>();
  /** Services and Pods that are ready, by their namespace. */
  readonly #answering = new Map<string, Living[]>();

  constructor(all: readonly Living[]) {
    this.#byUid = new Map(all.map((one) => [one.uid, one]));
    this.all = all.map((one) => ({ ...one, rootId: rootOf(one, this.#byUid).id }));
    for (const one of this.all) {
      for (const uid of one.ownerUids) push(this.#ownedBy, uid, one);
      const answers = one.answering?.as === 'service' || one.answering?.isReady;
      if (answers && !one.isEnding) push(this.#answering, one.reference.namespace, one);
      if (one.answering?.as === 'pod') this.#pods.set(one.id, one);
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
   * The objects that garbage collection may end with an object: none of their owners stays for certain.
   * @param gone uids that are requested to go, whatever the listing says
   */
  dependentsOf(uid: string, gone: ReadonlySet<string> = new Set()): readonly Living[] {
    const goes = (one: string) => one === uid || gone.has(one);
    return this.#below(uid, ({ ownerUids }) => !ownerUids.some((each) => this.#stays(each, goes)));
  }

  /**
   * The Services for which Pods among these answer, or would at another scale, each with its other Pods that are ready.
   * @param ids of Pods, of what makes them, and of others; all in one namespace
   */
  answeredBy(ids: ReadonlySet<string>): readonly (readonly [Living, readonly Living[]])[] {
    const going = [...ids].flatMap((id) => this.#pods.get(id) ?? []);
    const [first] = going;
    const beside = this.#answering.get(first?.reference.namespace ?? '') ?? [];
    const isSelectedBy = (service: Living) => (one: Living) => selects(service.answering, one.answering);
    const services = beside.filter((one) => going.some(isSelectedBy(one)));
    const others = beside.filter(({ id, answering }) => !ids.has(id) && answering?.as === 'pod');
    return services.map((service) => [service, others.filter(isSelectedBy(service))]);
  }

  /** The uids of those that go with an object for certain, and its own: an owner that is not listed may stay. */
  surelyGoingWith(uid: string): ReadonlySet<string> {
    const goes = (one: string) => this.#byUid.get(one)?.isEnding === true;
    const below = this.#below(uid, ({ ownerUids }, going) => ownerUids.every((each) => going.has(each) || goes(each)));
    return new Set([uid, ...below.map((one) => one.uid)]);
  }

  /** What an object owns, directly or through others that go with it. @param goes told the uids that go until then */
  #below(uid: string, goes: (one: Living, going: ReadonlySet<string>) => boolean): readonly Living[] {
    const going = new Set([uid]);
    const found: Living[] = [];
    for (const owner of going) {
      for (const one of this.#ownedBy.get(owner) ?? []) {
        if (going.has(one.uid) || !goes(one, going)) continue;
        going.add(one.uid);
        found.push(one);
      }
    }
    return found;
  }

  /**
   * An object stays that has no owner, or one that stays. One that is not listed may be gone: it holds nothing here, and a
   * circle of owners holds nothing either. So too many are told and asked about, never too few.
   */
  #stays(uid: string, goes: (uid: string) => boolean): boolean {
    const passed = new Set([uid]);
    for (const each of passed) {
      const one = this.#byUid.get(each);
      if (!one || one.isEnding || goes(each)) continue;
      if (one.ownerUids.length === 0) return true;
      for (const owner of one.ownerUids) passed.add(owner);
    }
    return false;
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

/** Owners in a circle end where they began. What several own stays while one of them does: it ends with none of them alone. */
function rootOf(one: Living, byUid: ReadonlyMap<string, Living>): Living {
  const passed = new Set<string>();
  let at = one;
  for (;;) {
    passed.add(at.uid);
    const [uid = '', ...others] = new Set(at.ownerUids);
    const owner = byUid.get(uid);
    if (!owner || others.length > 0 || passed.has(owner.uid)) return at;
    at = owner;
  }
}

/** Why an object may not go with its owner. @param now ms since the epoch */
export function staysBecause(one: Pick<Living, 'annotations' | 'labels'>, now: number): string | undefined {
  return keptByKey(one, now) ?? keptByPolicy(one);
}
