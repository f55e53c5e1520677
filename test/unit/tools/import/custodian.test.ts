/** Policies of Cloud Custodian, as its documentation and public repositories write them. */
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { matchesPattern } from '../../../../src/core/evaluation/pattern.ts';
import { handlers } from '../../../../src/handlers/index.ts';
import { importCustodian } from '../../../../tools/import/custodian/import.ts';

interface Policy {
  readonly [key: string]: unknown;
}

function imported(...policies: readonly Policy[]) {
  return importedText(JSON.stringify({ policies: policies.map((one, index) => ({ name: `p${index}`, ...one })) }));
}

function importedText(text: string) {
  const { text: native, rows, entries } = importCustodian(text, 'policies.yml', handlers);
  const { cleanup } = parse(native) as {
    cleanup: { type: string; when: unknown; retention?: string; live?: boolean }[];
  };
  return { native, rows, entries, cleanup, told: rows.map(({ message }) => message) };
}

/** The reasons for which nothing is carried over. */
function refusal(...policies: readonly Policy[]): string {
  try {
    imported(...policies);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it was carried over');
}

const attribute = (name: string, condition: unknown) => ({ rule: 'attribute', where: { [name]: condition } });
const UNUSED = { rule: 'unused' };

describe('a policy of Custodian', () => {
  test('marked volumes: three policies become one entry with the days of the mark, and two are told', () => {
    const { cleanup, rows, told } = importedText(`
policies:
  - name: free-volumes
    resource: aws.ebs
    comments: free for long
    filters:
      - Attachments: []
      - "tag:maid_status": absent
    actions:
      - type: mark-for-op
        op: delete
        days: 30
  - name: used-again
    resource: ebs
    filters:
      - type: value
        key: "Attachments[0].Device"
        value: not-null
      - "tag:maid_status": not-null
    actions: [unmark]
  - name: gone
    resource: ebs
    filters: [{ type: marked-for-op, op: delete }]
    actions: [delete]
`);
    expect(cleanup).toEqual([
      { type: 'volume', when: [{ all: [UNUSED, attribute('tag:maid_status', { absent: true })] }], retention: '30d' },
    ]);
    expect(rows.map(({ line, carried }) => [line, carried])).toEqual([
      [13, 'no'],
      [13, 'no'],
      [21, 'no'],
    ]);
    expect(told).toEqual([
      'policy "used-again": the action `unmark` is no deletion, and has no counterpart',
      'policy "used-again": `Attachments[0].Device` selects resources in use, which Holystone never deletes',
      expect.stringContaining('policy "gone": `marked-for-op` selects what another policy marked'),
    ]);
  });

  test('addresses with anchors, merged keys and lists that several policies share', () => {
    const { cleanup, told } = importedText(`
vars:
  daily: &daily { type: periodic, schedule: rate(1 day) }
  free: &free
    - { type: value, key: InstanceId, value: absent }
    - { type: value, key: AssociationId, value: absent }
policies:
  - name: free-addresses
    resource: network-addr
    filters: [{ "tag:status_eip": absent }, { and: *free }]
    mode: { <<: *daily }
    actions: [{ type: mark-for-op, tag: status_eip, days: 7, op: release }]
  - name: release
    resource: elastic-ip
    filters: [{ "tag:status_eip": not-null }, { type: marked-for-op, op: release, tag: status_eip }]
    actions: [release]
`);
    expect(cleanup).toEqual([
      { type: 'elasticIp', when: [{ all: [attribute('tag:status_eip', { absent: true }), UNUSED] }], retention: '7d' },
    ]);
    expect(told).toEqual([
      'policy "free-addresses": `mode`: see `every` and `window`',
      expect.stringContaining('policy "release": `marked-for-op`'),
    ]);
  });

  test.each<[string, Policy, unknown]>([
    [
      'images of some age',
      { resource: 'ami', filters: [{ type: 'image-age', days: 90 }], actions: ['deregister'] },
      [{ rule: 'age', moreThan: '90d' }],
    ],
    [
      'unused images with an exempting tag',
      {
        resource: 'aws.ami',
        filters: [
          { type: 'unused', value: true },
          { type: 'image-age', days: 30, op: 'ge' },
          { 'tag:exempt_from_cleanup': 'absent' },
        ],
        actions: [{ type: 'mark-for-op', op: 'deregister', days: 5 }],
      },
      [{ all: [UNUSED, { rule: 'age', moreThan: '30d' }, attribute('tag:exempt_from_cleanup', { absent: true })] }],
    ],
    [
      'groups that Packer left',
      {
        resource: 'security-group',
        filters: [
          'unused',
          { Description: 'Temporary group for Packer' },
          { type: 'value', key: 'GroupName', op: 'glob', value: 'packer_*' },
        ],
        actions: ['delete'],
      },
      [
        {
          all: [
            UNUSED,
            attribute('description', { is: 'Temporary group for Packer' }),
            attribute('name', { matches: '/^packer_[\\s\\S]*$/' }),
          ],
        },
      ],
    ],
    [
      'free balancers',
      { resource: 'elb', filters: [{ 'tag:c7n_status': 'absent' }, { Instances: [] }], actions: ['delete'] },
      [{ all: [attribute('tag:c7n_status', { absent: true }), UNUSED] }],
    ],
    [
      'groups that are scaled to nothing',
      {
        resource: 'asg',
        filters: [
          { type: 'value', key: 'MinSize', value: 0, op: 'eq' },
          { type: 'value', key: 'DesiredCapacity', value: 0 },
        ],
        actions: ['delete'],
      },
      [{ all: [attribute('minSize', { is: 0 }), attribute('desiredCapacity', { is: 0 })] }],
    ],
    [
      'unused snapshots by age',
      {
        resource: 'ebs-snapshot',
        filters: [{ type: 'age', days: 28, op: 'ge' }, 'skip-ami-snapshots', 'unused'],
        actions: ['delete'],
      },
      [{ all: [{ rule: 'age', moreThan: '28d' }, UNUSED] }],
    ],
    [
      'snapshots by the age of a value, in some tags',
      {
        resource: 'ebs-snapshot',
        filters: [{ type: 'value', key: 'StartTime', value_type: 'age', value: 7, op: 'gt' }, { 'tag:env': 'dev' }],
        actions: ['delete'],
      },
      [{ all: [{ rule: 'age', moreThan: '7d' }, attribute('tag:env', { is: 'dev' })] }],
    ],
    [
      'large volumes',
      {
        resource: 'ebs',
        filters: [{ State: 'available' }, { type: 'value', key: 'Size', op: 'gte', value: 100 }],
        actions: ['delete'],
      },
      [{ all: [UNUSED, attribute('size', { above: 100 })] }, { all: [UNUSED, attribute('size', { is: 100 })] }],
    ],
    [
      'interfaces',
      { resource: 'eni', filters: [{ type: 'value', key: 'Status', value: 'available' }], actions: ['delete'] },
      [UNUSED],
    ],
    [
      'old launch configurations',
      { resource: 'launch-config', filters: [{ type: 'unused' }, { type: 'age', days: 45 }], actions: ['delete'] },
      [{ all: [UNUSED, { rule: 'age', moreThan: '45d' }] }],
    ],
    [
      'target groups of no balancer',
      {
        resource: 'app-elb-target-group',
        filters: [{ type: 'value', key: 'length(LoadBalancerArns)', value: 0 }],
        actions: ['delete'],
      },
      [UNUSED],
    ],
    [
      'any of two, and not another',
      {
        resource: 'ebs',
        filters: [
          { or: [{ 'tag:a': 'absent' }, { 'tag:b': 'x' }] },
          { not: [{ 'tag:c': 'keep' }] },
          { Attachments: [] },
        ],
        actions: ['delete'],
      },
      ['a', 'b'].flatMap((key) =>
        [{ absent: true }, { not: 'keep' }].map((c) => ({
          all: [attribute(`tag:${key}`, key === 'a' ? { absent: true } : { is: 'x' }), attribute('tag:c', c), UNUSED],
        })),
      ),
    ],
    [
      'a regex, which Custodian matches from the beginning and without case',
      {
        resource: 'ami',
        filters: ['unused', { type: 'value', key: 'Name', op: 'regex', value: 'ci-.*|tmp' }],
        actions: ['deregister'],
      },
      [{ all: [UNUSED, attribute('name', { matches: '/^(?:ci-.*|tmp)/i' })] }],
    ],
    [
      'databases of one engine by age',
      {
        resource: 'rds',
        filters: [
          { type: 'value', key: 'InstanceCreateTime', value_type: 'age', value: 60, op: 'gt' },
          { Engine: 'mysql' },
          { type: 'value', key: 'DBInstanceClass', value: 'db.t3.micro' },
        ],
        actions: [{ type: 'delete', 'skip-snapshot': true }],
      },
      [
        {
          all: [
            { rule: 'age', moreThan: '60d' },
            attribute('engine', { is: 'mysql' }),
            attribute('dbInstanceClass', { is: 'db.t3.micro' }),
          ],
        },
      ],
    ],
    [
      'snapshots of databases by age',
      {
        resource: 'aws.rds-snapshot',
        filters: [
          { type: 'age', days: 60, op: 'ge' },
          { DBInstanceIdentifier: 'shop' },
          { type: 'value', key: 'SnapshotType', value: 'manual' },
        ],
        actions: ['delete'],
      },
      [
        {
          all: [
            { rule: 'age', moreThan: '60d' },
            attribute('sourceName', { is: 'shop' }),
            attribute('snapshotType', { is: 'manual' }),
          ],
        },
      ],
    ],
    [
      'snapshots whose database is gone',
      {
        resource: 'rds-snapshot',
        filters: [{ type: 'instance', value: 0, value_type: 'resource_count', op: 'eq' }],
        actions: ['delete'],
      },
      [UNUSED],
    ],
    [
      'snapshots of clusters by the age of a value',
      {
        resource: 'rds-cluster-snapshot',
        filters: [
          { type: 'value', key: 'SnapshotCreateTime', value_type: 'age', value: 30, op: 'gt' },
          { 'tag:env': 'dev' },
        ],
        actions: [{ type: 'mark-for-op', op: 'delete', days: 7 }],
      },
      [{ all: [{ rule: 'age', moreThan: '30d' }, attribute('tag:env', { is: 'dev' })] }],
    ],
    [
      'NAT gateways by their tags',
      { resource: 'aws.nat-gateway', filters: [{ 'tag:team': 'absent' }, { State: 'available' }], actions: ['delete'] },
      [{ all: [attribute('tag:team', { absent: true }), attribute('state', { is: 'available' })] }],
    ],
    [
      'endpoints of a service',
      {
        resource: 'aws.vpc-endpoint',
        filters: [{ ServiceName: 'com.amazonaws.us-east-1.sqs' }, { 'tag:env': 'dev' }],
        actions: ['delete'],
      },
      [{ all: [attribute('serviceName', { is: 'com.amazonaws.us-east-1.sqs' }), attribute('tag:env', { is: 'dev' })] }],
    ],
    [
      'old versions of launch templates that are not the default one',
      {
        resource: 'aws.launch-template-version',
        filters: [
          { type: 'value', key: 'CreateTime', value_type: 'age', op: 'greater-than', value: 30 },
          { DefaultVersion: false },
        ],
        actions: ['delete'],
      },
      [{ all: [{ rule: 'age', moreThan: '30d' }, attribute('defaultVersion', { is: false })] }],
    ],
  ])('selects %s', (_what, policy, when) => {
    expect(imported(policy).cleanup[0]?.when).toEqual(when);
  });

  test('snapshots that may be backups go only where the policy names them', () => {
    const filters = [{ type: 'age', days: 28, op: 'ge' }];
    const { cleanup } = imported({
      resource: 'ebs-snapshot',
      filters: [...filters, { 'tag:env': 'dev' }],
      actions: ['delete'],
    });
    expect(cleanup[0]).toMatchObject({ only: [{ attribute: { 'tag:env': { is: 'dev' } } }] });
    expect(refusal({ resource: 'ebs-snapshot', filters, actions: ['delete'] })).toContain('this may select backups');
  });

  test('two policies of a type are one entry: any of both, and the longest retention', () => {
    const filters = [{ 'tag:a': 'x' }];
    const { cleanup } = imported(
      {
        resource: 'ebs',
        filters: ['skip', { Attachments: [] }].slice(1),
        actions: [{ type: 'mark-for-op', op: 'delete', days: 3 }],
      },
      {
        resource: 'ebs',
        filters,
        actions: [
          { type: 'mark-for-op', op: 'delete', days: 20 },
          { type: 'notify', to: ['x'] },
        ],
      },
      { resource: 'ebs', filters: [{ type: 'marked-for-op', op: 'delete' }], actions: ['delete'] },
    );
    expect(cleanup).toEqual([{ type: 'volume', when: [UNUSED, attribute('tag:a', { is: 'x' })], retention: '20d' }]);
  });

  describe('A61 what a policy marks goes by all policies of that mark:', () => {
    const free = { Attachments: [] };
    const marks = { resource: 'ebs', filters: [free], actions: [{ type: 'mark-for-op', op: 'delete', days: 7 }] };
    const marked = { type: 'marked-for-op', op: 'delete' };
    const deletes = (...filters: unknown[]) => ({ resource: 'aws.ebs', filters, actions: ['delete'] });
    const unmarks = (...filters: unknown[]) => ({ resource: 'ebs', filters, actions: ['unmark'] });
    const DEV = attribute('tag:env', { is: 'dev' });
    const NOT_KEPT = attribute('tag:keep', { absent: true });

    test.each<[string, Policy[], unknown[]]>([
      ['all of it', [deletes(marked)], [UNUSED]],
      ['the word alone is a filter, too', [deletes(marked, { 'tag:maid_status': 'not-null' })], [UNUSED]],
      [
        'and more is asked for',
        [deletes(marked, { 'tag:env': 'dev' }, { 'tag:keep': 'absent' })],
        [{ all: [UNUSED, DEV, NOT_KEPT] }],
      ],
      [
        'by any of two',
        [deletes(marked, { 'tag:env': 'dev' }), deletes(marked, { 'tag:a': 'x' })],
        [{ all: [UNUSED, DEV] }, { all: [UNUSED, attribute('tag:a', { is: 'x' })] }],
      ],
      [
        'what no import can read selects nothing',
        [deletes(marked, 'odd'), deletes(marked, { 'tag:env': 'dev' })],
        [{ all: [UNUSED, DEV] }],
      ],
      [
        'an exemption',
        [deletes(marked), unmarks({ 'tag:keep': 'present' }, { 'tag:maid_status': 'not-null' })],
        [{ all: [UNUSED, NOT_KEPT] }],
      ],
      [
        'one of which a part is read',
        [deletes(marked), unmarks({ 'tag:keep': 'present' }, 'odd')],
        [{ all: [UNUSED, NOT_KEPT] }],
      ],
      [
        'another mark is none of it',
        [deletes(marked), { ...unmarks({ 'tag:keep': 'present' }), actions: [{ type: 'unmark', tags: ['other'] }] }],
        [UNUSED],
      ],
      [
        'another type is none of it',
        [deletes(marked), { ...unmarks({ 'tag:keep': 'present' }), resource: 'ami' }],
        [UNUSED],
      ],
    ])('%s', (_what, others, when) => {
      expect(imported(marks, ...others).cleanup).toEqual([{ type: 'volume', when, retention: '7d' }]);
    });

    test.each<[string, Policy[]]>([
      ['nobody deletes it', []],
      ['another mark is deleted', [deletes({ ...marked, tag: 'other' })]],
      ['another operation is done', [deletes({ type: 'marked-for-op', op: 'snapshot' })]],
    ])('%s: the entry is not live', (_what, others) => {
      expect(imported(marks, ...others).cleanup).toEqual([
        { type: 'volume', live: false, when: [UNUSED], retention: '7d' },
      ]);
    });

    test.each<[string, Policy[], string]>([
      ['by a filter that is not known', [deletes(marked, 'odd')], 'deletes what it marks, and the filter `odd`'],
      ['under conditions', [{ ...deletes(marked), conditions: [{ region: 'x' }] }], '`conditions` has no counterpart'],
      ['with the mark in an or', [deletes({ or: [marked, { 'tag:a': 'x' }] })], '`marked-for-op` selects'],
      [
        'and unmarks all',
        [deletes(marked), unmarks(marked)],
        'takes its mark away again, and it asks for nothing else',
      ],
      [
        'and unmarks what is not known',
        [deletes(marked), unmarks('odd')],
        'takes its mark away again, and the filter `odd`',
      ],
    ])('%s: it is left out', (_what, others, why) => {
      expect(refusal(marks, ...others)).toContain(why);
    });
  });

  test('a policy that only reports becomes an entry that is not live, and none beside one that deletes', () => {
    const report = { resource: 'ebs', filters: [{ Attachments: [] }], actions: [{ type: 'notify', to: ['x'] }] };
    expect(imported(report).cleanup).toEqual([{ type: 'volume', live: false, when: [UNUSED] }]);
    const both = imported(report, {
      resource: 'ebs',
      filters: [{ 'tag:a': 'x' }, { Attachments: [] }],
      actions: ['delete'],
    });
    expect(both.cleanup).toEqual([{ type: 'volume', when: [{ all: [attribute('tag:a', { is: 'x' }), UNUSED] }] }]);
    expect(both.told).toContain('policy "p0": it only reports, and another policy deletes resources of this type');
  });

  const free = { Attachments: [] };
  const del = { actions: ['delete'] };
  test.each<[string, Policy, string]>([
    [
      'traffic of a NAT gateway',
      {
        resource: 'nat-gateway',
        filters: [{ type: 'metrics', name: 'BytesOutToDestination', days: 14, statistics: 'Sum', value: 0, op: 'eq' }],
        ...del,
      },
      'the filter `metrics` has no counterpart; `unusedFor` of an entry looks at the traffic of load balancers, NAT gateways and VPC endpoints, and at the connections of RDS instances',
    ],
    [
      'the policy of an endpoint',
      { resource: 'vpc-endpoint', filters: [{ 'tag:a': 'b' }, { type: 'cross-account' }], ...del },
      'the filter `cross-account` has no counterpart',
    ],
    [
      'the newest snapshot of each database',
      { resource: 'rds-snapshot', filters: [{ type: 'age', days: 7 }, { not: ['latest'] }], ...del },
      'the filter `latest` has no counterpart',
    ],
    [
      'snapshots of some databases that live',
      { resource: 'rds-snapshot', filters: [{ type: 'instance', key: 'Engine', value: 'mysql' }], ...del },
      'the filter `instance` has no counterpart',
    ],
    [
      'snapshots whose database is not gone',
      {
        resource: 'rds-snapshot',
        filters: [{ not: [{ type: 'instance', value: 0, value_type: 'resource_count' }] }],
        ...del,
      },
      'the filter `instance` has no counterpart',
    ],
    [
      'a version by the name of its template',
      { resource: 'launch-template-version', filters: [{ LaunchTemplateName: 'web' }], ...del },
      '`LaunchTemplateName` is no attribute of the type launchTemplateVersion',
    ],
    [
      'a version by what it launches',
      { resource: 'launch-template-version', filters: [{ 'LaunchTemplateData.ImageId': 'ami-1' }], ...del },
      'is no attribute of the type launchTemplateVersion',
    ],
    // cloud-custodian/cloud-custodian 2170 and 4014
    [
      'the connections of a database',
      {
        resource: 'rds',
        filters: [{ type: 'metrics', name: 'DatabaseConnections', days: 30, value: 0, op: 'equal' }],
        ...del,
      },
      'the filter `metrics` has no counterpart; `unusedFor` of an entry looks at the traffic of load balancers, NAT gateways and VPC endpoints, and at the connections of RDS instances',
    ],
    ['a database that is only stopped', { resource: 'rds', filters: [{ Engine: 'mysql' }], actions: ['stop'] }, 'stop'],
    ['another type', { resource: 'redshift', filters: ['unused'], ...del }, 'the import knows no type for `redshift`'],
    [
      'a metric',
      {
        resource: 'app-elb',
        filters: [{ type: 'metrics', name: 'RequestCount', days: 14, value: 1, op: 'lt' }],
        ...del,
      },
      'the filter `metrics` has no counterpart; `unusedFor`',
    ],
    [
      'a list from elsewhere',
      {
        resource: 'ebs',
        filters: [free, { type: 'value', key: 'VolumeId', op: 'ni', value_from: { url: 's3://b/k' } }],
        ...del,
      },
      '`value_from` of the filter on `VolumeId`',
    ],
    [
      'an event',
      { resource: 'ebs', mode: { type: 'cloudtrail', events: ['CreateVolume'] }, filters: [free], ...del },
      'the mode `cloudtrail` judges only the resource of an event',
    ],
    [
      'a query',
      { resource: 'ebs', query: [{ x: 'y' }], filters: [free], ...del },
      '`query` has no counterpart, and without it more would be selected',
    ],
    [
      'conditions',
      { resource: 'ebs', conditions: [{ region: 'us-east-1' }], filters: [free], ...del },
      '`conditions` has no counterpart',
    ],
    ['no filter', { resource: 'ebs', ...del }, 'it has no filters: it selects every resource'],
    ['an empty list of filters', { resource: 'ebs', filters: [], ...del }, 'it has no filters'],
    [
      'only what is always so',
      { resource: 'ebs-snapshot', filters: ['skip-ami-snapshots'], ...del },
      'its filters select every resource',
    ],
    [
      'used ones',
      { resource: 'ami', filters: [{ type: 'unused', value: false }], actions: ['deregister'] },
      'selects resources in use',
    ],
    ['not the unused ones', { resource: 'ebs', filters: [{ not: [free] }], ...del }, 'selects resources in use'],
    [
      'young ones',
      { resource: 'ami', filters: [{ type: 'image-age', days: 3, op: 'lt' }], actions: ['deregister'] },
      'it selects young resources',
    ],
    [
      'a number in a tag, which equals no text',
      { resource: 'ebs', filters: [{ 'tag:keep': 5 }], ...del },
      'Custodian finds equal to no text',
    ],
    [
      'yes, which is no text either',
      { resource: 'ebs', filters: [{ 'tag:keep': true }], ...del },
      'Custodian finds equal to no text',
    ],
    [
      'an unknown attribute',
      { resource: 'ebs', filters: [{ KmsKeyId: 'x' }], ...del },
      '`KmsKeyId` is no attribute of the type volume',
    ],
    [
      'an attribute that is absent',
      { resource: 'ami', filters: [{ Description: 'absent' }], actions: ['deregister'] },
      'only of a tag it is known that it is absent',
    ],
    [
      'an unknown operator',
      { resource: 'ebs', filters: [{ type: 'value', key: 'Size', op: 'mod', value: 3 }], ...del },
      'the operator `mod`',
    ],
    [
      'a regex that RE2 lacks',
      {
        resource: 'ami',
        filters: [{ type: 'value', key: 'Name', op: 'regex', value: '(?!golden).*' }],
        actions: ['deregister'],
      },
      'the pattern "(?!golden).*"',
    ],
    [
      'a class of Unicode under not',
      {
        resource: 'ami',
        filters: [{ not: [{ type: 'value', key: 'Name', op: 'regex', value: '\\d+' }] }],
        actions: ['deregister'],
      },
      'the pattern "\\\\d+"',
    ],
    [
      'another operation',
      { resource: 'ebs', filters: [free], actions: [{ type: 'mark-for-op', op: 'stop', days: 1 }] },
      '`mark-for-op` with `stop` is no deletion',
    ],
    [
      'a snapshot before it',
      { resource: 'ebs', filters: [free], actions: ['snapshot', 'delete'] },
      'the action `snapshot` is no deletion',
    ],
    [
      'a filter of two keys',
      { resource: 'ebs', filters: [{ 'tag:a': 'absent', 'tag:b': 'absent' }], ...del },
      'the filter with tag:a, tag:b has no type',
    ],
    [
      'an unknown word inside or',
      { resource: 'ebs', filters: [{ or: [free, 'strange'] }], ...del },
      'the filter `strange` has no counterpart',
    ],
  ])('is not carried over with %s, and says why', (_what, policy, why) => {
    expect(refusal(policy)).toContain(why);
  });

  test('a word without quotes that YAML 1.1 reads as true is no text', () => {
    const text = 'policies: [{ name: a, resource: ebs, filters: [{ "tag:keep": yes }], actions: [delete] }]';
    expect(() => importedText(text)).toThrow('Custodian finds equal to no text');
    expect(importedText(text.replace('yes', '"yes"')).entries).toBe(1);
  });

  test('the file ends with a table of what was not carried over', () => {
    const { native } = imported(
      { resource: 'ebs', filters: [free], ...del },
      { resource: 'redshift', filters: ['unused'], ...del },
    );
    expect(native).toMatch(
      /# +\| line \| carried over \| what and why \|\n.*\n# +\| 1 \| no \| policy "p1": the import knows no type for `redshift` \|\n$/,
    );
    expect(imported({ resource: 'ebs', filters: [free], ...del }).native).toContain('# Everything was carried over.');
  });

  test.each([
    'policies: {',
    'a: 1',
    '[]',
    'policies: 3',
    'policies: []',
    `policies: ${'['.repeat(100)}`,
    `policies: [${'x,'.repeat(600_000)}]`,
  ])('%.20s… is refused with a reason', (text) => {
    expect(() => importedText(text)).toThrow(/^policies\.yml:1:\d+: /);
  });
});

/** What Custodian 0.9.52 selects is in the comment: run through its filter, or read in its source. */
describe('L111 what Custodian reads otherwise is left out:', () => {
  const value = (key: string, op: string, one: unknown, type?: string) => ({
    type: 'value',
    key,
    op,
    value: one,
    ...(type === undefined ? {} : { value_type: type }),
  });
  const tag = (op: string, one: unknown, type?: string) => value('tag:a', op, one, type);
  const not = (filter: unknown) => ({ not: [filter] });
  const of = (filter: unknown, resource = 'ebs') => ({ resource, filters: [filter], actions: ['delete'] });

  test.each<[string, unknown, string?]>([
    ['a variable of Custodian', tag('ne', '{region}')],
    ['one in a list', tag('ni', ['shared', '{account_id}'])],
    ['one in a not', not({ 'tag:a': '{account_id}' })],
    ['one of c7n-org beside a count', tag('regex', '^x{2}-{team}')],
    ['one in the key of a value filter', value('tag:{team}', 'eq', 'x')],
    ['one in an and', { and: [{ 'tag:a': '{now}' }] }],
    ['doubled braces, which are one there', tag('eq', '{{x}}')],
    ['normalize with a capital, equal to nothing', tag('equal', 'Dev', 'normalize')],
    ['normalize with one of a list', tag('in', ['dev', 'Tmp'], 'normalize')],
    ['normalize with a blank at the end', tag('eq', 'dev ', 'normalize')],
    ['normalize with a letter beyond ASCII', tag('eq', 'größe', 'normalize')],
    ['blanks, which normalize makes empty', tag('eq', 'not-null', 'normalize')],
    ['glob with a plain ^', tag('glob', '[^p]*')],
    ['glob with a bracket in a class', tag('glob', '[]p]*')],
    ['glob with a bracket alone', tag('glob', 'p[*')],
    ['glob with a named class', tag('glob', '[[:digit:]]*')],
    ['a named class', tag('regex', '^tmp-[[:digit:]]+$')],
    ['no letter', tag('regex', '^\\W')],
    ['the end of a word', tag('regex', '^tmp\\b')],
    ['no end of a word', tag('regex', '^tmp\\B')],
    ['a class of other characters', tag('regex-case', '^.*[^\\w-]')],
    ['other letters without case', tag('regex', '^tmp[^i]')],
    ['a letter beyond ASCII without case', tag('regex', '^größe')],
    ['the end in another spelling', tag('regex', 'tmp\\z')],
    ['a quote of RE2', tag('regex', '\\Qtmp\\E')],
    ['at most three', not(tag('regex', '^prod-[0-9]{,3}$'))],
    ['a flag in the middle', tag('regex-case', 'tmp(?i)x')],
    ['a class in a not', not(tag('regex', '[\\w-]+'))],
    ['integer with a text', tag('eq', '5', 'integer')],
    ['integer with a text of an attribute', value('Size', 'ne', '5', 'integer')],
    ['integer with absent, which is 0', tag('eq', 'absent', 'integer')],
    ['integer with present', tag('eq', 'not-null', 'integer')],
    ['integer with true', value('Encrypted', 'eq', true, 'integer')],
    ['a word before the operator', not(tag('regex', 'present'))],
    ['a word with glob', tag('glob', 'not-null')],
    ['a word with ne of a user', not(value('AssociationId', 'ne', 'absent')), 'elastic-ip'],
    ['a list that is present without elements', not({ Attachments: 'present' })],
    ['a list with a state', value('State', 'eq', ['available'])],
    ['a text for a count', value('length(Attachments)', 'eq', '0')],
    ['a text for no elements', { Attachments: '[]' }],
    ['a value filter without a value', { type: 'value', key: 'tag:a' }],
    ['an operator that is no text', { type: 'value', key: 'tag:a', op: 5, value: 'x' }],
    ['an operator of every object', tag('constructor', 'x')],
    ['a key in another case', { volumetype: 'gp2' }],
    ['a key that is mapped here, in another case', { volumeid: 'vol-1' }],
    ['a key of aws-nuke', { Name: 'x' }, 'elb'],
    ['a key of an endpoint that the other balancer has', { VpcId: 'vpc-1' }, 'elb'],
    ['an object', { State: 'active' }, 'app-elb'],
    ['what a version of a template has elsewhere', { ImageId: 'ami-1' }, 'launch-template-version'],
    ['a list with a regex', value('SubnetIds', 'regex', 'subnet-1'), 'vpc-endpoint'],
  ])('%s', (_what, filter, resource = 'ebs') => {
    expect(refusal(of(filter, resource))).toContain('nothing of it can be carried over');
  });

  test.each<[string, unknown, unknown, string?]>([
    ['of true and false: false is null there', { Encrypted: 'not-null' }, attribute('encrypted', { is: true })],
    ['the same in a not', not({ Encrypted: 'empty' }), attribute('encrypted', { is: true })],
    ['of databases', { MultiAZ: 'not-null' }, attribute('multiAZ', { is: true }), 'rds'],
    ['of a number: 0 is null there', { storedBytes: 'not-null' }, attribute('sizeBytes', { above: 0 }), 'log-group'],
    ['of a size', { Size: 'not-null' }, attribute('size', { above: 0 })],
    ['of a text', { VolumeType: 'not-null' }, attribute('volumeType', '/[\\s\\S]/')],
    [
      'a count is no variable',
      tag('regex', '^tmp-[0-9]{3}$'),
      attribute('tag:a', { matches: '/^(?:^tmp-[0-9]{3}$)/i' }),
    ],
    ['normalize in lower case', tag('eq', 'dev', 'normalize'), attribute('tag:a', { matches: '/^\\s*(?:dev)\\s*$/i' })],
    ['a key as AWS writes it', { DBInstanceClass: 'x' }, attribute('dbInstanceClass', { is: 'x' }), 'rds'],
    ['and with its letters', { DNSName: 'x' }, attribute('dnsName', { is: 'x' }), 'elb'],
    ['and with theirs', { VPCId: 'vpc-1' }, attribute('vpcId', { is: 'vpc-1' }), 'elb'],
  ])('%s', (_what, filter, when, resource = 'ebs') => {
    expect(imported(of(filter, resource)).cleanup[0]?.when).toEqual([when]);
  });

  test.each<[string, unknown, readonly string[], readonly string[]]>([
    ['the end before a line break', not(tag('regex', '^prod$')), ['dev'], ['prod', 'PROD', 'prod\n']],
    ['letters that Python pairs', not(tag('regex', '^prod-i')), ['dev-i'], ['prod-i', 'prod-I', 'prod-ı', 'prod-İ']],
    ['and of a class', not(tag('regex', '^prod-[a-z]')), ['prod-1'], ['prod-i', 'prod-ı', 'prod-ſ']],
    ['a long s is no s', tag('eq', 'test', 'normalize'), ['test', ' TEST '], ['teſt', 'ﬅest']],
    ['blanks beyond ASCII', tag('ne', 'prod', 'normalize'), ['dev'], ['prod', '\u00a0prod', 'prod\u2003', '\vprod']],
  ])('%s', (_what, filter, selected, others) => {
    type Where = { matches?: string; not?: string | string[]; absent?: boolean };
    const rules = imported(of(filter)).cleanup[0]?.when as { where: { 'tag:a': Where } }[];
    const isSelected = (text: string) =>
      rules.some(
        ({
          where: {
            'tag:a': { matches, not, absent },
          },
        }) =>
          matches === undefined
            ? absent === undefined && ![not ?? []].flat().some((one) => matchesPattern(one, text))
            : matchesPattern(matches, text),
      );
    expect([...selected, ...others].filter(isSelected)).toEqual(selected);
  });

  test('a mark of a variable may be this one: what its policy unmarks stays', () => {
    const marks = {
      resource: 'ebs',
      filters: [{ Attachments: [] }],
      actions: [{ type: 'mark-for-op', op: 'delete', days: 7 }],
    };
    const unmarks = {
      resource: 'ebs',
      filters: [{ 'tag:keep': 'present' }],
      actions: [{ type: 'unmark', tags: ['{tag}'] }],
    };
    expect(imported(marks, of({ type: 'marked-for-op', op: 'delete' }), unmarks).cleanup[0]?.when).toEqual([
      { all: [UNUSED, attribute('tag:keep', { absent: true })] },
    ]);
  });

  test('days that are no number are not four', () => {
    const marks = (days: unknown) => ({
      resource: 'ebs',
      filters: [{ Attachments: [] }],
      actions: [{ type: 'mark-for-op', op: 'delete', days }],
    });
    expect(refusal(marks('{days}'))).toContain('`days`');
    expect(imported(marks('30')).cleanup[0]).toMatchObject({ retention: '30d' });
  });

  test('a text of 200,000 signs is refused at once', () => {
    for (const sign of ['[', '(?', '{', '\\', '{1', 'a'])
      expect(refusal(of(tag('regex', sign.repeat(200_000))))).toContain('nothing of it');
  });
});
