/** What other appliers are told about the removal of an object, in annotations and labels of their own. */
import { expect, test } from '@jest/globals';
import { isDefaultOfAll, keptByPolicy } from '../../../../src/handlers/kubernetes/objects/deletePolicy.ts';

/** As the documents of each tool write it; most take an object out of what they apply and leave it in the cluster. */
test.each([
  ['cli-utils.sigs.k8s.io/on-remove', 'keep'],
  ['client.lifecycle.config.k8s.io/deletion', 'detach'],
  ['kapp.k14s.io/delete-strategy', 'orphan'],
  ['kluctl.io/skip-delete', 'true'],
  ['kluctl.io/skip-delete-if-tags', 'true'],
  ['tanka.dev/prune-ignore', 'true'],
  ['objectset.rio.cattle.io/prune', 'false'],
  ['action.timoni.sh/prune', 'disabled'],
  ['kustomizer.dev/prune', 'disabled'],
  ['fluxcd.controlplane.io/prune', 'disabled'],
  ['argocd.argoproj.io/compare-options', 'IgnoreExtraneous'],
  ['argocd.argoproj.io/compare-options', 'ServerSideDiff=true, IgnoreExtraneous'],
  ['services.k8s.aws/deletion-policy', 'retain'],
  ['example.com/deletion-protection', 'on'],
  ['example.com/prevent-deletion', 'a word that nobody knows'],
  ['storageclass.kubernetes.io/is-default-class', 'true'],
  ['storageclass.beta.kubernetes.io/is-default-class', 'true'],
  ['ingressclass.kubernetes.io/is-default-class', 'true'],
  ['kustomize.toolkit.fluxcd.io/prune', 'disabled'],
  ['argocd.argoproj.io/sync-options', 'Prune=confirm'],
  // It is no longer applied, and left alone.
  ['kustomize.toolkit.fluxcd.io/reconcile', 'disabled'],
  ['kustomize.toolkit.fluxcd.io/ssa', 'Ignore'],
  ['kustomize.toolkit.fluxcd.io/ssa', 'IfNotPresent'],
  ['configmanagement.gke.io/managed', 'disabled'],
  ['kapp.k14s.io/noop', ''],
  ['kapp.k14s.io/exists', ''],
  ['addonmanager.kubernetes.io/mode', 'EnsureExists'],
  ['resources.gardener.cloud/mode', 'Ignore'],
  ['resources.gardener.cloud/keep-object', 'true'],
  ['fleet.cattle.io/keep-resources', 'true'],
  ['objectset.rio.cattle.io/ignore', 'true'],
  ['serviceoperator.azure.com/reconcile-policy', 'detach-on-delete'],
  ['crossplane.io/paused', 'true'],
  ['example.com/keep', 'a word that nobody knows'],
])('Q25 %s: %s keeps, as an annotation and as a label', (key, value) => {
  expect(keptByPolicy({ annotations: {}, labels: { [key]: value } })).toContain(`its label ${key} `);
  expect(keptByPolicy({ annotations: { [key]: value }, labels: {} })).toContain(
    `its annotation ${key} is`.slice(0, -3),
  );
});

test('Q25 Rancher says it in a label', () => {
  const labels = { 'objectset.rio.cattle.io/prune': 'false' };
  expect(keptByPolicy({ annotations: {}, labels })).toBe('its label objectset.rio.cattle.io/prune is false');
});

test.each([
  ['kluctl.io/skip-delete', 'false'],
  ['tanka.dev/prune-ignore', 'false'],
  ['objectset.rio.cattle.io/prune', 'true'],
  ['action.timoni.sh/prune', 'enabled'],
  ['kapp.k14s.io/delete-strategy', ''],
  ['argocd.argoproj.io/compare-options', 'ServerSideDiff=true'],
  ['services.k8s.aws/deletion-policy', 'delete'],
  ['example.com/deletion-protection', 'off'],
  ['storageclass.kubernetes.io/is-default-class', 'false'],
  ['kustomize.toolkit.fluxcd.io/reconcile', 'enabled'],
  ['kustomize.toolkit.fluxcd.io/ssa', 'Merge'],
  ['configmanagement.gke.io/managed', 'enabled'],
  ['addonmanager.kubernetes.io/mode', 'Reconcile'],
  ['resources.gardener.cloud/keep-object', 'false'],
  ['crossplane.io/paused', 'false'],
  ['app.kubernetes.io/managed-by', 'disabled'],
  // They say something else about removal.
  ['controller.kubernetes.io/pod-deletion-cost', '100'],
  ['volume.kubernetes.io/provisioner-deletion-secret-name', ''],
  ['cluster.x-k8s.io/delete-machine', 'yes'],
  ['example.com/delete-after', '2026-01-01'],
  ['prune', 'false'],
])('%s: %s does not keep', (key, value) => {
  expect(keptByPolicy({ annotations: { [key]: value }, labels: { [key]: value } })).toBeUndefined();
});

test('Q25 the class that every pod without one gets stays', () => {
  expect(isDefaultOfAll({ value: 1000, globalDefault: true })).toContain('`globalDefault` is true');
  expect(isDefaultOfAll({ globalDefault: 'a word that nobody knows' })).toContain('`globalDefault` is');
  for (const content of [undefined, {}, { globalDefault: false }, { globalDefault: null }])
    expect(isDefaultOfAll(content)).toBeUndefined();
});
