/** Living objects that refer to a candidate, or are in it: pods, workloads, routes, bindings, the content of a namespace. */
import type { Finding } from '../../../core/common/finding.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { discover } from '../calls/discovery.ts';
import { prove } from '../calls/prove.ts';
import { staysAsData } from '../objects/dataKinds.ts';
import { canonical, isMadeByController, kindText } from '../objects/groupKind.ts';
import { secretsMadeBy } from '../objects/makes.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { type Propagations, propagationOf } from '../objects/propagation.ts';
import { idOf, type ObjectReference, referenceIn } from '../objects/reference.ts';
import type { Declared } from '../source/declared.ts';
import type { SourceParameters } from '../source/parameters.ts';
import { readSource } from '../source/readSource.ts';
import type { CallScope } from '../wire/call.ts';
import { type Living, staysBecause } from './living.ts';
import { readingEach } from './readingEach.ts';
import { WholeCluster } from './wholeCluster.ts';

/** The cluster is read once for so many candidates. */
const AT_ONCE = 10_000;

/** Workloads that run until somebody ends them: Pods of these answer for Services. */
const RUNS: ReadonlySet<string> = new Set(['DaemonSet', 'Deployment', 'StatefulSet']);

/** What an entry says of the objects that an object owns. */
interface OfDependents {
  readonly propagation: Propagations;
  readonly dataKinds: readonly string[];
}

/** It reads the whole cluster for the candidates of one environment, because any namespace may refer to them. */
export const references: EvidenceSource<SourceParameters & OfDependents> = {
  name: 'references',
  summary:
    'Objects of the whole cluster that refer to it or mention its name in any of their texts: pods and workloads, routes, bindings to roles, custom resources, annotations; and the content of a Namespace or CustomResourceDefinition.',
  permissions: ['kubernetes:GetKinds', 'kubernetes:ListObjects'],
  per: 'resource',
  candidatesAtOnce: AT_ONCE,
  places: ({ account, location }) => [{ account: account.name, location }],
  async read(place, { accounts, parameters }, candidates, io) {
    const account = accounts.find(({ name }) => name === place.account) as Account;
    const target: CallScope = { account, io };
    await prove(target);
    const discovered = await discover(target);
    const declared = () => readSource(parameters, { target, location: place.location, discovered });
    const reading = new Reading(new WholeCluster(target, discovered), declared, io.clock.now());
    return readingEach(candidates as readonly KubernetesObject[], async (one) => {
      const goesAlone = propagationOf(one.reference, parameters.propagation) === 'orphan';
      const users = await reading.usersOf(one, goesAlone);
      if (goesAlone) return users;
      const ofDependents = await reading.usersOfDependentsOf(one, parameters.dataKinds);
      return [...users, ...ofDependents, ...(await reading.answersAlone(one))];
    });
  },
};

/** The facts that one read finds out about its candidates. */
class Reading {
  readonly #cluster: WholeCluster;
  readonly #readSource: () => Promise<readonly Declared[]>;
  readonly #now: number;
  #declared: Promise<readonly Declared[]> | undefined;

  constructor(cluster: WholeCluster, source: () => Promise<readonly Declared[]>, now: number) {
    this.#cluster = cluster;
    this.#readSource = source;
    this.#now = now;
  }

  /** @param goesAlone what it owns stays without it, so its use is not the object's own */
  async usersOf({ id, reference, labels, content }: KubernetesObject, goesAlone: boolean): Promise<readonly Finding[]> {
    const users = await this.#cluster.usersOf({ ...reference, labels });
    const ofMade: Finding[] = [];
    for (const made of secretsMadeBy(reference, content)) {
      const others = (await this.#cluster.usersOf(made)).filter((user) => user.id !== id);
      const finding = ({ by, rootId }: Living): Finding => ({
        ...{ alias: id, says: 'used', byId: rootId },
        by: `${by}, which uses the Secret ${made.name} that it makes`,
      });
      ofMade.push(...others.map(finding));
    }
    const inside = await this.#cluster.inside(reference);
    return [
      ...[...users, ...inside]
        .filter((user) => user.id !== id)
        .map((user): Finding => ({ alias: id, says: 'used', by: user.by, byId: goesAlone ? user.id : user.rootId })),
      ...ofMade,
      ...[...(await this.#neededBySource(reference)), ...(await this.#notReplaced(reference))].map(
        (by): Finding => ({ alias: id, says: 'used', by }),
      ),
    ];
  }

  /**
   * Whoever renames a workload has the old one until the new one runs: while the source has one that the cluster has not, the Pods of
   * the old one may be all that answers for a Service of the source, which names none of them.
   */
  async #notReplaced({ group, kind, namespace }: ObjectReference): Promise<readonly string[]> {
    if (group !== 'apps' || !RUNS.has(kind)) return [];
    this.#declared ??= this.#readSource();
    for (const one of await this.#declared) {
      const isLike = kindText(canonical(one)) === kindText({ group, kind }) && [namespace, ''].includes(one.namespace);
      if (!isLike || one.generateName !== undefined) continue;
      if (await this.#cluster.isThere({ group, kind, namespace, name: one.name })) continue;
      return [`source ${one.at}, whose ${kind} ${one.name} is not in the cluster yet`];
    }
    return [];
  }

  /**
   * A Service selects its Pods and names none: it uses the object that has the only ones, unless Pods of objects that the source
   * declares answer, too. One outside the source that is itself used by what goes here waits for nothing.
   */
  async answersAlone({ id, identity, reference }: KubernetesObject): Promise<readonly Finding[]> {
    const dependents = await this.#cluster.dependentsOf(identity, reference);
    const going = new Set([id, ...dependents.map((one) => one.id)]);
    const findings: Finding[] = [];
    for (const [service, others] of await this.#cluster.answeredBy(going)) {
      const roots = await Promise.all(others.map(({ rootId }) => this.#declares({ id: rootId })));
      if (going.has(service.id) || roots.some((root) => root !== undefined)) continue;
      const by = `${service.by}, for which its Pods alone answer`;
      if ((await this.#declares(service)) !== undefined) findings.push({ alias: id, says: 'used', by });
      else if (!(await this.#cluster.usersOf(service.reference)).some((user) => going.has(user.id))) {
        findings.push({ alias: id, says: 'used', by, byId: service.rootId });
      }
    }
    return findings;
  }

  /** Without its Namespace or its definition, an object of the source could not be applied any more. */
  async #neededBySource({ group, kind, namespace, name }: ObjectReference): Promise<readonly string[]> {
    const isNamespace = kind === 'Namespace' && group === '';
    if (namespace !== '' || (!isNamespace && kind !== 'CustomResourceDefinition')) return [];
    this.#declared ??= this.#readSource();
    const served = isNamespace ? undefined : this.#cluster.kindDefinedBy(name);
    const needs = (one: Declared) =>
      isNamespace ? one.namespace === name : kindText(canonical(one)) === kindText(canonical(served ?? one));
    const one = (await this.#declared).find(needs);
    return one ? [`source ${one.at}, which declares ${kindText(one)} ${one.name || one.generateName}`] : [];
  }

  /** Objects that go with an object are judged too: is one used, kept by a person, in source, or data? */
  async usersOfDependentsOf(
    { id, identity, reference }: KubernetesObject,
    dataKinds: readonly string[],
  ): Promise<readonly Finding[]> {
    const dependents = await this.#cluster.dependentsOf(identity, reference);
    const going = await this.#cluster.surelyGoingWith(identity);
    const finding = (by: string, byId?: string): Finding => ({
      ...{ alias: id, says: 'used', by },
      ...(byId === undefined ? {} : { byId }),
    });
    const findings: Finding[] = [];
    for (const one of dependents) {
      const users = (await this.#cluster.usersOf(one.reference)).filter(({ uid }) => !going.has(uid));
      findings.push(...users.map(({ by, rootId }) => finding(`${by}, which uses its ${one.by}`, rootId)));
      const word = staysBecause(one, this.#now) ?? staysAsData(one.reference, dataKinds, one.finalizers);
      const why = word ?? (isMadeByController(one.reference) ? undefined : await this.#declares(one));
      if (why !== undefined) findings.push(finding(`its ${one.by}: ${why}`));
    }
    return findings;
  }

  async #declares({ id }: Pick<Living, 'id'>): Promise<string | undefined> {
    const { namespace = '' } = referenceIn(id) ?? {};
    this.#declared ??= this.#readSource();
    const declared = (await this.#declared).find(
      (one) => idOf(one) === id || (one.namespace === '' && idOf({ ...one, namespace }) === id),
    );
    return declared && `source ${declared.at} declares it`;
  }
}
