/** The same questions, and the same plans, of the sandbox's API server and of a real kube-apiserver with etcd. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SandboxObject } from '../../sandbox/kubernetes/server.ts';
import {
  AS_WRITTEN,
  applied,
  candidates,
  commanded,
  planned,
  verdictOf,
  WITH_ID,
} from '../integration/kubernetes/fixture.ts';
import { until } from '../support/until.ts';
import { controlPlane, startRealCluster } from './kubernetes/realCluster.ts';
import { apply, ask, type ClusterHere, create, kubeconfigOf, startSandboxCluster } from './kubernetes/subject.ts';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
const OF_ANY_AGE = AS_WRITTEN.replace('source:', 'minimumAge: 1s, source:');
const shop = { namespace: 'shop' };
const MAPS = '/api/v1/namespaces/shop/configmaps';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';

const FILES = {
  'rendered/web.json': JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'List' },
    items: [applied('v1', 'Namespace', 'shop'), applied('apps/v1', 'Deployment', 'web', shop)],
  }),
};

const map = (name: string, more: object = {}): SandboxObject => ({
  ...applied('v1', 'ConfigMap', name, shop),
  ...{ data: { a: '1' }, ...more },
});

function everything(start: () => Promise<ClusterHere>): void {
  let here: ClusterHere;
  beforeAll(async () => {
    here = await start();
    await create(here, '/api/v1/namespaces', applied('v1', 'Namespace', 'shop'));
  });
  afterAll(() => here?.close());

  const remove = (path: string, options: object) =>
    ask(here, 'DELETE', path, { body: { apiVersion: 'v1', kind: 'DeleteOptions', ...options } });

  describe('discovery', () => {
    test('Q4 names every kind in one call for the core group and one for the others, with its scope and verbs', async () => {
      const found = await Promise.all(
        ['/api', '/apis'].map(async (path) => (await ask(here, 'GET', path, { accept: AGGREGATED })).json),
      );
      expect(found.map(({ kind }) => kind)).toEqual(Array(2).fill('APIGroupDiscoveryList'));
      const [core, others] = found;
      const apps = others.items.find((group: { metadata: { name: string } }) => group.metadata.name === 'apps');
      expect(apps.versions[0]).toMatchObject({
        ...{ version: 'v1', freshness: 'Current' },
        resources: expect.arrayContaining([
          expect.objectContaining({
            ...{ resource: 'deployments', scope: 'Namespaced' },
            responseKind: { group: '', version: '', kind: 'Deployment' },
            verbs: expect.arrayContaining(['get', 'list', 'delete']),
          }),
        ]),
      });
      expect(core.items[0].versions[0].resources).toEqual(
        expect.arrayContaining([expect.objectContaining({ resource: 'namespaces', scope: 'Cluster' })]),
      );
    });

    test('Q4 is read in the older calls too', async () => {
      const { json: groups } = await ask(here, 'GET', '/apis');
      expect(groups.kind).toBe('APIGroupList');
      expect((await ask(here, 'GET', '/api')).json).toMatchObject({ kind: 'APIVersions', versions: ['v1'] });
      const { json } = await ask(here, 'GET', '/apis/apps/v1');
      expect(json.kind).toBe('APIResourceList');
      expect(json.resources).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'deployments', kind: 'Deployment', namespaced: true }),
          expect.objectContaining({ name: 'deployments/status' }),
        ]),
      );
    });

    test('Q5 a path that is not served is 404 without naming an object; an object that is gone is named', async () => {
      const unserved = await ask(here, 'GET', '/apis/apps/v1/namespaces/shop/nothings/one');
      expect([unserved.status, unserved.json.details?.name ?? '']).toEqual([404, '']);
      const gone = await ask(here, 'GET', `${MAPS}/never-was`);
      expect(gone).toMatchObject({ status: 404, json: { reason: 'NotFound', details: { name: 'never-was' } } });
    });
  });

  describe('listings', () => {
    beforeAll(() => create(here, MAPS, ...Array.from({ length: 5 }, (_, index) => map(`page-${index}`))));
    const selector = 'labelSelector=qbec.io%2Fapplication%3Dshop%2C%21qbec.io%2Ftag';

    test('Q7 come in pages; their items say neither kind nor version', async () => {
      const names: string[] = [];
      let next = '';
      do {
        const { json } = await ask(here, 'GET', `${MAPS}?limit=2&${selector}${next}`);
        expect(json.items[0].kind).toBeUndefined();
        expect(json.items.length).toBeLessThanOrEqual(2);
        names.push(...json.items.map((item: SandboxObject) => item.metadata.name));
        next = json.metadata.continue ? `&continue=${encodeURIComponent(json.metadata.continue)}` : '';
      } while (next !== '');
      expect(names.filter((name) => name.startsWith('page-'))).toEqual([0, 1, 2, 3, 4].map((index) => `page-${index}`));
    });

    test('Q7 come as bare metadata where that is asked for', async () => {
      const { json } = await ask(here, 'GET', `${MAPS}?${selector}`, { accept: METADATA });
      expect(json.kind).toBe('PartialObjectMetadataList');
      expect(json.items[0].data).toBeUndefined();
      expect(json.items[0].metadata).toMatchObject({ uid: expect.any(String), resourceVersion: expect.any(String) });
    });
  });

  describe('writing', () => {
    test('Q20 apply creates, changes nothing the second time, and conflicts with the field of another', async () => {
      const first = await apply(here, MAPS, map('applied'));
      const again = await apply(here, MAPS, map('applied'));
      expect([first.status, again.status]).toEqual([201, 200]);
      expect(again.json.metadata.uid).toBe(first.json.metadata.uid);
      const other = await apply(here, MAPS, map('applied', { data: { a: '2' } }), 'other');
      expect([other.status, other.json.reason]).toEqual([409, 'Conflict']);
    });

    test('Q18 a deletion with another uid or an older version is 409; a dry run leaves the object', async () => {
      await create(here, MAPS, map('held'));
      const { json: before } = await ask(here, 'GET', `${MAPS}/held`);
      const { uid, resourceVersion } = before.metadata;
      await apply(here, MAPS, map('held', { data: { b: '1' } }));
      const statuses = [
        await remove(`${MAPS}/held`, { preconditions: { uid: '00000000-0000-0000-0000-000000000000' } }),
        await remove(`${MAPS}/held`, { preconditions: { uid, resourceVersion } }),
        await remove(`${MAPS}/held`, { preconditions: { uid }, dryRun: ['All'] }),
        await ask(here, 'GET', `${MAPS}/held`),
        await remove(`${MAPS}/held`, { preconditions: { uid } }),
        await ask(here, 'GET', `${MAPS}/held`),
      ].map(({ status }) => status);
      expect(statuses).toEqual([409, 409, 200, 200, 200, 404]);
    });

    test('Q18 an object made again under its name has another uid', async () => {
      await create(here, MAPS, map('twin'));
      const { json: first } = await ask(here, 'GET', `${MAPS}/twin`);
      await remove(`${MAPS}/twin`, {});
      await create(here, MAPS, map('twin'));
      const { status } = await remove(`${MAPS}/twin`, { preconditions: { uid: first.metadata.uid } });
      expect(status).toBe(409);
      await remove(`${MAPS}/twin`, {});
    });

    test('Q18 the namespaces of Kubernetes are not deleted', async () => {
      expect((await remove('/api/v1/namespaces/kube-system', {})).status).toBe(403);
    });

    test('Q24 names have case', async () => {
      await create(here, `${RBAC}/clusterroles`, {
        ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'Team:Admin' } },
        rules: [],
      });
      const paths = ['Team:Admin', 'Team%3AAdmin', 'team:admin'].map((name) => `${RBAC}/clusterroles/${name}`);
      const found = await Promise.all(paths.map((path) => ask(here, 'GET', path)));
      expect(found.map(({ status }) => status)).toEqual([200, 200, 404]);
    });
  });

  test('Q22 a user without rights may read which kinds there are, and gets 403 for everything else', async () => {
    const as = (method: string, path: string) => ask(here, method, path, { user: 'stranger' });
    const statuses = [await as('GET', '/apis'), await as('GET', MAPS), await as('DELETE', `${MAPS}/page-0`)];
    expect(statuses.map(({ status }) => status)).toEqual([200, 403, 403]);
    expect(statuses[1]?.json).toMatchObject({ reason: 'Forbidden', message: expect.stringContaining('stranger') });
  });

  describe('a plan of a small environment', () => {
    const DEPLOYMENTS = '/apis/apps/v1/namespaces/shop/deployments';
    const deployment = (name: string): SandboxObject => ({
      ...applied('apps/v1', 'Deployment', name, shop),
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: name } },
        template: {
          metadata: { labels: { app: name } },
          spec: {
            containers: [{ name: 'web', image: 'example.com/web:1' }],
            volumes: [{ name: 'settings', configMap: { name: `${name}-settings` } }],
          },
        },
      },
    });
    beforeAll(async () => {
      for (const index of [0, 1, 2, 3, 4]) await remove(`${MAPS}/page-${index}`, {});
      await remove(`${MAPS}/applied`, {});
      await create(here, DEPLOYMENTS, deployment('web'), deployment('old'));
      await create(here, MAPS, ...['web-settings', 'old-settings', 'unused'].map((name) => map(name)));
      await create(here, '/api/v1/namespaces/shop/secrets', applied('v1', 'Secret', 'old', shop));
      await create(here, '/api/v1/namespaces/shop/services', {
        ...applied('v1', 'Service', 'old', shop),
        spec: { selector: { app: 'old' }, ports: [{ port: 80 }] },
      });
      const never = { ...shop, annotations: { 'directives.qbec.io/delete-policy': 'never' } };
      await create(here, MAPS, { ...map('policy'), ...applied('v1', 'ConfigMap', 'policy', never) });
      const { json: web } = await ask(here, 'GET', `${DEPLOYMENTS}/web`);
      const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: web.metadata.uid };
      await create(here, MAPS, applied('v1', 'ConfigMap', 'owned', { ...shop, ownerReferences: [owner] }));
      await create(here, `${RBAC}/clusterroles`, {
        ...applied('rbac.authorization.k8s.io/v1', 'ClusterRole', 'Shop:Old'),
        rules: [],
      });
    });

    test('Q4 to Q17 Q24 gives every object the same verdict', async () => {
      let plan = await planned(here.url, { ...FILES, kubeconfig: kubeconfigOf(here, 'admin') }, OF_ANY_AGE);
      await until('everything is a second old', async () => {
        plan = await planned(here.url, { ...FILES, kubeconfig: kubeconfigOf(here, 'admin') }, OF_ANY_AGE);
        return !JSON.stringify(plan.document).includes('younger than');
      });
      expect(plan.document.namespaces).toMatchObject([{ status: 'complete' }]);
      expect(candidates(plan)).toEqual([
        '/ConfigMap/shop/unused',
        '/Service/shop/old',
        'rbac.authorization.k8s.io/ClusterRole//Shop:Old',
      ]);
      expect(verdictOf(plan, 'apps/Deployment/shop/web')).toContain('source web.json:1');
      expect(verdictOf(plan, 'apps/Deployment/shop/old')).toMatch(
        /^held: .*Service shop\/old, for which its Pods alone answer/,
      );
      expect(verdictOf(plan, '/ConfigMap/shop/old-settings')).toMatch(/^held: .*(Deployment|ReplicaSet) shop\/old/);
      expect(verdictOf(plan, '/ConfigMap/shop/web-settings')).toMatch(/used by (Deployment|ReplicaSet) shop\/web/);
      expect(verdictOf(plan, '/ConfigMap/shop/policy')).toContain('delete-policy is never');
      expect(verdictOf(plan, '/ConfigMap/shop/owned')).toContain('Deployment web owns it');
      expect(verdictOf(plan, '/Secret/shop/old')).toContain('only `dataKinds`');
    });
  });

  describe('environments', () => {
    const of = (application: string, environment: string, name: string): SandboxObject => ({
      ...{ apiVersion: 'v1', kind: 'ConfigMap' },
      metadata: { name, ...shop, labels: { team: application, stage: environment } },
    });
    const FOUND = OF_ANY_AGE.replace(
      '[shop/prod]',
      '["web/*"], environments: { application: team, environment: stage }',
    )
      .replace('ownership: qbec', 'ownership: { selector: "team={application},stage={environment}" }')
      .replace('./rendered', '"./rendered/{environment}"');
    const source = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept-red, namespace: shop }\n';

    test('Q1 Q3 are found by the labels of living objects; one without a source is unknown', async () => {
      await create(
        here,
        MAPS,
        of('web', 'red', 'kept-red'),
        of('web', 'red', 'old-red'),
        of('web', 'blue', 'old-blue'),
      );
      await create(here, MAPS, of('blog', 'red', 'old-blog'));
      let plan = await planned(here.url, { kubeconfig: kubeconfigOf(here, 'admin') }, FOUND);
      await until('all of it is old enough', async () => {
        const kubeconfig = kubeconfigOf(here, 'admin');
        plan = await planned(here.url, { 'rendered/red/all.yaml': source, kubeconfig }, FOUND);
        return !JSON.stringify(plan.document).includes('younger than');
      });
      expect(plan.document.namespaces.map(({ namespace }) => namespace)).toEqual([
        'kubernetes:prod:web%2Fblue:object',
        'kubernetes:prod:web%2Fred:object',
      ]);
      expect(candidates(plan)).toEqual(['/ConfigMap/shop/old-red']);
      expect(verdictOf(plan, '/ConfigMap/shop/old-blue')).toMatch(/^unknown: /);
    });
  });

  describe('the rights that `holystone rbac` prints', () => {
    const ROLES = `${RBAC}/clusterroles`;
    const bind = async (role: string, user: string) =>
      create(here, `${RBAC}/clusterrolebindings`, {
        ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRoleBinding' },
        metadata: { name: `${role}-of-${user}` },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
      });

    beforeAll(async () => {
      const printed = await commanded(here.url, ['rbac', '--live', '--output', 'json'], {}, WITH_ID);
      await create(here, ROLES, ...JSON.parse(printed.stdout).items);
      await bind('holystone-reader', 'reader');
      for (const role of ['holystone-reader', 'holystone-deleter']) await bind(role, 'deleter');
      await create(here, MAPS, map('of-rights'));
    });

    test('Q22 let the reader list every kind that can be deleted, but Secrets', async () => {
      const kinds: { path: string; resource: string }[] = [];
      for (const root of ['/api', '/apis']) {
        const { json } = await ask(here, 'GET', root, { accept: AGGREGATED });
        for (const { metadata, versions } of json.items) {
          const { version, resources } = versions[0];
          const base = root === '/api' ? `/api/${version}` : `/apis/${metadata.name}/${version}`;
          for (const { resource, verbs } of resources) {
            if (verbs.includes('list') && verbs.includes('delete'))
              kinds.push({ path: `${base}/${resource}`, resource });
          }
        }
      }
      const denied: string[] = [];
      for (const { path, resource } of kinds) {
        const { status } = await ask(here, 'GET', `${path}?limit=1`, { user: 'reader' });
        if (status !== 200) denied.push(resource);
      }
      const never = ['endpoints', 'endpointslices', 'events', 'leases', 'nodes', 'secrets'];
      expect([...new Set(denied)].sort().filter((one) => !never.includes(one))).toEqual([]);
      expect(denied).toContain('secrets');
    });

    test('Q22 give the reader the same plan as an administrator, but Secrets', async () => {
      const as = async (user: 'admin' | 'reader') => {
        const { output, ...plan } = await planned(
          here.url,
          { ...FILES, kubeconfig: kubeconfigOf(here, user) },
          OF_ANY_AGE,
        );
        return {
          output,
          ids: candidates({ output, ...plan }),
          isOld: !JSON.stringify(plan.document).includes('younger than'),
          secret: verdictOf({ output, ...plan }, '/Secret/shop/old'),
        };
      };
      let admin = await as('admin');
      await until('everything is a second old', async () => {
        if (!admin.isOld) admin = await as('admin');
        return admin.isOld;
      });
      const reader = await as('reader');
      expect(reader.ids).toEqual(admin.ids);
      expect(reader.ids).not.toEqual([]);
      expect(reader.secret).toBe('not listed');
      expect(reader.output).toContain('`list secrets` is denied');
    });

    test('Q22 let only the deleter delete, and nobody delete a Secret', async () => {
      const dryRun = { body: { apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'] } };
      const statuses = [];
      for (const user of ['reader', 'deleter'] as const) {
        for (const path of [`${MAPS}/of-rights`, '/api/v1/namespaces/shop/secrets/old', '/api/v1/namespaces/shop']) {
          statuses.push((await ask(here, 'DELETE', path, { ...dryRun, user })).status);
        }
      }
      expect(statuses).toEqual([403, 403, 403, 200, 403, 403]);
    });
  });

  test('Q7 a page whose place the server forgot is 410 Expired, with a token that Holystone never uses', async () => {
    if ('cluster' in here) (here.cluster as { switches: { expired: number } }).switches.expired = 1_000;
    await create(here, MAPS, map('last-0'), map('last-1'));
    const { json: page } = await ask(here, 'GET', `${MAPS}?limit=1`);
    const next = `${MAPS}?limit=1&continue=${encodeURIComponent(page.metadata.continue)}`;
    let answer = await ask(here, 'GET', next);
    await until('the server has forgotten', async () => {
      await apply(here, MAPS, map('last-1', { data: { a: String(answer.status) } }));
      answer = await ask(here, 'GET', next);
      return answer.status !== 200;
    });
    expect(answer).toMatchObject({ status: 410, json: { reason: 'Expired' } });
    expect(answer.json.metadata.continue).toEqual(expect.any(String));
  });
}

describe("the sandbox's API server", () => everything(startSandboxCluster));

const real = await controlPlane(process.env.HOLYSTONE_BUILD_CONTROL_PLANE === 'true');
if (real.kind === 'there') {
  process.stderr.write(`kube-apiserver: ${real.path}\n`);
  describe('kube-apiserver', () => everything(() => startRealCluster(real.path)));
} else {
  process.stderr.write(`kube-apiserver: its part is skipped, not passed (${real.why})\n`);
  describe.skip('kube-apiserver', () => everything(() => startRealCluster('')));
}
