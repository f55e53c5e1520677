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
  fileSystem: {
    'groups and workflows of Transfer Family': 'they find no files any more',
  },
  instance: {
    'applications of Systems Manager for SAP': 'they lose a host',
    'associations and maintenance windows of Systems Manager that choose instances by tags': 'they act on one less',
    'backup plans that name the instance, or choose it by its tags': 'they save nothing any more',
    'container instances of ECS clusters': 'tasks that have their place on one do not start',
    'deployments of CodeDeploy and CodePipeline that choose instances by their tags': 'the next one reaches one less',
    'exports, bundles and other tasks of EC2 about an instance': 'they fail',
    'gateways of Storage Gateway on instances': 'the gateway is lost',
    'hosts of Elastic VMware Service': 'the cluster loses one',
    'hybrid directories of Directory Service': 'the directory loses a server',
    'instances of SQL Server with high availability': 'the standby is lost',
    'instances with user subscriptions of License Manager': 'their users lose a machine',
    'recovery instances of Elastic Disaster Recovery': 'nothing can fail back from them',
    'servers of Application Migration Service': 'their migration is not finished',
    'workers of Deadline Cloud': 'the farm loses one',
  },
  logGroup: {
    'MicroVMs of Lambda': 'they log nothing',
    'alarms on queries of logs': 'they have no data',
    'applications of Resilience Hub': 'their log is lost',
    'bots of Lex': 'conversations are logged no more',
    'container fleets of GameLift': 'their games log nothing',
    'endpoints and job templates of EMR on EKS': 'their jobs log nothing, or fail',
    'evaluations of Bedrock AgentCore': 'they find nothing',
    'event destinations of End User Messaging': 'reports of delivery are lost',
    'express services of ECS': 'their next tasks may not start',
    'extensions of CloudFormation': 'they log nothing',
    'gateways of Storage Gateway': 'their errors are lost',
    'hypervisors of Backup gateway': 'their errors are lost',
    'invocation logs of Bedrock': 'calls of models are logged no more',
    'launch actions of Application Migration Service': 'their commands log nothing',
    'log subscriptions of Directory Service': 'security events are lost',
    'logs of Kinesis Data Streams': 'they are lost',
    'logs of events of IoT': 'they are lost',
    'monitoring of WorkMail': 'its events are lost',
    'pipelines of EC2 Image Builder': 'their builds log nothing, or fail',
    'profiles of B2B Data Interchange': 'their log is lost',
    'queues of GameLift': 'placements are logged no more',
    'settings of IoT FleetWise': 'their errors are lost',
    'spaces of Security Agent': 'they lose a source',
    'syslog receivers of CloudWatch Logs': 'messages are lost',
    'tunnels of Site-to-Site VPN': 'they log nothing',
    'user pools of Cognito': 'their messages are logged no more',
    'web functions of Lambda': 'they log nothing',
    'workgroups of Athena for Spark': 'their sessions log nothing',
  },
  modelEndpoint: {
    'ML endpoints of Neptune': 'their queries fail',
    'external models of Fraud Detector': 'their predictions fail',
    'marketplace endpoints of Bedrock': 'models of Bedrock answer no more',
  },
  securityGroup: {
    'code scans of Inspector in a VPC': 'they cannot reach their source',
    'endpoints of MediaConnect (no type of CloudFormation, not in the SDK yet)':
      'one that is stopped needs the group again',
    'private endpoints of the Agent Registry (its type in CloudFormation leaves them out)': 'they lose their rules',
  },
  table: {
    'tables that are being restored from it': 'their restore may fail',
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
  warehouse: {
    'data sources of DataZone': 'they publish nothing any more',
    'knowledge bases of Bedrock that ask it': 'they have no answer',
    'profiles of AppFlow': 'their flows cannot read or write it',
  },
};

/** @param kind the type of the resource, or `containerImage` */
export function unreadUsersOf(kind: string): Readonly<Record<string, string>> {
  return UNREAD_USERS[kind] ?? {};
}
