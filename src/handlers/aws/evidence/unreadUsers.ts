/**
 * Users in AWS that no source reads yet, by the kind of resource that they need: the users, and what breaks without it. Written by
 * `npm run users -- --write` from test/support/users/users.tsv, which says where in AWS's answers they stand.
 */
export const UNREAD_USERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  autoScalingGroup: {
    'infrastructure configurations of Image Builder that take their instance from a group (not in the SDK yet)':
      'the next build needs the group',
    'responder gateways of RTB Fabric': 'they send to the instances of the group',
  },
  elasticIp: {
    'IP filters of SES': 'whoever gets the address next is allowed or blocked',
    'NAT gateways that Network Firewall is going to make': 'they wait for the address',
    'allowlists of MediaLive': 'whoever gets the address next is allowed',
    'allowlists of MediaPackage': 'whoever gets the address next is allowed',
    'allowlists of routers of MediaConnect': 'whoever gets the address next is allowed',
    'lists of IPAM': 'they allow or route the address',
    'the address of a Redshift cluster': 'a paused one takes it again',
    'the allowlist of an EKS API server': 'whoever gets the address next is allowed',
  },
  loadBalancerV2: {
    'endpoints of Verified Access': 'they answer with errors',
    'environments of Mainframe Modernization': 'the next application needs its load balancer',
    'proxies of Migration Hub Refactor Spaces': 'they send to the load balancer',
    'targets of traffic mirroring': 'mirrored packets go nowhere',
  },
  networkInterface: {
    'endpoints of Verified Access': 'they answer with errors',
    'members of multicast groups': 'they end with the interface',
    'routes of an Outpost': 'packets go nowhere',
    'sessions and targets of traffic mirroring': 'they end with the interface',
  },
  securityGroup: {
    'capacity providers of Lambda': 'new instances need the group',
    'channels of MediaLive that are stopped': 'the next start needs the group',
    'clusters of DAX': 'they lose their rules',
    'network connectors of Lambda': 'new interfaces need the group',
    'policies of Firewall Manager': 'they copy the group to other groups',
    'private endpoints of the Agent Registry': 'they lose their rules',
    'replication settings of Application Migration Service': 'the next replication server needs the group',
    'replication settings of Elastic Disaster Recovery': 'the next replication server needs the group',
    'routers of MediaConnect': 'a stopped one needs the group again',
    'workflows of MWAA Serverless': 'the next run needs the group',
  },
  targetGroup: {
    'applications of Mainframe Modernization': 'the next start registers there',
  },
};

/** @param kind the type of the resource, or `containerImage` */
export function unreadUsersOf(kind: string): Readonly<Record<string, string>> {
  return UNREAD_USERS[kind] ?? {};
}
