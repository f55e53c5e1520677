/** A text that says how names begin or end names each resource whose name begins or ends so. */
import { describe, expect, test } from '@jest/globals';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { logGroupAlias, toLogGroup } from '../../../src/handlers/aws/resources/logGroup.ts';
import { partAliases } from '../../../src/handlers/aws/resources/nameParts.ts';
import { tableAlias, toTable } from '../../../src/handlers/aws/resources/table.ts';
import { told } from '../../support/mentioning/told.ts';

const arn = 'arn:aws:dynamodb:us-east-1:111111111111:table/x';
const tableOf = (TableName: string) =>
  toTable({ table: { TableName, TableArn: arn, TableId: 'a' }, tags: [] } as never)?.aliases ?? [];
const uses = (answer: unknown, kind: string, aliases: readonly string[]) =>
  mentionsIn(answer).some((one) => one.kind === kind && aliases.includes(one.alias));
const usesTable = (answer: unknown, name: string) => uses(answer, 'table', tableOf(name));
const variable = (key: string, value: string) => ({ Environment: { Variables: { [key]: value } } });
const script = (text: string) => ({ UserData: Buffer.from(`#!/bin/sh\n${text}\n`).toString('base64') });

describe('A167 tables whose names begin so are used by', () => {
  test.each([
    ['DYNAMODB_TABLE_PREFIX', 'prod-shop'],
    ['TABLE_NAME_PREFIX', 'prod-shop_'],
    ['TABLE_PREFIX', 'prod-'],
    ['tablePrefix', 'prod'],
    ['DYNAMODB_PREFIX', 'prod-shop'],
    ['spring.cloud.aws.dynamodb.table-prefix', 'prod-shop-'],
    ['AWS.DynamoDBContext.TableNamePrefix', 'prod-'],
    ['ORDERS_TABLE', 'prod-\u0024{STAGE}-orders'],
    ['ORDERS_TABLE', 'prod-{tenant}'],
    ['ORDERS_TABLE', 'prod-shop%s'],
    ['tableName', 'prod-*'],
  ])('a variable %s with %s', (key, value) => {
    for (const answer of [variable(key, value), { environment: [{ name: key, value }] }, script(`${key}: ${value}`)])
      for (const [name, is] of [
        ['prod-shop-orders', true],
        ['web-shop-orders', false],
      ] as const)
        expect(usesTable(answer, name)).toBe(is);
  });

  test.each([
    `aws dynamodb scan --table-name prod-$STAGE-orders`,
    `export ORDERS_TABLE=prod-\u0024{STAGE}-orders`,
    `export DYNAMODB_TABLE_PREFIX=prod`,
    `./run --table-prefix prod-shop`,
    `table_name: "prod-{{ stage }}-orders"`,
    `{"TableName": "prod-\u0024{stage}-orders", "a": 1}`,
  ])('a script: %s', (text) => {
    expect(usesTable(script(text), 'prod-shop-orders')).toBe(true);
    expect(usesTable(script(text), 'web-shop-orders')).toBe(false);
  });

  test('in the writing of its program, and whatever it adds: a sign, a capital, a number', () => {
    for (const name of ['prod', 'prodOrders', 'prod_Messages', 'prod.orders', 'prod2'])
      expect(usesTable(variable('TABLE_PREFIX', 'prod'), name)).toBe(true);
    expect(usesTable(variable('TABLE_PREFIX', 'Dev_'), 'Dev_Music')).toBe(true);
    const [long, other] = ['a-b-cd-e-f-g-h-i', 'a-b-cd-e-f-g-x'];
    for (const name of [long, other]) expect(usesTable(variable('TABLE_PREFIX', `${long}-`), name)).toBe(true);
  });

  test('and by no value that says less than two letters, or nothing of a kind', () => {
    for (const [key, value] of [
      ['ORDERS_TABLE', '\u0024{STAGE}-x'],
      ['TABLE_PREFIX', '-'],
      ['TABLE_PREFIX', 'a'],
      ['KEY_PREFIX', 'prod-'],
      ['ORDERS', 'prod-\u0024{STAGE}'],
    ] as const)
      expect(usesTable(variable(key, value), 'prod-shop-orders')).toBe(false);
  });
});

describe('A169 tables whose names end so are used by', () => {
  test.each([
    ['TABLE_SUFFIX', '-orders'],
    ['dynamodb.table-suffix', 'orders'],
    ['ORDERS_TABLE', '\u0024{STAGE}-orders'],
    ['ORDERS_TABLE', '\u0024{AWS::StackName}-orders'],
    ['ORDERS_TABLE', '\u0024STAGE-orders'],
    ['ORDERS_TABLE', '\u0024{REGION}-\u0024{STAGE}-orders'],
    ['ordersTable', '{{ stage }}-orders'],
    ['orders_table', '%s-orders'],
    ['ORDERS_TABLE', '<stage>-orders'],
    ['tableName', '*-orders'],
    ['tableName', '{tenant}-shop-orders'],
  ])('a variable %s with %s', (key, value) => {
    for (const answer of [variable(key, value), { environment: [{ name: key, value }] }, script(`${key}: "${value}"`)])
      for (const [name, is] of [
        ['prod-shop-orders', true],
        ['prod-shop-users', false],
      ] as const)
        expect([answer, name, usesTable(answer, name)]).toEqual([answer, name, is]);
  });

  test.each([
    `aws dynamodb scan --table-name "\u0024{STAGE}-orders"`,
    `aws dynamodb scan --table-name \u0024STAGE-orders --x`,
    `export ORDERS_TABLE="\u0024{STAGE}-orders" && ./run`,
    `const ordersTable = \`\u0024{stage}-orders\`;`,
    `{"TableName": "\u0024{stage}-orders", "a": 1}`,
    `./run --table-suffix -orders`,
  ])('a script: %s', (text) => {
    expect(usesTable(script(text), 'prod-shop-orders')).toBe(true);
    expect(usesTable(script(text), 'prod-shop-users')).toBe(false);
  });

  test('and by no ending that says less than two letters, or nothing of a kind', () => {
    for (const [key, value] of [
      ['ORDERS_TABLE', '\u0024{STAGE}-s'],
      ['ORDERS_TABLE', '\u0024{STAGE}'],
      ['ORDERS_TABLE', '\u0024STAGE_orders'],
      ['FILE_SUFFIX', '-orders'],
      ['TABLE_SUFFIX', '-'],
    ] as const)
      expect([key, value, usesTable(variable(key, value), 'prod-shop-orders')]).toEqual([key, value, false]);
  });
});

describe('A169 a name with several places, in each writing', () => {
  const PLACES = [
    '\u0024{self:service}',
    '\u0024{STAGE:-dev}',
    '\u0024STAGE',
    '{{ stage }}',
    '%s',
    '\u0024(stage)',
    '<stage>',
  ];
  const written = PLACES.flatMap((place) =>
    [1, 2, 3].map((count) => `${Array.from({ length: count }, () => place).join('-')}-orders`),
  );

  test.each(written)('%s', (name) => {
    for (const text of [
      `./run --orders-table "${name}" --x`,
      `ORDERS_TABLE="${name}" ./run`,
      `ORDERS_TABLE: ${name}`,
      `{"ordersTable": "${name}", "a": 1}`,
      `orders_table = f"${name}"`,
      `orders_table = $"${name}"`,
    ])
      expect([text, usesTable(script(text), 'prod-shop-orders'), usesTable(script(text), 'prod-users')]).toEqual([
        text,
        true,
        false,
      ]);
  });

  test.each([
    ['TABLE=\u0024{APP}_\u0024{STAGE}_orders', 'shop_dev_orders'],
    ['TABLE=\u0024PROJECT-\u0024STAGE-orders', 'shop-dev-orders'],
    ['TABLE=\u0024{STAGE:-dev}-orders', 'dev-orders'],
    ['TABLE=\u0024{TABLE:-orders}', 'orders'],
    ['TABLE=\u0024{TABLE:-orders}:latest', 'orders'],
    ['TABLE=\u0024{APP:-shop}-\u0024{STAGE:-dev}-orders', 'shop-dev-orders'],
  ])('%s', (text, name) => {
    expect(usesTable(script(text), name)).toBe(true);
  });
});

/** As a program, a shell or a template says where. */
const WHERE = ['us-east-1:111111111111', '*:*', '\u0024{AWS::Region}:\u0024{AWS::AccountId}', 'us-east-1:*'];

describe('A170 an ARN with a part of the name left open is about each such name', () => {
  test.each([
    ['autoscaling', 'autoScalingGroup:*:autoScalingGroupName/', 'autoScalingGroup', ''],
    ['dynamodb', 'table/', 'table', 'table/'],
    ['ecs', 'service/shop/', 'fargateService', 'fargateService/'],
    ['elasticache', 'replicationgroup:', 'cache', 'cache/'],
    ['elasticloadbalancing', 'loadbalancer/', 'loadBalancer', 'loadBalancer/'],
    ['elasticloadbalancing', 'loadbalancer/app/', 'loadBalancerV2', 'loadBalancerV2/'],
    ['elasticloadbalancing', 'targetgroup/', 'targetGroup', 'targetGroup/'],
    ['rds', 'cluster-snapshot:', 'dbClusterSnapshot', 'dbClusterSnapshot/'],
    ['rds', 'cluster:', 'dbCluster', 'dbCluster/'],
    ['rds', 'db:', 'dbInstance', 'dbInstance/'],
    ['rds', 'snapshot:', 'dbSnapshot', 'dbSnapshot/'],
    ['redshift', 'cluster:', 'warehouse', 'warehouse/'],
    ['sagemaker', 'endpoint/', 'modelEndpoint', 'modelEndpoint/'],
  ])('%s: %s', (service, end, kind, alias) => {
    const open = [
      ['prod-*', 'prod#begins'],
      ['prod-shop*', 'prod#begins'],
      ['prod-shop-?', 'prod-shop#begins'],
      ['prod-\u0024{Stage}-orders', 'prod#begins'],
      ['*-orders', 'orders#ends'],
      ['\u0024{Stage}-orders', 'orders#ends'],
      ['\u0024{AWS::StackName}-orders', 'orders#ends'],
    ] as const;
    for (const where of WHERE)
      for (const [name, key] of open)
        for (const answer of [
          { Variables: { A: `arn:aws:${service}:${where}:${end}${name}` } },
          script(`arn:aws:${service}:${where}:${end}${name} x`),
        ])
          expect([where, name, told(answer)]).toEqual([
            where,
            name,
            expect.arrayContaining([`${kind} ${alias}${key}`]),
          ]);
  });

  test.each([
    ['order*', 'orders', 'users'],
    ['ord*', 'orders', 'users'],
    ['prod*', 'production-orders', 'web-orders'],
    ['*orders*', 'prod-orders', 'prod-users'],
    ['*orders*', 'orders', 'users'],
    ['*orders*', 'prod-orders-eu', 'prod-users-eu'],
    ['\u0024{Stage}-orders-\u0024{AWS::Region}', 'prod-orders-eu-west-1', 'prod-users-eu-west-1'],
    ['\u0024{Stage}-orders-*', 'prod-orders-archive', 'prod-users-archive'],
    ['*orders', 'prodorders', 'produsers2'],
    ['*shop-orders', 'webshop-orders', 'webshop-users'],
  ])('%s: %s, but not %s', (open, name, other) => {
    for (const where of WHERE) {
      const answer = { A: `arn:aws:dynamodb:${where}:table/${open}` };
      expect([where, usesTable(answer, name), usesTable(answer, other)]).toEqual([where, true, false]);
    }
    const answer = variable('ORDERS_TABLE', open);
    expect([usesTable(answer, name), usesTable(answer, other)]).toEqual([true, false]);
  });

  test('and one for every name, or for one letter, is about none', () => {
    for (const where of WHERE)
      for (const name of ['*', '?', 'a*', '\u0024{Table}', '*-s'])
        expect(told({ A: `arn:aws:dynamodb:${where}:table/${name}` }).filter((one) => one.includes('#'))).toEqual([]);
  });

  test.each([
    'table/\u0024{',
    'TABLE=\u0024{a}-b',
    'TABLE=\u0024{a:-',
    'TABLE=\u0024(',
    '\u0024{a}-',
    '\u0024{a}\u0024a{a}%s',
    'table: f"',
    '\u0024{a}',
    '*',
    'table/*',
    '\u0024{STAGE}-',
    'TABLE=\u0024',
    '{{ ',
    '%s',
    'a-',
    'suffix',
  ])('also behind 200,000 times %j', (part) => {
    const found = told({ Text: `arn: ${part.repeat(200_000)}\n arn:aws:dynamodb:*:*:table/prod-* --x` });
    expect(found).toContain(`table ${tableAlias('prod')}#begins`);
  });
});

test('A167 log groups go by the same', () => {
  const group = toLogGroup({
    group: {
      logGroupName: '/app/shop/web',
      arn: 'arn:aws:logs:us-east-1:111111111111:log-group:/app/shop/web',
      creationTime: 1,
    },
    tags: {},
  } as never)?.aliases;
  for (const text of ['--log-group-name-prefix /app/shop', '--log-group-name /app/$SERVICE', 'LOG_GROUP_PREFIX=/app/'])
    expect(uses(script(`aws logs ${text} --x`), 'logGroup', group ?? [])).toBe(true);
  expect(uses(script('aws logs --log-group-name-prefix /other'), 'logGroup', group ?? [])).toBe(false);
  expect(partAliases(logGroupAlias, '/a/bc')).toEqual([
    'logGroup//a/bc#begins',
    'logGroup/bc#ends',
    'logGroup/a/bc#ends',
    'logGroup//a#starts',
    'logGroup/bc#stops',
  ]);
});

test.each(['TABLE_PREFIX=', 'a-', '-', 'Aa', '${', '_PREFIX', '*'])('A167 also behind 200,000 times %j', (part) => {
  const found = mentionsIn({ Text: `${part.repeat(200_000)}\nexport TABLE_PREFIX=prod-\n` });
  expect(found.map(({ alias }) => alias)).toContain(`${tableAlias('prod')}#begins`);
  expect(partAliases(tableAlias, part.repeat(200_000)).length).toBeLessThan(21);
});
