/** NAT gateways as graphs of their users; the verdicts follow from the construction. */
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { OWN } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];

const METRIC_DAY = 86_400_000;

const traffic =
  (name: string, daysAgo: number, value: number, zone?: string, more = '') =>
  ({ control, at, id }: Launching) => {
    const dimensions = { NatGatewayId: `${id}${more}`, ...(zone === undefined ? {} : { AvailabilityZone: zone }) };
    const isSame = (one: { name: string; dimensions: object }) =>
      one.name === name && JSON.stringify(one.dimensions) === JSON.stringify(dimensions);
    // Several users may be values of one metric, and a seed replaces the one before.
    const known = control.state(at).metrics.find(isSame)?.points ?? [];
    const points = [...known, { at: new Date(Date.now() - daysAgo * METRIC_DAY).toISOString(), value }];
    control.addMetrics(at, [{ namespace: 'AWS/NATGateway', name, dimensions, points }]);
  };

const routed =
  (State: 'active' | 'blackhole', more = '') =>
  ({ control, at, id }: Launching) =>
    control.addRouteTables(at, [
      { Routes: [{ DestinationCidrBlock: '0.0.0.0/0', NatGatewayId: `${id}${more}`, State }] },
    ]);

const USED: readonly Row[] = [
  ['connection today', traffic('ActiveConnectionCount', 0, 1)],
  ['packets ten days ago', traffic('PacketsInFromSource', 10, 4)],
  ['answers thirty days ago', traffic('PacketsInFromDestination', 30, 1)],
  ['route', routed('active')],
  ['route of another account', (s) => routed('active')({ ...s, at: s.elsewhere })],
];

const UNUSED: readonly Row[] = [
  ['packets fifty days ago', traffic('PacketsInFromSource', 50, 9)],
  ['packets of another gateway', traffic('PacketsInFromSource', 1, 9, undefined, 'f')],
  ['packets of a zone that it does not have', traffic('PacketsInFromSource', 1, 9, 'us-east-1a')],
  ['route, black hole', routed('blackhole')],
  ['route to another', routed('active', '0')],
];

export const GATEWAY_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'web' } },
  pending: { State: 'pending' },
  failed: { State: 'failed', FailureCode: 'Gateway.NotAttached' },
  young: {},
} as const;

export const natGateways = launchedKind<Exclude<keyof typeof PROPERTIES, 'plain'>>({
  type: 'natGateway',
  kept: ['tagged', 'managed', 'pending', 'failed', 'young'],
  users: GATEWAY_USERS,
  launched: (index) => ({ id: `nat-0${String(index + 1).padStart(16, '0')}`, name: `gateway-${index}` }),
  add(control, { id: NatGatewayId }, is, CreateTime) {
    control.addNatGateways(OWN, [{ NatGatewayId, CreateTime, ...PROPERTIES[is] }]);
  },
});
