/** Living objects that refer to a candidate, or are in it: pods, workloads, routes, bindings, the content of a namespace. */
import { PartialReadError, ReadError } from '../../../core/common/errors.ts';
import type { Finding } from '../../../core/common/finding.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { type Discovered, discover, type ServedKind } from '../calls/discovery.ts';
import { listObjects } from '../calls/lists.ts';
import { prove } from '../calls/prove.ts';
import { canonical, isListed, kindText } from '../objects/groupKind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { idOf } from '../objects/reference.ts';
import { isNamed, mayRefer, refersTo } from '../objects/refersTo.ts';
import type { Target } from '../wire/call.ts';
import { malformed } from '../wire/readError.ts';
import { type Living, livingIn } from './living.ts';

/** The namespaces are read once for so many candidates. */
const AT_ONCE = 10_000;

/** Objects that Kubernetes puts into every namespace: they keep none. */
const IN_EVERY: ReadonlySet<string> = new Set(['/ServiceAccount/default', '/ConfigMap/kube-root-ca.crt']);

export const references: EvidenceSource<unknown> = {
  name: 'references',
  summary:
    'Objects that refer to it: pods and workloads to ConfigMaps, Secrets, claims and ServiceAccounts, routes to Services, bindings to roles; and the content of a Namespace or CustomResourceDefinition.',
  permissions: ['kubernetes:GetKinds', 'kubernetes:ListObjects'],
  per: 'resource',
  candidatesAtOnce: AT_ONCE,
  places: ({ account, location }) => [{ account: account.name, location }],
  async read(place, { accounts }, candidates, io) {
    const account = accounts.find(({ name }) => name === place.account) as Account;
    const target: Target = { account, io };
    await prove(target);
    const reading = new Reading(target, await discover(target));
    const findings: Finding[] = [];
    const failed = new Set<string>();
    let failure: ReadError | undefined;
    for (const candidate of candidates as readonly KubernetesObject[]) {
      try {
        findings.push(...(await reading.usersOf(candidate)));
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
        failure ??= error;
        failed.add(candidate.id);
      }
    }
    if (failure) throw new PartialReadError(failure, findings, failed);
    return findings;
  },
};

/** What one read has seen of a cluster; each listing is made once. */
class Reading {
  readonly #target: Target;
  readonly #discovered: Discovered;
  readonly #lists = new Map<string, Promise<readonly Living[]>>();
  readonly #spaces = new Map<string, Promise<readonly Living[]>>();

  constructor(target: Target, discovered: Discovered) {
    this.#target = target;
    this.#discovered = discovered;
  }

  async usersOf({ id, reference, labels }: KubernetesObject): Promise<readonly Finding[]> {
    const { group, kind, namespace, name } = reference;
    const named = { ...reference, labels };
    // An object of the whole cluster may be named in every namespace.
    const others = await this.#referrers(namespace === '' ? undefined : namespace);
    const users = others.filter((other) => other.refersTo.some((one) => isNamed(one, named, other.namespace)));
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

  #referrers(namespace: string | undefined): Promise<readonly Living[]> {
    const key = namespace ?? '';
    const known = this.#spaces.get(key) ?? this.#all((one) => mayRefer(one), namespace);
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
  async #all(isWanted: (kind: ServedKind) => boolean, namespace: string | undefined): Promise<readonly Living[]> {
    for (const [group, why] of this.#discovered.unread) {
      throw malformed(`reading the objects of ${group}`, this.#target.account.name, why);
    }
    const found: Living[] = [];
    for (const kind of this.#discovered.kinds) {
      const isUsable = kind.verbs.includes('list') && isListed(kind) && isWanted(kind);
      const isOnce = kindText(kind) === kindText(canonical(kind)) || !this.#isServedAs(kind);
      if (isUsable && isOnce) found.push(...(await this.#list(kind, kind.isNamespaced ? namespace : undefined)));
    }
    return livingIn(found);
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
    const items = await listObjects(this.#target, { kind, ...(namespace === undefined ? {} : { namespace }) });
    return items.map((item) => living(item, kind, this.#target.account.name));
  }
}

function living(item: Readonly<Record<string, unknown>>, kind: ServedKind, account: string): Living {
  const { name, namespace = '', uid, ownerReferences } = (item.metadata ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || typeof uid !== 'string' || typeof namespace !== 'string') {
    throw malformed(`listing ${kindText(kind)}`, account, 'an object has no readable metadata');
  }
  const id = idOf({ ...kind, namespace, name });
  const owners = Array.isArray(ownerReferences) ? ownerReferences : [];
  return {
    ...{ id, uid, namespace, rootId: id, refersTo: refersTo(item, kind.kind) },
    by: `${kind.kind} ${namespace === '' ? name : `${namespace}/${name}`}`,
    ownerUids: owners.flatMap((owner) => ((owner as { uid?: unknown }).uid as string | undefined) ?? []),
  };
}

function isInEvery({ id }: Living): boolean {
  const [group, kind, , name] = id.split('/');
  return IN_EVERY.has(`${group}/${kind}/${name}`);
}
