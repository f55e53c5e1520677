/** What the values of a living ConfigMap name is used: hosts, and the fields of the files in it. */
import { expect, test } from '@jest/globals';
import { eachEnvironment, shop } from './eachEnvironment.ts';
import { applied } from './fixture.ts';

const { apply, marked } = eachEnvironment();
const config = (namespace: string, data: object) =>
  apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'app', namespace }, data });

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
  apply(applied('v1', kind, name, shop));
  config(namespace, data);
  expect(await marked()).toEqual([]);
});

test('words of a file name no object', async () => {
  apply(applied('v1', 'Service', 'db', shop));
  config('shop', { 'readme.md': 'The db is gone.' });
  expect(await marked()).toHaveLength(1);
});
