/** Objects of an environment that another tool took over: its entry in `managedFields` is as old as its last change. */
import { expect, test } from '@jest/globals';
import { AS_WRITTEN, candidates, clusterForEach, planned, verdictOf } from './fixture.ts';

const cluster = clusterForEach();
const files = { 'rendered/all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, namespace: shop }\n' };
const ENTRY = AS_WRITTEN.replace(
  'ownership: qbec',
  'ownership: { selector: "team={application},stage={environment}" }',
);
const LABELS = { team: 'shop', stage: 'prod' };
const KUBECTL = ['kubectl-client-side-apply', 'Update'] as const;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

type Writer = readonly [manager: string, operation: 'Apply' | 'Update', subresource?: string];

function apply(name: string, writers: readonly Writer[], more: Readonly<Record<string, object>> = {}): void {
  const metadata = { namespace: 'shop', name, annotations: {} };
  const applied = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
  const fieldsV1 = { 'f:metadata': { 'f:labels': { 'f:team': {} } }, 'f:data': {} };
  cluster.apply({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      ...{ name, namespace: 'shop', creationTimestamp: ago(200) },
      labels: { ...LABELS, ...more.labels },
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': applied, ...more.annotations },
      managedFields: writers.map(([manager, operation, subresource]) => ({
        ...{ manager, operation, time: ago(120), fieldsType: 'FieldsV1', fieldsV1 },
        ...(subresource && { subresource }),
      })),
    },
  } as never);
}

const plan = () => planned(cluster.url, files, ENTRY);
const ID = '/ConfigMap/shop/web';

test.each<[string, Writer]>([
  ['Argo CD by kubectl', ['argocd-controller', 'Update']],
  ['Argo CD by server-side apply', ['argocd-controller', 'Apply']],
  ['Terraform', ['Terraform', 'Update']],
  ['Pulumi', ['pulumi-kubernetes-1a2b3c4d', 'Apply']],
  ['a tool that nobody knows', ['our-deployer', 'Apply']],
])('Q31 %s applied it 120 days ago, and no object of source: it is used', async (_what, writer) => {
  apply('kept', [KUBECTL]);
  apply('web', [KUBECTL, writer]);
  const document = await plan();
  expect(candidates(document)).toEqual([]);
  expect(verdictOf(document, ID)).toContain(`${writer[0]}, which applied it, and no object of source`);
});

test.each<[string, string, string, string]>([
  ['kapp', 'labels', 'kapp.k14s.io/app', '1699999999'],
  ['Fleet', 'annotations', 'objectset.rio.cattle.io/id', 'default-shop'],
  ['Config Sync', 'annotations', 'configmanagement.gke.io/managed', 'enabled'],
  ['kluctl', 'labels', 'kluctl.io/discriminator', 'shop'],
  ['Tanka', 'labels', 'tanka.dev/environment', 'ab12'],
])('Q31 %s says that it manages it', async (tool, where, key, value) => {
  apply('kept', [KUBECTL]);
  apply('web', [KUBECTL], { [where]: { [key]: value } });
  const document = await plan();
  expect(candidates(document)).toEqual([]);
  expect(verdictOf(document, ID)).toContain(`${tool} manages it (${key})`);
});

test.each<[string, readonly Writer[], readonly Writer[]]>([
  ['nobody else applied it', [KUBECTL], [KUBECTL]],
  ['the same tool applied objects of source', [KUBECTL, ['Terraform', 'Update']], [KUBECTL, ['Terraform', 'Update']]],
  ['a controller wrote its status', [KUBECTL], [KUBECTL, ['shop-controller', 'Apply', 'status']]],
])('Q31 it goes where %s', async (_what, kept, web) => {
  apply('kept', kept);
  apply('web', web);
  expect(candidates(await plan())).toEqual([ID]);
});
