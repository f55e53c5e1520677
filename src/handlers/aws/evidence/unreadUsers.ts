/**
 * Users in AWS that no source reads yet, by the kind of resource that they need: the users, and what breaks without it. Written by
 * `npm run users -- --write` from test/support/users/users.tsv, which says where in AWS's answers they stand.
 */
export const UNREAD_USERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  elasticIp: {
    'allow rules of endpoints of MediaConnect (no type of CloudFormation, not in the SDK yet)':
      'whoever gets the address next is allowed',
    'internet gateway firewalls of Network Firewall (not in the SDK yet)': 'they translate to the address',
  },
  securityGroup: {
    'endpoints of MediaConnect (no type of CloudFormation, not in the SDK yet)':
      'one that is stopped needs the group again',
    'private endpoints of the Agent Registry (its type in CloudFormation leaves them out)': 'they lose their rules',
  },
  vpcEndpoint: {
    'Argo CD capabilities of EKS with private access': 'nobody reaches its console',
    'access associations of private domain names of API Gateway': 'the name answers nobody any more',
    'code scans of Inspector in a VPC': 'they cannot reach their source',
    'gateways of Storage Gateway that were activated in a VPC': 'they reach AWS no more',
    'private ingress points of SES Mail Manager': 'they take no mail',
    'private services of App Runner': 'nobody reaches the service',
    'profiles of Route 53 with endpoints': 'other VPCs lose the private name',
    'syslog receivers of CloudWatch Logs': 'messages are lost',
    'workspaces of Amazon Managed Grafana with private access': 'nobody reaches the workspace',
  },
};

/** @param kind the type of the resource, or `containerImage` */
export function unreadUsersOf(kind: string): Readonly<Record<string, string>> {
  return UNREAD_USERS[kind] ?? {};
}
