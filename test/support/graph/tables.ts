/** Tables of DynamoDB as graphs of their users; the verdicts follow from the construction. */
import { launchedKind, launchUser } from './launched.ts';
import { answers, type Row, valued, variable } from './rows.ts';
import { DAY, OTHER, OWN } from './surveyed.ts';

const arnOf = (name: string, account = OWN.account) => `arn:aws:dynamodb:us-east-1:${account}:table/${name}`;

const measured = (name: string, daysAgo: number, value: number, more: Readonly<Record<string, string>> = {}): Row[1] =>
  valued('AWS/DynamoDB', name, daysAgo, value, (id) => ({ TableName: id, ...more }));

const template = (name: string) => `{"TableName": "${name}", "Key": $input.json('$.key')}`;

const integrated =
  (nameOf: (id: string) => string): Row[1] =>
  ({ control, at, id }) => {
    const requestTemplates = { 'application/json': template(nameOf(id)) };
    const uri = 'arn:aws:apigateway:us-east-1:dynamodb:action/GetItem';
    const methodIntegration = { type: 'AWS' as const, uri, requestTemplates };
    control.addRestApis(at, [
      { resources: [{ id: 'r1', path: '/', resourceMethods: { GET: { methodIntegration } } }] },
    ]);
  };

const integratedInSocket: Row[1] = ({ control, at, id }) =>
  control.addHttpApis(at, [{ integrations: [{ IntegrationId: 'i1', RequestTemplates: { $default: template(id) } }] }]);

const controlled =
  (TypeName: string, has: (id: string) => Record<string, unknown>): Row[1] =>
  ({ control, at, id, user }) =>
    control.addCloudResources(at, [{ TypeName, Identifier: user, Properties: has(id) }]);

const planned = (nameOf: (id: string) => string) =>
  answers('DescribeScheduledActions', ({ id, user }) => ({
    ServiceNamespace: 'dynamodb',
    ResourceId: nameOf(id),
    ScheduledActionName: user,
  }));

const BY_OWNER = { GlobalSecondaryIndexName: 'by-owner' };

const exported = (daysAgo: number) =>
  answers('ListExports', ({ id }) => {
    const ExportArn = `${arnOf(id)}/export/0${Date.now() - daysAgo * DAY}-2d8752fd`;
    return { TableArn: arnOf(id), ExportArn, ExportStatus: 'COMPLETED' };
  });

const USED: readonly Row[] = [
  ['read today', measured('ConsumedReadCapacityUnits', 0, 0.5)],
  ['write ten days ago', measured('ConsumedWriteCapacityUnits', 10, 1)],
  ['read of its index', measured('ConsumedReadCapacityUnits', 20, 3, BY_OWNER)],
  ['request that was answered', measured('SuccessfulRequestLatency', 9, 0, { Operation: 'Scan' })],
  ['method of a REST API', integrated((id) => id)],
  ['integration of a WebSocket API', integratedInSocket],
  [
    'rule of IoT',
    controlled('AWS::IoT::TopicRule', (id) => ({
      TopicRulePayload: { Actions: [{ DynamoDBv2: { PutItem: { TableName: id } } }] },
    })),
  ],
  ['zero-ETL integration', controlled('AWS::Redshift::Integration', (id) => ({ SourceArn: arnOf(id) }))],
  ['scheduled action', planned((id) => `table/${id}`)],
  ['scheduled action of its index', planned((id) => `table/${id}/index/by-owner`)],
  [
    'export',
    answers('ListExports', ({ id, user }) => ({ TableArn: arnOf(id), ExportArn: user, ExportStatus: 'IN_PROGRESS' })),
  ],
  ['export that is over, of yesterday', exported(1)],
  [
    'export that is over, without a day',
    answers('ListExports', ({ id, user }) => ({ TableArn: arnOf(id), ExportArn: user, ExportStatus: 'FAILED' })),
  ],
  [
    'import',
    answers('ListImports', ({ id, user }) => ({ TableArn: arnOf(id), ImportArn: user, ImportStatus: 'IN_PROGRESS' })),
  ],
  ['variable of a function, by its ARN', variable(arnOf)],
  ['variable of a function, by its stream', variable((name) => `${arnOf(name)}/stream/2026-01-01T00:00:00.000`)],
  ['variable of a function, by its name', variable((name) => JSON.stringify({ TableName: name }))],
];

const UNUSED: readonly Row[] = [
  ['read fifty days ago', measured('ConsumedReadCapacityUnits', 50, 9)],
  [
    'read of an index of another',
    measured('ConsumedReadCapacityUnits', 1, 9, { GlobalSecondaryIndexName: 'by-nobody' }),
  ],
  ['method that asks another', integrated((id) => `${id}x`)],
  ['scheduled action of another', planned((id) => `table/${id}x`)],
  ['export that is over, of fifty days ago', exported(50)],
  ['variable of a function, by the ARN of another', variable((name) => arnOf(`${name}x`))],
  ['variable of a function, by that name in another account', variable((name) => arnOf(name, OTHER.account))],
];

export const TABLE_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'web' } },
  updating: { TableStatus: 'UPDATING' },
  protected: { DeletionProtectionEnabled: true },
  global: { Replicas: [{ RegionName: 'eu-west-1', ReplicaStatus: 'ACTIVE' }] },
  streaming: { StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } },
  restoring: { RestoreSummary: { RestoreInProgress: true, RestoreDateTime: '2026-01-01T00:00:00Z' } },
  withPolicy: { policy: '{}' },
  toKinesis: { streamsOfKinesis: [{ StreamArn: 'arn:1', DestinationStatus: 'ACTIVE' }] },
  young: {},
} as const;

type Is = Exclude<keyof typeof PROPERTIES, 'plain'>;

export const TABLE_KEPT = (Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]).filter((is) => is !== 'plain');

export const tables = launchedKind<Is>({
  type: 'table',
  kept: TABLE_KEPT,
  users: TABLE_USERS,
  launched: (index) => ({ id: `Store-${index}`, name: `Store-${index}` }),
  add(control, { id: TableName }, is, CreationDateTime) {
    const GlobalSecondaryIndexes = [{ IndexName: 'by-owner', IndexStatus: 'ACTIVE' as const }];
    const own = { TableName, TableId: `id-of-${TableName}`, CreationDateTime, GlobalSecondaryIndexes };
    control.addTables(OWN, [{ ...own, ...(PROPERTIES[is] as object) }]);
    const ScalableDimension = 'dynamodb:table:ReadCapacityUnits';
    control.addScalableTargets(OWN, [
      { ServiceNamespace: 'dynamodb', ResourceId: `table/${TableName}`, ScalableDimension },
    ]);
  },
});
