/** What AWS does not say of a running instance keeps it: a missing property counts for nothing else. */
import { expect, test } from '@jest/globals';
import type { LaunchedInstance } from '../../../src/handlers/aws/resources/instance.ts';
import { toRunningInstance } from '../../../src/handlers/aws/resources/runningInstance.ts';
import { runningSafeguards } from '../../../src/handlers/aws/types/runningInstance/safeguards.ts';

const ELASTIC = { PublicIp: '203.0.113.7', IpOwnerId: '111111111111' };
const LAUNCH = new Date('2026-01-10T08:00:00Z');

/** One that no safeguard keeps. */
const PLAIN: LaunchedInstance = {
  InstanceId: 'i-1',
  State: { Name: 'running' },
  LaunchTime: LAUNCH,
  RootDeviceType: 'ebs',
  RootDeviceName: '/dev/xvda',
  BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs: { VolumeId: 'vol-1', AttachTime: LAUNCH } }],
  Placement: { Tenancy: 'default' },
  HibernationOptions: { Configured: false },
  EnclaveOptions: { Enabled: false },
  SourceDestCheck: true,
  PublicIpAddress: ELASTIC.PublicIp,
  NetworkInterfaces: [{ SourceDestCheck: true, Association: ELASTIC }],
};

function keptBy(one: LaunchedInstance): readonly string[] {
  const resource = toRunningInstance(one);
  if (!resource) throw new Error('no instance');
  const parameters = { manageOwned: [], managedTags: [] };
  return runningSafeguards.flatMap((each) =>
    each.keeps(resource, parameters, { now: 0, findings: [] }) === undefined ? [] : [each.name],
  );
}

test('A31 whole, and without anything that speaks for it, no safeguard keeps it', () => {
  expect(keptBy(PLAIN)).toEqual([]);
});

test.each<[keyof LaunchedInstance, string]>([
  ['State', 'state'],
  ['LaunchTime', 'launchTime'],
  ['RootDeviceType', 'rootDevice'],
  ['RootDeviceName', 'rootDevice'],
  ['BlockDeviceMappings', 'rootDevice'],
  ['Placement', 'capacity'],
  ['HibernationOptions', 'hibernation'],
  ['EnclaveOptions', 'enclave'],
  ['SourceDestCheck', 'sourceDestCheck'],
  ['NetworkInterfaces', 'changingAddresses'],
])('Law 1 without %s it stays', (member, safeguard) => {
  expect(keptBy({ ...PLAIN, [member]: undefined })).toContain(safeguard);
});

test.each<[string, Partial<LaunchedInstance>, string]>([
  ['an empty word about enclaves', { EnclaveOptions: {} }, 'enclave'],
  ['an empty word about hibernation', { HibernationOptions: {} }, 'hibernation'],
  ['a placement without tenancy', { Placement: {} }, 'capacity'],
  ['no interface', { NetworkInterfaces: [] }, 'changingAddresses'],
  [
    'an address without its owner',
    { NetworkInterfaces: [{ SourceDestCheck: true, Association: { PublicIp: ELASTIC.PublicIp } }] },
    'changingAddresses',
  ],
  [
    'an association without its address',
    { NetworkInterfaces: [{ SourceDestCheck: true, PrivateIpAddresses: [{ Association: {} }] }] },
    'changingAddresses',
  ],
])('Law 1 with %s it stays', (_what, part, safeguard) => {
  expect(keptBy({ ...PLAIN, ...part })).toContain(safeguard);
});
