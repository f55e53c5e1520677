/** A definition is stored in one version of its kind, and has the fields of that version. */
import { afterEach, expect, test } from '@jest/globals';
import { Objects } from './deleting.ts';
import { clusterForEach, kubeconfig } from './fixture.ts';

const cluster = clusterForEach();
let objects: Objects | undefined;
afterEach(() => objects?.close());

const HPA = { kind: 'HorizontalPodAutoscaler', group: 'autoscaling', resource: 'horizontalpodautoscalers' };
const BASKET = { kind: 'Basket', group: 'shop.example.com', resource: 'baskets' };

/** The step that makes one again which was stored as `then`, while the server has `versions`, the preferred one first. */
async function stepOf({ kind, group, resource }: typeof HPA, then: string, versions: readonly string[]) {
  const served = cluster.kinds.findIndex((one) => one.kind === kind);
  if (served >= 0) cluster.kinds.splice(served, 1);
  for (const version of versions) cluster.kinds.push({ group, version, kind, resource, namespaced: true });
  objects = new Objects(kubeconfig(cluster.url));
  const id = `${group}/${kind}/shop/web`;
  const metadata = { name: 'web', namespace: 'shop' };
  const definition = { apiVersion: `${group}/${then}`, kind, metadata, spec: { size: 3 } };
  const about = { id, identity: 'its uid', namespace: 'kubernetes:prod:shop%2Fprod:object', at: 0, passId: 'p' };
  const restoring = await objects.session().restore?.({ ...about, reasons: [], definition } as never, undefined);
  return restoring && 'steps' in restoring ? restoring.steps[0] : undefined;
}

test.each([
  [BASKET, 'v1beta1', ['v1', 'v1beta1']],
  [HPA, 'v1', ['v2', 'v1']],
  [HPA, 'v2', ['v2', 'v1']],
] as const)('Q36 %j goes out as %s, while the server has %j', async (kind, then, versions) => {
  const step = await stepOf(kind, then, versions);
  expect(step?.command).toContain(`"apiVersion": "${kind.group}/${then}"`);
  expect(step?.says).not.toContain('look at its fields');
});

test('Q36 a version that the server no longer has: the step says so', async () => {
  const step = await stepOf(BASKET, 'v1beta1', ['v1']);
  expect(step?.command).toContain('"apiVersion": "shop.example.com/v1"');
  expect(step?.says).toContain('as shop.example.com/v1: the API server no longer has shop.example.com/v1beta1');
});
