/** The roles of `holystone rbac` are enough for a plan, and no smaller ones are. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { SandboxCluster, type SandboxObject } from '../../../sandbox/kubernetes/server.ts';
import { PERMITTED } from '../../../src/handlers/kubernetes/rights/clusterRoles.ts';
import { object } from '../../../src/handlers/kubernetes/types/object/handler.ts';
import { applied, candidates, commanded, kubeconfig, planned, verdictOf, WITH_ID } from './fixture.ts';

const shop = { namespace: 'shop' };
const files = {
  'rendered/web.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, namespace: shop }\n',
};

interface Role extends SandboxObject {
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

async function printed(args: readonly string[], text = WITH_ID): Promise<readonly Role[]> {
  const { code, stdout, stderr } = await commanded('http://127.0.0.1:9', ['rbac', ...args], files, text);
  if (code !== 0) throw new Error(stderr);
  return (parseAllDocuments(stdout) as { toJS(): Role }[]).map((document) => document.toJS());
}

function rightsIn({ rules }: Role): readonly string[] {
  return rules.flatMap(({ apiGroups: [group], resources, verbs }) =>
    resources.flatMap((one) => verbs.map((verb) => `${verb} ${one}${group === '' ? '' : `.${group}`}`)),
  );
}

describe('the roles', () => {
  test('Q22 only a reader is printed unless something deletes; --live prints both', async () => {
    const names = (roles: readonly Role[]) => roles.map(({ metadata }) => metadata.name);
    expect(names(await printed([]))).toEqual(['holystone-reader']);
    expect(names(await printed(['--live']))).toEqual(['holystone-reader', 'holystone-deleter']);
    expect(names(await printed(['--identity', 'restorer']))).toEqual(['holystone-restorer']);
  });

  test('Q22 the reader changes nothing, and the deleter neither reads nor creates', async () => {
    const [reader, deleter] = await printed(['--live']);
    const verbs = (role?: Role) => [...new Set(role?.rules.flatMap((rule) => rule.verbs))].sort();
    expect([verbs(reader), verbs(deleter)]).toEqual([
      ['get', 'list'],
      ['delete', 'patch'],
    ]);
  });

  test('Q15 Q22 data is deleted, and Secrets are read, only where dataKinds names them', async () => {
    const [reader, deleter] = await printed(['--live']);
    expect(rightsIn(reader as Role)).not.toContain('list secrets');
    expect(rightsIn(reader as Role)).toContain('list namespaces');
    const data = ['secrets', 'namespaces', 'persistentvolumes', 'persistentvolumeclaims'].map((one) => `delete ${one}`);
    expect(rightsIn(deleter as Role)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/secrets|namespaces/)]),
    );
    expect(data.filter((one) => rightsIn(deleter as Role).includes(one))).toEqual([]);
    const named = await printed(['--live'], WITH_ID.replace('source:', 'dataKinds: [Secret], source:'));
    expect(rightsIn(named[0] as Role)).toContain('list secrets');
    expect(rightsIn(named[1] as Role)).toContain('delete secrets');
  });

  test('Q2 Q22 the deleter has rights only for the kinds of the entry', async () => {
    const [, deleter] = await printed(['--live'], WITH_ID.replace('source:', 'kinds: [Deployment], source:'));
    expect(rightsIn(deleter as Role)).toEqual(['delete deployments.apps', 'patch deployments.apps']);
  });

  test('Q1 Q22 found environments need no cluster to print the roles, which are those of a named one', async () => {
    const found = WITH_ID.replace('[shop/prod]', '["shop/*"]').replace('./rendered', '"./rendered/{environment}"');
    expect(await printed(['--live'], found)).toEqual(await printed(['--live']));
    expect(await printed(['--live'], found.replace('["shop/*"]', 'all').replace('{env', '{application}/{env'))).toEqual(
      await printed(['--live']),
    );
  });

  test('Q21 Q22 the deleter writes Events where the entry has them', async () => {
    const [reader, deleter] = await printed(['--live'], WITH_ID.replace('source:', 'events: true, source:'));
    const ofEvents = (role: unknown) => rightsIn(role as Role).filter((one) => one.endsWith(' events'));
    expect([ofEvents(reader), ofEvents(deleter)]).toEqual([[], ['create events', 'patch events']]);
  });

  test('Q22 groups of custom resources are named by a person; a name that is none is refused', async () => {
    const [reader] = await printed(['--groups', 'cert-manager.io']);
    expect(rightsIn(reader as Role)).toContain('list *.cert-manager.io');
    await expect(printed(['--groups', '*'])).rejects.toThrow('is no API group');
  });

  test('Q22 every permission of the type and of its evidence has its verbs', () => {
    const { list, delete: deleted, protect = [], restore = [], restorable = [] } = object.permissions;
    const evidence = object.evidence.flatMap(({ permissions }) => permissions);
    const all = [...list, ...deleted, ...protect, ...restore, ...restorable, ...evidence];
    expect(all.filter((one) => PERMITTED[one] === undefined)).toEqual([]);
  });
});

describe('a plan with exactly these rights', () => {
  let cluster: SandboxCluster;
  let url: string;
  const reader = () => ({ ...files, kubeconfig: kubeconfig(url, { token: 'of-reader' }) });
  beforeEach(async () => {
    cluster = new SandboxCluster({ users: new Map([['of-reader', 'reader']]) });
    url = await cluster.listen();
    for (const name of ['old', 'web']) cluster.apply(applied('apps/v1', 'Deployment', name, shop));
    cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
    cluster.apply(applied('v1', 'Secret', 'old', shop));
    const [role] = await printed([]);
    cluster.apply(role as Role);
    cluster.apply({
      ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding', metadata: { name: 'reader' } },
      roleRef: { kind: 'ClusterRole', name: 'holystone-reader' },
      subjects: [{ kind: 'User', name: 'reader' }],
    });
  });
  afterEach(() => cluster.close());

  test('Q22 is complete', async () => {
    const plan = await planned(url, reader());
    expect(plan.document.namespaces).toMatchObject([{ status: 'complete' }]);
    expect(candidates(plan)).toEqual(['/ConfigMap/shop/old', 'apps/Deployment/shop/old']);
    const denied = cluster.requests.filter(({ status }) => status === 403).map(({ url: path }) => path.split('?')[0]);
    expect([...new Set(denied)]).toEqual(['/api/v1/secrets', '/api/v1/namespaces/shop/secrets']);
  });

  test('Q22 without one of them, nothing is a candidate that an object of that kind could use', async () => {
    const [role] = await printed([]);
    const without = (role as Role).rules.map((rule) => ({
      ...rule,
      resources: rule.resources.filter((one) => one !== 'pods'),
    }));
    cluster.apply({ ...(role as Role), rules: without });
    const plan = await planned(url, reader());
    expect(candidates(plan)).toEqual([]);
    expect(verdictOf(plan, '/ConfigMap/shop/old')).toContain('`list pods` is denied');
  });

  test('Q22 a user with no rights at all gets one sentence with the right that it lacks', async () => {
    cluster.remove('rbac.authorization.k8s.io/v1', 'ClusterRoleBinding', undefined, 'reader');
    const plan = await planned(url, reader());
    expect(plan.code).toBe(3);
    expect(plan.output).toContain('`get namespaces` is denied');
  });
});
