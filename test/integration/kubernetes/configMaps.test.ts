/** What the values of a living ConfigMap name is used: hosts, and the fields of the files in it. */
import { beforeEach, expect, test } from '@jest/globals';
import type { SandboxCluster } from '../../../sandbox/kubernetes/server.ts';
import type { World } from '../../support/awsWorld.ts';
import { eachEnvironment, OBJECTS, shop } from './eachEnvironment.ts';
import { applied } from './fixture.ts';

let world: World;
let cluster: SandboxCluster;
let folder: string;
const { known } = eachEnvironment((environment) => {
  ({ world, cluster, folder } = environment);
});
beforeEach(() =>
  world.reset({
    known: known(),
    cleanup: `[{ type: object, live: true, source: { dir: "${folder}/rendered" }, when: [{ rule: notInSource }] }]`,
  }),
);
const marked = async () => (await world.marks(OBJECTS)).map(({ id }) => id);
const config = (namespace: string, data: object) =>
  cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'app', namespace }, data });

test.each<[string, [kind: string, name: string], string, object]>([
  ['a variable', ['Service', 'db'], 'other', { DB_HOST: 'db.shop' }],
  ['a variable of its own namespace', ['Service', 'db'], 'shop', { DB_HOST: 'db' }],
  ['a file', ['Service', 'db'], 'other', { 'nginx.conf': 'location / {\n  proxy_pass http://db.shop:8080;\n}\n' }],
  ['a target of gRPC', ['Service', 'db'], 'other', { 'app.yaml': 'target: dns:///db.shop:50051\n' }],
  // https://docs.gitlab.com/runner/executors/kubernetes/
  ['TOML', ['ServiceAccount', 'db'], 'shop', { 'config.toml': '[runners.kubernetes]\n  service_account = "db"\n' }],
  ['JSON', ['Service', 'db'], 'shop', { 'app.json': '{"upstream":"http://db"}' }],
  // https://argo-workflows.readthedocs.io/en/latest/configure-artifact-repository/
  [
    'a template of pods',
    ['ServiceAccount', 'db'],
    'shop',
    { 'pod.yaml': 'spec:\n  serviceAccountName: db\n  containers: []\n' },
  ],
])('K10 %s in a ConfigMap', async (_what, [kind, name], namespace, data) => {
  cluster.apply(applied('v1', kind, name, shop));
  config(namespace, data);
  await world.pass('mark', OBJECTS);
  expect(await marked()).toEqual([]);
});

test('words of a file name no object', async () => {
  cluster.apply(applied('v1', 'Service', 'db', shop));
  config('shop', { 'readme.md': 'The db is gone.' });
  await world.pass('mark', OBJECTS);
  expect(await marked()).toHaveLength(1);
});
