// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of both files
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { attributeOf } from '../../../../src/core/resource/attribute.ts';
import { toGroup } from '../../../../src/handlers/aws/resources/autoScalingGroup.ts';
import { toImage } from '../../../../src/handlers/aws/resources/image.ts';
import { autoScalingGroup as autoScalingGroupType } from '../../../../src/handlers/aws/types/autoScalingGroup/handler.ts';
import { image as imageType } from '../../../../src/handlers/aws/types/image/handler.ts';
import { ATTRIBUTES, type NativeType, OTHER_KINDS } from '../../../../tools/import-swabbie/attributes.ts';
import { KINDS } from '../../../../tools/import-swabbie/exclusion.ts';
import { RULES } from '../../../../tools/import-swabbie/rule.ts';
import { READ } from '../../../../tools/import-swabbie/unread.ts';
import { entry, lost, only, swabbie } from './support.ts';

/** Branches as lines of flow YAML. */
function rules(...branches: readonly string[]): string {
  return `enabledRules:\n${branches.map((branch) => `  - { ${branch} }`).join('\n')}`;
}

const when = (type: string, name = 'image') => entry(swabbie({ type, name })).when;
const age = (days: unknown) => `{ name: AgeRule, parameters: { moreThanDays: ${days} } }`;

describe('rules', () => {
  const images: readonly (readonly [string, string, readonly unknown[]])[] = [
    ['AgeRule', age(90), [{ rule: 'age', moreThan: '90d' }]],
    ['AgeRule of a variable', age('"${DAYS:90}"'), [{ rule: 'age', moreThan: '${DAYS:-90}d' }]],
    ['AgeRule of none', age(0), [{ rule: 'age', moreThan: '1d' }]],
    ['ExpiredResourceRule', '{ name: ExpiredResourceRule }', [{ rule: 'expired' }]],
    ['OrphanedImageRule', '{ name: OrphanedImageRule }', [{ rule: 'unused' }]],
    [
      'AttributeRule: any of its attributes',
      '{ name: AttributeRule, parameters: { name: "pattern:^x", public: true, other: 1 } }',
      [
        { rule: 'attribute', where: { name: '/^x/' } },
        { rule: 'attribute', where: { public: true } },
      ],
    ],
  ];
  test.each(images)('L38 L39 %s', (_what, rule, expected) => {
    expect(when(rules(`rules: [${rule}]`))).toEqual(expected);
  });

  const groups: readonly (readonly [string, string, unknown])[] = [
    ['ZeroInstanceRule', '', { rule: 'zeroInstances' }],
    ['ZeroLoadBalancerRule', '', { rule: 'zeroLoadBalancers' }],
    ['DisabledLoadBalancerRule', ', parameters: { moreThanDays: 3 }', { rule: 'disabledFor', moreThan: '3d' }],
    ['DisabledLoadBalancerRule', '', { rule: 'disabledFor', moreThan: '1d' }],
    [
      'ZeroInstanceDisabledServerGroupRule',
      '',
      { all: [{ rule: 'zeroInstances' }, { rule: 'disabledFor', moreThan: '30d' }] },
    ],
  ];
  test.each(groups)('L38 %s%s', (name, parameters, expected) => {
    expect(when(rules(`rules: [{ name: ${name}${parameters} }]`), 'serverGroup')).toEqual([expected]);
  });

  test.each([
    'NotInDiscoveryRule',
    'ZeroInstanceInDiscoveryDisabledServerGroupRule',
    'AlwaysCleanRule',
    'SomeRuleOfOurOwn',
  ])('L10 %s has no counterpart: alone it nominates nothing', (name) => {
    const text = swabbie({ type: rules(`rules: [{ name: ${name} }]`), name: 'serverGroup' });
    expect(only(text)).toMatchObject({ resourceType: 'image', only: [], live: false });
    expect(lost(text).length).toBeGreaterThanOrEqual(2);
  });

  test('a number that is a text: Swabbie never matched by it, so that it is plan-only', () => {
    expect(entry(swabbie({ type: rules(`rules: [${age('"90"')}]`) }))).toMatchObject({
      when: [{ rule: 'age', moreThan: '90d' }],
      live: false,
    });
  });
});

describe('branches', () => {
  const orphaned = '{ name: OrphanedImageRule }';

  test('L38 OR is one entry each, AND is `all`, branches are OR-ed', () => {
    const type = rules(
      `operator: OR, rules: [${orphaned}, ${age(1)}]`,
      `operator: AND, rules: [${orphaned}, ${age(2)}]`,
    );
    expect(when(type)).toEqual([
      { rule: 'unused' },
      { rule: 'age', moreThan: '1d' },
      { all: [{ rule: 'unused' }, { rule: 'age', moreThan: '2d' }] },
    ]);
  });

  test('a rule without a counterpart: OR leaves it out, AND is dropped as a whole', () => {
    const type = rules(`rules: [{ name: Mine }, ${age(1)}]`, `operator: AND, rules: [{ name: Mine }, ${age(2)}]`);
    expect(when(type)).toEqual([{ rule: 'age', moreThan: '1d' }]);
  });

  test('a rule of another type voids its branch, as in Swabbie', () => {
    const type = rules(`rules: [{ name: ZeroInstanceRule }, ${age(1)}]`, `rules: [${age(2)}]`);
    expect(when(type)).toEqual([{ rule: 'age', moreThan: '2d' }]);
  });

  test('any attribute within AND: every combination', () => {
    const names = '{ name: AttributeRule, parameters: { name: x, state: failed } }';
    expect(when(rules(`operator: AND, rules: [${orphaned}, ${names}]`))).toEqual([
      { all: [{ rule: 'unused' }, { rule: 'attribute', where: { name: 'x' } }] },
      { all: [{ rule: 'unused' }, { rule: 'attribute', where: { state: 'failed' } }] },
    ]);
  });

  test('the same twice is once; an operator that does not exist is left out', () => {
    expect(when(rules(`rules: [${orphaned}, ${orphaned}]`, `operator: XOR, rules: [${age(1)}]`))).toEqual([
      { rule: 'unused' },
    ]);
  });
});

describe('attributes', () => {
  const image = toImage({
    ImageId: 'ami-1',
    Name: 'n',
    Architecture: 'arm64',
    Description: 'd',
    ImageType: 'machine',
    Public: false,
    RootDeviceType: 'ebs',
    State: 'available',
    VirtualizationType: 'hvm',
  });
  const group = toGroup({
    AutoScalingGroupName: 'g',
    AutoScalingGroupARN: 'arn:aws:autoscaling:us-east-1:123456789012:autoScalingGroup:u:autoScalingGroupName/g',
    MinSize: 0,
    MaxSize: 1,
    DesiredCapacity: 0,
    DefaultCooldown: 300,
    AvailabilityZones: [],
    HealthCheckType: 'EC2',
    CreatedTime: new Date(0),
    LaunchConfigurationName: 'lc',
    Status: 'Delete in progress',
  });
  const resources = { image, autoScalingGroup: group };

  test('those that are no texts are declared so', () => {
    const declared = { ...autoScalingGroupType.attributes, ...imageType.attributes };
    const others = Object.entries(declared).filter(([, kind]) => kind === 'number' || kind === 'boolean');
    const read = new Set(Object.values(ATTRIBUTES).flatMap((of) => Object.values(of)));
    expect(Object.fromEntries(others.filter(([path]) => read.has(path)))).toEqual(OTHER_KINDS);
  });

  test.each(Object.keys(ATTRIBUTES) as NativeType[])('those of %s are where the handler puts them', (type) => {
    const resource = resources[type];
    const missing = Object.values(ATTRIBUTES[type]).filter(
      (path) => resource && attributeOf(resource, path) === undefined,
    );
    expect(resource).toBeDefined();
    expect(missing).toEqual([]);
  });
});

test('docs/from-swabbie.md has a row for every rule, kind of exclusion and key that is read', () => {
  const page = readFileSync(new URL('../../../../docs/from-swabbie.md', import.meta.url), 'utf8').toLowerCase();
  const keys = Object.values(READ).flat();
  const kinds = KINDS.map((kind) => `| \`${kind}\``);
  const missing = [...Object.keys(RULES), ...kinds, ...keys.filter((key) => !TRIVIAL.includes(key))].filter(
    (word) => !page.includes(word.toLowerCase()),
  );
  expect(keys.length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

/** Named by their parents. */
const TRIVIAL = ['types', 'resource', 'startTime', 'endTime', 'allowedDaysOfWeek', 'defaultTimeZone'];
