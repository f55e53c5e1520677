/** Network interfaces as graphs of their users; the verdicts follow from the construction. */
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { NAMING, NOT_NAMING } from './namedAddresses.ts';
import { OWN } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];

/** A later user does not take the place of an earlier one. */
const attached =
  (Status: 'attaching' | 'attached' | 'detaching' | 'detached', to: object) =>
  ({ control, at, id }: Launching) => {
    const known = control.state(at).networkInterfaces.find(({ NetworkInterfaceId }) => NetworkInterfaceId === id);
    const isAttached = known?.Attachment !== undefined && known.Attachment.Status !== 'detached';
    if (!isAttached) control.update(at, 'networkInterface', id, { Attachment: { Status, ...to } });
  };
const INSTANCE = { InstanceId: 'i-00000000000000001' };

const updated =
  (patch: Readonly<Record<string, unknown>>) =>
  ({ control, at, id }: Launching) =>
    control.update(at, 'networkInterface', id, patch);
const Association = { PublicIp: '198.51.100.7', AllocationId: 'eipalloc-00000000000000001' };

const routed =
  (State: 'active' | 'blackhole', more = '') =>
  ({ control, at, id }: Launching) =>
    control.addRouteTables(at, [
      { Routes: [{ DestinationCidrBlock: '10.1.0.0/16', NetworkInterfaceId: `${id}${more}`, State }] },
    ]);

const templated =
  (later: readonly object[], more = '') =>
  (s: Launching) =>
    s.control.addLaunchTemplates(s.at, [
      {
        LaunchTemplateName: `${s.name}-${s.user}`,
        versions: [{ NetworkInterfaces: [{ DeviceIndex: 0, NetworkInterfaceId: `${s.id}${more}` }] }, ...later],
      },
    ]);

const recorded =
  (record: (address: string) => { readonly Type: 'A' | 'CNAME'; readonly Value: string }) =>
  ({ control, at, name, user }: Launching) => {
    const { Type, Value } = record(name);
    const records = [{ Name: `www.${user}.internal.`, Type, TTL: 60, ResourceRecords: [{ Value }] }];
    control.addHostedZones(at, [{ Name: `${user}.internal.`, isPrivate: true, records }]);
  };

const elsewhere = (add: (s: Launching) => unknown) => (s: Launching) => {
  add({ ...s, at: s.elsewhere });
};

const USED: readonly Row[] = [
  ...(['attaching', 'attached', 'detaching'] as const).map(
    (state): Row => [`instance, ${state}`, attached(state, INSTANCE)],
  ),
  ['something of a service', attached('attached', { InstanceOwnerId: 'amazon-aws' })],
  ['public address', updated({ Association })],
  [
    'public address of its second address',
    updated({
      PrivateIpAddresses: [{ PrivateIpAddress: '10.0.0.10' }, { PrivateIpAddress: '10.0.0.11', Association }],
    }),
  ],
  ...NAMING,
  ['record of a private zone', recorded((address) => ({ Type: 'A', Value: address }))],
  ['record of a zone of another account', elsewhere(recorded((address) => ({ Type: 'A', Value: address })))],
  [
    'record of its host name',
    recorded((address) => ({ Type: 'CNAME', Value: `ip-${address.replaceAll('.', '-')}.ec2.internal` })),
  ],
  ['route', routed('active')],
  ['route, black hole', routed('blackhole')],
  ['route of another account', elsewhere(routed('active'))],
  ['template', templated([])],
  ['template, old version', templated([{}])],
];

const UNUSED: readonly Row[] = [
  ...NOT_NAMING,
  ['record of an address that begins like it', recorded((address) => ({ Type: 'A', Value: `${address}0` }))],
  ['instance, detached', attached('detached', INSTANCE)],
  ['route to another', routed('active', '0')],
  ['template that names another', templated([], '0')],
  ['template of another account', elsewhere(templated([]))],
];

export const INTERFACE_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'web' } },
  operated: { Operator: { Managed: true, Principal: 'ecs.amazonaws.com' } },
  requested: { RequesterManaged: true, RequesterId: 'amazon-elb', Description: 'ELB app/web/50dc6c495c0c9188' },
  ofService: { InterfaceType: 'natGateway' },
  associated: { Status: 'associated' },
} as const;

export const networkInterfaces = launchedKind<Exclude<keyof typeof PROPERTIES, 'plain'>>({
  type: 'networkInterface',
  kept: ['tagged', 'managed', 'operated', 'requested', 'ofService', 'associated'],
  users: INTERFACE_USERS,
  launched: (index) => ({ id: `eni-0${String(index + 1).padStart(16, '0')}`, name: `10.20.0.${index + 10}` }),
  add(control, { id: NetworkInterfaceId, name: PrivateIpAddress }, is) {
    control.addNetworkInterfaces(OWN, [{ NetworkInterfaceId, PrivateIpAddress, ...PROPERTIES[is] }]);
  },
});
