/**
 * All objects of a cluster, listed once for every candidate of a read: an object may be used in any namespace. A kind that
 * may not be listed leaves open only the objects that it can name, own or be in.
 */
import { z } from 'zod';
import { ReadError } from '../../../core/common/errors.ts';
import { isKeepTag } from '../../../core/owner/keepKey.ts';
import { each } from '../../contract/each.ts';
import type { Discovered, ServedKind } from '../calls/discovery.ts';
import { listObjects } from '../calls/lists.ts';
import { ServedKinds } from '../mentions/fieldKinds.ts';
import { MentionReader } from '../mentions/mentionsIn.ts';
import { isDeletePolicy } from '../objects/deletePolicy.ts';
import { canonical, kindText, mayUseOthers } from '../objects/groupKind.ts';
import { hasOnlyFigures, mayName } from '../objects/mayName.ts';
import { idOf, type ObjectReference } from '../objects/reference.ts';
import { mayRefer, refersTo } from '../objects/refersTo.ts';
import type { CallScope } from '../wire/call.ts';
import { malformed } from '../wire/readError.ts';
import { answeringOf } from './answering.ts';
import { type Living, LivingObjects, type Named } from './living.ts';

interface Unlisted {
  readonly kind: ServedKind;
  readonly error: ReadError;
}

interface Listed {
  readonly objects: LivingObjects;
  readonly unlisted: readonly Unlisted[];
}

export class WholeCluster {
  readonly #target: CallScope;
  readonly #discovered: Discovered;
  readonly #mentions: MentionReader;
  readonly #metadataIn: string | undefined;
  readonly #labels = new Map<string, Texts>();
  #listed: Promise<Listed> | undefined;

  /**
   * @param metadataIn lists only the metadata of what may be owned by objects of this namespace, which names no user; empty = by
   *   objects of the whole cluster
   */
  constructor(target: CallScope, discovered: Discovered, metadataIn?: string) {
    this.#metadataIn = metadataIn;
    this.#target = target;
    this.#discovered = discovered;
    this.#mentions = new MentionReader(new ServedKinds(discovered.kinds));
  }

  /** @throws ReadError where an object of a kind that may not be listed could name it */
  async usersOf(one: Named): Promise<readonly Living[]> {
    const { objects, unlisted } = await this.#all();
    throwAny(unlisted, ({ kind }) => mayName(kind, one));
    return objects.usersOf(one);
  }

  /**
   * The objects that garbage collection may end with an object.
   * @param gone as that of {@link LivingObjects.dependentsOf}
   * @throws ReadError where one of a kind that may not be listed could be among them
   */
  async dependentsOf(uid: string, reference: ObjectReference, gone?: ReadonlySet<string>): Promise<readonly Living[]> {
    const { objects, unlisted } = await this.#all();
    const isLenient = isOfKubernetes(reference);
    throwAny(unlisted, ({ kind }) => {
      // An object of a namespace owns none of the whole cluster.
      const mayBeOwned = kind.isNamespaced || reference.namespace === '';
      return mayBeOwned && !(isLenient && !mayRefer(kind));
    });
    return objects.dependentsOf(uid, gone);
  }

  /** See {@link LivingObjects.answeredBy}; while Pods or Services may not be listed, {@link usersOf} throws for every object. */
  async answeredBy(ids: ReadonlySet<string>): Promise<readonly (readonly [Living, readonly Living[]])[]> {
    return (await this.#all()).objects.answeredBy(ids);
  }

  /** See {@link LivingObjects.surelyGoingWith}. */
  async surelyGoingWith(uid: string): Promise<ReadonlySet<string>> {
    return (await this.#all()).objects.surelyGoingWith(uid);
  }

  /**
   * The objects that go with a Namespace or with the definition of a kind; none are in other objects.
   * @throws ReadError where it could have an object of a kind that may not be listed or is not served
   */
  async inside({ group, kind, name }: ObjectReference): Promise<readonly Living[]> {
    if (kind === 'Namespace' && group === '') return this.#contentOf(name);
    return kind === 'CustomResourceDefinition' ? this.#instancesOf(name) : [];
  }

  /** @throws ReadError where its kind may not be listed */
  async isThere(one: ObjectReference): Promise<boolean> {
    const { objects, unlisted } = await this.#all();
    throwAny(unlisted, ({ kind }) => kindText(canonical(kind)) === kindText(one));
    return objects.all.some(({ id }) => id === idOf(one));
  }

  async #contentOf(namespace: string): Promise<readonly Living[]> {
    const { objects, unlisted } = await this.#all();
    throwAny(unlisted, ({ kind }) => kind.isNamespaced);
    return objects.all.filter((one) => one.reference.namespace === namespace && !isInEvery(one));
  }

  async #instancesOf(name: string): Promise<readonly Living[]> {
    const kind = this.kindDefinedBy(name);
    const { objects, unlisted } = await this.#all();
    throwAny(unlisted, (one) => kindText(one.kind) === kindText(kind));
    return objects.all.filter(({ reference }) => kindText(reference) === kindText(canonical(kind)));
  }

  /**
   * @param name of a definition: `plurals.group.example.com`
   * @throws ReadError where the kind is not served
   */
  kindDefinedBy(name: string): ServedKind {
    const [plural, ...group] = name.split('.');
    const kind = this.#discovered.kinds.find((one) => one.resource === plural && one.group === group.join('.'));
    if (kind) return kind;
    throw malformed(`reading the objects of ${name}`, this.#target.account.name, 'the kind is not served now');
  }

  #all(): Promise<Listed> {
    this.#listed ??= this.#list();
    return this.#listed;
  }

  async #list(): Promise<Listed> {
    for (const [group, why] of this.#discovered.unread) {
      if (hasOnlyFigures(group)) continue;
      throw malformed(`reading the objects of ${group}`, this.#target.account.name, why);
    }
    const found = new Map<ServedKind, readonly Living[]>();
    const unlisted: Unlisted[] = [];
    const kinds = this.#discovered.kinds.filter((kind) => this.#isWanted(kind));
    await each(kinds, async (kind) => {
      try {
        found.set(kind, await this.#read(kind));
      } catch (error) {
        if (!(error instanceof ReadError) || error.problem !== 'denied') throw error;
        unlisted.push({ kind, error });
      }
    });
    return { objects: new LivingObjects(kinds.flatMap((kind) => found.get(kind) ?? [])), unlisted };
  }

  /** Where two groups serve the same objects, the newer one is asked. */
  #isWanted(kind: ServedKind): boolean {
    if (this.#metadataIn && !kind.isNamespaced) return false;
    if (!kind.verbs.includes('list') || !mayUseOthers(kind) || this.#discovered.unread.has(kind.group)) return false;
    const name = kindText(canonical(kind));
    return kindText(kind) === name || !this.#discovered.kinds.some((other) => kindText(other) === name);
  }

  async #read(kind: ServedKind): Promise<readonly Living[]> {
    const isMetadataOnly = this.#metadataIn !== undefined || !mayRefer(kind);
    const items = await listObjects(this.#target, {
      ...{ kind, ...(isMetadataOnly ? { isMetadataOnly: true } : {}) },
      ...(this.#metadataIn ? { namespace: this.#metadataIn } : {}),
    });
    return items.map((item) => {
      const one = living(item, kind, this.#target.account.name, this.#mentions);
      const answering = isMetadataOnly ? undefined : answeringOf(item, kind, (labels) => this.#shared(labels));
      return answering ? { ...one, answering } : one;
    });
  }

  #shared(labels: Texts): Texts {
    const text = JSON.stringify(labels);
    const known = this.#labels.get(text) ?? labels;
    this.#labels.set(text, known);
    return known;
  }
}

/** Objects that Kubernetes puts into every namespace: they keep none. */
const IN_EVERY: ReadonlySet<string> = new Set(['/ServiceAccount/default', '/ConfigMap/kube-root-ca.crt']);

function isInEvery({ reference: { group, kind, name } }: Living): boolean {
  return IN_EVERY.has(`${group}/${kind}/${name}`);
}

/** @throws ReadError of the first that counts */
function throwAny(unlisted: readonly Unlisted[], counts: (one: Unlisted) => boolean): void {
  const one = unlisted.find(counts);
  if (one) throw one.error;
}

const metadata = z.object({
  name: z.string().min(1),
  namespace: z.string().default(''),
  uid: z.string().min(1),
  ownerReferences: z.array(z.object({ uid: z.string() })).nullish(),
  annotations: z.record(z.string(), z.string()).nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
  finalizers: z.array(z.string()).nullish(),
  deletionTimestamp: z.string().nullish(),
});

/** Of a kind that never refers only the metadata is here, whose annotations may: a Secret with the token of an account. */
function living(
  item: Readonly<Record<string, unknown>>,
  kind: ServedKind,
  account: string,
  mentions: MentionReader,
): Living {
  const read = metadata.safeParse(item.metadata);
  if (!read.success) throw malformed(`listing ${kindText(kind)}`, account, 'an object has no readable metadata');
  const { name, namespace, uid, ownerReferences, annotations, labels, finalizers, deletionTimestamp } = read.data;
  const reference = { ...canonical(kind), namespace, name };
  const id = idOf(reference);
  return {
    ...{ id, uid, reference, rootId: id, refersTo: refersTo(item, kind.kind) },
    says: mentions.read(item, reference),
    by: `${kind.kind} ${namespace === '' ? name : `${namespace}/${name}`}`,
    ownerUids: (ownerReferences ?? []).map((owner) => owner.uid),
    annotations: staying(annotations),
    labels: staying(labels),
    finalizers: finalizers ?? NONE,
    ...(deletionTimestamp ? { isEnding: true as const } : {}),
  };
}

type Texts = Readonly<Record<string, string>>;

const NO_TEXTS: Texts = {};
const NONE: readonly string[] = [];

/** The others say nothing here, and few objects have any: those without share one map. */
function staying(texts: Texts | null | undefined): Texts {
  const entries = Object.entries(texts ?? {}).filter(([key]) => isKeepTag(key) || isDeletePolicy(key));
  return entries.length === 0 ? NO_TEXTS : Object.fromEntries(entries);
}

/** Its controllers are known: none of them makes a Secret or a ConfigMap. */
function isOfKubernetes({ group }: ObjectReference): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}
