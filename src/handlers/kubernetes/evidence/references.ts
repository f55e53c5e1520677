/** Living objects that refer to a candidate, or are in it: pods, workloads, routes, bindings, the content of a namespace. */
import { z } from 'zod';
import { ReadError } from '../../../core/common/errors.ts';
import type { Finding } from '../../../core/common/finding.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { type Discovered, discover, type ServedKind } from '../calls/discovery.ts';
import { listObjects } from '../calls/lists.ts';
import { prove } from '../calls/prove.ts';
import { KEEP_ANNOTATION } from '../objects/annotations.ts';
import { DELETE_POLICIES } from '../objects/deletePolicy.ts';
import { canonical, isListed, kindText } from '../objects/groupKind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { type Propagations, propagationOf } from '../objects/propagation.ts';
import { idOf } from '../objects/reference.ts';
import { mayRefer, refersTo } from '../objects/refersTo.ts';
import type { Declared } from '../source/declared.ts';
import type { SourceParameters } from '../source/parameters.ts';
import { readSource } from '../source/readSource.ts';
import type { Target } from '../wire/call.ts';
import { malformed } from '../wire/readError.ts';
import { type Living, LivingObjects, staysBecause } from './living.ts';
import { readingEach } from './readingEach.ts';

/** The namespaces are read once for so many candidates. */
const AT_ONCE = 10_000;

/** Made by controllers of Kubernetes from the objects that own them. */
const MADE: ReadonlySet<string> = new Set(['ReplicaSet.apps', 'Pod', 'Job.batch']);

/** Objects that Kubernetes puts into every namespace: they keep none. */
const IN_EVERY: ReadonlySet<string> = new Set(['/ServiceAccount/default', '/ConfigMap/kube-root-ca.crt']);

export const references: EvidenceSource<SourceParameters & { readonly propagation: Propagations }> = {
  name: 'references',
  summary:
    'Objects that refer to it: pods and workloads to ConfigMaps, Secrets, claims and ServiceAccounts, routes to Services, bindings to roles; and the content of a Namespace or CustomResourceDefinition.',
  permissions: ['kubernetes:GetKinds', 'kubernetes:ListObjects'],
  per: 'resource',
  candidatesAtOnce: AT_ONCE,
  places: ({ account, location }) => [{ account: account.name, location }],
  async read(place, { accounts, parameters }, candidates, io) {
    const account = accounts.find(({ name }) => name === place.account) as Account;
    const target: Target = { account, io };
    await prove(target);
    const discovered = await discover(target);
    const declared = () => readSource(parameters, { target, location: place.location, discovered });
    const reading = new Reading(target, discovered, declared);
    return readingEach(candidates as readonly KubernetesObject[], async (one) => [
      ...(await reading.usersOf(one)),
      ...(propagationOf(one.reference, parameters.propagation) === 'orphan'
        ? []
        : await reading.usersOfDependentsOf(one)),
    ]);
  },
};

/** The objects that one read has seen of a cluster; each listing is made once. */
class Reading {
  readonly #target: Target;
  readonly #discovered: Discovered;
  readonly #readSource: () => Promise<readonly Declared[]>;
  readonly #lists = new Map<string, Promise<readonly Living[]>>();
  readonly #spaces = new Map<string, Promise<LivingObjects>>();
  #declared: Promise<readonly Declared[]> | undefined;

  constructor(target: Target, discovered: Discovered, source: () => Promise<readonly Declared[]>) {
    this.#target = target;
    this.#discovered = discovered;
    this.#readSource = source;
  }

  async usersOf({ id, reference, labels }: KubernetesObject): Promise<readonly Finding[]> {
    const { group, kind, namespace, name } = reference;
    // An object of the whole cluster may be named in every namespace.
    const users = (await this.#referrers(spaceOf(namespace))).usersOf({ ...reference, labels });
    const inside =
      kind === 'Namespace' && group === ''
        ? (await this.#all((one) => one.isNamespaced, name)).filter((one) => !isInEvery(one))
        : kind === 'CustomResourceDefinition'
          ? await this.#instancesOf(name)
          : [];
    return [...users, ...inside]
      .filter((user) => user.id !== id)
      .map((user) => ({ alias: id, says: 'used', by: user.by, byId: user.rootId }));
  }

  /** Objects that go with an object are judged too: is one used, kept by somebody, in source? */
  async usersOfDependentsOf({ id, identity, reference }: KubernetesObject): Promise<readonly Finding[]> {
    const objects = await this.#everything(spaceOf(reference.namespace), isOfKubernetes(reference));
    const dependents = objects.dependentsOf(identity);
    const going = new Set([identity, ...dependents.map(({ uid }) => uid)]);
    const finding = (by: string, byId?: string): Finding => ({
      ...{ alias: id, says: 'used', by },
      ...(byId === undefined ? {} : { byId }),
    });
    const findings: Finding[] = [];
    for (const one of dependents) {
      const users = objects.usersOf(one.reference).filter(({ uid }) => !going.has(uid));
      findings.push(...users.map(({ by, rootId }) => finding(`${by}, which uses its ${one.by}`, rootId)));
      const why = staysBecause(one, this.#target.io.clock.now()) ?? (await this.#declares(one));
      if (why !== undefined) findings.push(finding(`its ${one.by}: ${why}`));
    }
    return findings;
  }

  /** Controllers of Kubernetes make these; no source declares them. */
  async #declares({ reference, id }: Living): Promise<string | undefined> {
    if (MADE.has(kindText(reference))) return undefined;
    this.#declared ??= this.#readSource();
    const declared = (await this.#declared).find(
      (one) => idOf(one) === id || (one.namespace === '' && idOf({ ...one, namespace: reference.namespace }) === id),
    );
    return declared && `source ${declared.at} declares it`;
  }

  #referrers(namespace: string | undefined): Promise<LivingObjects> {
    return this.#space(`referrers ${namespace ?? ''}`, () => this.#all((one) => mayRefer(one), namespace));
  }

  /** @param isLenient kinds that may not be listed are left out where nothing in them refers to another object */
  #everything(namespace: string | undefined, isLenient: boolean): Promise<LivingObjects> {
    const isLeftOut = (error: unknown, kind: ServedKind) =>
      isLenient && !mayRefer(kind) && error instanceof ReadError && error.problem === 'denied';
    return this.#space(`everything ${namespace ?? ''} ${isLenient}`, () => this.#all(() => true, namespace, isLeftOut));
  }

  #space(key: string, read: () => Promise<readonly Living[]>): Promise<LivingObjects> {
    const known = this.#spaces.get(key) ?? read().then((all) => new LivingObjects(all));
    this.#spaces.set(key, known);
    return known;
  }

  /** `plurals.group.example.com` → the objects of that kind, in all namespaces. */
  async #instancesOf(name: string): Promise<readonly Living[]> {
    const [plural, ...group] = name.split('.');
    const kind = this.#discovered.kinds.find((one) => one.resource === plural && one.group === group.join('.'));
    if (!kind)
      throw malformed(`reading the objects of ${name}`, this.#target.account.name, 'the kind is not served now');
    return this.#list(kind, undefined);
  }

  /** Objects of the cluster may refer into any namespace, so they are read for each. */
  async #all(
    isWanted: (kind: ServedKind) => boolean,
    namespace: string | undefined,
    isLeftOut: (error: unknown, kind: ServedKind) => boolean = () => false,
  ): Promise<readonly Living[]> {
    for (const [group, why] of this.#discovered.unread) {
      throw malformed(`reading the objects of ${group}`, this.#target.account.name, why);
    }
    const found: Living[] = [];
    for (const kind of this.#discovered.kinds) {
      const isUsable = kind.verbs.includes('list') && isListed(kind) && isWanted(kind);
      const isOnce = kindText(kind) === kindText(canonical(kind)) || !this.#isServedAs(kind);
      if (!isUsable || !isOnce) continue;
      try {
        found.push(...(await this.#list(kind, kind.isNamespaced ? namespace : undefined)));
      } catch (error) {
        if (!isLeftOut(error, kind)) throw error;
      }
    }
    return found;
  }

  #isServedAs(kind: ServedKind): boolean {
    return this.#discovered.kinds.some((other) => kindText(other) === kindText(canonical(kind)));
  }

  #list(kind: ServedKind, namespace: string | undefined): Promise<readonly Living[]> {
    const key = `${kindText(kind)} ${namespace ?? ''}`;
    const known = this.#lists.get(key) ?? this.#read(kind, namespace);
    this.#lists.set(key, known);
    return known;
  }

  async #read(kind: ServedKind, namespace: string | undefined): Promise<readonly Living[]> {
    const items = await listObjects(this.#target, {
      kind,
      ...(namespace === undefined ? {} : { namespace }),
      ...(mayRefer(kind) ? {} : { isMetadataOnly: true }),
    });
    return items.map((item) => living(item, kind, this.#target.account.name));
  }
}

const metadata = z.object({
  name: z.string().min(1),
  namespace: z.string().default(''),
  uid: z.string().min(1),
  ownerReferences: z.array(z.object({ uid: z.string() })).nullish(),
  annotations: z.record(z.string(), z.string()).nullish(),
});

function living(item: Readonly<Record<string, unknown>>, kind: ServedKind, account: string): Living {
  const read = metadata.safeParse(item.metadata);
  if (!read.success) throw malformed(`listing ${kindText(kind)}`, account, 'an object has no readable metadata');
  const { name, namespace, uid, ownerReferences, annotations } = read.data;
  const reference = { ...canonical(kind), namespace, name };
  const id = idOf(reference);
  return {
    ...{ id, uid, reference, rootId: id, refersTo: mayRefer(kind) ? refersTo(item, kind.kind) : [] },
    by: `${kind.kind} ${namespace === '' ? name : `${namespace}/${name}`}`,
    ownerUids: (ownerReferences ?? []).map((owner) => owner.uid),
    annotations: staying(annotations ?? {}),
  };
}

/** The others say nothing here. */
function staying(annotations: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => STAYING.includes(key)));
}

const STAYING: readonly string[] = [KEEP_ANNOTATION, ...DELETE_POLICIES];

function spaceOf(namespace: string): string | undefined {
  return namespace === '' ? undefined : namespace;
}

/** Its controllers are known: none of them makes a Secret or a ConfigMap. */
function isOfKubernetes({ group }: KubernetesObject['reference']): boolean {
  return !group.includes('.') || group.endsWith('.k8s.io');
}

function isInEvery({ id }: Living): boolean {
  const [group, kind, , name] = id.split('/');
  return IN_EVERY.has(`${group}/${kind}/${name}`);
}
