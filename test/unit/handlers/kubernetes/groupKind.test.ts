/** The one name of a kind that several groups serve. */
import { expect, test } from '@jest/globals';
import { canonical, kindText } from '../../../../src/handlers/kubernetes/objects/groupKind.ts';

test.each([
  ['extensions', 'Deployment', 'Deployment.apps'],
  ['extensions', 'DaemonSet', 'DaemonSet.apps'],
  ['extensions', 'ReplicaSet', 'ReplicaSet.apps'],
  ['extensions', 'Ingress', 'Ingress.networking.k8s.io'],
  ['extensions', 'NetworkPolicy', 'NetworkPolicy.networking.k8s.io'],
  ['extensions', 'PodSecurityPolicy', 'PodSecurityPolicy.policy'],
  ['', 'Event', 'Event.events.k8s.io'],
])('Q4 the group "%s" of %s is an older name of %s', (group, kind, name) => {
  expect(kindText(canonical({ group, kind }))).toBe(name);
});

test.each([
  ['extensions', 'Basket'],
  ['apps', 'Ingress'],
  ['example.com', 'Deployment'],
])('Q4 the group %s of %s is its only name', (group, kind) => {
  expect(canonical({ group, kind })).toEqual({ group, kind });
});
