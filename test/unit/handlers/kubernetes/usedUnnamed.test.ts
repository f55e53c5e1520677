/** Objects that others use by an address, by a signer or because there is no other. */
import { expect, test } from '@jest/globals';
import { staysAsData } from '../../../../src/handlers/kubernetes/objects/dataKinds.ts';

const stays = (group: string, kind: string, spec: object = {}, dataKinds: readonly string[] = []) =>
  staysAsData({ group, kind }, dataKinds, [], { spec });

test.each([
  ['metallb.io', 'IPAddressPool', { addresses: ['192.0.2.0/26'] }],
  ['metallb.io', 'L2Advertisement', {}],
  ['cilium.io', 'CiliumLoadBalancerIPPool', { blocks: [{ cidr: '192.0.2.0/26' }] }],
  ['crd.projectcalico.org', 'IPPool', { cidr: '10.244.0.0/16' }],
  ['crd.antrea.io', 'ExternalIPPool', { ipRanges: [{ start: '192.0.2.2', end: '192.0.2.9' }] }],
  ['pools.example.com', 'Pool', { ranges: { v4: ['192.0.2.10 - 192.0.2.20'] } }],
  ['pools.example.com', 'Pool', { ranges: [{ v6: { cidr: '2001:db8::/64' } }] }],
  ['certificates.k8s.io', 'ClusterTrustBundle', { signerName: 'example.com/mesh' }],
  ['apiregistration.k8s.io', 'APIService', {}],
])('Q35 %s %s %j stays, unless the entry names its kind', (group, kind, spec) => {
  expect(stays(group, kind, spec)).toMatch(/without its name|none of them names it/);
  expect(stays(group, kind, spec, [kind])).toBeUndefined();
});

test.each([
  ['cilium.io', 'CiliumNetworkPolicy', { egress: [{ toCIDR: ['192.0.2.0/26'] }] }],
  ['networking.k8s.io', 'NetworkPolicy', { ingress: [{ from: [{ ipBlock: { cidr: '192.0.2.0/26' } }] }] }],
  ['', 'Service', { loadBalancerSourceRanges: ['192.0.2.0/26'] }],
  ['shop.example.com', 'Basket', { size: '3/4', share: '50/100', span: 'ab - cd', at: '2026-01-02', image: 'web:1.2' }],
])('Q35 %s %s %j is no pool', (group, kind, spec) => {
  expect(stays(group, kind, spec)).toBeUndefined();
});

test('Q35 a range is quick to tell in any text', () => {
  for (const text of ['1.'.repeat(100_000), 'a:'.repeat(44), ' '.repeat(88), '1'.repeat(89)]) {
    expect(stays('pools.example.com', 'Pool', { text })).toBeUndefined();
  }
});
