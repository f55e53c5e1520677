/** A name behind a key that a person chose, in variables, JSON, files, scripts and requests. */
import { describe, expect, test } from '@jest/globals';
import { means, told } from '../../support/mentioning/told.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const [TABLE, CACHE, LOGS] = ['table table/orders', 'cache cache/web', 'logGroup logGroup//shop/web'];
const [SERVICE, IN_CLUSTER] = ['fargateService fargateService/web', 'fargateService fargateService/shop/web'];
const [BALANCER, TARGETS] = ['loadBalancerV2 loadBalancerV2/web', 'targetGroup targetGroup/web'];
const command = (line: string) => ({
  source: { buildspec: `version: 0.2\nphases:\n  build:\n    commands:\n      - ${line}\n` },
});

/** Variables as public programs call them: the word of the kind stands anywhere. */
test.each<[mention: string, value: string, keys: readonly string[]]>([
  [
    TABLE,
    'orders',
    [
      'DYNAMODB_TABLE_ORDERS',
      'TABLE_NAME_CINES',
      'TABLE_NAME_V2',
      'TABLE_NAME_1',
      'TABLE_ORDERS',
      'DYNAMODB_ORDERS',
      'ORDERS_DDB',
      'DDB',
      'DYNAMODB',
      'STORAGE_ORDERS_NAME',
      'API_SHOP_ORDERSTABLE_NAME',
      'tableOrders',
      'STABLE',
    ],
  ],
  [CACHE, 'web', ['REDIS_CLUSTER', 'REDIS_GROUP', 'ELASTICACHE_CLUSTER_NAME', 'VALKEY', 'CACHE_ID']],
  [SERVICE, 'web', ['SERVICE_NAME', 'SERVICE', 'WORKER_SVC', 'SERVICE_TO_START']],
  [LOGS, '/shop/web', ['CLOUDWATCH_GROUP', 'LOGS', 'CW_GROUP', 'LOG_DESTINATION']],
  ['dbInstance dbInstance/web', 'web', ['DB_NAME', 'DATABASE', 'RDS_PRIMARY', 'POSTGRES_HOST_ID']],
  [
    'dbCluster dbCluster/web',
    'web',
    ['DB_CLUSTER', 'AURORA_ID', 'DATABASE', 'MYSQL_CLUSTER', 'CLUSTER_ID', 'CLUSTER_IDENTIFIER'],
  ],
  ['warehouse warehouse/web', 'web', ['REDSHIFT_CLUSTER_IDENTIFIER', 'WAREHOUSE', 'CLUSTER_NAME']],
  ['cache cache/web', 'web', ['CLUSTER_ID', 'CLUSTER']],
  ['autoScalingGroup web', 'web', ['ASG_WORKERS', 'SCALING_GROUP_A', 'WORKER_FLEET']],
  [BALANCER, 'web', ['LOAD_BALANCER_NAME', 'ALB', 'PUBLIC_LB', 'NLB_NAME']],
  [TARGETS, 'web', ['TARGET_GROUP_BLUE', 'TG']],
])('A91 %s by %s in each variable of %j', (mention, value, keys) => {
  for (const key of keys)
    for (const answer of [
      { Environment: { Variables: { [key]: value } } },
      { environment: [{ name: key, value }] },
      { Value: JSON.stringify({ settings: { [key]: value } }) },
      { command: ['sh', '-c', `${key}=${value} ./run`] },
      { UserData: base64(`#!/bin/sh\nexport ${key}="${value}"\n`) },
      { Value: `a: b\n${key}: ${value}\n` },
    ])
      expect([answer, means(answer, mention)]).toEqual([answer, true]);
});

describe('A91 several names in one value:', () => {
  test.each([
    'users,orders',
    'users orders',
    'users;orders',
    'users | orders',
    'u:users,o:orders',
    'u=users;o=orders',
    '["users","orders"]',
    '{"o":"orders"}',
    '{"orders":{"read":5}}',
    '{"o":{"name":"orders"}}',
  ])('%s', (TABLES) => {
    expect(means({ Environment: { Variables: { TABLES } } }, TABLE)).toBe(true);
  });

  test.each([
    { dynamodb: { tables: { o: 'orders' } } },
    { dynamodb: { o: 'orders' } },
    { tables: [{ key: 'orders' }] },
  ])('%j', (settings) => {
    expect(means({ Value: JSON.stringify(settings) }, TABLE)).toBe(true);
  });
});

test('A91 a service with its cluster, whatever the key', () => {
  for (const value of ['shop/web', 'service/shop/web'])
    expect(means({ Environment: { Variables: { TARGET: value } } }, IN_CLUSTER)).toBe(true);
  expect(
    means(
      { Environment: { Variables: { ALB: 'app/web/50dc6c495c0c9188' } } },
      'loadBalancerV2 loadBalancerV2/app/web/50dc6c495c0c9188',
    ),
  ).toBe(true);
  for (const [ResourceId, mention] of [
    ['service/shop/web', IN_CLUSTER],
    ['table/orders', TABLE],
    ['replication-group/web', CACHE],
  ] as const)
    expect(means({ Input: JSON.stringify({ ResourceId }) }, mention)).toBe(true);
});

test.each([
  [CACHE, 'aws elasticache modify-replication-group --replication-group-id web --apply-immediately'],
  ['cache cache/web-001', 'aws elasticache reboot-cache-cluster --cache-cluster-id web-001'],
  [SERVICE, 'aws ecs update-service --cluster shop --service web --desired-count 2'],
  [SERVICE, 'aws ecs update-service --cluster shop --service=web'],
  [SERVICE, 'aws ecs wait services-stable --cluster shop --services api web'],
  [SERVICE, 'ecs-deploy -service web'],
  ['dbInstance dbInstance/shop', 'rds-start --db-instance-id shop'],
  [IN_CLUSTER, 'aws application-autoscaling register-scalable-target --resource-id service/shop/web --min-capacity 2'],
  [LOGS, 'aws logs tail /shop/web --since 1d'],
  [LOGS, 'aws logs tail --since 1d "/shop/web"'],
  [BALANCER, 'aws elbv2 describe-load-balancers --names web --query "LoadBalancers[0].DNSName"'],
  [BALANCER, 'aws elbv2 describe-load-balancers --region us-east-1 --names api web'],
  [BALANCER, "python -c \"c.describe_load_balancers(Names=['api', 'web'])\""],
  [BALANCER, 'Get-ELB2LoadBalancer -Name web'],
  [TARGETS, 'aws elbv2 describe-target-groups --names web --output text'],
  [TABLE, 'terraform init -backend-config="dynamodb_table=orders"'],
  [TABLE, `aws dynamodb batch-get-item --request-items '{"orders":{"Keys":[]}}'`],
  [TABLE, "aws dynamodb execute-statement --statement 'SELECT * FROM orders'"],
  [TABLE, "python -c \"boto3.resource('dynamodb').Table('orders').scan()\""],
  [TABLE, `ORDERS_DDB=\${ORDERS_DDB:-orders}`],
])('A91 %s in a command: %s', (mention, line) => {
  expect(means(command(line), mention)).toBe(true);
  expect(means({ UserData: base64(`#!/bin/sh\n${line}\n`) }, mention)).toBe(true);
  expect(means({ Content: JSON.stringify({ steps: [{ commands: [line] }] }) }, mention)).toBe(true);
});

test.each([
  'dynamodb:\n  orders:\n    table: orders\n',
  '[dynamodb]\ntable = "orders"\n',
  'tables:\n  - users\n  - orders\n',
  'tables = [\n  "users",\n  "orders"\n]\n',
  'x.table=orders\n',
  "const table = 'orders';\n",
  "{'table': 'orders', }",
])('A91 in a file: %j', (text) => {
  expect(means({ Value: text }, TABLE)).toBe(true);
});

/** Of a state of Step Functions. */
test.each([
  [TABLE, { Parameters: { RequestItems: { orders: [{ PutRequest: {} }] } } }],
  [TABLE, { Parameters: { RequestItems: { 'orders.$': '$.keys' } } }],
  [TABLE, { Parameters: { Statement: 'SELECT * FROM "orders"."by-day" WHERE id = ?' } }],
  [TABLE, { Parameters: { Statements: [{ Statement: `${' '.repeat(600)}UPDATE orders SET a = 1` }] } }],
  [TABLE, { Arguments: { TableName: "{% 'orders' %}" } }],
  [TABLE, { Arguments: { TableName: "{% $x ? 'users' : 'orders' %}" } }],
  [
    BALANCER,
    {
      Resource: 'arn:aws:states:::aws-sdk:elasticloadbalancingv2:describeLoadBalancers',
      Parameters: { Names: ['api', 'web'] },
    },
  ],
])('A92 %s in a request: %j', (mention, state) => {
  expect(means({ definition: JSON.stringify({ States: { Run: state } }) }, mention)).toBe(true);
});

/** As well-known programs have them in their files, and controllers in the objects of a cluster. */
test.each<[string, unknown]>([
  ['table table/vault-data', { Value: 'storage "dynamodb" {\n  ha_enabled = "true"\n  table      = "vault-data"\n}' }],
  ['table table/teleport-events', { Value: 'audit_events_uri: ["dynamodb://teleport-events"]' }],
  ['table table/events', { Value: '{"uri":"dynamodb://us-east-1/events?retry=1"}' }],
  [LOGS, { Value: '[sinks.a]\ntype = "aws_cloudwatch_logs"\ngroup_name = "/shop/web"\n' }],
  [LOGS, { Value: 'input {\n  cloudwatch_logs {\n    log_group => [ "/shop/web" ]\n  }\n}' }],
  [BALANCER, { annotations: { 'alb.ingress.kubernetes.io/load-balancer-name': 'web' } }],
  ['securityGroup securityGroup/nodes', { securityGroupSelectorTerms: [{ name: 'nodes' }] }],
  [IN_CLUSTER, { Input: JSON.stringify({ ServiceNamespace: 'ecs', ResourceId: 'service/shop/web' }) }],
  [TABLE, { Input: JSON.stringify({ ResourceId: 'table/orders' }) }],
  [CACHE, { buildspec: 'aws application-autoscaling register-scalable-target --resource-id replication-group/web' }],
])('A91 %s by %j', (mention, answer) => {
  expect(means(answer, mention)).toBe(true);
});

describe('A91 nothing is told of', () => {
  test.each([
    { Variables: { REDIS_PASSWORD: 'hunter2', DB_AUTH: 'hunter2', CACHE_API_KEY: 'hunter2' } },
    { Variables: { DATABASE_URL: 'postgres://jane:hunter2@db.example.com/shop' } },
    { Value: JSON.stringify({ redis: { password: 'hunter2' } }) },
    { Value: 'redis:\n  password: hunter2\n' },
    { command: ['run', '--db-password', 'hunter2'] },
  ])('a secret: %j', (answer) => {
    expect(told(answer).filter((mention) => mention.includes('hunter2'))).toEqual([]);
  });

  test.each([
    [{ serviceName: 'web', clusterName: 'shop' }],
    [{ Tags: [{ Key: 'Service', Value: 'web' }] }],
    [{ CacheSubnetGroupName: 'web', DBName: 'web', LogLevel: 'web' }],
    [{ Text: 'the service web writes to the table orders' }],
  ])("a service's own words, tags and prose: %j", (answer) => {
    expect(told(answer)).toEqual([]);
  });
});

test('A91 also in texts of 200,000 parts', () => {
  for (const part of [
    '--a ',
    'a=',
    'a: ',
    '"a":',
    'names ',
    'logs tail ',
    'tables=a,',
    'request-items {',
    'from ',
    '\n ',
    'a => [ ',
    'dynamodb://a/',
  ])
    expect(means({ Text: `${part.repeat(200_000)}\n --table-name orders` }, TABLE)).toBe(true);
});
