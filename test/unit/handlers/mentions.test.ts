/** The scan: what an answer of AWS mentions, in whatever form. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { told } from '../../support/mentioning/told.ts';

const ACCOUNT = '111111111111';
const HASH = 'a'.repeat(64);
const IMAGE = 'ami-0123456789abcdef0';
const HOST = `${ACCOUNT}.dkr.ecr.us-east-1.amazonaws.com`;
const balancing = `arn:aws:elasticloadbalancing:us-east-1:${ACCOUNT}`;
const scaling = `arn:aws:autoscaling:us-east-1:${ACCOUNT}`;
const group = `${scaling}:autoScalingGroup:11111111-2222-3333-4444-555555555555:autoScalingGroupName/web`;
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');

describe('a scan finds by its form, wherever it stands,', () => {
  test.each([
    ['image', IMAGE],
    ['snapshot', 'snap-0123456789abcdef0'],
    ['volume', 'vol-01234567'],
    ['securityGroup', 'sg-0123456789abcdef0'],
    ['networkInterface', 'eni-0123456789abcdef0'],
    ['natGateway', 'nat-0123456789abcdef0'],
    ['vpcEndpoint', 'vpce-0123456789abcdef0'],
    ['elasticIp', 'eipalloc-0123456789abcdef0'],
    ['launchTemplate', 'lt-0123456789abcdef0'],
    ['elasticIp', '203.0.113.10'],
    ['targetGroup', `${balancing}:targetgroup/web/0123456789abcdef`],
    ['loadBalancerV2', `${balancing}:loadbalancer/app/web/0123456789abcdef`],
    ['loadBalancerV2', 'web-1234.us-east-1.elb.amazonaws.com'],
    ['containerImage', `${HOST}/shop/web:1`],
    ['containerImage', 'registry.example.com:5000/shop/web:1'],
    ['autoScalingGroup', group],
    ['taskDefinition', `arn:aws:ecs:us-east-1:${ACCOUNT}:task-definition/job:3`],
  ])('a %s as %s', (kind, alias) => {
    for (const text of [alias, `run ${alias} now`, `run "${alias}"`, `x=${alias},y`, `\\n${alias}\\n`]) {
      expect(told({ Anything: { like: [text] } })).toContain(`${kind} ${alias}`);
      expect(told({ [text]: 'a key' })).toContain(`${kind} ${alias}`);
    }
  });

  test.each([
    ['an id in capitals', 'AMI-0123456789ABCDEF0', `image ${IMAGE}`],
    ['the name in the ARN of a group', group, 'autoScalingGroup web'],
    [
      'a listener as its balancer',
      `${balancing}:listener/app/web/01/02`,
      `loadBalancerV2 ${balancing}:loadbalancer/app/web/01`,
    ],
    [
      'a rule as its balancer',
      `${balancing}:listener-rule/net/web/01/02/03`,
      `loadBalancerV2 ${balancing}:loadbalancer/net/web/01`,
    ],
    ['a classic balancer', `${balancing}:loadbalancer/old`, 'loadBalancer loadBalancer/old'],
    [
      'a launch configuration',
      `${scaling}:launchConfiguration:1-2:launchConfigurationName/v1`,
      'launchConfiguration launchConfiguration/v1',
    ],
    ['the host of an address', 'https://ec2-203-0-113-10.compute-1.amazonaws.com/', 'elasticIp 203.0.113.10'],
    ['an image without tag as its newest', `docker pull ${HOST}/shop/web`, `containerImage ${HOST}/shop/web:latest`],
    ['an image by its digest', `${HOST}/shop/web@sha256:${HASH}`, `containerImage sha256:${HASH}`],
    ['a host of FIPS', `${ACCOUNT}.dkr.ecr-fips.us-east-1.amazonaws.com/web:1`, `containerImage ${HOST}/web:1`],
  ])('%s', (_what, text, mention) => {
    expect(told({ Text: text })).toContain(mention);
  });

  test.each([
    ['rediss://master.sessions.abc123.use1.cache.amazonaws.com:6379/0', 'sessions'],
    ['sessions.abc123.clustercfg.euc1.cache.amazonaws.com', 'sessions'],
    ['REDIS=sessions-ro.abc123.ng.0001.use1.cache.amazonaws.com', 'sessions'],
    ['redis://SESSIONS-0002-003.sessions.abc123.use1.cache.amazonaws.com', 'sessions'],
    ['sessions-001.abc123.0001.cnn1.cache.amazonaws.com.cn:6379', 'sessions'],
  ])('A55 a host of a cache: %s', (text, name) => {
    expect(told({ Text: text })).toContain(`cache cache/${name}`);
  });

  test.each([
    ['jdbc:redshift://sales.abc123.us-east-1.redshift.amazonaws.com:5439/dev', 'warehouse/sales'],
    ['PGHOST=SALES.abc123.cn-north-1.redshift.amazonaws.com.cn', 'warehouse/sales'],
    [
      'arn:aws:redshift:us-east-1:111111111111:dbuser:sales/jane',
      'arn:aws:redshift:us-east-1:111111111111:cluster:sales',
    ],
    [
      'arn:aws:redshift:us-east-1:111111111111:datashare:0A-b/x',
      'arn:aws:redshift:us-east-1:111111111111:namespace:0a-b',
    ],
    ['aws redshift-data execute-statement --cluster-identifier Sales --sql x', 'warehouse/sales'],
  ])('A80 a cluster of Redshift: %s', (text, alias) => {
    expect(told({ Text: text })).toContain(`warehouse ${alias}`);
  });

  test('A80 also in texts of 200,000 labels, or of one', () => {
    for (const part of ['a.', 'a', 'redshift.amazonaws.', '-.redshift.'])
      expect(told({ Text: `${part.repeat(200_000)} x.y.us-east-1.redshift.amazonaws.com` })).toContain(
        'warehouse warehouse/x',
      );
  });

  test.each([
    ['postgres://shop@Shop.cluster-abc123.us-east-1.rds.amazonaws.com:5432/shop', 'dbCluster/shop'],
    ['DB_READER=shop.cluster-ro-abc123.eu-central-1.rds.amazonaws.com', 'dbCluster/shop'],
    ['shop.cluster-abc123.rds.cn-north-1.amazonaws.com.cn', 'dbCluster/shop'],
    ['mongodb://u:p@Docs.cluster-abc123.us-east-1.docdb.amazonaws.com:27017/?tls=true', 'dbCluster/docs'],
    ['docs.cluster-ro-abc123.docdb.cn-north-1.amazonaws.com.cn', 'dbCluster/docs'],
    ['mongodb://Docs-2.abc123.us-east-1.docdb.amazonaws.com', 'docs-2.abc123.us-east-1.docdb.amazonaws.com'],
    [
      'reports.cluster-custom-abc123.us-east-1.rds.amazonaws.com',
      'reports.cluster-custom-abc123.us-east-1.rds.amazonaws.com',
    ],
    ['arn:aws:rds:us-east-1:111111111111:cluster:Shop.', 'arn:aws:rds:us-east-1:111111111111:cluster:shop'],
    ['arn:aws:rds-db:us-east-1:111111111111:dbuser:cluster-ABC123/jane', 'cluster-abc123'],
    ['aws rds start-db-cluster --db-cluster-identifier Shop', 'dbCluster/shop'],
  ])('A75 a cluster of databases: %s', (text, alias) => {
    expect(told({ Text: text })).toContain(`dbCluster ${alias}`);
  });

  test('A75 also in texts of 200,000 labels, or of one', () => {
    for (const part of ['a.', 'a', 'cluster-a.', 'x.cluster-', '.rds.amazonaws', '.docdb.amazonaws'])
      expect(told({ Text: `${part.repeat(200_000)} x.cluster-y.us-east-1.rds.amazonaws.com` })).toContain(
        'dbCluster dbCluster/x',
      );
  });

  test('A55 also in texts of 200,000 labels, or of one', () => {
    for (const part of ['a.', 'a', 'cache.amazonaws.', '-.cache.'])
      expect(told({ Text: `${part.repeat(200_000)} x.y.cache.amazonaws.com` })).toContain('cache cache/x');
  });

  test('a longer run of digits is another id', () => {
    expect(told({ Text: `${IMAGE}0` })).toEqual([`image ${IMAGE}0`]);
  });
});

describe('a scan finds a name by the member that has it', () => {
  test.each([
    [{ AutoScalingGroupName: 'web' }, 'autoScalingGroup web'],
    [{ autoScalingGroups: [{ name: 'web', hook: 'h' }] }, 'autoScalingGroup web'],
    [{ AutoScalingGroupNames: ['web'] }, 'autoScalingGroup web'],
    [{ launchTemplate: { launchTemplateName: 'web' } }, 'launchTemplate launchTemplate/web'],
    [{ ReplicationGroupId: 'Web' }, 'cache cache/web'],
    [{ Variables: { REDIS_REPLICATION_GROUP_ID: 'web' } }, 'cache cache/web'],
    [{ ClusterIdentifier: 'Web' }, 'warehouse warehouse/web'],
    [{ Variables: { DW_REDSHIFT_CLUSTER: 'web' } }, 'warehouse warehouse/web'],
    [{ LaunchConfigurationName: 'web' }, 'launchConfiguration launchConfiguration/web'],
    [{ loadBalancerInfo: { elbInfoList: [{ name: 'web' }] } }, 'loadBalancer loadBalancer/web'],
    [{ loadBalancerInfo: { targetGroupInfoList: [{ name: 'web' }] } }, 'targetGroup targetGroup/web'],
    [{ SecurityGroups: ['web'] }, 'securityGroup securityGroup/web'],
    [{ TaskDefinition: 'job:3' }, 'taskDefinition job:3'],
    [
      { environment: { image: 'registry.example.com/shop/web' } },
      'containerImage registry.example.com/shop/web:latest',
    ],
    [{ PrimaryContainer: { Image: 'shop/web:1' } }, 'containerImage docker.io/shop/web:1'],
  ])('%j', (answer, mention) => {
    expect(told(answer)).toContain(mention);
    expect(told({ Definition: JSON.stringify({ In: answer }) })).toContain(mention);
    expect(told({ Definition: JSON.stringify({ In: JSON.stringify(JSON.stringify(answer)) }) })).toContain(mention);
  });

  test.each([
    { environment: [{ name: 'TABLE_NAME', value: 'Orders' }] },
    { Environment: [{ Value: 'Orders', Name: 'TableName' }] },
    { environment: [{ name: 'TABLE_NAMES', value: 'Users, Orders', type: 'PLAINTEXT' }] },
    { Parameters: [{ ParameterKey: 'TableName', ParameterValue: 'Orders' }] },
    { Parameters: [{ ParameterKey: 'TableName', ParameterValue: '/table', ResolvedValue: 'Orders' }] },
    { StaticParameters: [{ Key: 'TableName', Values: ['Orders'] }] },
    { OptionSettings: [{ Namespace: 'x', OptionName: 'TABLE_NAME', Value: 'Orders' }] },
    { fields: [{ key: 'tableName', stringValue: 'Orders' }] },
    { outputs: { table_name: { value: 'Orders', type: 'string' } } },
    { Parameters: { TableName: { Type: 'String', Default: 'Orders' } } },
    { Item: { table_name: { S: 'Orders' } } },
    { command: ['python', 'job.py', '--table-name', 'Orders'] },
    { command: ['job', '--table-name=Orders'] },
    { command: ['sh', '-c', 'job --table-name Orders'] },
    { env: ['ORDERS_TABLE=Orders'] },
    { Arguments: { '--table_name': 'Orders' } },
    { Variables: { ORDERS_TABLE_NAME: 'Orders' } },
    { Variables: { ORDERS_TABLE: 'Orders' } },
    { Variables: { ordersTable: 'Orders' } },
    { Variables: { TABLES: 'Users,Orders' } },
    { Variables: { APP_DYNAMODB_TABLES: 'Orders' } },
  ])('A60 of a program that calls it so: %j', (answer) => {
    expect(told(answer)).toContain('table table/Orders');
    expect(told({ Definition: JSON.stringify({ In: answer }) })).toContain('table table/Orders');
  });

  /** Variables as public programs call them. */
  test.each([
    ['autoScalingGroup web', ['ASG', 'DR_ASG', 'PIPELINE_ASG_NAME', 'workerAsg', 'SCALING_GROUP_NAME']],
    [
      'dbInstance dbInstance/web',
      [
        'RDS_ID',
        'SECONDARY_RDS_ID',
        'DB_INSTANCE_ID',
        'DB_IDENTIFIER',
        'RDS_INSTANCE',
        'rdsInstanceIdentifier',
        'DB_INSTANCE',
      ],
    ],
    [
      'dbCluster dbCluster/web',
      ['DB_CLUSTER_ID', 'AURORA_CLUSTER_IDENTIFIER', 'RDS_CLUSTER', 'auroraClusterName', 'SHOP_DB_CLUSTER_IDENTIFIER'],
    ],
    ['dbSnapshot dbSnapshot/web', ['GOLDEN_DB_SNAPSHOT', 'DB_SNAPSHOT_ID', 'RDS_SNAPSHOT', 'RDS_SNAPSHOT_ID']],
    [
      'dbClusterSnapshot dbClusterSnapshot/web',
      ['CLUSTER_SNAPSHOT_ID', 'GOLDEN_CLUSTER_SNAPSHOT_IDENTIFIER', 'RDS_SNAPSHOT'],
    ],
    [
      'modelEndpoint modelEndpoint/web',
      ['RANKER_ENDPOINT_NAME', 'SAGEMAKER_ENDPOINT', 'MY_MODEL_ENDPOINT', 'INFERENCE_ENDPOINT_NAME'],
    ],
    ['fargateService fargateService/web', ['ECS_SERVICE', 'WORKER_ECS_SERVICE_NAME', 'FARGATE_SERVICE']],
    ['launchTemplate launchTemplate/web', ['RUNNER_LAUNCH_TEMPLATE', 'LAUNCH_TEMPLATE_NAME']],
    ['loadBalancer loadBalancer/web', ['ELB_NAME', 'PUBLIC_LOAD_BALANCER', 'LOAD_BALANCER_NAME']],
  ])('A60 %s is named by each variable of %j', (mention, variables) => {
    for (const key of variables)
      expect([key, told({ Variables: { [key]: 'web' } })]).toEqual([key, expect.arrayContaining([mention])]);
  });

  test.each([
    ['a tag', { Tags: [{ Key: 'TableName', Value: 'Orders' }] }],
    ['the name of something else', { environment: [{ name: 'COLOUR', value: 'Orders' }] }],
    ['prose', { Text: 'see the table Orders, or table: Orders' }],
    ['a group of subnets', { CacheSubnetGroupName: 'Orders', DBSubnetGroupName: 'Orders' }],
  ])('A60 but not of %s', (_what, answer) => {
    expect(told(answer)).toEqual([]);
  });

  test('also in a list of 200,000 words and flags', () => {
    const words = Array.from({ length: 200_000 }, (_, n) => (n % 2 ? 'x' : '--table-nam'));
    expect(told({ command: [...words, '--table-name', 'Orders'] })).toContain('table table/Orders');
    expect(told({ [`${'Table_'.repeat(200_000)}x`]: 'Orders' })).toEqual([]);
    expect(told({ ['table'.repeat(200_000)]: 'Orders' })).toEqual([]);
  });

  test.each([
    ['aws autoscaling set-desired-capacity --auto-scaling-group-name web --desired-capacity 2', 'autoScalingGroup web'],
    ['LaunchTemplate:\n  LaunchTemplateName: web\n', 'launchTemplate launchTemplate/web'],
    ['target_group_name = "web"', 'targetGroup targetGroup/web'],
    ['aws ecs run-task --task-definition job:3', 'taskDefinition job:3'],
    ['{{ "AutoScalingGroupName": "web", broken', 'autoScalingGroup web'],
  ])('in the text %j', (text, mention) => {
    expect(told({ Body: text })).toContain(mention);
  });

  test('a value with the form of an id is never a name', () => {
    expect(told({ SecurityGroups: ['sg-0123456789abcdef0'] })).toEqual(['securityGroup sg-0123456789abcdef0']);
  });
});

describe('a scan looks into', () => {
  const script = `#!/bin/sh\naws ec2 run-instances --image-id ${IMAGE}\n`;
  const cloudInit = `#cloud-config\nwrite_files:\n- encoding: b64\n  content: ${base64(script)}\n`;
  const wrapped = base64(script.repeat(9)).replace(/(.{76})/g, '$1\n');
  test.each([
    ['user data', { UserData: base64(script) }],
    ['packed user data', { UserData: base64(gzipSync(script)) }],
    ['a file of cloud-init in user data', { UserData: base64(cloudInit) }],
    [
      'a packed file of cloud-init',
      { UserData: base64(`#cloud-config\ncontent: !!binary ${base64(gzipSync(script))}\n`) },
    ],
    ['base64 in lines', { UserData: base64(`MIME-Version: 1.0\n\n${wrapped}\n`) }],
    ['base64 in JSON', { Value: JSON.stringify({ userData: base64(script) }) }],
    ['bytes', { Payload: Buffer.from(script) }],
  ])('%s', (_what, answer) => {
    expect(told(answer)).toContain(`image ${IMAGE}`);
  });
});

test.each([
  ['a flag of a shell', 'aws autoscaling describe-auto-scaling-groups --auto-scaling-group-names web api --region x'],
  ['Terraform', 'autoscaling_group_names = ["web", "api"]'],
  ['YAML', 'AutoScalingGroupNames:\n  - web\n  - api\nOther: x'],
  ['Python', "client.describe(AutoScalingGroupNames=['web', 'api'])"],
])('a scan finds every name of a list in a text: %s', (_what, text) => {
  const found = told({ Text: text });
  expect(found).toEqual(expect.arrayContaining(['autoScalingGroup web', 'autoScalingGroup api']));
  expect(found).not.toContain('autoScalingGroup x');
});

test('a scan finds a group behind the short word for it', () => {
  expect(told({ Text: 'ASG_NAME=web ./deploy' })).toContain('autoScalingGroup web');
});

test('the path of a mention has members of the service and no keys of people', () => {
  const answer = { Versions: [{ Definition: JSON.stringify({ secret: { key: IMAGE } }) }], Tags: [{ Value: IMAGE }] };
  expect(mentionsIn(answer).map(({ path }) => path)).toEqual(['Versions[].Definition', 'Tags[].Value']);
});

test('an answer of any shape is looked through to its end', () => {
  const deep = JSON.parse(`${'['.repeat(500)}"${IMAGE}"${']'.repeat(500)}`);
  expect(told(deep)).toEqual([`image ${IMAGE}`]);
  expect(told([null, 1, true, new Date(0), undefined, { a: { b: IMAGE } }])).toEqual([`image ${IMAGE}`]);
  expect(told({ Text: '{"a":' })).toEqual([]);
});

test('a name beside an id of its own is not told by a service: another resource may have the name by now', () => {
  const id = 'lt-0123456789abcdef0';
  expect(told({ launchTemplate: { id, name: 'web' } })).toEqual([`launchTemplate ${id}`]);
  expect(told({ LaunchTemplateId: id, LaunchTemplateName: 'web' })).toEqual([`launchTemplate ${id}`]);
  const both = [`launchTemplate ${id}`, 'launchTemplate launchTemplate/web'];
  expect(told({ launchTemplate: { id: '', name: 'web' } })).toEqual(['launchTemplate launchTemplate/web']);
  expect(told({ OtherId: id, LaunchTemplateName: 'web' })).toEqual(both);
  expect(told({ Text: JSON.stringify({ LaunchTemplateId: id, LaunchTemplateName: 'web' }) })).toEqual(both);
});

/** Numbers that are the same in each run. @see https://en.wikipedia.org/wiki/Linear_congruential_generator */
function numbers(seed: number): (below: number) => number {
  let last = seed;
  return (below) => {
    last = (last * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((last / 2 ** 31) * below);
  };
}

describe('the first test of a text passes whatever names something:', () => {
  const below = numbers(7);
  const bytes = (most: number) => Buffer.from(Array.from({ length: below(most) }, () => below(256)));

  test.each(Array.from({ length: 40 }, (_, length) => length))('%i bytes before an id in base64', (length) => {
    for (const after of [0, 1, 2, 3, 20]) {
      const before = Buffer.from(Array.from({ length }, () => 128 + below(128)));
      const text = Buffer.concat([before, Buffer.from(`\0${IMAGE}\0`), bytes(after + 1)]);
      for (const wrapped of [base64(text), base64(text).replace(/.{20}/g, '$&\r\n  '), `x_${base64(text)}_x`])
        expect(told({ a: wrapped })).toContain(`image ${IMAGE}`);
    }
  });

  test('a word before a name, in any letters, quotes and separators', () => {
    const words = ['image', 'Images', 'IMAGE-URI', 'container_image', 'ImageUri'];
    for (const word of words)
      for (const quote of ['', '"', "'", '\\"', '\\\\"'])
        for (const between of [': ', '=', ' ', ' : ', '\u00a0=', '\n', '\t: '].filter((one) => /[:= ]/.test(one)))
          expect(told({ a: `x ${quote}${word}${quote}${between}${quote}shop/web:1${quote} y` })).toContain(
            'containerImage docker.io/shop/web:1',
          );
  });

  test('an id in a run of any other characters', () => {
    for (let at = 0; at < 200; at += 1) {
      const filler = Array.from({ length: below(30) }, () => 'gz_-.:/=\\ "\u2003é{'.charAt(below(15))).join('');
      expect(told({ a: `${filler}${IMAGE}${filler}` })).toContain(`image ${IMAGE}`);
      expect(told({ a: `${filler} 203.0.113.10 ${filler}` })).toContain('elasticIp 203.0.113.10');
    }
  });

  test('however many keys people have', () => {
    const many = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`key ${at}`, `value ${at}`]));
    expect(mentionsIn({ many, ImageId: IMAGE, last: { [`run ${IMAGE}`]: 1 } }).map(({ path }) => path)).toEqual([
      'ImageId',
      `last.run ${IMAGE}`,
    ]);
    expect(mentionsIn({ a: [{ ImageId: IMAGE }] })).toEqual([{ kind: 'image', alias: IMAGE, path: 'a[].ImageId' }]);
  });
});

describe('user data names what it names', () => {
  const script = `aws ec2 attach-volume --volume-id vol-0123456789abcdef0\n`;
  const packed = gzipSync(`#!/bin/bash\n${'echo ready\n'.repeat(200)}${script}${randomBytes(600).toString('hex')}`);

  test.each<[string, string | Buffer]>([
    ['with bytes that are no UTF-8', Buffer.concat([Buffer.from([0xdf, 0x8b, 0xff]), Buffer.from(script)])],
    ['packed, whose end is cut off', packed.subarray(0, -200)],
    [
      'packed, that becomes ten megabytes',
      gzipSync(Buffer.concat([Buffer.alloc(10_000_000, 'x '), Buffer.from(script)])),
    ],
    ['in a template that has it in base64', JSON.stringify({ Properties: { UserData: base64(script) } })],
  ])('%s', (_, text) => {
    expect(told({ UserData: base64(text) })).toEqual(['volume vol-0123456789abcdef0']);
    expect(told({ UserData: base64(text).replace(/=+$/, '') })).toEqual(['volume vol-0123456789abcdef0']);
  });

  test('that only looks packed does not end the scan', () => {
    for (const start of [
      [0x1f, 0x8b, 8],
      [0x78, 0x9c],
      [0x78, 0x01],
    ]) {
      const bytes = Buffer.concat([Buffer.from(start), randomBytes(40), Buffer.from(script)]);
      expect(told({ UserData: base64(bytes), ImageId: IMAGE })).toContain(`image ${IMAGE}`);
    }
  });
});

describe('L1 an answer that hides more than anybody writes', () => {
  const layered = (layers: number, bytes: number): Buffer => {
    if (layers === 0) return gzipSync(Buffer.alloc(bytes, 'echo ready '));
    const inner = `${base64(layered(layers - 1, bytes))} `;
    return gzipSync(inner.repeat(bytes / inner.length));
  };

  test.each([
    ['layers of user data', layered(1, 2_000_000)],
    ['one layer', layered(0, 20_000_000)],
  ])('is not read: %s', (_what, packed) => {
    expect(() => mentionsIn({ UserData: base64(packed) })).toThrow(/more than 34 MB in base64 or gzip/);
  });
});
