/** What a text finds by a tag, in the languages that people write it in. */
import { describe, expect, test } from '@jest/globals';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { tagAliases } from '../../../src/handlers/aws/resources/tagAliases.ts';

/** Does the text use the volume with this tag? */
const uses = (text: string, tags: Readonly<Record<string, string>>) => {
  const aliases = new Set(tagAliases('volume', tags));
  return mentionsIn({ text }).some(({ kind, alias }) => kind === 'volume' && aliases.has(alias));
};
const HOME = { Name: 'jenkins-home' };

describe('A86 a volume named jenkins-home, and no other, is used by', () => {
  test.each([
    ['the command line', 'aws ec2 describe-volumes --filters Name=tag:Name,Values=jenkins-home --output text'],
    [
      'a value in quotes',
      'aws ec2 describe-volumes --filters "Name=tag:Name,Values=jenkins-home" Name=status,Values=available',
    ],
    ['quotes around each', `aws ec2 describe-volumes --filters 'Name="tag:Name",Values="jenkins-home"' | jq .`],
    ['several values', 'aws ec2 describe-volumes --filters Name=tag:Name,Values=a,jenkins-home,c --query x'],
    [
      'JSON on the command line',
      `aws ec2 describe-volumes --filters '[{"Name": "tag:Name", "Values": ["a", "jenkins-home"]}]'`,
    ],
    ['a filter alone, of a program that has the call', 'Name=tag:Name,Values=jenkins-home;Name=tag:env,Values=demo'],
    ['the same as JSON', '[{"Name":"tag:Name","Values":["jenkins-home"]}]'],
    [
      'a variable of the same text',
      'N="jenkins-home"\naws ec2 describe-volumes --filters Name=tag:Name,Values=$N --output text',
    ],
    [
      'another writing of it',
      'export N=jenkins-home\naws ec2 describe-volumes --filters "Name=tag:Name,Values=$' + '{N}"',
    ],
    ['boto3', `c.describe_volumes(Filters=[{'Name': 'tag:Name', 'Values': ['jenkins-home']}])`],
    [
      'boto3, over lines',
      `ec2.volumes.filter(\n  Filters=[\n    {\n      'Name': 'tag:Name',\n      'Values': [\n        'jenkins-home'\n      ]\n    }\n  ]\n)`,
    ],
    [
      'a variable of Python',
      `name = 'jenkins-home'\nc.describe_volumes(Filters=[{'Name': 'tag:Name', 'Values': [name]}])`,
    ],
    ['Ruby', 'ec2.describe_volumes(filters: [{ name: "tag:Name", values: ["jenkins-home"] }])'],
    [
      'Go',
      'c.DescribeVolumes(&ec2.DescribeVolumesInput{Filters: []*ec2.Filter{{Name: aws.String("tag:Name"),\n Values: []*string{aws.String("jenkins-home")}}}})',
    ],
    [
      'Java',
      'DescribeVolumesRequest.builder().filters(Filter.builder().name("tag:Name").values("jenkins-home").build())',
    ],
    ['PowerShell', `Get-EC2Volume -Filter @{ Name="tag:Name"; Values="jenkins-home" }`],
    ['Ansible', 'ec2_vol_info:\n  filters:\n    "tag:Name": jenkins-home\n'],
    [
      'Terraform',
      'data "aws_ebs_volume" "home" {\n  filter {\n    name   = "tag:Name"\n    values = ["jenkins-home"]\n  }\n}',
    ],
    ['YAML', 'api: DescribeVolumes\nFilters:\n- Name: tag:Name\n  Values:\n  - jenkins-home\n'],
    ['a query', "aws ec2 describe-volumes --query \"Volumes[?Tags[?Key=='Name' && Value=='jenkins-home']].VolumeId\""],
    [
      'the tagging API',
      'aws resourcegroupstaggingapi get-resources --tag-filters Key=Name,Values=jenkins-home; # then describe-volumes',
    ],
    [
      'a state machine',
      JSON.stringify({
        Resource: 'arn:aws:states:::aws-sdk:ec2:describeVolumes',
        Parameters: { Filters: [{ Name: 'tag:Name', Values: ['jenkins-home'] }] },
      }),
    ],
  ])('%s', (_, text) => {
    expect(uses(text, HOME)).toBe(true);
    expect(uses(text, { Name: 'jenkins' })).toBe(false);
    expect(uses(text, { Other: 'jenkins-home' })).toBe(false);
  });
});

describe('A86 where the value is known only when it runs, each that it may be is used:', () => {
  test.each([
    ['a variable from outside', 'aws ec2 describe-volumes --filters Name=tag:Name,Values=$NAME', 'any'],
    ['one that a command gives', 'N=$(cat /name)\naws ec2 describe-volumes --filters "Name=tag:Name,Values=$N"', 'any'],
    [
      'an argument of Python',
      `def f(name):\n  c.describe_volumes(Filters=[{'Name': 'tag:Name', 'Values': [name]}])`,
      'any',
    ],
    [
      'what the environment has',
      `n = os.environ['N']\nc.describe_volumes(Filters=[{'Name': 'tag:Name', 'Values': [n]}])`,
      'any',
    ],
    ['an expression', `c.describe_volumes(Filters=[{'Name': 'tag:Name', 'Values': ['x-' + env]}])`, 'any'],
    ['values elsewhere', `f = make_filter('tag:Name')\nc.describe_volumes(Filters=f)`, 'any'],
    ['a tag of any value', 'aws ec2 describe-volumes --filters Name=tag-key,Values=Name', 'any'],
    ['a value of any tag', 'aws ec2 describe-volumes --filters Name=tag-value,Values=$X', 'any'],
    ['a key from outside', 'aws ec2 describe-volumes --filters Name=tag:$KEY,Values=x', 'any'],
    ['a comparison', `for v in c.describe_volumes(): if t['Key'] == 'Name' and t['Value'] == name: use(v)`, 'any'],
    [
      'jq',
      `aws ec2 describe-volumes | jq --arg n "$N" '.Volumes[] | select(.Tags[]? | .Key=="Name" and .Value==$n)'`,
      'any',
    ],
    [
      'tags that it reads itself',
      `for v in ec2.describe_volumes(): d = dict(v.tags)\n  if d.get('Name') == me: v.attach_volume()`,
      'any',
    ],
    ['a pattern', 'aws ec2 describe-volumes --filters Name=tag:Name,Values=jenkins-*', 'jenkins-'],
    ['a variable behind a word', 'aws ec2 describe-volumes --filters Name=tag:Name,Values=jenkins-$ENV', 'jenkins-'],
    [
      'a text of Python',
      `c.describe_volumes(Filters=[{'Name': 'tag:Name', 'Values': [f'jenkins-{env}']}])`,
      'jenkins-',
    ],
  ])('%s', (_, text, which) => {
    expect(uses(text, HOME)).toBe(true);
    expect(uses(text, { Name: 'web-home' })).toBe(which === 'any');
  });
});

test.each([
  ['instances', 'aws ec2 describe-instances --filters Name=tag:Name,Values=jenkins-home'],
  [
    'what it makes',
    'aws ec2 create-volume --tag-specifications "ResourceType=volume,Tags=[{Key=Name,Value=jenkins-home}]"',
  ],
])('A86 a text that finds %s by a tag uses no volume', (_, text) => {
  expect(uses(text, HOME)).toBe(false);
});

test.each([
  ['elasticIp', 'aws ec2 describe-addresses'],
  ['image', 'aws ec2 describe-images'],
  ['networkInterface', 'aws ec2 describe-network-interfaces'],
  ['securityGroup', 'aws ec2 describe-security-groups'],
  ['autoScalingGroup', 'aws autoscaling describe-auto-scaling-groups'],
  ['fileSystem', 'aws efs describe-file-systems'],
  ['fileSystem', 'Get-FSXFileSystem'],
  ['autoScalingGroup', 'Get-ASAutoScalingGroup'],
  ['instance', 'aws ec2 describe-instances'],
  ['natGateway', 'aws ec2 describe-nat-gateways'],
  ['snapshot', 'aws ec2 describe-snapshots'],
  ['vpcEndpoint', 'aws ec2 describe-vpc-endpoints'],
] as const)('A86 an %s is found by its tag, too', (kind, call) => {
  const told = mentionsIn({ text: `${call} --filters Name=tag:team,Values=web` });
  expect(told).toContainEqual({ kind, alias: `${kind}/tag:team=web`, path: 'text' });
  expect(tagAliases(kind, { team: 'web' })).toContain(`${kind}/tag:team=web`);
});

const FOUND = '--tag-filters Key=team,Values=web --query x';
const finds = (text: string, kind: string) =>
  mentionsIn({ UserData: text }).some((one) => one.kind === kind && one.alias === `${kind}/tag:team=web`);

test.each([
  ['autoScalingGroup', 'autoscaling:autoScalingGroup'],
  ['elasticIp', 'ec2:elastic-ip'],
  ['fileSystem', 'elasticfilesystem:file-system'],
  ['fileSystem', 'fsx:file-system'],
  ['image', 'ec2:image'],
  ['instance', 'ec2:instance'],
  ['natGateway', 'ec2:natgateway'],
  ['networkInterface', 'ec2:network-interface'],
  ['securityGroup', 'ec2:security-group'],
  ['snapshot', 'ec2:snapshot'],
  ['volume', 'ec2:volume'],
  ['vpcEndpoint', 'ec2:vpc-endpoint'],
] as const)('A174 the Resource Groups Tagging API finds an %s (%s)', (kind, type) => {
  for (const text of [
    `aws resourcegroupstaggingapi get-resources --resource-type-filters ${type} ${FOUND}`,
    `boto3.client('resourcegroupstaggingapi').get_resources(TagFilters=[{'Key': 'team', 'Values': ['web']}], ResourceTypeFilters=['s3', '${type}'])`,
    `new GetResourcesCommand({ TagFilters: [{ Key: "team", Values: ["web"] }], ResourceTypeFilters: ["${type}"] })`,
    `Get-RGTResource -TagFilter @{Key='team';Values='web'} -ResourceTypeFilter '${type}'`,
    `aws resourcegroupstaggingapi get-resources ${FOUND}`,
    `aws resourcegroupstaggingapi get-resources --resource-type-filters ec2 autoscaling fsx elasticfilesystem ${FOUND}`,
  ])
    expect([text, finds(text, kind)]).toEqual([text, true]);
  const other = type === 'ec2:volume' ? 'ec2:image' : 'ec2:volume';
  const text = `aws resourcegroupstaggingapi get-resources --resource-type-filters ${other} ${FOUND}`;
  expect(finds(text, kind)).toBe(false);
});

test.each([
  `aws resourcegroupstaggingapi get-resources --resource-type-filters ec2:image ${FOUND}\naws resourcegroupstaggingapi get-resources ${FOUND}`,
  `t = boto3.client('resourcegroupstaggingapi')\nt.get_resources(ResourceTypeFilters=['ec2:image'])\nt.get_resources(TagFilters=[{'Key': 'team', 'Values': ['web']}])`,
  `send(new GetResourcesCommand({ ResourceTypeFilters: ["ec2:image"] })); send(new GetResourcesCommand({ TagFilters: [{ Key: "team", Values: ["web"] }] }))`,
  `Get-RGTResource -ResourceTypeFilter ec2:image\nGet-RGTResource -TagFilter @{Key='team';Values='web'}`,
])('A174 of two calls, one without types finds any: %s', (text) => {
  for (const kind of ['image', 'volume', 'vpcEndpoint']) expect([kind, finds(text, kind)]).toEqual([kind, true]);
});

test.each([
  'tag:',
  'tag:a=',
  'tag-key ',
  "Key='",
  'tag:x,Values=$a ',
  '- a\n',
  '(((',
  'Values=',
  '"',
  ' ',
  'filter ',
  "','",
  'get-resources ',
  'get_resources(',
  'ResourceTypeFilters',
])('A86 a text of 200,000 times %j is read in time', (one) => {
  const told = mentionsIn({ text: `describe-volumes tag:x,Values=a ${one.repeat(200_000)}` });
  expect(told).toContainEqual(expect.objectContaining({ kind: 'volume' }));
});

test('a filter of a call that finds something else names no volume', () => {
  expect(uses('aws ec2 describe-subnets --filters Name=tag:Name,Values=jenkins-home', HOME)).toBe(false);
  expect(uses('the name is tag: jenkins-home', HOME)).toBe(false);
});

describe('A86 two variables that say a tag find what has it, of whatever kind', () => {
  const found = (Variables: Readonly<Record<string, string>>) => {
    const aliases = new Set(tagAliases('instance', { role: 'closing' }));
    return mentionsIn({ Environment: { Variables } }).some(
      ({ kind, alias }) => kind === 'instance' && aliases.has(alias),
    );
  };
  test.each([
    ['TAG_KEY and TAG_VALUE', { TAG_KEY: 'role', TAG_VALUE: 'closing' }],
    ['others of the same words, with several values', { START_TAG_NAME: 'role', START_TAG_VALUES: 'opening,closing' }],
    ['written together', { tagKey: 'role', tagValue: 'closing' }],
  ])('%s', (_what, variables) => expect(found(variables)).toBe(true));
  test.each([
    ['another value', { TAG_KEY: 'role', TAG_VALUE: 'opening' }],
    ['of different words', { START_TAG_KEY: 'role', STOP_TAG_VALUE: 'closing' }],
    ['no key', { TAG_VALUE: 'closing' }],
  ])('%s: nothing', (_what, variables) => expect(found(variables)).toBe(false));
});

test('a sign between key and value that either may contain: each tag has its own keys, whatever was asked before', () => {
  const aliases = [{ 'a=b-': 'c-d' }, { a: 'b-=c-d' }].map((tags) => tagAliases('volume', tags));
  expect(aliases).toEqual([
    ['volume/tag:*', 'volume/tag:a=b-=*', 'volume/tag:a=b-=c-d', 'volume/tag:a=b-=c-*'],
    ['volume/tag:*', 'volume/tag:a=*', 'volume/tag:a=b-=c-d', 'volume/tag:a=b-*', 'volume/tag:a=b-=c-*'],
  ]);
});
