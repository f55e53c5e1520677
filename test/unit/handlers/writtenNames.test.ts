/** A name that a program puts together counts in each language in which people write it. */
import { describe, expect, test } from '@jest/globals';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { tableAlias, toTable } from '../../../src/handlers/aws/resources/table.ts';
import { means, told } from '../../support/mentioning/told.ts';

const arn = 'arn:aws:dynamodb:us-east-1:111111111111:table/x';
const aliasesOf = (TableName: string) =>
  toTable({ table: { TableName, TableArn: arn, TableId: 'a' }, tags: [] } as never)?.aliases ?? [];
const uses = (answer: unknown, name: string) =>
  mentionsIn(answer).some(({ alias }) => [tableAlias(name), ...aliasesOf(name)].includes(alias));
const script = (text: string) => ({ UserData: Buffer.from(`#!/bin/sh\n${text}\n`).toString('base64') });

describe('A190 a text uses the table prod-orders that it puts together', () => {
  test.each([
    ['of a shell', 'STAGE=prod\nSERVICE=orders\naws dynamodb scan --table-name "\u0024{STAGE}-\u0024{SERVICE}"'],
    ['behind a key that says nothing', 'STAGE=prod\nORDERS="\u0024{STAGE}-orders"'],
    ['by a variable of another case', 'stage=prod\n./run \u0024STAGE-orders'],
    ['with quotes in the middle', 'aws dynamodb scan --table-name "$STAGE"-orders'],
    ['of two texts side by side', "aws dynamodb scan --table-name 'prod'-orders"],
    ['through another variable', 'S=prod\nT="\u0024{S}-orders"\naws dynamodb scan --table-name $T'],
    ['with its default', './run "\u0024{STAGE:-prod}-orders"'],
    ['in the next line', 'aws dynamodb scan \\\n  --table-name \\\n  $STAGE-orders'],
    ['of Windows', 'set STAGE=prod\r\naws dynamodb scan --table-name %STAGE%-orders'],
    ['of PowerShell', 'Get-DDBTable -TableName "$env:STAGE-orders"'],
    ['of PowerShell, in a variable', '$tableName = "prod-orders"\n./run'],
    ['of PowerShell, in one of the environment', '$env:TABLE_NAME = "prod-orders"'],
    ['of PHP', "$table_name = 'prod-orders';"],
    ['of a member that is set', 'export tables: prod-orders'],
    ['of several behind a colon alone', 'run table_names:carts,prod-orders'],
    ['before a question', 'is this the table_name: prod-orders?'],
    ['of C#', 'var tableName = @$"{stage}-orders";'],
    ['of C++', 'tableName = L"prod-orders";'],
    ['in a list behind a comment', 'table_names:\n  - carts # the first, and no other\n  - prod-orders'],
    ['in a list behind an empty comment', 'table_names:\n  - carts #\n  - prod-orders'],
    ['in a list of JavaScript behind a comment', 'tableNames = [\n  "carts", // the first\n  "prod-orders"\n]'],
    ['in lines within quotes', 'TABLES="users carts\nbaskets prod-orders"\nfor t in $TABLES; do ./run $t; done'],
    ['in lines of INI', 'tables = carts\n  prod-orders\n[next]'],
    ['in lines within brackets', 'table_names: [ carts\n prod-orders ]'],
    ['of Ansible', 'stage: prod\norders: "{{ stage }}-orders"'],
    ['of Ansible, in a map', 'stage: prod\ndynamodb_table:\n  name: "{{ stage }}-orders"'],
    ['of Helm', 'tableName: {{ .Values.table | default "prod-orders" | quote }}'],
    ['of Terraform', 'table_name = format("%s-orders", var.env)'],
    ['of Terraform, joined', 'table_name = join("-", [var.env, "orders"])'],
    ['of CloudFormation', 'TABLE_NAME: !Sub "\u0024{AWS::StackName}-orders"'],
    ['of the Serverless Framework', 'custom:\n  stage: prod\nenvironment:\n  ORDERS: \u0024{self:custom.stage}-orders'],
    ['of JavaScript', 'ddb.scan({ TableName: stage + "-orders" })'],
    ['of JavaScript, in a template', 'ddb.get({ TableName: `\u0024{process.env.STAGE}-orders` })'],
    ['of JavaScript, whose variable is set', 'const stage = "prod"; ddb.scan({ TableName: stage + "-orders" })'],
    ['of Python', 'table = dynamodb.Table(os.environ["STAGE"] + "-orders")'],
    ['of Python, in a call', 'stage = "prod"\ntable = dynamodb.Table(f"{stage}-orders")'],
    ['of Python, joined', 'table_name = "-".join([stage, "orders"])'],
    ['of Java', 'String tableName = System.getenv("STAGE") + "-orders";'],
    ['of Java, formatted', 'tableName = String.format("%s-orders", stage)'],
    ['of C#', 'TableName = string.Format("{0}-orders", stage)'],
    ['of a shell, printed', 'ORDERS_TABLE=$(printf "%s-orders" "$STAGE")'],
    ['of Helm, printed', 'tableName: {{ printf "%s-orders" .Release.Name }}'],
    ['of CloudFormation, joined', 'TableName: !Join ["-", [!Ref Stage, orders]]'],
    ['of a Dockerfile', 'FROM a\nENV STAGE prod\nENV ORDERS $STAGE-orders'],
    ['of XML', '<a>\n  <tableName>\u0024{stage}-orders</tableName>'],
    ['of Go', 'TableName: aws.String(fmt.Sprintf("%s-orders", stage))'],
    ['of Ruby', 'table_name: "#{stage}-orders"'],
    ['of PHP', `'TableName' => $stage . "-orders"`],
    ['of a pipeline', 'sh "aws dynamodb scan --table-name \u0024{params.STAGE}-orders"'],
    ['of GitHub', 'aws dynamodb scan --table-name \u0024{{ env.STAGE }}-orders'],
  ])('%s', (_what, text) => {
    expect(uses(script(text), 'prod-orders')).toBe(true);
    expect(uses(script(text), 'test-carts')).toBe(false);
  });

  test.each([
    ['table:prod-orders', 'table/prod-orders'],
    ['FROM a\nENV SECURITY_GROUP_NAME web', 'securityGroup/web'],
    ['request.tableName("prod-orders").build()', 'table/prod-orders'],
    ['<a>\n  <securityGroup>web</securityGroup>', 'securityGroup/web'],
    ['web_image: shop/web:1', 'docker.io/shop/web:1'],
    ['TableName: aws.String("prod-orders"),', 'table/prod-orders'],
    ['environment { ORDERS_TABLE = "prod-orders" }', 'table/prod-orders'],
    ['LaunchTemplateName: "Web (blue)"', 'launchTemplate/Web (blue)'],
  ])('whole: %s', (text, alias) => {
    expect(told(script(text)).some((one) => one.endsWith(alias.replace(/^launchTemplate\//, '')))).toBe(true);
  });

  test('and no secret is put in', () => {
    const told = mentionsIn(script('API_SECRET=hunter2\n./run "\u0024{API_SECRET}-orders"'));
    const clear = mentionsIn(script('API_NAME=hunter2\n./run "\u0024{API_NAME}-orders"'));
    expect(told.length).toBeLessThan(clear.length);
  });
});

describe('A191 what stands beside a text is put into it', () => {
  const STAGE = { name: 'STAGE', value: 'prod' };
  test.each<[string, unknown]>([
    [
      'a build',
      {
        environment: { environmentVariables: [STAGE] },
        source: { buildspec: 'commands:\n  - ./run $STAGE-orders' },
      },
    ],
    ['a function', { Environment: { Variables: { STAGE: 'prod', ORDERS: '\u0024{STAGE}-orders' } } }],
    ['a container', { environment: [STAGE], command: ['run', '\u0024{STAGE}-orders'] }],
    ['what stands before it', { command: ['./run $STAGE-orders'], environment: [STAGE] }],
  ])('%s', (_what, answer) => {
    expect(means(answer, 'table prod-orders')).toBe(true);
    expect(means({ items: [answer] }, 'table prod-orders')).toBe(true);
    expect(means({ items: [answer] }, 'table test-orders')).toBe(false);
  });

  test('and not that of another one in the list', () => {
    const functions = [{ environment: [STAGE] }, { environment: [{ name: 'ORDERS', value: '\u0024{STAGE}-orders' }] }];
    expect(means({ functions }, 'table prod-orders')).toBe(false);
  });
});

test.each([
  'prod-%(stage)s-orders',
  'prod-%02d-orders',
  'prod-%{stage}-orders',
  'prod-<your stage>-orders',
  "prod-{event['stage']}-orders",
  'prod-{date:%Y}-orders',
  'prod-{a+b}-orders',
  'prod-{',
  '%(stage)s-a-orders',
  '{self.stage()}-a-orders',
  '{tenant id}-a-orders',
])('A190 the value of a variable may be put together in a language of its own: %s', (TABLE_NAME) => {
  expect(uses({ Environment: { Variables: { TABLE_NAME } } }, 'prod-a-orders')).toBe(true);
  expect(uses({ Environment: { Variables: { TABLE_NAME } } }, 'test-a-users')).toBe(false);
});

test('A190 what a command within a value is given stands in no key', () => {
  for (const text of [
    'TABLE_NAME=$(curl -u admin:hunter2 https://x/t) y',
    'table = format("$(curl -u a:hunter2)-x", stage)',
  ])
    expect(JSON.stringify(mentionsIn(script(text)))).not.toContain('hunter2');
});

test('A190 variables beside a long text cost by its length', () => {
  const values = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const environmentVariables = values.flatMap((value) => ['A', 'B', 'C'].map((name) => ({ name, value })));
  const buildspec = 'version: 0.2\nphases: { build: { commands: [echo $A$B$C] } }\n'.repeat(4_000);
  expect(told({ environment: { environmentVariables }, source: { buildspec } }).length).toBeLessThan(2_000);
});

test('A190 words behind each other without a blank, and many with variables, cost no more than they are long', () => {
  const words = (most: number) =>
    Array.from({ length: most }, (_, at) => `A=${at % 8} B=${at % 7} C=${at % 5} w$A-$B-$C-${at}`).join('\n');
  expect(mentionsIn({ UserData: `#!/bin/sh\na=b ${'table('.repeat(200_000)}` }).length).toBeLessThan(10);
  const [few, many] = [5_000, 10_000].map((most) => told({ UserData: `#!/bin/sh\n${words(most)}` }).length);
  expect((many ?? 0) - (few ?? 0)).toBeLessThan(60_000);
});

test('A190 also in texts of 200,000 parts', () => {
  for (const part of [
    '\u0024{',
    '\u0024{a',
    '{{',
    '}',
    '<a',
    '%a',
    '$(',
    '(',
    '[',
    '"',
    '"a"',
    'a=',
    'a: ',
    '--a ',
    ',',
    '\\"',
    '\\\n',
    '\n- ',
    'a+"',
    '!Sub ',
    '@',
    'f"',
    '*',
    'a?',
    'a:',
    '"+',
    '\u0024{a}',
    'table(',
  ])
    expect(means(script(`${part.repeat(200_000)}\n./run prod-orders x`), 'table prod-orders')).toBe(true);
});
