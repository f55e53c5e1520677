/** Log groups as graphs of their users; the verdicts follow from the construction. */
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { DAY, OWN } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];

const arnOf = (name: string, account = OWN.account) => `arn:aws:logs:us-east-1:${account}:log-group:${name}`;
const ago = (days: number) => Date.now() - days * DAY;

const measured =
  (name: string, daysAgo: number, more = ''): Row[1] =>
  ({ control, at, id }) => {
    const dimensions = { LogGroupName: `${id}${more}` };
    const isSame = (one: { name: string; dimensions: object }) =>
      one.name === name && JSON.stringify(one.dimensions) === JSON.stringify(dimensions);
    const known = control.state(at).metrics.find(isSame)?.points ?? [];
    const points = [...known, { at: new Date(ago(daysAgo)).toISOString(), value: 1 }];
    control.addMetrics(at, [{ namespace: 'AWS/Logs', name, dimensions, points }]);
  };

const stream =
  (times: { readonly arrived?: number; readonly event?: number; readonly made?: number }): Row[1] =>
  ({ control, at, id, user }) => {
    const { arrived, event, made = 99 } = times;
    const own = {
      logStreamName: user,
      creationTime: ago(made),
      ...(arrived !== undefined && { lastIngestionTime: ago(arrived) }),
      ...(event !== undefined && { lastEventTimestamp: ago(event) }),
    };
    control.update(at, 'logGroup', id, { addedStreams: [own] });
  };

const answers =
  (operation: string, item: (launching: Launching) => object): Row[1] =>
  (launching) =>
    launching.control.addAnswers(launching.at, [{ operation, item: item(launching) }]);

const variable =
  (value: (name: string) => string): Row[1] =>
  ({ control, at, name, user }) =>
    control.addFunctions(at, [{ FunctionName: user, Environment: { Variables: { LOGS: value(name) } } }]);

const controlled =
  (TypeName: string, Properties: (launching: Launching) => Readonly<Record<string, unknown>>): Row[1] =>
  (launching) =>
    launching.control.addCloudResources(launching.at, [
      { TypeName, Identifier: launching.user, Properties: Properties(launching) },
    ]);

const definition =
  (options: (name: string) => Readonly<Record<string, string>>): Row[1] =>
  ({ control, at, name, user }) => {
    const logConfiguration = { logDriver: 'awslogs' as const, options: options(name) };
    const containerDefinitions = [{ name: 'app', image: 'shop/app:1', logConfiguration }];
    control.addEcsTaskDefinitions(at, [{ family: user, containerDefinitions }]);
  };

const stages =
  (nameOf: (id: string) => string): Row[1] =>
  ({ control, at, id, user }) => {
    const accessLogSettings = { destinationArn: arnOf(nameOf(id)) };
    control.addRestApis(at, [{ name: user, stages: [{ stageName: 'live', accessLogSettings }] }]);
  };

const USED: readonly Row[] = [
  ['events today', measured('IncomingLogEvents', 0)],
  ['bytes ninety days ago', measured('IncomingBytes', 90)],
  ['event that arrived yesterday, of a stream that retention emptied', stream({ arrived: 1 })],
  ['event of eighty days ago', stream({ arrived: 80, event: 94 })],
  ['stream that was made today', stream({ made: 0 })],
  [
    'subscription filter',
    answers('DescribeSubscriptionFilters', ({ id, user }) => ({ logGroupName: id, filterName: user })),
  ],
  [
    'export of another program',
    ({ control, at, id, user }) =>
      control.addExportTasks(at, [
        { taskName: user, logGroupName: id, destination: 'archive', status: { code: 'RUNNING' } },
      ]),
  ],
  ['query of last week', answers('DescribeQueries', ({ id }) => ({ logGroupName: id, createTime: ago(7) }))],
  ['saved query', answers('DescribeQueryDefinitions', ({ id, user }) => ({ name: user, logGroupNames: [id] }))],
  [
    'anomaly detector',
    answers('ListLogAnomalyDetectors', ({ id, user }) => ({
      anomalyDetectorArn: `arn:aws:logs:us-east-1:${OWN.account}:anomaly-detector:${user}`,
      detectorName: user,
      logGroupArnList: [`${arnOf(id)}:*`],
    })),
  ],
  [
    'delivery of another service',
    answers('DescribeDeliveryDestinations', ({ id, user }) => ({
      name: user,
      deliveryDestinationConfiguration: { destinationResourceArn: `${arnOf(id)}:*` },
    })),
  ],
  [
    'policy of its own',
    answers('DescribeResourcePolicies', ({ id }) => ({
      policyScope: 'RESOURCE',
      resourceArn: arnOf(id),
      policyDocument: JSON.stringify({ Statement: [{ Principal: { Service: 'delivery.logs.amazonaws.com' } }] }),
    })),
  ],
  [
    'policy with a part of its name',
    answers('DescribeResourcePolicies', ({ id, user }) => ({
      policyName: user,
      policyDocument: JSON.stringify({ Statement: { Resource: `${arnOf(id.slice(0, -1))}*${id.at(-1)}:*` } }),
    })),
  ],
  [
    'log of a firewall',
    (launching) => {
      controlled('AWS::NetworkFirewall::Firewall', () => ({}))(launching);
      controlled('AWS::NetworkFirewall::LoggingConfiguration', ({ id }) => ({
        LoggingConfiguration: { LogDestinationConfigs: [{ LogDestination: { logGroup: id } }] },
      }))(launching);
    },
  ],
  ['variable of a function, by its ARN', variable(arnOf)],
  ['variable of a function, by its name', variable((name) => JSON.stringify({ LogGroupName: name }))],
  ['configuration of a collector', variable((name) => `[OUTPUT]\n  Name cloudwatch_logs\n  log_group_name ${name}\n`)],
  [
    'function that writes to it',
    ({ control, at, name, user }) =>
      control.addFunctions(at, [{ FunctionName: user, LoggingConfig: { LogGroup: name } }]),
  ],
  ['task definition', definition((name) => ({ 'awslogs-group': name, 'awslogs-region': 'us-east-1' }))],
  [
    'build project',
    ({ control, at, name, user }) =>
      control.addCodeBuildProjects(at, [
        { name: user, logsConfig: { cloudWatchLogs: { status: 'ENABLED', groupName: name } } },
      ]),
  ],
  [
    'scheduled query',
    (launching) => {
      const scheduledQueryArn = `arn:aws:logs:us-east-1:${OWN.account}:scheduled-query:${launching.user}`;
      const item = { scheduledQueryArn, name: launching.user, logGroupIdentifiers: [launching.id] };
      for (const operation of ['ListScheduledQueries', 'GetScheduledQuery'])
        launching.control.addAnswers(launching.at, [{ operation, item }]);
    },
  ],
  ['stage of an API', stages((id) => id)],
  ['trail', controlled('AWS::CloudTrail::Trail', ({ id }) => ({ CloudWatchLogsLogGroupArn: `${arnOf(id)}:*` }))],
  ['flow log', controlled('AWS::EC2::FlowLog', ({ id }) => ({ LogGroupName: id }))],
  [
    'dashboard',
    controlled('AWS::CloudWatch::Dashboard', ({ id }) => ({
      DashboardBody: JSON.stringify({
        widgets: [{ type: 'log', properties: { query: `SOURCE 'other' | SOURCE '${id}' | fields @message` } }],
      }),
    })),
  ],
];

const UNUSED: readonly Row[] = [
  ['events of a hundred days ago', measured('IncomingLogEvents', 97)],
  [
    'policy for every group',
    answers('DescribeResourcePolicies', ({ user }) => ({
      policyName: user,
      policyDocument: JSON.stringify({ Statement: { Resource: `${arnOf('*')}:*` } }),
    })),
  ],
  [
    'export that has ended',
    ({ control, at, id, user }) =>
      control.addExportTasks(at, [
        { taskName: user, logGroupName: id, destination: 'archive', status: { code: 'COMPLETED' } },
      ]),
  ],
  ['events of another', measured('IncomingLogEvents', 1, 'x')],
  ['event that arrived ninety-five days ago', stream({ arrived: 95, event: 95 })],
  ['stream without an event', stream({})],
  ['saved query of another', answers('DescribeQueryDefinitions', ({ id }) => ({ logGroupNames: [`${id}x`] }))],
  ['variable of a function, by the ARN of another', variable((name) => arnOf(`${name}x`))],
  ['stage of an API with the log of another', stages((id) => `${id}x`)],
  ['task definition that names another', definition((name) => ({ 'awslogs-group': `x${name}` }))],
];

export const LOG_GROUP_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'web' } },
  protected: { deletionProtectionEnabled: true },
  delivery: { logGroupClass: 'DELIVERY' },
  filtered: { metricFilterCount: 1 },
  masked: { dataProtectionStatus: 'ACTIVATED' },
  record: { retentionInDays: 731, kmsKeyId: 'arn:aws:kms:us-east-1:111111111111:key/0123' },
  young: {},
} as const;

type Is = Exclude<keyof typeof PROPERTIES, 'plain'>;

export const LOG_GROUP_KEPT = (Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]).filter(
  (is): is is Is => is !== 'plain',
);

/** By the conventions of AWS, too: of each of these the thing is gone. */
const NAMED: readonly ((index: number) => string)[] = [
  (index) => `/shop/logs-${index}`,
  (index) => `/aws/lambda/logs-${index}`,
  (index) => `/aws/codebuild/logs-${index}`,
  (index) => `/aws/rds/instance/logs-${index}/error`,
  (index) => `/aws/rds/cluster/logs-${index}/error`,
  (index) => `/aws/eks/logs-${index}/cluster`,
  (index) => `API-Gateway-Execution-Logs_logs${index}/live`,
];
const nameOf = (index: number) => NAMED[index % NAMED.length]?.(index) ?? '';

export const logGroups = launchedKind<Is>({
  type: 'logGroup',
  kept: LOG_GROUP_KEPT,
  users: LOG_GROUP_USERS,
  launched: (index) => ({ id: nameOf(index), name: nameOf(index) }),
  add(control, { id: logGroupName }, is, created) {
    control.addLogGroups(OWN, [{ logGroupName, creationTime: Date.parse(created), ...(PROPERTIES[is] as object) }]);
  },
});
