/** The objects that the objects of a kind can name at all. */
import { expect, test } from '@jest/globals';
import { kindText } from '../../../../src/handlers/kubernetes/objects/groupKind.ts';
import { mayName } from '../../../../src/handlers/kubernetes/objects/mayName.ts';
import { KNOWN_KINDS } from '../../../../src/handlers/kubernetes/rights/kinds.ts';

const NAMERS_OF_ALL = new Set(KNOWN_KINDS.filter((one) => mayName(one, { group: 'example.com', kind: 'Any' })));
const namersOf = (group: string, kind: string) =>
  KNOWN_KINDS.filter((one) => !NAMERS_OF_ALL.has(one) && mayName(one, { group, kind })).map(kindText);

test('Q16 these kinds of Kubernetes cannot name any object', () => {
  expect(KNOWN_KINDS.filter((one) => !NAMERS_OF_ALL.has(one)).map(kindText)).toEqual([
    ...['LimitRange', 'ResourceQuota', 'Secret'],
    ...['FlowSchema.flowcontrol.apiserver.k8s.io', 'PriorityLevelConfiguration.flowcontrol.apiserver.k8s.io'],
    ...['IPAddress.networking.k8s.io', 'NetworkPolicy.networking.k8s.io', 'ServiceCIDR.networking.k8s.io'],
    'PodDisruptionBudget.policy',
    ...['ClusterRoleBinding', 'RoleBinding'].map((one) => `${one}.rbac.authorization.k8s.io`),
    'PriorityClass.scheduling.k8s.io',
    ...['CSINode', 'CSIStorageCapacity', 'VolumeAttachment'].map((one) => `${one}.storage.k8s.io`),
  ]);
});

test.each([
  ['', 'ServiceAccount', ['FlowSchema.flowcontrol.apiserver.k8s.io', 'ClusterRoleBinding.rbac.authorization.k8s.io']],
  ['', 'PersistentVolume', ['VolumeAttachment.storage.k8s.io']],
  ['storage.k8s.io', 'StorageClass', ['CSIStorageCapacity.storage.k8s.io']],
  ['scheduling.k8s.io', 'PriorityClass', []],
])('Q16 of these, an object of the group "%s" and kind %s is named by %p', (group, kind, namers) => {
  expect(namersOf(group, kind)).toEqual(expect.arrayContaining(namers as string[]));
  if (namers.length === 0) expect(namersOf(group, kind)).toEqual([]);
});

test('Q5 figures name nothing; a custom resource may name anything', () => {
  expect(mayName({ group: 'metrics.k8s.io', kind: 'PodMetrics' }, { group: '', kind: 'Service' })).toBe(false);
  expect(mayName({ group: 'example.com', kind: 'Role' }, { group: '', kind: 'Service' })).toBe(true);
});
