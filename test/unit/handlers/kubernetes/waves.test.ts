import { expect, test } from '@jest/globals';
import { waveOf } from '../../../../src/handlers/kubernetes/objects/waves.ts';

const IN_ORDER: readonly (readonly string[])[] = [
  ['admissionregistration.k8s.io/ValidatingWebhookConfiguration//w'],
  ['/Service/shop/web'],
  ['apps/Deployment/shop/web', 'batch/Job/shop/j', 'apps/StatefulSet/shop/s', '/Pod/shop/p'],
  ['networking.k8s.io/Ingress/shop/i', 'rbac.authorization.k8s.io/Role/shop/r', 'shop.example.com/Basket/shop/b'],
  ['/ConfigMap/shop/c', '/Secret/shop/s'],
  ['/ServiceAccount/shop/a', '/LimitRange/shop/l'],
  ['/Namespace//shop'],
  ['rbac.authorization.k8s.io/ClusterRole//Team:Admin', '/PersistentVolume//v'],
  ['apiextensions.k8s.io/CustomResourceDefinition//baskets.shop.example.com'],
];

test('Q17 webhooks go first, then services, workloads, others, data, accounts, namespaces, the cluster, definitions', () => {
  expect(IN_ORDER.map((ids) => [...new Set(ids.map(waveOf))])).toEqual(IN_ORDER.map((_, at) => [at]));
});
