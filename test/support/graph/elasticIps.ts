/** Elastic IP addresses as graphs of their users; the verdicts follow from the construction. */
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { NAMING, NOT_NAMING } from './namedAddresses.ts';
import { OWN } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];

const updated =
  (patch: Readonly<Record<string, unknown>>) =>
  ({ control, at, id }: Launching) =>
    control.update(at, 'elasticIp', id, patch);

const transferred = (AddressTransferStatus: 'pending' | 'disabled' | 'accepted') =>
  updated({ transfer: { AddressTransferStatus } });

const recorded =
  (
    record: (launching: Launching) => { readonly Type: 'A' | 'CNAME' | 'TXT'; readonly Value: string },
    isPrivate = false,
  ) =>
  (s: Launching) => {
    const { Type, Value } = record(s);
    s.control.addHostedZones(s.at, [
      {
        Name: `${s.user}.example.`,
        isPrivate,
        records: [{ Name: `www.${s.user}.example.`, Type, TTL: 60, ResourceRecords: [{ Value }] }],
      },
    ]);
  };

const addressRecord = recorded(({ name: Value }) => ({ Type: 'A', Value }));

const endpoint = ({ control, at, id, user }: Launching) => {
  const listeners = [[{ region: OWN.region, endpoints: [id] }]];
  control.addAccelerators({ ...at, region: 'us-west-2' }, [{ Name: user, listeners }]);
};

const gateway =
  (State: string) =>
  ({ control, at, name: IpAddress }: Launching) =>
    control.addCustomerGateways(at, [{ IpAddress, State }]);

const called = ({ control, at, name, user }: Launching) =>
  control.addHttpApis(at, [{ Name: user, integrations: [{ IntegrationUri: `http://${name}:8080/{proxy}` }] }]);

const USED: readonly Row[] = [
  ['API that calls it', called],
  ['endpoint of an accelerator', endpoint],
  ['endpoint of an accelerator of another account', (s) => endpoint({ ...s, at: s.elsewhere })],
  ['instance', updated({ InstanceId: 'i-00000000000000001', AssociationId: 'eipassoc-00000000000000001' })],
  ['interface', updated({ NetworkInterfaceId: 'eni-00000000000000001', AssociationId: 'eipassoc-00000000000000001' })],
  ['something that AWS does not name', updated({ AssociationId: 'eipassoc-00000000000000001' })],
  ['transfer, pending', transferred('pending')],
  ...NAMING,
  ['customer gateway', gateway('available')],
  ['customer gateway of another account', (s) => gateway('pending')({ ...s, at: s.elsewhere })],
  ['record', addressRecord],
  ['record of a private zone', recorded(({ name: Value }) => ({ Type: 'A', Value }), true)],
  ['record of another account', (s) => addressRecord({ ...s, at: s.elsewhere })],
  ['record of senders', recorded(({ name }) => ({ Type: 'TXT', Value: `"v=spf1 ip4:${name} -all"` }))],
  [
    'record of its host name',
    recorded(({ name }) => ({
      Type: 'CNAME',
      Value: `ec2-${name.replaceAll('.', '-')}.compute-1.amazonaws.com`,
    })),
  ],
];

const UNUSED: readonly Row[] = [
  ...NOT_NAMING,
  ['customer gateway, deleted', gateway('deleted')],
  ['transfer, disabled', transferred('disabled')],
  ['transfer, accepted', transferred('accepted')],
  ['record of an address that begins like it', recorded(({ name }) => ({ Type: 'A', Value: `${name}0` }))],
  ['record of an address that ends like it', recorded(({ name }) => ({ Type: 'A', Value: `1${name}` }))],
];

export const ADDRESS_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'web' } },
  service: { ServiceManaged: 'alb' },
  brought: { PublicIpv4Pool: 'ipv4pool-ec2-012345' },
  plain: {},
} as const;

export const elasticIps = launchedKind<'tagged' | 'managed' | 'service' | 'brought'>({
  type: 'elasticIp',
  kept: ['tagged', 'managed', 'service', 'brought'],
  users: ADDRESS_USERS,
  launched: (index) => ({ id: `eipalloc-0${String(index + 1).padStart(16, '0')}`, name: `19.51.100.${index + 100}` }),
  add(control, { id: AllocationId, name: PublicIp }, is) {
    control.addElasticIps(OWN, [{ AllocationId, PublicIp, ...PROPERTIES[is] }]);
  },
});
